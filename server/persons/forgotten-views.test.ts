import { afterEach, beforeEach, expect, test } from 'vitest';
import { PATHS } from '#shared/protocol/sync.ts';
import { newCandidate, operation, seqOf, type Answer, type TestClient } from '../testing/client.ts';
import { startTestServer, userIdOf, type TestServer } from '../testing/server.ts';
import { storedBytes } from '../testing/stored-bytes.ts';

/** What the server forgets of saved views, so that whoever is erased is looked for in little, and is nowhere in the rest. */

const NAME = 'Zubeida Quraishi';
let server: TestServer;
let superAdmin: TestClient;
let hr: TestClient;

const settings = (search: string): string => JSON.stringify({ filters: {}, search });
const changed = (changes: object, base = 1e9, title = 'View “Calls”'): ReturnType<typeof operation> => ({
  ...operation('update', 'savedView', 'view', { ...changes }, base),
  set: { id: `set-${(numbered += 1)}`, title, part: 0 },
});
let numbered = 0;

beforeEach(async () => {
  server = await startTestServer();
  [superAdmin, hr] = await Promise.all([server.signIn('Super Admin'), server.signIn('HR')]);
  const view = { name: 'Calls', list: 'candidate.candidates', settings: settings('') };
  await hr.push(newCandidate('her', { fullName: NAME }), operation('create', 'savedView', 'view', view));
});
afterEach(() => server.stop());

const erase = (name = NAME): Promise<Answer<unknown>> =>
  superAdmin.post('/api/persons/candidate/her/erase', { reason: 'Asked for it by letter', name });

async function traces(...texts: string[]): Promise<string[]> {
  return [...(await storedBytes(server))].flatMap(([name, bytes]) =>
    texts.filter((text) => bytes.includes(text)).map((text) => `${name}: ${text}`),
  );
}

const linesWithValues = async (): Promise<number> => {
  const [found] = await server.database.all<{ count: number }>(
    `SELECT COUNT(*) AS "count" FROM "change_log" WHERE "entity" = 'savedView' AND "after" <> '{}'`,
  );
  return Number(found?.count);
};

test('who was in a view that has changed often since is in no conflict, result or title of it', async () => {
  const [made] = await hr.push(changed({ name: 'Calls today' }));
  const base = made ? seqOf(made) : 0;
  const other = await server.signIn('HR', 'another desk');
  const hers = { name: NAME.toLowerCase(), settings: settings(NAME.toUpperCase()) };
  await hr.push(changed(hers, base, `View “${hers.name}”`));
  await other.push(changed({ name: 'Calls', settings: settings('pune') }, base));
  for (let at = 0; at < 25; at += 1) await hr.push(changed({ name: `Calls ${at}` }));
  expect(await erase()).toMatchObject({ status: 200 });
  expect(await traces('Zubeida', 'zubeida', 'ZUBEIDA')).toEqual([]);
  for (const desk of [hr, other, superAdmin])
    expect(JSON.stringify((await desk.pull()).conflicts)).not.toMatch(/zubeida/i);
});

test('nor in what was offered again after a restore and did not win, which neither the view nor its lines have', async () => {
  const lost = JSON.stringify(settings(NAME));
  await server.database.write((trx) =>
    trx.all(
      `INSERT INTO "conflicts" ("id", "seq", "userId", "entity", "recordId", "field", "lost", "won", "byName", "at")
       VALUES ('offered', 3, ?, 'savedView', 'view', 'settings', ?, '""', 'HR', '2026-11-28T10:00:00.000Z')`,
      [userIdOf('HR'), lost],
    ),
  );
  expect(await erase()).toMatchObject({ status: 200 });
  expect(await server.database.all(`SELECT "id" FROM "conflicts" WHERE "id" = 'offered'`)).toEqual([]);
});

test('a change of long ago is not taken back, and that is told', async () => {
  const set = { id: 'first-of-many', title: 'View “Calls” changed', part: 0 };
  await hr.push({ ...operation('update', 'savedView', 'view', { name: 'Once' }, 1e9), set });
  for (let at = 0; at < 25; at += 1) await hr.push(changed({ settings: settings(String(at)) }));
  const answer = await hr.post<{ left: unknown[] }>(`${PATHS.changes}/${set.id}/undo`, {});
  expect(answer).toMatchObject({ status: 200, body: { left: [{ recordId: 'view' }] } });
});

