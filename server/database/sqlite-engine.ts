import knex, { type Knex } from 'knex';
import type BetterSqlite3 from 'better-sqlite3';
import type { Engine } from './engine.ts';
import { makeFilePrivate } from './private-files.ts';
import { sqliteBinding } from '#shared/node/sqlite-binding.ts';

const READERS = 3;
const MOST_STATEMENTS = 300;
const BUSY_TIMEOUT = 'busy_timeout = 10000';

/** The embedded default: one file in WAL mode, one writer, several readers, one process. */
export function openSqlite(file: string): Engine {
  makeFilePrivate(file);
  const writer = connect(file, 'writer');
  const reader = connect(file, 'reader');
  return {
    dialect: 'sqlite',
    place: file,
    writer,
    reader,
    migrator: writer,
    snapshot: {},
    // The transaction itself keeps everybody else out.
    lockMigrations: () => Promise.resolve(),
    announce: () => undefined,
    onAnnounced: () => undefined,
    onQuestion: () => undefined,
    cutLogOfWrites: () => cutLogOfWrites(writer),
    vacuum: () => Promise.resolve(true),
    close: async () => {
      await reader.destroy();
      await writer.destroy();
    },
  };
}

/** On the writer's one connection: while it is held, nothing here is being written. */
async function cutLogOfWrites(writer: Knex): Promise<boolean> {
  const { client } = writer as Knex & {
    client: {
      acquireConnection(): Promise<BetterSqlite3.Database>;
      releaseConnection(connection: BetterSqlite3.Database): Promise<void>;
    };
  };
  const connection = await client.acquireConnection();
  try {
    connection.pragma('busy_timeout = 0');
    return connection.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0;
  } finally {
    connection.pragma(BUSY_TIMEOUT);
    await client.releaseConnection(connection);
  }
}

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
  const nativeBinding = sqliteBinding();
  return knex({
    client: 'better-sqlite3',
    connection: { filename: file, options: nativeBinding === undefined ? {} : { nativeBinding } },
    useNullAsDefault: true,
    // What fails is thrown too, and told in a sentence by whoever asked.
    log: { error: () => undefined },
    pool: {
      min: 1,
      max: role === 'writer' ? 1 : READERS,
      afterCreate: (connection: BetterSqlite3.Database, done: (error: Error | null) => void) => {
        connection.pragma(BUSY_TIMEOUT);
        connection.pragma('journal_mode = WAL');
        connection.pragma('synchronous = FULL');
        connection.pragma('cache_size = -65536');
        // A push of many edits touches thousands of pages: checkpoint seldom, not within nearly every commit.
        connection.pragma('wal_autocheckpoint = 8000');
        connection.pragma('journal_size_limit = 67108864');
        // What is deleted or overwritten must not be left in free parts of the file.
        connection.pragma('secure_delete = ON');
        if (role === 'reader') connection.pragma('query_only = ON');
        keepStatements(connection);
        done(null);
      },
    },
  });
}
