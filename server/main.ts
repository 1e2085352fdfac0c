import { statSync } from 'node:fs';
import { join } from 'node:path';
import { FILES_FOLDER } from './data-files.ts';
import { FileStore } from './files/store.ts';
import { startSentence } from '#shared/node/start-trouble.ts';
import { isDamage, ownBackups } from './backup/damage.ts';
import { forkBackup } from './backup/run-backup.ts';
import type { FoundBackup } from './backup/newest.ts';
import { answerFolderQuestion, backupByApplication, isFolderQuestion } from './backup/ask-application.ts';
import { commandSentence } from './command-trouble.ts';
import { createAdmin } from './create-admin.ts';
import { endAfter } from './ending.ts';
import { helpText, readConfiguration, type Configuration } from './configuration/configuration.ts';
import { lockData } from './database/data-lock.ts';
import type { Database } from './database/database.ts';
import { answerFirstStart } from './first-admin.ts';
import { isNetworkQuestion } from './joining/ask-application.ts';
import { resetSecondFactor } from './reset-second-factor.ts';
import { openData, startServer } from './server.ts';
import { setPassword } from './set-password.ts';

/** Whether this is the program of out/, beside which others lie, or the source. */
const isBuilt = import.meta.filename.endsWith('.js');

/** Exit code of an import that left broken records out. */
const BROKEN_RECORDS = 2;

/** The port by which Electron's utility process talks to its parent; plain Node has none. */
interface ParentPort {
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
  postMessage(message: unknown): void;
}

function parentPort(): ParentPort | undefined {
  return (process as unknown as { parentPort?: ParentPort }).parentPort;
}

async function serve(configuration: Configuration): Promise<void> {
  const application = parentPort();
  let answer: ReturnType<typeof answerFirstStart> | undefined;
  const starting = startServer(configuration, {
    runBackup: application
      ? backupByApplication(application)
      : forkBackup(import.meta.filename, configuration),
    ...(isBuilt ? { snapshotWriter: join(import.meta.dirname, 'snapshot-writer.js') } : {}),
    prepare: async (database, passwords) => {
      answer = answerFirstStart(database, passwords);
      if (!configuration.demo) return;
      const { isEmpty, loadDemo } = await import('./demo/load.ts');
      if (await isEmpty(database))
        await loadDemo(database, passwords, {
          files: new FileStore(join(configuration.dataFolder, FILES_FOLDER)),
        });
    },
  }).catch((error: unknown) => {
    throw new Error(startSentence(error, configuration.dataFolder), { cause: error });
  });
  let ending = false;
  const end = (): void => {
    if (ending) return;
    ending = true;
    endAfter(starting.then((server) => server.close()));
  };
  // Started by a desk that is gone without having said so: nobody is left to end this server.
  process.once('disconnect', end);
  const server = await starting;
  server.backups.keepDaily();
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  // Without a certificate the signal keeps its meaning: the terminal is gone.
  if (configuration.tlsCertFile !== null || configuration.tlsOwn)
    process.on('SIGHUP', () => server.reloadCertificate());
  application?.on('message', ({ data }) => {
    if (typeof data === 'object' && data !== null && 'type' in data && data.type === 'shutdown') end();
    else if (isFolderQuestion(data))
      void answerFolderQuestion(server.backups, data).then((said) => application.postMessage(said), report);
    else if (isNetworkQuestion(data))
      void server.aboutNetwork(data).then((said) => application.postMessage(said), report);
    else void answer?.(data).then((said) => said && application.postMessage(said), report);
  });
  console.log(`Listening on ${server.url}`);
}

async function main(): Promise<void> {
  const configuration = readConfiguration(process.argv.slice(2), process.env);
  try {
    await run(configuration);
  } catch (error) {
    if (isBusy(error)) throw new Error(busySentence(configuration), { cause: error });
    if (!configuration.embedded || !isDamage(error))
      throw new Error(commandSentence(error, configuration), { cause: error });
    throw new DamagedData(error, await ownBackups(configuration));
  }
}

