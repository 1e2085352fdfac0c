import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PATHS } from '#shared/protocol/sync.ts';
import type { RunningServer } from '../server.ts';
import { openDatabase } from './database.ts';
import { newCandidate, operation, seqOf, TestClient } from '../testing/client.ts';
import { listen } from '../testing/live-listener.ts';
import { putBack } from '../testing/put-back.ts';
import {
  emailOf,
  PASSWORD,
  startOnSameData,
  startTestServer,
  userIdOf,
  type TestServer,
} from '../testing/server.ts';
import { eventually } from '../../tests/product/eventually.ts';

/** Two servers on one PostgreSQL database stay correct (architecture, "The server where one machine is not enough"). */

let one: TestServer;
let other: RunningServer;
let atOne: TestClient;
let atOther: TestClient;

beforeAll(async () => {
  one = await startTestServer();
  other = await startOnSameData(one);
  atOne = await one.signIn('Admin');
  atOther = new TestClient(other.url);
  await atOther.signIn(emailOf('HR'), PASSWORD, 'desk at the other');
});
afterAll(async () => {
  await other.close();
  await one.stop();
});

test('what is pushed at one is told live at the other, and pulled there', async () => {
  const live = await listen(atOther);
  const [result] = await atOne.push(newCandidate('told'));
  await eventually(() => expect(live.seqs.at(-1)).toBe(seqOf(result)));
  expect([...(await atOther.pull()).rows.keys()]).toContain('candidate/told');
  live.stop();
});

test('order of seq is order of commit, whichever process writes: a desk that pulls meanwhile misses nothing', async () => {
  const reader = new TestClient(other.url);
  await reader.signIn(emailOf('Admin'), PASSWORD, 'reading desk');
  const seen = new Set<string>();
  const take = async (): Promise<void> => {
    for (const key of (await reader.pull()).rows.keys()) seen.add(key);
  };
  const writing = new AbortController();
  const pulling = (async () => {
    while (!writing.signal.aborted) await take();
  })();
  const ids = Array.from({ length: 120 }, (_, at) => `race-${at}`);
  const results = await Promise.all(
    ids.map((id, at) => (at % 2 === 0 ? atOne : atOther).push(newCandidate(id))),
  );
  writing.abort();
  await pulling;
  await take();
  expect(ids.filter((id) => !seen.has(`candidate/${id}`))).toEqual([]);
  const seqs = results.map(([result]) => seqOf(result));
  expect(new Set(seqs).size).toBe(ids.length);
});

test('what one has acknowledged is in the very next pull at the other, whatever page that one has kept', async () => {
  const waiting = new TestClient(other.url);
  await waiting.signIn(emailOf('HR'), PASSWORD, 'waiting desk');
  await Promise.all([waiting.pull(), atOther.pull()]);
  for (let at = 0; at < 20; at += 1) {
    const start = waiting.cursor;
    await atOne.push(newCandidate(`next-${at}`));
    await atOther.pull();
    await atOne.push(newCandidate(`after-${at}`));
    // From where the other desk of the role asked a moment ago.
    waiting.cursor = start;
    expect([...(await waiting.pull()).rows.keys()]).toEqual([
      `candidate/next-${at}`,
      `candidate/after-${at}`,
    ]);
  }
});

test('an operation that was sent to both is applied once', async () => {
  const create = newCandidate('twice');
  const again = new TestClient(other.url);
  again.token = atOne.token;
  const [[first], [second]] = await Promise.all([atOne.push(create), again.push(create)]);
  expect(first).toEqual(second);
  const changes = await one.database.all('SELECT 1 FROM "change_log" WHERE "recordId" = ?', ['twice']);
  expect(changes).toHaveLength(1);
});

test('a session that ends at one loses its channel at the other', async () => {
  const leaving = new TestClient(other.url);
  await leaving.signIn(emailOf('Student'), PASSWORD, 'student desk');
  const live = await listen(leaving);
  const superAdmin = await one.signIn('Super Admin');
  await superAdmin.push(operation('update', 'user', userIdOf('Student'), { isActive: false }));
  await eventually(() => expect(live.ended).toBe(true));
  expect((await leaving.get(PATHS.checksum)).status).toBe(401);
});

test(
  'where announcements are lost with their connection, the log is asked for',
  { timeout: 20_000 },
  async () => {
    const live = await listen(atOther);
    const client = new pg.Client({ connectionString: one.databaseUrl ?? '' });
    await client.connect();
    const cut = await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'placement-desk live' AND datname = current_database()`,
    );
    await client.end();
    expect(cut.rowCount).toBe(2);
    const [result] = await atOne.push(newCandidate('after-the-cut'));
    await eventually(() => expect(live.seqs.at(-1)).toBe(seqOf(result)));
    live.stop();
  },
);

test('data that was put back ends the channels within seconds, also where nobody asks or saves', async () => {
  const live = await listen(atOther);
  await atOne.push(newCandidate('lost-1'));
  const [result] = await atOne.push(newCandidate('lost-2'));
  // The connection that was cut above is perhaps not back yet; then the log is asked for.
  await eventually(() => expect(live.seqs.at(-1)).toBe(seqOf(result)));
  const beside = await openDatabase({ at: { url: one.databaseUrl ?? '' } });
  await putBack({ database: beside }, seqOf(result) - 2);
  await beside.close();
  await eventually(() => expect(live.ended).toBe(true));
});
