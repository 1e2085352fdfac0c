import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { ColumnValue } from '#shared/model/columns.ts';
import type { Dialect } from '#shared/model/list-query.ts';
import type { Announcement, Engine } from './engine.ts';
import { gathered } from './gathered.ts';
import { LogStanding } from './log-standing.ts';
import { migrate, type Migration } from './migration.ts';
import { migrations as allMigrations } from './migrations/index.ts';
import { modelOf, type Model } from './model.ts';
import { rowsOf } from './rows.ts';
import { openSqlite } from './sqlite-engine.ts';

/** The log as a writing transaction sees it: gives out `seq`, in the order of commits. */
export interface LogWriter {
  /** The last seq given out. */
  readonly seq: number;
  next(): number;
  /** ISO time of this transaction. */
  readonly at: string;
  /** Runs when the transaction has committed; never when it was rolled back. */
  afterCommit(work: () => void): void;
}

/** A consistent view, or a writing transaction: `all` runs SQL with `?` for bound values. */
export interface Transaction {
  readonly dialect: Dialect;
  all<Row>(sql: string, params?: readonly ColumnValue[]): Promise<Row[]>;
}

export interface Database {
  readonly model: Model;
  readonly dialect: Dialect;
  /** Where the data is, for messages: the path of the SQLite file, or an address without its password. */
  readonly place: string;
  /** Changes when the data is restored from a backup (sync rule 11). */
  readonly epoch: string;
  /** One statement on its own. */
  all<Row>(sql: string, params?: readonly ColumnValue[]): Promise<Row[]>;
  /** Several reads of one consistent state. */
  read<Result>(work: (trx: Transaction) => Promise<Result>): Promise<Result>;
  /** A writing transaction; one at a time. What `work` throws rolls it back. */
  write<Result>(work: (trx: Transaction, log: LogWriter) => Promise<Result>): Promise<Result>;
  /** Hears of each commit that advanced the log, in whichever process. Returns the way to stop. */
  onAdvance(listener: (seq: number) => void): () => void;
  /**
   * Hears where the log stands when it stands before what this process knew of: the data was put back to an older state under
   * it. What was told or kept by the log's numbers is void. Returns the way to stop.
   */
  onPutBack(listener: (seq: number) => void): () => void;
  /** Tells the other server processes on this database. */
  announce(announcement: Announcement): void;
  /** Hears what other server processes announce, and perhaps what this one did. */
  onAnnounced(listener: (announcement: Announcement) => void): void;
  /** Where the log stands: no less than when it was asked for, whichever process wrote. */
  seq(): Promise<number>;
  /** Takes SQLite's log of writes into its file and cuts it off; false where somebody is reading just now. */
  cutLogOfWrites(): Promise<boolean>;
  /**
   * Removes what PostgreSQL's tables still hold of values that the transaction of that number has overwritten; on a large table that
   * takes minutes. False, and nothing was done, where somebody may still read them.
   */
  vacuum(tables: readonly string[], overwrittenBy: number): Promise<boolean>;
  /** Up to here the log may lack what a desk needs (server/records/prune-log.ts); 0 where it lacks nothing. */
  prunedTo(): Promise<number>;
  /** The last number of the log at which a record was erased, or taken away from a user who saw it; 0 where none was. */
  removedAt(): Promise<number>;
  close(): Promise<void>;
}

/** Asked with one statement, for all calls that ask together. */
interface Standing {
  seq: number;
  prunedTo: number | null;
  erasedAt: number | null;
  hiddenAt: number | null;
}

const STANDING = `SELECT "seq", "prunedTo", (SELECT MAX("seq") FROM "erased") AS "erasedAt",
  (SELECT MAX("seq") FROM "visibility") AS "hiddenAt" FROM "log_position"`;

export interface DatabaseOptions {
  /** Path of the SQLite file, which is made where there is none, or the address of a PostgreSQL database, and that without its pooler. */
  at: { file: string } | { url: string; directUrl?: string | undefined };
  model?: Model;
  migrations?: readonly Migration[];
}

