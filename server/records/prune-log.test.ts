import { afterEach, beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '#shared/format/time.ts';
import type { ColumnValue } from '#shared/model/columns.ts';
import { PATHS, PROTOCOL_VERSION, type PullResponse, type PushResponse } from '#shared/protocol/sync.ts';
import { bulkLoad } from '../database/bulk-load.ts';
import { FileStore } from '../files/store.ts';
import { Thumbnails } from '../files/thumbnails.ts';
import { removeDeleted } from '../persons/remove-deleted.ts';
import { newCandidate, operation, type TestClient } from '../testing/client.ts';
import { startTestServer, userIdOf, type TestServer } from '../testing/server.ts';
import { CURSOR_DAYS, pruneLog } from './prune-log.ts';

/** What is pruned is never what a desk with an allowed cursor needs; an older one starts over and keeps its outbox. */

let server: TestServer;
let admin: TestClient;

beforeEach(async () => {
  server = await startTestServer();
  admin = await server.signIn('Admin');
});
afterEach(() => server.stop());

const later = (days: number): number => Date.now() + days * DAY_MS;

/** Lets so many days pass before whatever was written after `seq`: nobody has seen those lines yet. */
async function passDays(days: number, seq: number): Promise<void> {
  await server.database.write((trx) =>
    trx.all('UPDATE "change_log" SET "at" = ? WHERE "seq" > ?', [new Date(later(days)).toISOString(), seq]),
  );
}

async function removeForGood(): Promise<number> {
  const { database, dataFolder } = server;
  const files = new FileStore(`${dataFolder}/files`);
  const thumbnails = new Thumbnails(`${dataFolder}/thumbnails`);
  return removeDeleted({ database, files, thumbnails }, 1, later(2));
}

const count = async (table: string, where = 'TRUE', params: ColumnValue[] = []): Promise<number> => {
  const [row] = await server.database.all<{ count: number }>(
    `SELECT COUNT(*) AS "count" FROM "${table}" WHERE ${where}`,
    params,
  );
  return Number(row?.count);
};

/** A desk's rows, kept as its pages say. */
class Copy {
  readonly client: TestClient;
  readonly rows = new Map<string, Record<string, ColumnValue>>();

  constructor(client: TestClient) {
    this.client = client;
  }

  async pull(): Promise<void> {
    const { rows, gone } = await this.client.pull(7);
    for (const key of gone) this.rows.delete(key);
    for (const [key, row] of rows) this.rows.set(key, row);
  }
}

const copyOf = async (role: 'Admin' | 'Employee', desk: string): Promise<Copy> => {
  const copy = new Copy(await server.signIn(role, desk));
  await copy.pull();
  return copy;
};
const sorted = ({ rows }: Copy): unknown => [...rows].toSorted(([one], [other]) => (one < other ? -1 : 1));
const receiptOf = async ({ client }: Copy): Promise<string> => {
  const body = { protocol: PROTOCOL_VERSION, cursor: client.cursor };
  const page = (await client.post<PullResponse>(PATHS.pull, body)).body;
  if (page.status !== 'page') throw new Error(page.reason);
  return page.receipt;
};

const mine = { interviewerId: userIdOf('Employee') };
const others = { interviewerId: userIdOf('HR') };

test('a desk with the oldest cursor that is allowed syncs exactly; an older one fetches anew, and what it sends counts once', async () => {
  const made = [newCandidate('gone', { ...mine, city: 'Surat' }), newCandidate('stays', mine)];
  // Its line is the last that the older desks have heard of.
  await admin.push(newCandidate('moves', mine), newCandidate('back', mine), ...made.toReversed());
  const older = [await copyOf('Admin', 'older'), await copyOf('Employee', 'older')];
  const receipt = await receiptOf(older[0] as Copy);
  // What they have not been told of when they come back.
  await admin.push(
    operation('update', 'candidate', 'moves', others, 1e9),
    operation('update', 'candidate', 'back', others, 1e9),
    operation('update', 'candidate', 'back', mine, 1e9),
    operation('update', 'candidate', 'back', others, 1e9),
    operation('delete', 'candidate', 'gone', {}, 1e9),
  );
  expect(await removeForGood()).toBe(1);
  await admin.push(operation('update', 'candidate', 'stays', { city: 'Pune' }, 1e9));
  const oldest = [await copyOf('Admin', 'oldest'), await copyOf('Employee', 'oldest')];
  const horizon = await server.database.seq();
  await admin.push(
    newCandidate('new', mine),
    operation('update', 'candidate', 'stays', { city: 'Kochi' }, 1e9),
    operation('update', 'candidate', 'moves', mine, 1e9),
    operation('delete', 'candidate', 'back', {}, 1e9),
  );
  await passDays(CURSOR_DAYS + 10, horizon);

  const history = await count('change_log', '"recordId" = ?', ['stays']);
  await pruneLog(server.database, later(CURSOR_DAYS + 10));
  expect(await server.database.prunedTo()).toBe(horizon);
  expect(await count('change_log', '"recordId" = ?', ['gone'])).toBe(0);
  expect(await count('change_log', '"recordId" = ?', ['stays'])).toBe(history);
  // Of four times that a record left the interviewer, the last of each that is there.
  const left = await count('visibility', '"seq" < ? AND "userId" = ?', [horizon, userIdOf('Employee')]);
  expect(left).toBe(2);

  for (const [at, role] of (['Admin', 'Employee'] as const).entries()) {
    const fresh = await copyOf(role, 'fresh');
    const allowed = oldest[at] as Copy;
    await allowed.pull();
    expect([role, sorted(allowed)]).toEqual([role, sorted(fresh)]);
    const { client } = older[at] as Copy;
    expect(await client.pullPage()).toEqual({ status: 'resync', reason: 'horizon' });
    client.cursor = null;
    const again = new Copy(client);
    await again.pull();
    expect([role, sorted(again)]).toEqual([role, sorted(fresh)]);
  }
  // The older one sends what it had not heard the answers of, and shows what it knew of the log.
  const { client } = older[0] as Copy;
  const body = { protocol: PROTOCOL_VERSION, operations: made, receipt };
  const pushed = await client.post<PushResponse>(PATHS.push, body);
  expect(pushed.status).toBe(200);
  expect(pushed.body.results).toMatchObject([{ status: 'refused', code: 'erased' }, { status: 'applied' }]);
  const pulled = await client.post<PullResponse>(PATHS.pull, {
    protocol: PROTOCOL_VERSION,
    cursor: null,
    receipt,
  });
  expect(pulled.body).toMatchObject({ status: 'page' });
  expect((await admin.get<{ city: string }>('/api/students/stays')).body.city).toBe('Kochi');
});

test('nothing goes before its time, also where the clock is ahead; a first sync that takes long goes on', async () => {
  await admin.push(newCandidate('gone'), ...Array.from({ length: 30 }, (_, at) => newCandidate(`c-${at}`)));
  await admin.push(operation('delete', 'candidate', 'gone', {}, 1e9));
  await removeForGood();
  await admin.push(newCandidate('between'));
  const lines = await count('change_log');
  await pruneLog(server.database, later(10_000));
  expect(await server.database.prunedTo()).toBe(0);
  expect(await count('change_log')).toBe(lines);

  const horizon = await server.database.seq();
  await admin.push(newCandidate('last'));
  await passDays(CURSOR_DAYS + 10, horizon);
  const slow = await server.signIn('Admin', 'slow');
  await slow.pullPage(10);
  await pruneLog(server.database, later(CURSOR_DAYS + 10));
  await pruneLog(server.database, later(CURSOR_DAYS + 10));
  expect(await count('change_log')).toBe(lines + 1 - 3);
  const rest = await slow.pull(10);
  expect(rest.rows.has('candidate/last')).toBe(true);
  expect(await slow.pullPage()).toMatchObject({ status: 'page', more: false });
});

test('a change to somebody who stays is never done twice, whatever came of it to somebody who was erased', async () => {
  const lead = operation('create', 'inquiry', 'lead', { Name: 'Asha Rao' });
  await admin.push(lead, newCandidate('her', { inquiry: 'lead' }));
  const link = operation('update', 'inquiry', 'lead', { enrolledAs: 'her' }, 1e9);
  await admin.push(link);
  // Frees the inquiry: its line is the last of this operation.
  const removal = operation('delete', 'candidate', 'her', {}, 1e9);
  await admin.push(removal);
  await server.database.write(async (trx) => {
    await trx.all(
      `INSERT INTO "erased" ("entity", "recordId", "at", "seq") SELECT 'inquiry', 'lead', "at", "seq" FROM "change_log"
       ORDER BY "seq" DESC LIMIT 1`,
    );
  });
  await admin.push(newCandidate('other'));
  const horizon = await server.database.seq();
  await admin.push(newCandidate('last'));
  await passDays(CURSOR_DAYS + 10, horizon);
  await pruneLog(server.database, later(CURSOR_DAYS + 10));
  const kept = async ({ id }: { id: string }): Promise<boolean> =>
    (await count('operations', '"id" = ?', [id])) === 1;
  expect([await kept(lead), await kept(link), await kept(removal)]).toEqual([false, false, true]);
});

test('of change sets those go of which nothing is left', async () => {
  const set = (id: string): { id: string; title: string; part: number } => ({
    id,
    title: `Set ${id}`,
    part: 0,
  });
  await admin.push(
    { ...newCandidate('one'), set: set('whole') },
    { ...newCandidate('two'), set: set('half') },
    { ...newCandidate('stays'), set: set('half') },
  );
  await admin.push(
    operation('delete', 'candidate', 'one', {}, 1e9),
    operation('delete', 'candidate', 'two', {}, 1e9),
  );
  await removeForGood();
  await admin.push(newCandidate('between'));
  const horizon = await server.database.seq();
  await admin.push(newCandidate('last'));
  await passDays(CURSOR_DAYS + 10, horizon);
  await pruneLog(server.database, later(CURSOR_DAYS + 10));
  const left = await server.database.all<{ id: string }>('SELECT "id" FROM "change_sets"');
  expect(left.map(({ id }) => id)).toEqual(['half']);
});

test('values that were overtaken before the horizon go; those since are told', async () => {
  const hr = await server.signIn('HR');
  const overtake = async (id: string): Promise<unknown> => {
    await admin.push(newCandidate(id));
    await hr.push(operation('update', 'candidate', id, { city: 'Pune' }, 1e9));
    return admin.push(operation('update', 'candidate', id, { city: 'Surat' }, 1));
  };
  await overtake('before');
  await admin.push(newCandidate('between'));
  await hr.pull();
  const horizon = await server.database.seq();
  await overtake('since');
  await passDays(CURSOR_DAYS + 10, horizon);
  expect(await count('conflicts')).toBe(2);
  await pruneLog(server.database, later(CURSOR_DAYS + 10));
  expect(await count('conflicts')).toBe(1);
  expect((await hr.pull()).conflicts).toMatchObject([{ recordId: 'since', lost: 'Pune' }]);
});

test('what was loaded with times of years ago moves no horizon: nothing that desks are yet to be told goes', async () => {
  const hr = await server.signIn('HR');
  await admin.push(newCandidate('kept', { city: 'Pune' }));
  await hr.push(operation('update', 'candidate', 'kept', { city: 'Thane' }, 1e9));
  // Over what HR wrote and Admin has not seen: HR is told, at the next pull.
  await admin.push(operation('update', 'candidate', 'kept', { city: 'Agra' }, 1));
  expect(await count('conflicts')).toBe(1);
  const loaded = Array.from({ length: 40 }, (_, at) => ({ _id: `loaded-${at}`, fullName: `Loaded ${at}` }));
  await bulkLoad(server.database, 'candidate', loaded, { createdAt: '2020-01-01T00:00:00.000Z' });
  await admin.push(operation('update', 'candidate', 'loaded-1', { city: 'Pune' }, 1e9));
  await pruneLog(server.database);
  expect([await server.database.prunedTo(), await count('conflicts')]).toEqual([0, 1]);
  expect((await hr.pull()).conflicts).toHaveLength(1);
});