test('of large views little is kept, and of deleted ones their row alone', async () => {
  for (let at = 0; at < 15; at += 1) await hr.push(changed({ settings: settings(`${at}`.repeat(5_000)) }));
  // Each says ten thousand signs before and as many after.
  expect(await linesWithValues()).toBeLessThanOrEqual(2);
  await hr.push(...Array.from({ length: 15 }, (_, at) => changed({ name: `Small ${at}` })));
  expect(await linesWithValues()).toBeGreaterThanOrEqual(15);
  await hr.push(operation('delete', 'savedView', 'view', {}, 1e9));
  expect(await linesWithValues()).toBe(0);
  expect(await hr.push(operation('restore', 'savedView', 'view', {}, 1e9))).toMatchObject([
    { status: 'applied' },
  ]);
});

test('so it is of one that an undo has deleted', async () => {
  const view = { name: 'Undone', list: 'candidate.candidates', settings: settings('pune') };
  const set = { id: 'to-be-undone', title: 'View “Undone” added', part: 0 };
  await hr.push({ ...operation('create', 'savedView', 'undone', view), set });
  const before = await linesWithValues();
  expect(await hr.post(`${PATHS.changes}/${set.id}/undo`, {})).toMatchObject({
    status: 200,
    body: { left: [] },
  });
  expect(await linesWithValues()).toBe(before - 1);
});

test('who was called by hundreds of longer names is still known by the own one', async () => {
  await hr.push(changed({ name: `Calls of ${NAME}` }));
  const long = (at: number): string => `Zubeida Quraishi called by a much longer name ${at}`;
  for (let at = 0; at < 5; at += 1)
    await hr.push(
      ...Array.from({ length: 50 }, (_, each) =>
        operation('update', 'candidate', 'her', { fullName: long(at * 50 + each) }, 1e9),
      ),
      operation('update', 'candidate', 'her', { fullName: NAME }, 1e9),
    );
  expect(await erase()).toMatchObject({ status: 200 });
  const { body } = await hr.get<{ name: string }>('/api/views/view');
  expect(body.name).toBe('Calls of …');
});

test('a name that is kept with two blanks is taken out of titles, which have one', async () => {
  await hr.push(operation('update', 'candidate', 'her', { fullName: 'Zubeida  Quraishi' }, 1e9));
  const set = { id: 'of-others', title: 'Undone: Notes of Zubeida Quraishi and others', part: 0 };
  await hr.push({ ...newCandidate('other', { fullName: 'Asha Rao' }), set });
  expect(await erase('Zubeida  Quraishi')).toMatchObject({ status: 200 });
  expect(await traces('Zubeida')).toEqual([]);
});

test('a set that did something else, too, is called after that still', async () => {
  const set = { id: 'both', title: 'Two things', part: 0 };
  await hr.push(
    { ...operation('update', 'savedView', 'view', { name: 'Once' }, 1e9), set },
    { ...operation('update', 'candidate', 'her', { city: 'Pune' }, 1e9), set },
  );
  const alone = { id: 'alone', title: 'View “Once”', part: 0 };
  await hr.push({ ...operation('update', 'savedView', 'view', { name: 'Twice' }, 1e9), set: alone });
  await hr.push(operation('delete', 'savedView', 'view', {}, 1e9));
  const titles = await server.database.all<{ id: string; title: string }>(
    `SELECT "id", "title" FROM "change_sets" WHERE "id" IN ('both', 'alone') ORDER BY "id"`,
  );
  expect(titles).toEqual([
    { id: 'alone', title: 'Change of View' },
    { id: 'both', title: 'Two things' },
  ]);
});

test('of hundreds of deleted views the last hundred come back', async () => {
  const ids = Array.from({ length: 150 }, (_, at) => `deleted-${String(at).padStart(3, '0')}`);
  const view = { name: 'Gone', list: 'candidate.candidates', settings: settings('pune') };
  await hr.push(...ids.map((id) => operation('create', 'savedView', id, view)));
  for (const id of ids) await hr.push(operation('delete', 'savedView', id, {}, 1e9));
  const [first = '', last = ''] = [ids[0], ids.at(-1)];
  expect(await hr.push(operation('restore', 'savedView', last, {}, 1e9))).toMatchObject([
    { status: 'applied' },
  ]);
  expect(await hr.push(operation('restore', 'savedView', first, {}, 1e9))).toMatchObject([
    { status: 'refused', error: 'Too many views were deleted since. Make this one anew.' },
  ]);
});
