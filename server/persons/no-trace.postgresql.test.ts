import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newCandidate } from '../testing/client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { eventually } from '../../tests/product/eventually.ts';

let server: TestServer;
/** Who holds a table fast, and who looks on: what goes on is seen once in a transaction. */
let [holder, onlooker]: pg.Client[] = [];

beforeEach(async () => {
  server = await startTestServer();
  [holder, onlooker] = [0, 1].map(() => new pg.Client({ connectionString: server.databaseUrl ?? '' }));
  await Promise.all([holder?.connect(), onlooker?.connect()]);
});
afterEach(async () => {
  await Promise.all([holder?.end(), onlooker?.end()]);
  await server.stop();
});

/** The connection that waits to vacuum. */
const waiting = async (): Promise<{ pid: number; name: string } | undefined> => {
  const found = await onlooker?.query<{ pid: number; name: string }>(
    `SELECT pid, application_name AS "name" FROM pg_stat_activity
     WHERE datname = current_database() AND query LIKE 'VACUUM%' AND wait_event_type = 'Lock'`,
  );
  return found?.rows[0];
};

test('an erasing is told as done where its tables cannot be vacuumed now, and no limit of calls ends the vacuum', async () => {
  const superAdmin = await server.signIn('Super Admin');
  await superAdmin.push(newCandidate('her', { fullName: 'Zubeida Quraishi' }));
  await holder?.query('BEGIN; LOCK TABLE "change_log" IN SHARE UPDATE EXCLUSIVE MODE');
  const erasing = superAdmin.post('/api/persons/candidate/her/erase', {
    reason: 'Asked by letter',
    name: 'Zubeida Quraishi',
  });
  const vacuum = await eventually(async () => {
    const found = await waiting();
    expect(found?.name).toBe('placement-desk migrations');
    return found;
  });
  await onlooker?.query('SELECT pg_terminate_backend($1)', [vacuum?.pid]);
  expect(await erasing).toMatchObject({ status: 200, body: { erased: 1 } });
  await holder?.query('COMMIT');
});
