import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { model } from '#shared/model/entities.ts';
import type { DataTakenLine } from '#shared/protocol/audit.ts';
import { deletedPath, historyPath } from '#shared/protocol/history.ts';
import { JOIN_CODES_PATH, OFFICE_PATH } from '#shared/protocol/joining.ts';
import { SNAPSHOTS_PATH } from '#shared/protocol/snapshot.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import { OFFER_PATH, UPDATES_PATH, UPDATES_STATE_PATH } from '#shared/protocol/updates.ts';
import { serverCalls } from '../api-documentation/calls.ts';
import { bulkLoad } from '../database/bulk-load.ts';
import { auditLines } from '../testing/audit-log.ts';
import { newCandidate, operation, TestClient } from '../testing/client.ts';
import { getFile, hashOf, picture, putFile } from '../testing/pictures.ts';
import { startOnSameData, startTestServer, userIdOf, type TestServer } from '../testing/server.ts';

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.stop());

/** Gives the server so many more candidates. */
async function addCandidates(count: number): Promise<void> {
  const made = Array.from({ length: count }, (_, at) => ({
    _id: `many-${String(at).padStart(5, '0')}`,
    fullName: `Candidate ${at}`,
    mobile: '98200 12345',
    email: `many${at}@people.test`,
  }));
  await bulkLoad(server.database, 'candidate', made);
}

async function takenBy(userId: string): Promise<DataTakenLine | undefined> {
  const superAdmin = await server.signIn('Super Admin', null);
  const { body } = await superAdmin.get<DataTakenLine[]>(PATHS.dataTaken);
  return body.find(({ user }) => user._id === userId);
}

const readLines = async (): Promise<unknown[]> =>
  (await auditLines(server.database, 'data-read')).map(({ userId, detail }) => ({ userId, ...detail }));

/** Asks for a list page by page. */
async function page(client: TestClient, from: number, to: number): Promise<void> {
  for (let offset = from; offset < to; offset += 500) {
    const answer = await client.get<unknown[]>(`/api/students?limit=500&offset=${offset}`);
    expect(answer.body).toHaveLength(500);
  }
}

describe('single calls', () => {
  test('many pages of 500 leave lines at 1,000 rows and at each doubling, before the rows leave', async () => {
    await addCandidates(5_000);
    const hr = await server.signIn('HR', null);
    await page(hr, 0, 500);
    expect(await readLines()).toEqual([]);
    await page(hr, 500, 5_000);
    const userId = userIdOf('HR');
    expect(await readLines()).toEqual([
      { userId, list: 'rest', rows: 1_000 },
      { userId, list: 'rest', rows: 2_000 },
      { userId, list: 'rest', rows: 4_000 },
    ]);
    expect(await auditLines(server.database, 'export')).toEqual([]);
    expect(await takenBy(userId)).toMatchObject({ rest: 5_000, synced: 0, firstSynced: 0, exported: 0 });
  });

  test('record by record, and mixed with lists of another kind, too', async () => {
    await addCandidates(400);
    await bulkLoad(
      server.database,
      'dataLink',
      Array.from({ length: 110 }, (_, at) => ({
        _id: `l${at}`,
        link: 'https://example.com',
        purpose: `${at}`,
      })),
    );
    const admin = await server.signIn('Admin', null);
    await admin.get('/api/students');
    await admin.get('/api/links?limit=99');
    const { body: own } = await admin.get<{ _id: string }>('/api/users/me');
    expect(own._id).toBe(userIdOf('Admin'));
    await admin.get('/api/links/none');
    expect(await readLines()).toEqual([]);
    await admin.get('/api/students/many-00001');
    await admin.put('/api/students/many-00002', {});
    expect(await readLines()).toEqual([{ userId: userIdOf('Admin'), list: 'rest', rows: 501 }]);
  });

  test('histories, deleted records, pictures and the audit log itself are counted', async () => {
    const admin = await server.signIn('Admin', null);
    await admin.push(newCandidate('a'), newCandidate('b'), operation('delete', 'candidate', 'b'));
    await admin.get(historyPath('candidate', 'a', {}));
    await admin.get(deletedPath('candidate'));
    await admin.get(deletedPath('candidate'));
    await admin.get(deletedPath('inquiry'));
    expect(await auditLines(server.database, 'deleted-read')).toMatchObject([
      { userId: userIdOf('Admin'), detail: { entity: 'candidate', rows: 1 } },
      { userId: userIdOf('Admin'), detail: { entity: 'candidate', rows: 2 } },
    ]);
    // Its history has the same values.
    const chief = await server.signIn('Super Admin', null);
    await chief.get(historyPath('candidate', 'b', {}));
    expect((await auditLines(server.database, 'deleted-read')).at(-1)).toMatchObject({
      userId: userIdOf('Super Admin'),
      detail: { entity: 'candidate', rows: 2 },
    });
    const superAdmin = await server.signIn('Super Admin', null);
    const bytes = picture('counted');
    await putFile(superAdmin, bytes);
    for (let at = 0; at < 3; at += 1) {
      expect((await getFile(superAdmin, hashOf(bytes))).status).toBe(200);
    }
    const { body: lines } = await superAdmin.get<unknown[]>(PATHS.audit);
    expect(await takenBy(userIdOf('Admin'))).toMatchObject({ rest: 3, pictures: 0 });
    expect(await takenBy(userIdOf('Super Admin'))).toMatchObject({ rest: lines.length + 2, pictures: 3 });
  });

  test('what is left is written when the server ends, and the next one goes on with the sum', async () => {
    await addCandidates(501);
    const hr = await server.signIn('HR', null);
    await hr.get('/api/students?limit=400');
    await server.close();
    const again = await startOnSameData(server);
    try {
      const there = new TestClient(again.url);
      there.token = hr.token;
      expect((await there.get('/api/students?limit=101')).status).toBe(200);
      const lines = await auditLines(again.database, 'data-read');
      expect(lines).toMatchObject([{ userId: userIdOf('HR'), detail: { list: 'rest', rows: 501 } }]);
    } finally {
      await again.close();
    }
  });
});

