import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ChangeSetLine } from '#shared/protocol/change-sets.ts';
import { PATHS, PROTOCOL_VERSION } from '#shared/protocol/sync.ts';
import { newCandidate, operation, type Answer, type TestClient } from '../testing/client.ts';
import { emailOf, PASSWORD, startOnSameData, startTestServer, type TestServer } from '../testing/server.ts';
import { storedBytes } from '../testing/stored-bytes.ts';

/** Decision 33: who is erased is in no saved view any more, and the views go on. */

const NAME = 'Zubeida Quraishi';
const HER = { fullName: NAME, mobile: '98450 77123', email: 'zubeida@sample.test' };
const TRACES = ['Zubeida', 'zubeida', 'ZUBEIDA', 'uraishi', '98450', '9845077123', 'Patel Zubi'];

/** Settings that end a program which goes down into them; a version before took them in. */
const DEEP = `{"a":${'['.repeat(9_000)}"${NAME}"${']'.repeat(9_000)}}`;

let server: TestServer;
let superAdmin: TestClient;
let hr: TestClient;

const settings = (more: object): string =>
  JSON.stringify({ filters: { leadSource: 'Walk in' }, columns: ['fullName', 'city'], ...more });
const view = (id: string, name: string, more: object, title = `View of ${name}`) => ({
  ...operation('create', 'savedView', id, { name, list: 'candidate.candidates', settings: settings(more) }),
  set: { id: `set-${id}`, title, part: 0 },
});

beforeEach(async () => {
  server = await startTestServer();
  [superAdmin, hr] = await Promise.all([server.signIn('Super Admin'), server.signIn('HR')]);
  await hr.push(
    newCandidate('her', { ...HER, fullName: 'Patel Zubi' }),
    operation('update', 'candidate', 'her', { fullName: NAME }, 1e9),
    newCandidate('asha', { fullName: 'Asha Rao', mobile: '98111 70001' }),
    view('by-name', 'zubeida quraishi, calls', { search: 'ZUBEIDA  quraishi' }),
    view('by-number', 'By number', {
      conditions: [
        { field: 'mobile', op: 'contains', values: ['+91 98450-77123'] },
        { field: 'city', op: 'contains', values: ['pune'] },
      ],
    }),
    // As she was called before.
    view('by-former', 'Patel Zubi', { filters: { course: 'JAVA', who: 'Patel Zubi' } }),
    view('once', 'Once', { search: HER.email }),
    operation('update', 'savedView', 'once', { settings: settings({ search: 'asha rao' }) }, 1e9),
    view('deleted', 'Deleted', { search: '9845077123' }),
    operation('delete', 'savedView', 'deleted', {}, 1e9),
    view('others', 'Asha Rao', { search: 'asha 98111 70001' }),
    // What loses stands in a result, and in a note of what was overtaken.
    operation('update', 'savedView', 'others', { settings: settings({ search: NAME }) }, 1),
    operation('update', 'savedView', 'others', { settings: settings({ search: 'asha' }) }, 1),
  );
  const again = await server.signIn('HR', 'another desk');
  await again.push(operation('update', 'savedView', 'by-name', { name: 'Calls of Zubeida Quraishi' }, 1));
});
afterEach(() => server.stop());

const erase = (): Promise<Answer<{ erased: number }>> =>
  superAdmin.post('/api/persons/candidate/her/erase', { reason: 'Asked for it by letter', name: NAME });

async function traces(of: TestServer = server): Promise<string[]> {
  return [...(await storedBytes(of))].flatMap(([name, bytes]) =>
    TRACES.filter((text) => bytes.includes(text)).map((text) => `${name}: ${text}`),
  );
}

test('no view, line, result, conflict or title names her; what else the views say stays, and reaches desks', async () => {
  await hr.pull();
  expect((await traces()).length).toBeGreaterThan(4);
  expect(await erase()).toMatchObject({ status: 200, body: { erased: 1 } });
  expect(await traces()).toEqual([]);

  const { rows } = await hr.pull();
  const seen = Object.fromEntries(
    [...rows].flatMap(([key, row]) =>
      key.startsWith('savedView/')
        ? [[key.slice(10), [row['name'], JSON.parse(String(row['settings']))] as const]]
        : [],
    ),
  );
  const kept = { filters: { leadSource: 'Walk in' }, columns: ['fullName', 'city'] };
  expect(seen).toMatchObject({
    'by-name': ['Calls of …', kept],
    'by-number': [
      'By number',
      { ...kept, conditions: [{ field: 'city', op: 'contains', values: ['pune'] }] },
    ],
    'by-former': ['View', { filters: { course: 'JAVA' } }],
  });
  expect(seen['by-name']?.[1]).not.toHaveProperty('search');
  const { body } = await hr.get<ChangeSetLine[]>(PATHS.changes);
  expect(body.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['View of …, calls', 'View of By number', 'View of …', 'View of Asha Rao']),
  );
  // It is found by what it is called now, and goes on.
  expect((await hr.get<unknown[]>('/api/views?search=zubeida')).body).toEqual([]);
  expect(await hr.push(operation('update', 'savedView', 'by-name', { name: 'Calls' }, 1e9))).toMatchObject([
    { status: 'applied' },
  ]);
  expect((await hr.get('/api/history/savedView/by-name')).status).toBe(200);
});