/** With what the application offers its user. */
class DamagedData extends Error {
  readonly backups: readonly FoundBackup[];

  constructor(cause: unknown, backups: readonly FoundBackup[]) {
    super(sentenceOf(cause), { cause });
    this.backups = backups;
  }
}

async function run(configuration: Configuration): Promise<void> {
  const print = (line: string): void => console.log(line);
  if (configuration.help) {
    print(helpText());
    return;
  }
  // The application says it in its own words: nobody there has named a folder.
  if (!configuration.embedded) assertNoFile(configuration.dataFolder);
  if (configuration.backup !== null) {
    const { runBackup } = await import('./backup/main.ts');
    await runBackup(configuration, configuration.backup, print);
    parentPort()?.postMessage({ type: 'done' });
    return;
  }
  if (configuration.setAside) {
    const { runSetAside } = await import('./backup/main.ts');
    await runSetAside(configuration, print);
    parentPort()?.postMessage({ type: 'done' });
    return;
  }
  if (configuration.restore !== null) {
    const { runRestore } = await import('./backup/main.ts');
    await runRestore(configuration, configuration.restore, print);
    return;
  }
  if (configuration.copyTo !== null) {
    const { copyTo } = await import('./copy/main.ts');
    await copyTo(configuration, configuration.copyTo, print);
    return;
  }
  if (configuration.importFrom !== null) {
    const { runImport } = await import('./import/main.ts');
    const { broken } = await runImport(configuration, configuration.importFrom, print);
    // All that could be read is here; who runs it from a script must hear that it was not all.
    if (broken.length > 0) process.exitCode = BROKEN_RECORDS;
    return;
  }
  if (configuration.newServerKey) {
    await withDataAlone(configuration, async (database) => {
      const { replaceOwnKey } = await import('./joining/own-certificate.ts');
      print(await replaceOwnKey(configuration, database));
    });
    parentPort()?.postMessage({ type: 'done' });
    return;
  }
  const { createAdmin: admin, setPassword: forgotten, resetSecondFactor: lost } = configuration;
  const { joinCode: wanted, updates } = configuration;
  if ([admin, forgotten, lost, wanted, updates].every((command) => command === null)) {
    await serve(configuration);
    return;
  }
  const database = await openData(configuration);
  try {
    if (updates !== null)
      print(await (await import('./updates/command.ts')).updatesByCommand(database, configuration, updates));
    else if (wanted !== null)
      print(await (await import('./joining/command.ts')).joinCodeByCommand(database, configuration));
    else if (lost !== null) print(await resetSecondFactor(database, lost));
    else if (forgotten !== null) print(await setPassword(database, configuration, forgotten));
    else print(await createAdmin(database, configuration));
  } finally {
    await database.close();
  }
}

/** A slip of the hand, which the system calls "not a directory" at one place or another. */
function assertNoFile(dataFolder: string): void {
  if (statSync(dataFolder, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new Error(`${dataFolder} is a file. Name the data folder with --data.`);
}

/** For what a running server would not notice. */
async function withDataAlone(
  configuration: Configuration,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const unlock = configuration.databaseUrl === null ? lockData(configuration.dataFolder) : () => undefined;
  try {
    const database = await openData(configuration);
    try {
      await work(database);
    } finally {
      await database.close();
    }
  } finally {
    unlock();
  }
}

/** Whether another process held the lock for writing for longer than ours waits. */
const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');

const busySentence = ({ dataFolder }: Configuration): string =>
  `Another command is at work on the data of ${dataFolder}, such as --copy-to, and nothing can be written meanwhile. Wait until it has ended, and try again.`;

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const report = (error: unknown): void => console.error(sentenceOf(error));

main().catch((error: unknown) => {
  report(error);
  const parent = parentPort();
  if (!parent) process.exit(1);
  // The application ends this process once it has heard why; by itself it would end before what it printed is read.
  const backups = error instanceof DamagedData ? { backups: error.backups } : {};
  parent.postMessage({ type: 'failed', why: sentenceOf(error), ...backups });
  parent.on('message', () => process.exit(1));
});