/** Calls that give no rows of others: figures, the own record and sessions, the server itself, and these counts. */
const UNCOUNTED = new Set<string>([
  PATHS.dashboard,
  PATHS.sessions,
  PATHS.checksum,
  PATHS.live,
  PATHS.dataTaken,
  PATHS.secondFactor,
  '/api/users/me',
  '/users/me',
  '/metrics',
  // The office, its PCs and their versions, its backups.
  JOIN_CODES_PATH,
  OFFICE_PATH,
  PATHS.backups,
  OFFER_PATH,
  `${UPDATES_PATH}/{version}/{name}`,
  UPDATES_STATE_PATH,
  // All its rows are counted as it is offered (server/sync/snapshots/snapshots.test.ts).
  `${SNAPSHOTS_PATH}/{ticket}/{piece}`,
]);

test('every call that gives rows counts them', async () => {
  const superAdmin = await server.signIn('Super Admin', null);
  const bytes = picture('counted');
  await putFile(superAdmin, bytes);
  const idOf = (name: string): string => (name === 'user' ? userIdOf('HR') : `one-${name}`);
  for (const { name } of model.filter((entity) => entity.name !== 'user')) {
    const placed = name === 'candidate' ? { placementStatus: 'Placed' } : {};
    const own = name === 'savedView' || name === 'openingView' ? { owner: userIdOf('Super Admin') } : {};
    // So that one inquiry is proposed for erasure.
    const old =
      name === 'inquiry'
        ? { createdAt: '2020-01-01T10:00:00.000Z', updatedAt: '2020-01-01T10:00:00.000Z' }
        : {};
    const decided = name === 'officeSetting' ? { eraseAfterMonths: '3' } : {};
    await bulkLoad(server.database, name, [{ _id: idOf(name), ...placed, ...own, ...old, ...decided }]);
  }
  await superAdmin.push(
    {
      ...operation('create', 'inquiry', 'i', { Name: 'One' }),
      set: { id: 'one-set', title: 'Added One', part: 0 },
    },
    operation('delete', 'inquiry', 'i'),
  );
  const sum = async (): Promise<number> => {
    await superAdmin.get(PATHS.dataTaken);
    const [row] = await server.database.all<{ sum: number | null }>(
      'SELECT SUM("rows") AS "sum" FROM "data_taken"',
    );
    return Number(row?.sum ?? 0);
  };
  const missed: string[] = [];
  let counted = await sum();
  let asked = 0;
  for (const { method, path, open } of serverCalls) {
    if (method !== 'get' || open || UNCOUNTED.has(path)) continue;
    const { name } = model.find((each) => path.includes(`/${each.path}/`)) ?? { name: 'candidate' };
    const isDeletedList = path === `${PATHS.history}/{entity}`;
    const place = path
      .replace('{entity}', isDeletedList ? 'inquiry' : 'candidate')
      .replace('{id}', idOf(name))
      .replace('{hash}', hashOf(bytes));
    const { status } = path.includes('{hash}')
      ? await getFile(superAdmin, hashOf(bytes))
      : await superAdmin.get(`${place}${isDeletedList ? '?deleted=true' : ''}`);
    asked += 1;
    const now = await sum();
    if (status !== 200 || now === counted) missed.push(`${status} ${place}`);
    counted = now;
  }
  expect(missed).toEqual([]);
  expect(asked).toBeGreaterThan(2 * model.length);
});

