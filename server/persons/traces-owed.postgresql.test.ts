import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../tests/product/eventually.ts';
import { bulkLoad } from '../database/bulk-load.ts';
import { newCandidate } from '../testing/client.ts';
import { relationsHolding } from '../testing/kept-pages.ts';
import { newDatabase } from '../testing/postgresql.ts';
import { startOnSameData, startTestServer, type TestServer } from '../testing/server.ts';
import { payOwed } from './no-trace.ts';

/** What is erased leaves the files of PostgreSQL's tables and indexes, which no query shows, as soon as nobody reads it any more. */

const NAME = 'Zubeida Quraishi';
const EMAIL = 'zubeida.quraishi@example.com';

let server: TestServer;
let reader: pg.Client;

const url = (): string => server.databaseUrl ?? '';
const holding = async (): Promise<string[]> =>
  [...(await relationsHolding(url(), EMAIL)), ...(await relationsHolding(url(), NAME))].sort();

beforeEach(async () => {
  server = await startTestServer();
  reader = new pg.Client({ connectionString: url() });
  await reader.connect();
});
afterEach(async () => {
  await reader.end();
  await server.stop();
});

async function eraseWhileReading(): Promise<void> {
  const superAdmin = await server.signIn('Super Admin');
  await superAdmin.push(newCandidate('her', { fullName: NAME, email: EMAIL }));
  // As pg_dump reads.
  await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT COUNT(*) FROM "candidate"');
  const erasing = { reason: 'Asked by letter', name: NAME };
  expect(await superAdmin.post('/api/persons/candidate/her/erase', erasing)).toMatchObject({ status: 200 });
}

/** Transactions of other databases of this PostgreSQL may be older, and for a moment whoever reads looks as old as they. */
const paid = (): Promise<void> => eventually(async () => expect(await payOwed(server.database)).toBe(true));

/** Begins to read, as one who may see nothing of what was erased. */
async function beginAfter(client: pg.Client): Promise<void> {
  await client.query('ROLLBACK; BEGIN');
  const { rows } = await client.query<{ isAfter: boolean }>(
    `SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint > "value"::bigint AS "isAfter" FROM "meta" WHERE "name" = 'vacuumOwed'`,
  );
  expect(rows).toEqual([{ isAfter: true }]);
}

test('who was erased while somebody read is gone when they have ended; the next time nothing is done', async () => {
  await eraseWhileReading();
  expect(await payOwed(server.database)).toBe(false);
  expect(await holding()).toContain('candidate');
  await reader.query('COMMIT');
  await paid();
  expect(await holding()).toEqual([]);
  const vacuumed = (): Promise<unknown[]> =>
    server.database.all(`SELECT "vacuum_count" FROM "pg_stat_user_tables" WHERE "relname" = 'candidate'`);
  const once = await vacuumed();
  expect(await payOwed(server.database)).toBe(true);
  expect(await vacuumed()).toEqual(once);
});

test('a page that somebody is looking at is waited for, not left out', async () => {
  await eraseWhileReading();
  const later = new pg.Client({ connectionString: url() });
  await later.connect();
  try {
    // Does not see what was erased, but holds its page fast.
    await eventually(() => beginAfter(later));
    await later.query('DECLARE "looks" CURSOR FOR SELECT "_id" FROM "candidate"; FETCH 1 FROM "looks"');
    await reader.query('COMMIT');
    const paying = payOwed(server.database);
    await Promise.race([
      paying,
      eventually(async () => {
        const waiting = await reader.query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'BufferPin'`,
        );
        expect(waiting.rows).toHaveLength(1);
      }),
    ]);
    await later.query('COMMIT');
    expect(await paying).toBe(true);
    expect(await holding()).toEqual([]);
  } finally {
    await later.end();
  }
});

test('a table that is vacuumed while somebody reads as of long ago stays owed', async () => {
  const elsewhere = await newDatabase();
  const [longAgo, holder] = [
    new pg.Client({ connectionString: elsewhere.url }),
    new pg.Client({ connectionString: url() }),
  ];
  await Promise.all([longAgo.connect(), holder.connect()]);
  try {
    // Whoever begins to read sees no more than before this one, though it is no business of our database.
    await longAgo.query('BEGIN; SELECT pg_current_xact_id()');
    await eraseWhileReading();
    await holder.query('BEGIN; LOCK TABLE "candidate" IN SHARE UPDATE EXCLUSIVE MODE');
    await reader.query('COMMIT');
    const paying = paid();
    await eventually(async () => {
      const waiting = await holder.query(
        `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = '"candidate"'::regclass`,
      );
      expect(waiting.rows).toHaveLength(1);
    });
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT COUNT(*) FROM "candidate"');
    await holder.query('COMMIT');
    await eventually(async () => expect(await payOwed(server.database)).toBe(false));
    await reader.query('COMMIT');
    await paying;
    expect(await holding()).toEqual([]);
  } finally {
    await Promise.all([longAgo.end(), holder.end()]);
    await elsewhere.drop();
  }
});

test('what a dump says is owed, by the numbers of another PostgreSQL, is not owed for ever', async () => {
  const owe = `INSERT INTO "meta" ("name", "value") VALUES ('vacuumOwed', '4000000000000')`;
  await server.database.write((trx) => trx.all(owe));
  expect(await payOwed(server.database)).toBe(true);
  expect(await server.database.all(`SELECT * FROM "meta" WHERE "name" = 'vacuumOwed'`)).toEqual([]);
});

test('who was erased while somebody read is gone by itself after a restart', async () => {
  await eraseWhileReading();
  await server.close();
  await reader.query('COMMIT');
  expect(await holding()).toContain('candidate');
  const again = await startOnSameData(server);
  try {
    const owed = (): Promise<unknown[]> =>
      again.database.all(`SELECT * FROM "meta" WHERE "name" = 'vacuumOwed'`);
    // The server looks every ten seconds, and transactions of other tests may be older.
    await eventually(async () => expect(await owed()).toEqual([]), { timeout: 90_000 });
    expect(await holding()).toEqual([]);
  } finally {
    await again.close();
  }
});

test('who is erased is gone from the indexes too, of a table that is large beside it', async () => {
  await bulkLoad(
    server.database,
    'inquiry',
    Array.from({ length: 10_000 }, (_, at) => ({ _id: `p${at}`, Name: `Zzkwname ${at}.` })),
  );
  const superAdmin = await server.signIn('Super Admin');
  const erasing = { reason: 'Asked by letter', name: 'Zzkwname 5000.' };
  expect(await superAdmin.post('/api/persons/inquiry/p5000/erase', erasing)).toMatchObject({ status: 200 });
  expect(await relationsHolding(url(), 'zzkwname 5000.')).toEqual([]);
});
