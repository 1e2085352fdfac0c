import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { app, dialog, session, type BrowserWindow } from 'electron';
import { backupAbilities, ownBackupFolder } from './backup-choice.ts';
import { registerAppScheme, serveApp } from './app-protocol.ts';
import { readStartOptions, type StartOptions } from './command-line.ts';
import { openNoDebuggingPort } from './debugging-port.ts';
import { mendDamagedData } from './damaged-data.ts';
import { DeskConnection, type OpenDesk } from './desk-connection.ts';
import { FolderLock } from './desk/storage/folder-lock.ts';
import { keptDeskId } from './desk/storage/data-folders.ts';
import { runEmbeddedServer } from './embedded-server.ts';
import { endMoves } from './move-data.ts';
import { networkAbilities } from './network-choice.ts';
import { OthersConnected } from './others-connected.ts';
import { OwnServer } from './own-server.ts';
import { runServerCommand } from './server-command.ts';
import type { ServerProcess } from './server-process.ts';
import { firstStartAbilities } from './first-start.ts';
import { chosenServer, officeAbilities } from './office-choice.ts';
import type { HostAbilities } from './ipc.ts';
import { startAgainAfterwards, startAgainIfWanted, stayedOpen } from './relaunch.ts';
import { makeDataFolder } from '#shared/node/make-folder.ts';
import { startSentence } from '#shared/node/start-trouble.ts';
import { sqliteBinding } from '#shared/node/sqlite-binding.ts';
import { isRunningAlready, noLockSentence } from './running-already.ts';
import { systemAbilities } from './system-abilities.ts';
import { forgetForeignSettings } from './foreign-settings.ts';
import { forkServer } from './utility-process.ts';
import { lockDownNames, lockDownWeb } from './web-lockdown.ts';
import { DesktopPresence } from './window/desktop-presence.ts';
import { AppWindows } from './window/app-windows.ts';
import { setAppMenu } from './window/app-menu.ts';
import { openRecordLinks } from './window/link-scheme.ts';
import { argumentsBeforeLink, linkedAddress, linkIn, saysTooMuch } from './window/linked-record.ts';
import { lookAtSpelling } from './window/spelling.ts';
import { RecentReports } from './recent-reports.ts';
import { ApplicationUpdates } from './updates/application-updates.ts';

/** The application's life: one instance, its windows, the desk's process and the embedded server's. */

const built = import.meta.dirname;
const reports = new RecentReports();
const report = (line: string): void => {
  process.stderr.write(`${line}\n`);
  reports.note(line);
};

const updates = new ApplicationUpdates(report);

let server: OwnServer | undefined;
let desk: DeskConnection | undefined;
let lock: FolderLock | undefined;
let quitting = false;
let exitCode = 0;
let endedByASignal = false;

function readOptions(): StartOptions {
  if (saysTooMuch(process.argv, process.cwd())) {
    report('There is more on the command line than the application takes.');
    process.exit(2);
  }
  try {
    return readStartOptions(process.argv.slice(1), process.cwd(), 'ignore');
  } catch (error) {
    report(error instanceof Error ? error.message : String(error));
    return process.exit(2);
  }
}

/** The id of this PC's own server, wherever it answers. */
const OWN = 'embedded';
const startServer = (args: string[]): ServerProcess => forkServer(join(built, 'server.js'), args);
const ownServerFolder = (): string => join(app.getPath('userData'), 'server');

async function whatTheDeskOpens(options: StartOptions): Promise<OpenDesk> {
  const dataFolder = app.getPath('userData');
  const nativeBinding = sqliteBinding();
  // Electron's own lock keeps other windows away; this one keeps browser mode away, and whoever else has the folder.
  lock = FolderLock.take(dataFolder, nativeBinding);
  const chosen = chosenServer(options, dataFolder);
  const updatesHere = ApplicationUpdates.pc();
  if (chosen === undefined) {
    const folder = ownServerFolder();
    server = new OwnServer({
      dataFolder,
      run: (more) =>
        runEmbeddedServer(startServer, folder, report, {
          demo: options.demo,
          backupFolder: () => ownBackupFolder(options),
          mend: mendDamagedData(startServer, folder, report),
          ...more,
        }),
      makeKey: () =>
        runServerCommand(() => startServer(['--embedded', '--new-server-key', '--data', folder])).ended,
      ownDesk: () => keptDeskId(join(dataFolder, 'desk'), OWN) ?? '',
      demo: options.demo,
      onMoved: (address) => desk?.tell({ type: 'server-moved', ...address }),
      report,
    });
  }
  return {
    type: 'open',
    dataFolder: join(dataFolder, 'desk'),
    server: chosen
      ? { ...chosen, others: [...(chosen.others ?? [])] }
      : { id: OWN, ...((await server?.address) ?? { url: '' }) },
    appVersion: app.getVersion(),
    // Demo data and a server of its own have nobody who gives versions out.
    ...(chosen && updatesHere && !options.demo ? { updates: updatesHere } : {}),
    ...(nativeBinding ? { nativeBinding } : {}),
  };
}