describe('sync', () => {
  test('a first sync leaves a line with its rows and its device before the first page, each time anew', async () => {
    await addCandidates(700);
    const desk = await server.signIn('HR', 'front desk');
    const first = await desk.pullPage(100);
    const [line] = await auditLines(server.database, 'first-sync');
    const total = first.status === 'page' ? first.total : 0;
    expect(total).toBeGreaterThan(700);
    expect(line).toMatchObject({
      userId: userIdOf('HR'),
      outcome: 'done',
      detail: { rows: total, device: `front desk of ${userIdOf('HR')}` },
    });
    await desk.pull(500);
    desk.cursor = null;
    await desk.pull(500);
    const lines = await auditLines(server.database, 'first-sync');
    expect(lines.map(({ detail }) => detail?.['times'])).toEqual([undefined, 2]);
    expect(await takenBy(userIdOf('HR'))).toMatchObject({
      firstSynced: 2 * (total ?? 0),
      synced: 0,
      rest: 0,
    });
    expect(await readLines()).toEqual([]);
  });

  test('ordinary pulls are counted, write nothing and do not wait for the writer', async () => {
    const desks = await Promise.all(['one', 'two', 'three'].map((name) => server.signIn('HR', name)));
    for (const desk of desks) await desk.pull();
    const admin = await server.signIn('Admin', 'a');
    await admin.push(newCandidate('c'));
    let release: () => void = () => undefined;
    const held = server.database.write(
      () =>
        new Promise<void>((resolve) => {
          release = resolve;
        }),
    );
    for (const desk of desks) expect((await desk.pull()).rows.has('candidate/c')).toBe(true);
    release();
    await held;
    expect(await takenBy(userIdOf('HR'))).toMatchObject({ synced: 3 });
  });

  test('pulling the same again and again from an old cursor is seen', async () => {
    await addCandidates(2_000);
    const desk = await server.signIn('HR', 'desk');
    await desk.pullPage(1);
    const { cursor } = desk;
    for (let round = 0; round < 4; round += 1) {
      desk.cursor = cursor;
      await desk.pull();
    }
    expect(await readLines()).toMatchObject([{ userId: userIdOf('HR'), list: 'sync' }]);
  });

  test('a desk that begins without end does not fill the log', async () => {
    const desk = await server.signIn('Student', 'desk');
    for (let at = 0; at < 45; at += 1) {
      desk.cursor = null;
      await desk.pullPage(1);
    }
    const times = (await auditLines(server.database, 'first-sync')).map(
      ({ detail }) => detail?.['times'] ?? 1,
    );
    expect(times).toEqual([...Array.from({ length: 20 }, (_, at) => at + 1), 40]);
  });
});

test('while counts cannot be written nothing large leaves; small answers go on, and their counts are kept', async () => {
  await addCandidates(600);
  const hr = await server.signIn('HR', null);
  const rename = (from: string, to: string): Promise<unknown> =>
    server.database.write((trx) => trx.all(`ALTER TABLE "${from}" RENAME TO "${to}"`));
  await rename('data_taken', 'away');
  expect(await hr.get('/api/students')).toMatchObject({ status: 500, body: { code: 'internal' } });
  expect((await hr.get<unknown[]>('/api/students?limit=400')).body).toHaveLength(400);
  expect((await hr.get('/api/students?limit=400')).status).toBe(500);
  expect((await hr.get('/api/students/many-00001')).status).toBe(500);
  await rename('away', 'data_taken');
  expect((await hr.get('/api/students/many-00001')).status).toBe(200);
  expect(await readLines()).toEqual([{ userId: userIdOf('HR'), list: 'rest', rows: 802 }]);
  // What was refused is counted, but the log has no export that was none.
  expect(await auditLines(server.database, 'export')).toEqual([]);
  expect(await takenBy(userIdOf('HR'))).toMatchObject({ rest: 1_402 });
});

test('the counts are for a Super Admin, by days, who took most first', async () => {
  await addCandidates(20);
  for (const role of ['Admin', 'HR', 'Employee', 'Student', ''] as const) {
    const client = await server.signIn(role, null);
    expect((await client.get(PATHS.dataTaken)).status).toBe(403);
  }
  await (await server.signIn('HR', null)).get('/api/students?limit=3');
  await (await server.signIn('Admin', null)).get('/api/students?limit=5');
  await server.database.write((trx) =>
    trx.all(
      `INSERT INTO "data_taken" ("day", "userId", "door", "entity", "rows") VALUES
       ('2026-01-01', 'gone', 'sync', 'job', 7), ('2026-01-02', ?, 'export', 'job', 8), ('2026-01-02', ?, 'export-told', '', 1)`,
      [userIdOf('HR'), userIdOf('HR')],
    ),
  );
  const superAdmin = await server.signIn('Super Admin', null);
  const all = (await superAdmin.get<DataTakenLine[]>(PATHS.dataTaken)).body;
  expect(all.map(({ user, rest }) => [user.name, rest])).toEqual([
    ['User Admin', 5],
    ['User HR', 3],
    ['User HR', 0],
    [null, 0],
  ]);
  expect(all[2]).toMatchObject({ day: '2026-01-02', exported: 8, exports: 1 });
  const before = await superAdmin.get<DataTakenLine[]>(`${PATHS.dataTaken}?days=1&before=2026-01-02`);
  expect(before.body).toMatchObject([{ day: '2026-01-01', user: { _id: 'gone', name: null }, synced: 7 }]);
  expect((await superAdmin.get(`${PATHS.dataTaken}?days=32`)).status).toBe(400);
});
