import { join } from 'node:path';
import { app, dialog, Menu, type BrowserWindow } from 'electron';
import { registerAppScheme, serveApp } from './app-protocol.ts';
import { readStartOptions, type StartOptions } from './command-line.ts';
import { DeskConnection, type OpenDesk } from './desk-connection.ts';
import { FolderLock } from './desk/storage/folder-lock.ts';
import { runEmbeddedServer, type EmbeddedServer, type ServerProcess } from './embedded-server.ts';
import { firstStartAbilities } from './first-start.ts';
import { openMainWindow } from './main-window.ts';
import { sqliteBinding } from '#shared/node/sqlite-binding.ts';
import { systemAbilities } from './system-abilities.ts';
import { trustNoUnknownServer } from './trusted-servers.ts';
import { askBeforeUnload } from './unsaved-changes.ts';
import { forkServer } from './utility-process.ts';
import { lockDownWeb } from './web-lockdown.ts';
import { rescueWindow, type WindowRescue } from './window-rescue.ts';

/** The application's life: one instance, one window, the desk's process and the embedded server's. */

const built = import.meta.dirname;
const report = (line: string): void => void process.stderr.write(`${line}\n`);

let window: BrowserWindow | undefined;
let rescue: WindowRescue | undefined;
let server: EmbeddedServer | undefined;
let desk: DeskConnection | undefined;
let lock: FolderLock | undefined;
let quitting = false;
let endedByASignal = false;

function readOptions(): StartOptions {
  try {
    return readStartOptions(process.argv.slice(1), process.cwd(), 'ignore');
  } catch (error) {
    report(error instanceof Error ? error.message : String(error));
    return process.exit(2);
  }
}

async function whatTheDeskOpens(options: StartOptions): Promise<OpenDesk> {
  const dataFolder = app.getPath('userData');
  const nativeBinding = sqliteBinding();
  // Electron's own lock keeps other windows away; this one keeps browser mode away, and whoever else has the folder.
  lock = FolderLock.take(dataFolder, nativeBinding);
  if (options.server === undefined) {
    const start = (args: string[]): ServerProcess => forkServer(join(built, 'server.js'), args);
    server = runEmbeddedServer(start, join(dataFolder, 'server'), report, { demo: options.demo });
  }
  const address = options.server ?? (await server?.url) ?? '';
  return {
    type: 'open',
    dataFolder: join(dataFolder, 'desk'),
    server: { id: options.server ?? 'embedded', url: address },
    appVersion: app.getVersion(),
    ...(nativeBinding ? { nativeBinding } : {}),
  };
}

function showWindow(): void {
  if (window && !window.isDestroyed()) {
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
    rescue?.revive();
    return;
  }
  const preload = join(built, '..', 'preload', 'preload.cjs');
  const stateFile = join(app.getPath('userData'), 'window.json');
  window = openMainWindow(preload, stateFile, (loaded) => desk?.connect(loaded));
  askBeforeUnload(window, () => endedByASignal);
  rescue = rescueWindow(window, () => quitting, report);
}

async function run(options: StartOptions): Promise<void> {
  await app.whenReady();
  endOnSignals();
  lockDownWeb();
  serveApp(join(built, '..', 'renderer'));
  if (app.isPackaged && process.platform !== 'darwin') Menu.setApplicationMenu(null);
  const opening = whatTheDeskOpens(options);
  opening.catch((error: unknown) => void tellCannotStart(error));
  const abilities = { ...systemAbilities, ...firstStartAbilities(() => server) };
  desk = new DeskConnection(join(built, 'desk-process.js'), opening, abilities, report);
  showWindow();
}

async function tellCannotStart(error: unknown): Promise<void> {
  if (quitting) return;
  const detail = error instanceof Error ? error.message : String(error);
  report(detail);
  await dialog.showMessageBox({
    type: 'error',
    message: 'Employee Management System could not start.',
    detail,
  });
  app.exit(1);
}

/** Called once Electron is ready: until then it sets handlers of its own in place of ours. */
function endOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      endedByASignal = true;
      app.quit();
    });
  }
}

/** The desk goes first: its last operations may still be on their way to the server. */
async function endProcesses(): Promise<void> {
  await desk?.stop();
  await server?.stop();
  lock?.release();
}

const options = readOptions();
trustNoUnknownServer(process.env);
if (options.data !== undefined) app.setPath('userData', options.data);
// What Chromium says itself is in English, whatever the language of the PC.
app.commandLine.appendSwitch('lang', 'en-IN');
// Chromium's own calls home; nothing of the application's needs them.
app.commandLine.appendSwitch('disable-background-networking');
app.commandLine.appendSwitch('disable-component-update');
app.commandLine.appendSwitch('disable-domain-reliability');

if (app.requestSingleInstanceLock()) {
  registerAppScheme();
  app.on('second-instance', showWindow);
  app.on('activate', showWindow);
  app.on('window-all-closed', () => app.quit());
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (quitting) return;
    quitting = true;
    void endProcesses().finally(() => app.exit(0));
  });
  void run(options);
} else {
  report('The application is running already with this data folder: its window is in front now.');
  app.quit();
}
