import { randomUUID } from 'node:crypto';
import knex, { type Knex } from 'knex';
import type BetterSqlite3 from 'better-sqlite3';
import type { ColumnValue } from '#shared/model/columns.ts';
import type { Dialect } from '#shared/model/list-query.ts';
import { migrate, type Migration } from './migration.ts';
import { migrations as allMigrations } from './migrations/index.ts';
import { modelOf, type Model } from './model.ts';
import { rowsOf } from './rows.ts';
import { sqliteBinding } from './sqlite-binding.ts';

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
  all<Row>(sql: string, params?: readonly ColumnValue[]): Promise<Row[]>;
}

export interface Database {
  readonly model: Model;
  readonly dialect: Dialect;
  /** Path of the SQLite file. */
  readonly file: string;
  /** Changes when the data is restored from a backup (architecture, rule 11). */
  readonly epoch: string;
  /** One statement on its own. */
  all<Row>(sql: string, params?: readonly ColumnValue[]): Promise<Row[]>;
  /** Several reads of one consistent state. */
  read<Result>(work: (trx: Transaction) => Promise<Result>): Promise<Result>;
  /** A writing transaction; one at a time. What `work` throws rolls it back. */
  write<Result>(work: (trx: Transaction, log: LogWriter) => Promise<Result>): Promise<Result>;
  /** Hears of each commit that advanced the log. Returns the way to stop. */
  onAdvance(listener: (seq: number) => void): () => void;
  /** Where the log stands. */
  seq(): Promise<number>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Path of the SQLite file; it is made where there is none. */
  file: string;
  model?: Model;
  migrations?: readonly Migration[];
}

const READERS = 3;
const MOST_STATEMENTS = 300;

/** knex prepares each statement anew; preparing costs more than running most of the queries here. */
function keepStatements(connection: BetterSqlite3.Database): void {
  const prepare = connection.prepare.bind(connection) as (sql: string) => BetterSqlite3.Statement;
  const kept = new Map<string, BetterSqlite3.Statement>();
  const prepareOnce = (sql: string): BetterSqlite3.Statement => {
    let statement = kept.get(sql);
    if (statement) {
      // Last in the map's order: the first is the one that was not used for longest.
      kept.delete(sql);
    } else {
      statement = prepare(sql);
      const oldest = kept.keys().next().value;
      if (kept.size >= MOST_STATEMENTS && oldest !== undefined) kept.delete(oldest);
    }
    kept.set(sql, statement);
    return statement;
  };
  Object.defineProperty(connection, 'prepare', { value: prepareOnce });
}

function connect(file: string, role: 'writer' | 'reader'): Knex {
  return knex({
    client: 'better-sqlite3',
    connection: { filename: file, options: { nativeBinding: sqliteBinding() } },
    useNullAsDefault: true,
    pool: {
      min: 1,
      max: role === 'writer' ? 1 : READERS,
      afterCreate: (connection: BetterSqlite3.Database, done: (error: Error | null) => void) => {
        connection.pragma('busy_timeout = 10000');
        connection.pragma('journal_mode = WAL');
        connection.pragma('synchronous = FULL');
        connection.pragma('cache_size = -65536');
        // A push of many edits touches thousands of pages: checkpoint seldom, not within nearly every commit.
        connection.pragma('wal_autocheckpoint = 8000');
        connection.pragma('journal_size_limit = 67108864');
        if (role === 'reader') connection.pragma('query_only = ON');
        keepStatements(connection);
        done(null);
      },
    },
  });
}

/** Opens the database, runs the migrations it has not had, and gives it an epoch when it is new. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const dialect: Dialect = 'sqlite';
  const model = options.model ?? modelOf();
  const writer = connect(options.file, 'writer');
  let epoch: string;
  try {
    epoch = await writer.transaction(async (trx) => {
      await migrate(trx, options.migrations ?? allMigrations, dialect);
      return epochOf(trx, dialect);
    });
  } catch (error) {
    await writer.destroy();
    throw error;
  }
  const reader = connect(options.file, 'reader');
  const listeners = new Set<(seq: number) => void>();
  const on = (connection: Knex): Transaction => ({
    all: async <Row>(sql: string, params: readonly ColumnValue[] = []): Promise<Row[]> =>
      rowsOf<Row>(await connection.raw(sql, [...params]), dialect),
  });
  const readerTransaction = on(reader);

  const database: Database = {
    model,
    dialect,
    file: options.file,
    epoch,
    all: (sql, params) => readerTransaction.all(sql, params),
    read: (work) => reader.transaction((trx) => work(on(trx))),
    write: async (work) => {
      const after: (() => void)[] = [];
      let advancedTo: number | null = null;
      const result = await writer.transaction(async (knexTrx) => {
        const trx = on(knexTrx);
        // Takes the write lock (on PostgreSQL the row's lock) before anything is read.
        const [position] = await trx.all<{ seq: number }>(
          'UPDATE "log_position" SET "seq" = "seq" WHERE "id" = 1 RETURNING "seq"',
        );
        const start = Number(position?.seq ?? 0);
        let seq = start;
        const log: LogWriter = {
          get seq() {
            return seq;
          },
          next: () => (seq += 1),
          at: new Date().toISOString(),
          afterCommit: (work) => after.push(work),
        };
        const answer = await work(trx, log);
        if (seq !== start) {
          await trx.all('UPDATE "log_position" SET "seq" = ? WHERE "id" = 1', [seq]);
          advancedTo = seq;
        }
        return answer;
      });
      for (const work of after) work();
      if (advancedTo !== null) for (const listener of listeners) listener(advancedTo);
      return result;
    },
    onAdvance: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    seq: async () => {
      const [position] = await readerTransaction.all<{ seq: number }>('SELECT "seq" FROM "log_position"');
      return Number(position?.seq ?? 0);
    },
    close: async () => {
      await reader.destroy();
      await writer.destroy();
    },
  };
  return database;
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
