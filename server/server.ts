import { dataSecretOf } from './auth/data-key.ts';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DATABASE_FILE, FILES_FOLDER, SNAPSHOTS_FOLDER } from './data-files.ts';
import { makeApp } from './app.ts';
import { DataTaken } from './audit/data-taken.ts';
import { pruneAuditLog } from './audit/prune.ts';
import { SignInAttempts } from './auth/attempts.ts';
import { CodeAttempts } from './auth/code-attempts.ts';
import { KnownPlaces } from './auth/known-places.ts';
import { openPasswords, type Passwords } from './auth/passwords.ts';
import { openSecondFactors } from './auth/second-factor-key.ts';
import { pruneSessions } from './auth/prune-sessions.ts';
import { Sessions } from './auth/sessions.ts';
import { SECRET_FILE, signingSecret } from './auth/signing-secret.ts';
import { trialIn } from './backup/for-trial.ts';
import { assertBackupFolder } from './backup/backup-folder.ts';
import { assertNotCutShort, removeUnfinished } from './backup/unfinished.ts';
import { assertWhole, lookAtDatabase } from './backup/damage.ts';
import { Backups } from './backup/backups.ts';
import { forkBackup, type RunBackup } from './backup/run-backup.ts';
import type { Configuration } from './configuration/configuration.ts';
import { ensureBuiltIn } from './database/built-in.ts';
import { lockData } from './database/data-lock.ts';
import { openDatabase, type Database } from './database/database.ts';
import { makeDataFolder } from '#shared/node/make-folder.ts';
import type { Migration } from './database/migration.ts';
import type { Model } from './database/model.ts';
import { keepFolderPrivate } from './database/private-files.ts';
import { FilesDisk } from './files/files-disk.ts';
import { FileStore } from './files/store.ts';
import { eraseAgain } from './persons/erase-again.ts';
import { watchOtherFolders } from './other-folders.ts';
import { ErasedBesideBackups } from './persons/erased-beside-backups.ts';
import { ErasedList } from './persons/erased-list.ts';
import { FILES_LEFT, takeBack } from './persons/erase.ts';
import { payOwed } from './persons/no-trace.ts';
import { removeOwedFiles } from './persons/owed-files.ts';
import { removeDeleted } from './persons/remove-deleted.ts';
import { withoutValues } from './http/errors.ts';
import { doRegularly } from './regular-work.ts';
import { RetentionClock } from './retention-clock.ts';
import { Thumbnails } from './files/thumbnails.ts';
import { UnfinishedUploads } from './files/unfinished-uploads.ts';
import { limitConnections } from './http/connections.ts';
import { assertNotInTheClear, isInTheClear, isLoopback } from './http/exposure.ts';
import { AwayDatabase } from './http/away-database.ts';
import { FullDisk } from './http/full-disk.ts';
import { makeListener } from './http/listener.ts';
import { makeLogger } from './http/logging.ts';
import { makeMetrics } from './http/metrics.ts';
import { pruneLog } from './records/prune-log.ts';
import { announceServer, silent, type Announcer } from './joining/announce.ts';
import { pruneJoinCodes } from './joining/join-codes.ts';
import { officeName } from './joining/office.ts';
import { answerAboutNetwork, assertNoDemo, type AnswerAboutNetwork } from './joining/ask-application.ts';
import { keepRenewed, openOwnCertificate } from './joining/own-certificate.ts';
import { knownKeyOf, reachOf } from './joining/reach.ts';
import { pruneOperations } from './records/prune-operations.ts';
import { RunningCalls } from './http/running-calls.ts';
import { ConnectedDesks } from './sync/connected-desks.ts';
import { Signer } from './sync/signer.ts';
import { SnapshotFolder } from './sync/snapshots/snapshot-folder.ts';
import { Snapshots } from './sync/snapshots/snapshots.ts';
import { tellRestOf } from './audit/told-lines.ts';
import { assertNotMoved, leftBehind, noteBegun, whileNotMoved } from './copy/moved-away.ts';

export { DATABASE_FILE };

