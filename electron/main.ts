import { join } from 'node:path';
import { app, dialog, Menu, type BrowserWindow } from 'electron';
import { backupAbilities, ownBackupFolder } from './backup-choice.ts';
import { registerAppScheme, serveApp } from './app-protocol.ts';
import { readStartOptions, type StartOptions } from './command-line.ts';
import { openNoDebuggingPort } from './debugging-port.ts';
import { mendDamagedData } from './damaged-data.ts';
import { DeskConnection, type OpenDesk } from './desk-connection.ts';
import { FolderLock } from './desk/storage/folder-lock.ts';
import { runEmbeddedServer, type EmbeddedServer } from './embedded-server.ts';
import type { ServerProcess } from './server-process.ts';
import { firstStartAbilities } from './first-start.ts';
import { openMainWindow } from './main-window.ts';
import { chosenServer, officeAbilities } from './office-choice.ts';
import { makeDataFolder } from '#shared/node/make-folder.ts';
import { startSentence } from '#shared/node/start-trouble.ts';
import { sqliteBinding } from '#shared/node/sqlite-binding.ts';
import { isRunningAlready, noLockSentence } from './running-already.ts';
import { systemAbilities } from './system-abilities.ts';
import { forgetForeignSettings } from './foreign-settings.ts';
import { askBeforeUnload } from './unsaved-changes.ts';
import { forkServer } from './utility-process.ts';
import { lockDownNames, lockDownWeb } from './web-lockdown.ts';
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
let exitCode = 0;
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
  const chosen = chosenServer(options, dataFolder);
  if (chosen === undefined) {
    const start = (args: string[]): ServerProcess => forkServer(join(built, 'server.js'), args);
    const folder = join(dataFolder, 'server');
    server = runEmbeddedServer(start, folder, report, {
      demo: options.demo,
      backupFolder: () => ownBackupFolder(options),
      mend: mendDamagedData(start, folder, report),
    });
  }
  return {
    type: 'open',
    dataFolder: join(dataFolder, 'desk'),
    server: chosen
      ? { ...chosen, others: [...(chosen.others ?? [])] }
      : { id: 'embedded', url: (await server?.url) ?? '' },
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
  await lockDownWeb();
  serveApp(join(built, '..', 'renderer'));
  if (app.isPackaged && process.platform !== 'darwin') Menu.setApplicationMenu(null);
  const opening = whatTheDeskOpens(options);
  const abilities = {
    ...systemAbilities,
    ...firstStartAbilities(() => server),
    ...officeAbilities(options),
    ...backupAbilities(options, () => server),
  };
  const tell = (error: unknown): void => void tellCannotStart(error);
  desk = new DeskConnection(join(built, 'desk-process.js'), opening, abilities, report, tell);
  opening.catch(tell);
  showWindow();
  // Not before: a second start in between would open a window without the rules and the pages that it needs.
  app.on('second-instance', showWindow);
  app.on('activate', showWindow);
}

/** The box waits for the user; however it goes, whoever started the application hears of it by the code. */
async function tellCannotStart(error: unknown): Promise<void> {
  if (quitting) return;
  exitCode = 1;
  const detail = startSentence(error, app.getPath('userData'));
  report(detail);
  await dialog.showMessageBox({
    type: 'error',
    message: 'Employee Management System could not start.',
    detail,
  });
  app.exit(exitCode);
}

/** What keeps the application from keeping anything; null where nothing does. */
function whatIsWrongWith(dataFolder: string): unknown {
  try {
    makeDataFolder(dataFolder);
    return null;
  } catch (error) {
    return error;
  }
}

/** Nothing of the application is running: it only says why. */
async function endWith(error: unknown): Promise<void> {
  await app.whenReady();
  endOnSignals();
  await tellCannotStart(error);
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
forgetForeignSettings(process.env);
openNoDebuggingPort();
if (options.data !== undefined) app.setPath('userData', options.data);
if (options.lookAround) app.setPath('userData', join(app.getPath('userData'), 'demo'));
// What Chromium says itself is in English, whatever the language of the PC.
app.commandLine.appendSwitch('lang', 'en-IN');
// Chromium's own calls home; nothing of the application's needs them.
app.commandLine.appendSwitch('disable-background-networking');
app.commandLine.appendSwitch('disable-component-update');
app.commandLine.appendSwitch('disable-domain-reliability');
lockDownNames();

app.on('will-quit', (event) => {
  event.preventDefault();
  if (quitting) return;
  quitting = true;
  void endProcesses().finally(() => app.exit(exitCode));
});

// First: where nothing can be kept, Chromium's own lock says that the application is running already.
const dataFolder = app.getPath('userData');
const trouble = whatIsWrongWith(dataFolder);
if (trouble !== null) {
  void endWith(trouble);
} else if (app.requestSingleInstanceLock()) {
  registerAppScheme();
  app.on('window-all-closed', () => app.quit());
  void run(options);
} else if (!isRunningAlready(dataFolder)) {
  void endWith(new Error(noLockSentence(dataFolder)));
} else {
  report('The application is running already with this data folder: its window is in front now.');
  app.quit();
}