const windows = new AppWindows({
  preload: join(built, '..', 'preload', 'preload.cjs'),
  // Not before the data folder is known.
  stateFile: () => join(app.getPath('userData'), 'window.json'),
  onLoad: (loaded) => desk?.connect(loaded),
  isQuitting: () => quitting,
  mustGo: () => endedByASignal,
  onStay: () => {
    updates.stayed();
    others.stayed();
    stayedOpen();
  },
  report,
});

const presence = new DesktopPresence(windows, join(built, '..', 'renderer', 'tray.png'), (message) =>
  desk?.tell(message),
);

const others = new OthersConnected({
  server: () => server,
  mustGo: () => endedByASignal,
  window: () => windows.current(),
  onStay: () => {
    updates.stayed();
    stayedOpen();
    windows.show();
  },
});

async function run(options: StartOptions): Promise<void> {
  await app.whenReady();
  endOnSignals();
  await lockDownWeb();
  serveApp(join(built, '..', 'renderer'));
  // Before the first window: what it needs would be looked for elsewhere.
  lookAtSpelling(
    session.defaultSession,
    app.isPackaged
      ? join(process.resourcesPath, 'dictionaries')
      : join(built, '..', '..', 'electron', 'dictionaries'),
    app.getPath('userData'),
    report,
  );
  setAppMenu(windows);
  presence.begin(options.data !== undefined);
  openRecordLinks(options.data !== undefined);
  const opening = whatTheDeskOpens(options);
  // One that ended opens with its server where that is now.
  const openAnew = async (): Promise<OpenDesk> => {
    const opened = await opening;
    return server ? { ...opened, server: { id: OWN, ...(await server.address) } } : opened;
  };
  const abilities = (window: BrowserWindow | undefined): HostAbilities => ({
    ...systemAbilities(window),
    ...firstStartAbilities(() => server),
    ...officeAbilities(options, () => server),
    ...networkAbilities(
      { server: () => (options.demo ? undefined : server), start: startServer, folder: ownServerFolder },
      window,
    ),
    ...backupAbilities(options, () => server, window),
    ...updates.abilities,
    ...presence.abilities,
    recentReports: async () => reports.text(),
  });
  const tell = (error: unknown): void => void tellCannotStart(error);
  desk = new DeskConnection(
    join(built, 'desk-process.js'),
    openAnew,
    abilities,
    report,
    () => presence.deskStarted(),
    tell,
  );
  opening.catch(tell);
  // Before any window: whether the application stays is for each of them to know.
  app.on('before-quit', (event) => {
    if (!others.holdBack(event)) windows.quitBegun();
  });
  windows.openKept(linkAtStart ?? undefined);
  // Not before: a second start in between would open a window without the rules and the pages that it needs.
  // Of what a second start says, a link is all that counts.
  app.on('second-instance', (_event, args) => startedOnceMore(args.slice(1)));
  app.on('activate', () => startedOnceMore([]));
  app.on('window-all-closed', () => presence.allClosed());
}

/** What runs shows itself. What ends opens nothing that would go with it a moment later: it starts again. */
function startedOnceMore(args: readonly string[]): void {
  if (!quitting) windows.show(linkedAddress(args) ?? undefined);
  else if (!endedByASignal && !updates.startAfterwards()) {
    const link = linkIn(args);
    startAgainAfterwards([
      ...argumentsBeforeLink(process.argv.slice(1)),
      ...(link === undefined ? [] : [link]),
    ]);
  }
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
/** Longer than desk and server are each given. */
const PATIENCE_AT_END_MS = 15_000;

async function endProcesses(): Promise<void> {
  const stopped = (async () => {
    await endMoves();
    await desk?.stop();
    await server?.stop();
  })();
  // Whatever hangs, whoever quits has the application gone: nothing that was saved depends on an end in order.
  await Promise.race([stopped, after(PATIENCE_AT_END_MS)]);
  lock?.release();
  // At the end of the system's session nothing is begun any more.
  if (!endedByASignal) await updates.install();
}

let linkAtStart = linkedAddress(process.argv.slice(1));
// A Mac hands a link over in this way alone, also at the start.
app.on('open-url', (event, link) => {
  event.preventDefault();
  const address = linkedAddress([link]);
  if (address === null) return;
  if (windows.current() || quitting) startedOnceMore([link]);
  else linkAtStart = address;
});
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
  // At the end of the system's session nothing is begun any more.
  if (!endedByASignal) startAgainIfWanted();
  void endProcesses().finally(() => app.exit(exitCode));
});

// First: where nothing can be kept, Chromium's own lock says that the application is running already.
const dataFolder = app.getPath('userData');
const trouble = whatIsWrongWith(dataFolder);
if (trouble !== null) {
  void endWith(trouble);
} else if (app.requestSingleInstanceLock()) {
  registerAppScheme();
  void run(options);
} else if (!isRunningAlready(dataFolder)) {
  void endWith(new Error(noLockSentence(dataFolder)));
} else {
  report('The application is running already with this data folder: its window is in front now.');
  app.quit();
}