/** Small squares of the pictures: made again where they are missing, and so in no backup. */
const THUMBNAILS_FOLDER = 'thumbnails';
const UPLOADS_FOLDER = 'uploads';
/** A look at one row where nothing is owed. */
const SOON_AND_OFTEN = { firstAfterMs: 0, everyMs: 10_000 };
const PATIENCE_AT_END_MS = 3_000;
const LOOK_FOR_IDLE_MS = 50;

export interface RunningServer {
  url: string;
  port: number;
  database: Database;
  backups: Backups;
  /** Answers the application that this server is part of. */
  aboutNetwork: AnswerAboutNetwork;
  /** Reads the files of the HTTPS certificate again. */
  reloadCertificate(): void;
  /** Ends open calls and live channels and closes the database. */
  close(): Promise<void>;
}

export interface ServerOptions {
  model?: Model;
  migrations?: readonly Migration[];
  /** Runs before the server listens, such as loading demo data. */
  prepare?: (database: Database, passwords: Passwords) => Promise<void>;
  /** How a backup is made; without it, by the program beside this file. */
  runBackup?: RunBackup;
  /** The program that writes snapshots; without it, the one of the sources. */
  snapshotWriter?: string;
}

/** Opens the data in the configuration's folder, and sees to it that what is built in is there. */
export async function openData(configuration: Configuration, options: ServerOptions = {}): Promise<Database> {
  openDataFolder(configuration);
  const opened = await openDatabase({
    at:
      configuration.databaseUrl === null
        ? { file: join(configuration.dataFolder, DATABASE_FILE) }
        : { url: configuration.databaseUrl, directUrl: configuration.databaseDirectUrl ?? undefined },
    ...(options.model ? { model: options.model } : {}),
    ...(options.migrations ? { migrations: options.migrations } : {}),
  });
  noteBegun(configuration, opened.place);
  const database = whileNotMoved(opened, configuration);
  await ensureBuiltIn(database);
  return database;
}

