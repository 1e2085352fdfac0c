import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isAway } from '../http/away-database.ts';
import { newDatabaseWithTables } from '../testing/postgresql.ts';
import { Way } from '../testing/way.ts';
import { openDatabase, type Database, type LogWriter } from './database.ts';
import { eventually } from '../../tests/product/eventually.ts';

/** The database moves to another machine: nobody is left on the connections to the one before. */

/** A silent connection is let go after 25 seconds; how soon all goes on is measured by the failover soak. */
const LET_GO = { timeout: 60_000 };

let made: Awaited<ReturnType<typeof newDatabaseWithTables>>;
let way: Way;
let database: Database;
let direct: pg.Client;
beforeEach(async () => {
  made = await newDatabaseWithTables();
  way = new Way(made.url);
  await way.mend();
  database = await openDatabase({ at: { url: way.url } });
  direct = new pg.Client({ connectionString: made.url });
  direct.on('error', () => undefined);
  await direct.connect();
});
afterEach(async () => {
  const closed = database.close();
  way.cut();
  await closed;
  await direct.end();
  await made.drop();
});

const advance = (on: Database): Promise<number> =>
  on.write(async (_, log: LogWriter) => Promise.resolve(log.next()));

test('connections on which nothing comes any more are let go: reads, writes and news go on', async () => {
  await Promise.all(Array.from({ length: 8 }, () => database.all('SELECT pg_sleep(0.05)')));
  await Promise.all(Array.from({ length: 4 }, () => advance(database)));
  way.silence();
  const began = Date.now();
  await eventually(() => advance(database), LET_GO);
  await eventually(() => database.all('SELECT 1'), LET_GO);
  const heard = new Promise((resolve) => {
    database.onAnnounced((each) => each.kind === 'sessions-ended' && resolve(each));
  });
  await eventually(async () => {
    // Whoever has only connected does not listen yet.
    const { rows } = await direct.query(
      `SELECT 1 FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'placement-desk live' AND backend_start > $1
         AND state = 'idle' AND query <> ''`,
      [new Date(began)],
    );
    expect(rows).toHaveLength(1);
  }, LET_GO);
  await direct.query(`SELECT pg_notify('placement_desk', '{"kind":"sessions-ended","userId":"somebody"}')`);
  await heard;
});

test('a server that vanishes in the middle of a write holds the log no longer than a moment', async () => {
  const other = await openDatabase({ at: { url: made.url } });
  try {
    const lost = database.write(async (trx) => {
      way.silence();
      await trx.all('SELECT 1');
    });
    await expect(lost).rejects.toSatisfy((error) => isAway(error, database));
    await eventually(() => advance(other), LET_GO);
  } finally {
    await other.close();
  }
});

test('a database that takes no writes, as a standby does not, is away until it does', async () => {
  const name = new URL(made.url).pathname.slice(1);
  await direct.query(`ALTER DATABASE "${name}" SET default_transaction_read_only = on`);
  const endAll = (): Promise<unknown> =>
    direct.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
  await endAll();
  // Its rows may be older than what was acknowledged.
  for (const asked of [() => advance(database), () => database.all('SELECT 1')])
    await eventually(() => expect(asked()).rejects.toSatisfy((error) => isAway(error, database)));
  await direct.query('SET default_transaction_read_only = off');
  await direct.query(`ALTER DATABASE "${name}" RESET default_transaction_read_only`);
  await eventually(() => advance(database));
  await eventually(() => database.all('SELECT 1'));
});

test('a connection whose server has become a standby meanwhile is not asked again', async () => {
  await advance(database);
  await database.write((trx) => trx.all('SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY'));
  await expect(advance(database)).rejects.toSatisfy((error) => isAway(error, database));
  expect(await advance(database)).toBeGreaterThan(0);
});