test('a view of thousands of levels is refused, and one that is there already holds up no erasing', async () => {
  const values = { name: 'Deep', list: 'candidate.candidates', settings: DEEP };
  expect(await hr.push(operation('create', 'savedView', 'deep', values))).toMatchObject([
    { status: 'refused', code: 'invalid' },
  ]);
  expect((await hr.post('/api/views', values)).status).toBe(422);
  // As a version before took it in, with its line of the log.
  const { database } = server;
  const lines = JSON.stringify({ settings: DEEP });
  await database.write(async (trx, log) => {
    await trx.all(`UPDATE "savedView" SET "settings" = ? WHERE "_id" IN ('once', 'deleted')`, [DEEP]);
    await trx.all(
      `UPDATE "change_log" SET "after" = ? WHERE "entity" = 'savedView' AND "recordId" = 'once'`,
      [lines],
    );
    log.next();
  });
  expect(await erase()).toMatchObject({ status: 200 });
  expect(await traces()).toEqual([]);
});

test('views of others stay as they are, letter for letter, and none moves in the log', async () => {
  const other = (): Promise<unknown[]> =>
    server.database.all(`SELECT * FROM "savedView" WHERE "_id" IN ('others', 'once') ORDER BY "_id"`);
  const before = await other();
  await erase();
  expect(await other()).toEqual(before);
});

test('a view that comes back with an older backup is cleared again at the start, however it was made', async () => {
  await server.database.write((trx) =>
    trx.all(`UPDATE "savedView" SET "settings" = ? WHERE "_id" = 'once'`, [DEEP]),
  );
  const tables = ['candidate', 'savedView'];
  const copies = await Promise.all(
    tables.map((name) => server.database.all<Record<string, string>>(`SELECT * FROM "${name}"`)),
  );
  await erase();
  await server.database.write(async (trx) => {
    await trx.all('DELETE FROM "erased"');
    for (const [at, name] of tables.entries()) {
      await trx.all(`DELETE FROM "${name}"`);
      for (const row of copies[at] ?? []) {
        const names = Object.keys(row);
        await trx.all(
          `INSERT INTO "${name}" (${names.map((each) => `"${each}"`).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
          names.map((each) => row[each] ?? null),
        );
      }
    }
  });
  await server.close();
  const again = await startOnSameData(server);
  const rows = await again.database.all('SELECT "name", "settings" FROM "savedView"');
  expect(JSON.stringify(rows)).not.toMatch(/zubeida|quraishi|98450/i);
  expect(rows).toHaveLength(6);
  await again.close();
});

test('a view that is on its way while somebody is erased is sent once its desk has heard', async () => {
  const before = await server.database.seq();
  await erase();
  const create = view('on-its-way', 'Zubeida Quraishi', {});
  const push = (heard: number): Promise<Answer<{ results?: unknown[]; code?: string }>> =>
    superAdmin.post(`${PATHS.push}?heard=${heard}`, { protocol: PROTOCOL_VERSION, operations: [create] });
  expect(await push(before)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(await server.database.all('SELECT "_id" FROM "savedView" WHERE "_id" = ?', ['on-its-way'])).toEqual(
    [],
  );
  expect(await push(await server.database.seq())).toMatchObject({
    status: 200,
    body: { results: [{ status: 'applied' }] },
  });
});

test('a PC that is called after her is called so no more', async () => {
  const desk = { id: 'a PC', name: `PC of ${NAME}` };
  const signIn = { email: emailOf('HR'), password: PASSWORD, desk };
  expect((await server.client().post(PATHS.login, signIn)).status).toBe(200);
  const called = (): Promise<{ deskName: string }[]> =>
    server.database.all(`SELECT "deskName" FROM "sessions" WHERE "deskName" LIKE 'PC of %'`);
  expect(JSON.stringify(await called())).toContain(NAME);
  await erase();
  expect(await called()).toHaveLength(1);
  expect(await traces()).toEqual([]);
});