/** On a PC, where nobody looks after the data, also looks whether it is whole. */
async function openWhole(configuration: Configuration, options: ServerOptions): Promise<Database> {
  const look = configuration.embedded && lookAtDatabase(configuration);
  const database = await openData(configuration, options);
  if (!look) return database;
  try {
    await assertWhole(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/** Before anything of ours is in it: a folder that holds other things is known by that. */
function openDataFolder({ dataFolder, databaseUrl }: Configuration): void {
  assertNotMoved({ dataFolder, databaseUrl });
  assertNotCutShort({ dataFolder, databaseUrl });
  makeDataFolder(dataFolder);
  keepFolderPrivate(dataFolder, databaseUrl === null ? DATABASE_FILE : SECRET_FILE);
}

/** Starts the server and waits until it listens. */
export async function startServer(
  settings: Configuration,
  options: ServerOptions = {},
): Promise<RunningServer> {
  assertNotInTheClear(settings);
  // On a PC the work goes on without backups, and the window says why there are none.
  if (settings.backupFolder !== null && !settings.embedded) {
    assertBackupFolder(settings.backupFolder, settings.dataFolder);
  }
  const metrics = settings.metricsToken === null ? null : await makeMetrics();
  openDataFolder(settings);
  // Several servers may share a PostgreSQL, but no file.
  const unlock = settings.databaseUrl === null ? lockData(settings.dataFolder) : () => undefined;
  if (settings.databaseUrl === null) await removeUnfinished(settings.dataFolder);
  const opened = await openWhole(settings, options).catch((error: unknown) => {
    unlock();
    throw error;
  });
  const database = metrics ? metrics.measured(opened) : opened;
  const closing: (() => void)[] = [];
  try {
    const trial = await trialIn(database, settings.backupFolder);
    const logger = makeLogger(settings.logLevel);
    const left = leftBehind(settings);
    if (left !== null)
      logger.warn(`${left} is from before the move, and keeps people who are erased now: delete it`);
    // Before it listens, whoever asked for it.
    if (settings.network) await assertNoDemo(database);
    const configuration = settings.tlsOwn
      ? { ...settings, ...(await openOwnCertificate(settings, database, logger)) }
      : settings;
    if (settings.tlsOwn) closing.push(keepRenewed(settings, logger));
    if (isInTheClear(configuration)) {
      logger.warn('ALLOW_PLAIN_HTTP is on: passwords and records travel unencrypted');
    }
    const passwords = await openPasswords(database, configuration, (sentence) => logger.warn(sentence));
    await options.prepare?.(database, passwords);
    const secondFactorKey = await openSecondFactors(database, configuration, (sentence) =>
      logger.warn(sentence),
    );
    const retention = await RetentionClock.open(database);
    const startedAt = await retention.now();
    await pruneAuditLog(database, startedAt);
    await pruneOperations(database, startedAt);
    await pruneJoinCodes(database);
    const regular = { logger, onClose: (work: () => void): void => void closing.push(work) };
    doRegularly(
      regular,
      async () => pruneOperations(database, await retention.now()),
      'old results of operations were not removed',
    );
    const pruneOld = async (): Promise<void> => {
      const now = await retention.now();
      await pruneLog(database, now);
      await pruneSessions(database, now);
    };
    doRegularly(regular, pruneOld, 'old parts of the log and old sessions were not removed');
    doRegularly(regular, () => pruneJoinCodes(database), 'join codes that are over were not removed');
    const taken = await DataTaken.open(database, (error) => {
      logger.warn(
        { error: withoutValues(error) },
        'counts of what was taken could not be written; they are tried again',
      );
    });
    const backups = new Backups({
      configuration,
      logger,
      run: options.runBackup ?? forkBackup(join(import.meta.dirname, 'main.ts'), configuration),
      isEmpty: async () => (await database.all('SELECT "_id" FROM "user" LIMIT 1')).length === 0,
    });
    metrics?.watchBackups(backups);
    const erased = new ErasedList(configuration.dataFolder);
    await erased.assertUsable();
    const erasedBesideBackups = new ErasedBesideBackups({
      folder: () => backups.folder,
      epoch: database.epoch,
      tell: (error) => {
        backups.tellErasedList({ lacks: error !== null });
        if (error === null) return;
        logger.warn(
          { error: withoutValues(error) },
          'the list of erased people could not be written beside the backups; it comes with the next erasing, backup or start',
        );
      },
    });
    const disk = new FilesDisk();
    const files = new FileStore(join(configuration.dataFolder, FILES_FOLDER), disk);
    const thumbnails = new Thumbnails(join(configuration.dataFolder, THUMBNAILS_FOLDER), disk);
    // Before anybody is answered: a restored backup may have people again who were erased.
    const again = await eraseAgain({ database, erased, erasedBesideBackups }).catch((error: unknown) => {
      throw whyNotErased(error);
    });
    // Their files too, where the disk lets go of them.
    const owed = (): Promise<void> => removeOwedFiles({ database, files, thumbnails });
    await owed().catch((error: unknown) => logger.error({ error: withoutValues(error) }, FILES_LEFT));
    doRegularly(regular, owed, FILES_LEFT, { firstAfterMs: 60_000, everyMs: 60_000 });
    doRegularly(
      regular,
      () => takeBack({ database, erased }),
      'who was not erased is still in the list of the erased',
      SOON_AND_OFTEN,
    );
    doRegularly(
      regular,
      async () =>
        removeDeleted({ database, files, thumbnails }, configuration.deletedDays, await retention.now()),
      'what was deleted long ago was not removed',
    );
    doRegularly(
      regular,
      () => payOwed(database),
      'what the database keeps of people who were erased was not removed',
      SOON_AND_OFTEN,
    );
    if (again > 0)
      logger.warn({ records: again }, 'the data had people again who were erased: erased once more');
    const secret = signingSecret(configuration.dataFolder);
    watchOtherFolders(database, secret, logger);
    const dataSecret = await dataSecretOf(database, secret);
    const sessions = new Sessions(database, { ...configuration, secret, dataSecret, trial });
    const connected = new ConnectedDesks();
    const snapshots = new Snapshots({
      database,
      folder: new SnapshotFolder(join(configuration.dataFolder, SNAPSHOTS_FOLDER)),
      writer: options.snapshotWriter ?? join(import.meta.dirname, 'sync/snapshots/snapshot-writer.ts'),
      onMade: (made) => logger.info(made, 'a snapshot for first syncs is ready'),
      onFailed: (error) =>
        logger.warn({ error: withoutValues(error) }, 'a snapshot for first syncs was not made'),
      // A PC that is used alone is its own only desk.
      fromRows: configuration.embedded && !configuration.network ? null : configuration.snapshotRows || null,
      quietMs: configuration.snapshotQuiet * 1000,
    });
    let listeningAt = configuration.port;
    const reach = { now: () => reachOf(configuration, listeningAt), key: () => knownKeyOf(configuration) };
    let announcer: Announcer = silent;
    const app = makeApp({
      configuration,
      database,
      files,
      thumbnails,
      erased,
      erasedBesideBackups,
      retention,
      backups,
      uploads: new UnfinishedUploads(join(configuration.dataFolder, UPLOADS_FOLDER), disk),
      sessions,
      running: new RunningCalls(sessions),
      connected,
      signer: new Signer(secret),
      snapshots,
      passwords,
      attempts: new SignInAttempts(database),
      places: new KnownPlaces(database),
      taken,
      codeAttempts: new CodeAttempts(database),
      secondFactorKey,
      logger,
      fullDisk: new FullDisk(database),
      reach,
      announcer: { office: (name) => announcer.office(name) },
      away: new AwayDatabase(database, logger, (work) => closing.push(work)),
      metrics,
      onClose: (work) => closing.push(work),
    });
    const { server, scheme, ...listener } = makeListener(configuration, app, logger);
    const isProxy = app.get('trust proxy fn') as (address: string, hop: number) => boolean;
    limitConnections(
      server,
      configuration.maxConnections,
      (address) => isLoopback(address) || isProxy(address, 0),
    );
    closing.push(() => listener.stopWatching());
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) => reject(whyNotListening(error, configuration)));
      server.listen(configuration.port, configuration.host, resolve);
    });
    const { port } = server.address() as AddressInfo;
    listeningAt = port;
    announcer = await announceServer(configuration, port, await officeName(database), logger);
    return {
      url: `${scheme}://${configuration.host}:${port}`,
      port,
      database,
      backups,
      aboutNetwork: answerAboutNetwork({ database, sessions, connected, reach }),
      reloadCertificate: () => listener.reloadCertificate(),
      close: async () => {
        for (const work of closing) work();
        const goneFromNetwork = announcer.stop();
        const backedUp = backups.close();
        // A connection is idle once the call that was under way on it is answered.
        const idle = setInterval(() => server.closeIdleConnections(), LOOK_FOR_IDLE_MS);
        const force = setTimeout(() => server.closeAllConnections(), PATIENCE_AT_END_MS);
        await new Promise((resolve) => {
          server.close(resolve);
        });
        clearInterval(idle);
        clearTimeout(force);
        await goneFromNetwork;
        await backedUp;
        await tellRestOf(database).catch((error: unknown) =>
          logger.error({ error }, 'the audit log lacks lines'),
        );
        await taken.close();
        await snapshots.close();
        await database.close();
        unlock();
      },
    };
  } catch (error) {
    for (const work of closing) work();
    await database.close();
    unlock();
    throw error;
  }
}

const unknownHost = (host: string): string =>
  `SERVER_HOST is ${host}, which this computer does not know. Give an address of its own, such as 127.0.0.1, or 0.0.0.0 for every network.`;

function whyNotListening(error: NodeJS.ErrnoException, { host, port }: Configuration): Error {
  const why = {
    EADDRINUSE: `Port ${port} is taken by another program. Choose another one with --port.`,
    EACCES: `This user may not listen on port ${port}. Choose one above 1023 with --port.`,
    EADDRNOTAVAIL: `This computer has no address ${host}. Choose another one with --host.`,
    ENOTFOUND: unknownHost(host),
    EAI_AGAIN: unknownHost(host),
  }[error.code ?? ''];
  return why === undefined ? error : new Error(why, { cause: error });
}

/** What the system or the database says of itself, such as a damaged file, has its own sentence at the start. */
function whyNotErased(error: unknown): unknown {
  if (!(error instanceof Error) || 'code' in error) return error;
  const why = `The data has people again who were erased, and to erase them once more failed: ${error.message}. The server does not start with them. Send this line to whoever maintains it.`;
  return new Error(why, { cause: error });
}