/**
 * Opens the database, runs the migrations it has not had, and gives it an epoch when it is new.
 * @throws Error with one sentence where a newer version of this program has written it; nothing is changed then.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const model = options.model ?? modelOf();
  const engine = await openEngine(options.at);
  const { dialect, writer, reader } = engine;
  let epoch: string;
  try {
    epoch = await inTransaction(engine.migrator, async (trx) => {
      await engine.lockMigrations(trx);
      await migrate(trx, options.migrations ?? allMigrations, model, dialect, engine.place);
      return epochOf(trx, dialect);
    });
    if (dialect === 'sqlite') await clearRemains(writer);
    // A process that was killed had no time to; without room it stays for the next erasing.
    await engine.cutLogOfWrites().catch(() => false);
  } catch (error) {
    await engine.close();
    throw error;
  }
  const on = (connection: Knex): Transaction => ({
    dialect,
    all: async <Row>(sql: string, params: readonly ColumnValue[] = []): Promise<Row[]> =>
      rowsOf<Row>(await connection.raw(sql, [...params]), dialect),
  });
  const reading = on(reader);
  const standing = new LogStanding();
  const position = gathered(async () => {
    const answered = standing.asking();
    const [row] = await reading.all<Standing>(STANDING);
    if (row) answered(Number(row.seq));
    return new Map([
      ['seq', Number(row?.seq ?? 0)],
      ['prunedTo', Number(row?.prunedTo ?? 0)],
      ['removedAt', Math.max(Number(row?.erasedAt ?? 0), Number(row?.hiddenAt ?? 0))],
    ]);
  });
  engine.onAnnounced((announcement) => {
    if (announcement.kind === 'seq') standing.advanced(announcement.seq);
  });
  engine.onQuestion(() => {
    const answered = standing.asking();
    return (seq) => {
      answered(seq);
      standing.advanced(seq);
    };
  });

  return {
    model,
    dialect,
    place: engine.place,
    epoch,
    all: (sql, params) => reading.all(sql, params),
    read: (work) => inTransaction(reader, (trx) => work(on(trx)), engine.snapshot),
    write: async (work) => {
      const { result, after, advancedTo } = await inTransaction(writer, (trx) =>
        writeLogged(on(trx), standing, work),
      );
      for (const each of after) each();
      if (advancedTo !== null) {
        standing.advanced(advancedTo);
        engine.announce({ kind: 'seq', seq: advancedTo });
      }
      return result;
    },
    onAdvance: (listener) => standing.onAdvance(listener),
    onPutBack: (listener) => standing.onPutBack(listener),
    announce: (announcement) => engine.announce(announcement),
    onAnnounced: (listener) => engine.onAnnounced(listener),
    seq: async () => (await position('seq')) ?? 0,
    cutLogOfWrites: () => engine.cutLogOfWrites(),
    vacuum: (tables, overwrittenBy) => engine.vacuum(tables, overwrittenBy),
    prunedTo: async () => (await position('prunedTo')) ?? 0,
    removedAt: async () => (await position('removedAt')) ?? 0,
    close: () => engine.close(),
  };
}

/**
 * Runs the work in a transaction.
 * @throws what the work threw: where its failure ended the transaction, as a full disk may, rolling back fails too, and knex
 * says that alone.
 */
async function inTransaction<Result>(
  connection: Knex,
  work: (trx: Knex.Transaction) => Promise<Result>,
  configuration?: Knex.TransactionConfig,
): Promise<Result> {
  let failure: { cause: unknown } | undefined;
  const asked = connection.transaction(
    (trx) =>
      work(trx).catch((cause: unknown) => {
        failure = { cause };
        throw cause;
      }),
    configuration,
  );
  return asked.catch((error: unknown) => {
    throw failure ? failure.cause : error;
  });
}

/** The driver of PostgreSQL is loaded where it is used: the desktop application has no need of it. */
async function openEngine(at: DatabaseOptions['at']): Promise<Engine> {
  if ('file' in at) return openSqlite(at.file);
  const { openPostgresql } = await import('./postgresql-engine.ts');
  return openPostgresql(at.url, at.directUrl);
}

interface Written<Result> {
  result: Result;
  after: (() => void)[];
  /** null where nothing was logged. */
  advancedTo: number | null;
}

/** Runs the work with the log at hand; the order of seq is the order of commits. */
async function writeLogged<Result>(
  trx: Transaction,
  standing: LogStanding,
  work: (trx: Transaction, log: LogWriter) => Promise<Result>,
): Promise<Written<Result>> {
  const after: (() => void)[] = [];
  const answered = standing.asking();
  // Takes the write lock (on PostgreSQL the row's lock, until the commit) before anything is read.
  const [position] = await trx.all<{ seq: number }>(
    'UPDATE "log_position" SET "seq" = "seq" WHERE "id" = 1 RETURNING "seq"',
  );
  const start = Number(position?.seq ?? 0);
  if (position) answered(start);
  let seq = start;
  const log: LogWriter = {
    get seq() {
      return seq;
    },
    next: () => (seq += 1),
    at: new Date().toISOString(),
    afterCommit: (each) => after.push(each),
  };
  const result = await work(trx, log);
  if (seq !== start) await trx.all('UPDATE "log_position" SET "seq" = ? WHERE "id" = 1', [seq]);
  return { result, after, advancedTo: seq === start ? null : seq };
}

/** Another name than the first version's, which knew of single rows alone. */
const REMAINS_CLEARED = 'allRemainsCleared';

/**
 * A file from before deleted values were overwritten, also where many rows were brought in at once (`bulk-load.ts`), holds some
 * of them in its free parts: it is written anew, once.
 */
async function clearRemains(writer: Knex): Promise<void> {
  const [row] = rowsOf(
    await writer.raw(`SELECT 1 AS "found" FROM "meta" WHERE "name" = '${REMAINS_CLEARED}'`),
    'sqlite',
  );
  if (row) return;
  try {
    await writer.raw('VACUUM');
  } catch (error) {
    // Without room for a second file beside it: the next start tries again.
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_FULL') return;
    throw error;
  }
  await writer.raw(`INSERT INTO "meta" ("name", "value") VALUES ('${REMAINS_CLEARED}', ?)`, [
    new Date().toISOString(),
  ]);
}

async function epochOf(trx: Knex.Transaction, dialect: Dialect): Promise<string> {
  const [row] = rowsOf<{ value: string }>(
    await trx.raw(`SELECT "value" FROM "meta" WHERE "name" = 'epoch'`),
    dialect,
  );
  if (row) return row.value;
  const epoch = randomUUID();
  await trx.raw(`INSERT INTO "meta" ("name", "value") VALUES ('epoch', ?)`, [epoch]);
  await trx.raw('INSERT INTO "log_position" ("id", "seq") VALUES (1, 0)');
  return epoch;
}
