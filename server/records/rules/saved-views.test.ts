import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyRecord } from '#shared/model/entity.ts';
import type { AuditLine } from '#shared/protocol/audit.ts';
import type { ChangeSetLine } from '#shared/protocol/change-sets.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import { operation, type TestClient } from '../../testing/client.ts';
import { colleagues, deskOf, loadColleagues } from '../../testing/colleagues.ts';
import { startTestServer, userIdOf, type TestServer } from '../../testing/server.ts';
import { MOST_VIEWS } from './saved-view-rules.ts';

/** Decision 25: views are their owner's, and the roles' that they are shared with; nobody else learns of them. */

let server: TestServer;
let superAdmin: TestClient;
let admin: TestClient;
let hr: TestClient;
let employee: TestClient;

beforeAll(async () => {
  server = await startTestServer({ prepare: loadColleagues });
  superAdmin = await server.signIn('Super Admin');
  admin = await server.signIn('Admin');
  hr = await server.signIn('HR');
  employee = await server.signIn('Employee');
});
afterAll(() => server.stop());

const settings = JSON.stringify({ conditions: [{ field: 'city', op: 'contains', values: ['pune'] }] });
const view = (id: string, changes: Record<string, unknown> = {}): ReturnType<typeof operation> =>
  operation('create', 'savedView', id, {
    name: `View ${id}`,
    list: 'candidate.candidates',
    settings,
    ...changes,
  });

/** The views that a role gets by pull and by REST, which must be the same. */
async function seenBy(client: TestClient): Promise<string[]> {
  client.cursor = null;
  const { rows } = await client.pull();
  const pulled = [...rows.keys()].filter((key) => key.startsWith('savedView/')).map((key) => key.slice(10));
  const { body } = await client.get<AnyRecord[]>('/api/views');
  expect(body.map(({ _id }) => _id).toSorted()).toEqual(pulled.toSorted());
  return pulled.toSorted();
}

test('one’s own is nobody else’s: by pull, REST, history, search, change sets and their undo', async () => {
  const set = { id: 'making-of-own', title: 'View “Secret list” added', part: 0 };
  expect(await hr.push({ ...view('own', { name: 'Secret list' }), set })).toMatchObject([
    { status: 'applied' },
  ]);
  expect(await seenBy(hr)).toEqual(['own']);
  for (const other of [superAdmin, admin, employee]) {
    expect(await seenBy(other)).toEqual([]);
    expect((await other.get('/api/views/own')).status).toBe(404);
    expect((await other.get('/api/views?search=secret')).body).toEqual([]);
    expect((await other.get(`/api/views?owner=${userIdOf('HR')}`)).body).toEqual([]);
    expect((await other.put('/api/views/own', { name: 'mine' })).status).toBe(404);
    expect((await other.delete('/api/views/own')).status).toBe(404);
    const answers = [
      await other.get('/api/history/savedView/own'),
      await other.get(PATHS.changes),
      await other.push(operation('update', 'savedView', 'own', { name: 'mine' })),
      await other.push(operation('delete', 'savedView', 'own')),
      await other.push(view('own', { name: 'once more' })),
      await other.post(`${PATHS.changes}/making-of-own/undo`, { set: 'undo-by-another' }),
    ];
    expect(JSON.stringify(answers)).not.toMatch(/secret list|"pune/i);
  }
  const { body } = await admin.get<ChangeSetLine[]>(PATHS.changes);
  expect(body.map(({ title }) => title)).toEqual(['Change of View']);
  expect((await hr.get<AnyRecord>('/api/views/own')).body).toMatchObject({
    name: 'Secret list',
    owner: userIdOf('HR'),
  });
});

test('Admin and Super Admin share, others do not, and who gets a view reads it only', async () => {
  expect(
    await hr.push(
      view('shared-by-hr', { sharedWith: ['HR'] }),
      operation('update', 'savedView', 'own', { sharedWith: ['Employee'] }),
    ),
  ).toMatchObject([
    { status: 'refused', code: 'forbidden' },
    { status: 'refused', code: 'forbidden' },
  ]);
  expect(await admin.push(view('shared', { sharedWith: ['HR', 'Super Admin'] }))).toMatchObject([
    { status: 'applied' },
  ]);
  expect(await seenBy(hr)).toEqual(['own', 'shared']);
  expect(await seenBy(superAdmin)).toEqual(['shared']);
  expect(await seenBy(employee)).toEqual([]);
  for (const reader of [hr, superAdmin]) {
    expect(
      await reader.push(
        operation('update', 'savedView', 'shared', { name: 'Taken' }),
        operation('update', 'savedView', 'shared', { owner: userIdOf('HR') }),
        operation('delete', 'savedView', 'shared'),
      ),
    ).toMatchObject([{ status: 'refused', code: 'forbidden' }, {}, { status: 'refused', code: 'forbidden' }]);
    expect((await reader.delete('/api/views/shared')).status).toBe(403);
  }
  expect((await admin.get<AnyRecord>('/api/views/shared')).body).toMatchObject({
    name: 'View shared',
    owner: userIdOf('Admin'),
  });
});

test('a role that a view is shared with no longer loses it, wherever its desk stands', async () => {
  await hr.pull();
  await admin.push(operation('update', 'savedView', 'shared', { sharedWith: ['Super Admin'] }));
  const after = await hr.pull();
  expect(JSON.stringify(after.gone)).toContain('shared');
  expect(await seenBy(hr)).toEqual(['own']);
  expect(await seenBy(superAdmin)).toEqual(['shared']);
  await admin.push(operation('update', 'savedView', 'shared', { sharedWith: null }));
  expect(await seenBy(superAdmin)).toEqual([]);
  expect(await seenBy(admin)).toEqual(['shared']);
});

test('the audit log tells of a deleted view, and not how it was called', async () => {
  const results = await hr.push(
    view('gone', { name: 'Secret list' }),
    operation('delete', 'savedView', 'gone', {}, 1e9),
  );
  expect(results).toMatchObject([{ status: 'applied' }, { status: 'applied' }]);
  const { body } = await superAdmin.get<AuditLine[]>(`${PATHS.audit}?action=record-deleted`);
  expect(body[0]).toMatchObject({ detail: { entity: 'savedView', recordId: 'gone' } });
  expect(JSON.stringify(body)).not.toContain('Secret list');
});

test('what is no view is refused with a sentence', async () => {
  const refused = (changes: Record<string, unknown>): Promise<unknown> => hr.push(view('bad', changes));
  for (const bad of [
    { settings: 'not json' },
    { settings: '[]' },
    { settings: JSON.stringify({ conditions: [{ field: 'city', op: 'drop', values: [] }] }) },
    { settings: JSON.stringify({ columns: Array.from({ length: 10_000 }, () => 'city') }) },
    { settings: JSON.stringify({ board: 'x'.repeat(30_000) }) },
    { list: 'candidate.nothing' },
    { list: 'toString.call' },
    { list: 'role.roles' },
    { name: '' },
  ])
    expect([bad, await refused(bad)]).toMatchObject([bad, [{ status: 'refused', code: 'invalid' }]]);
  expect(await admin.push(view('bad', { sharedWith: ['Everybody'] }))).toMatchObject([{ code: 'invalid' }]);
  // What a later version adds is kept.
  expect(await hr.push(view('later', { settings: '{"board":"interviewStatus"}' }))).toMatchObject([
    { status: 'applied' },
  ]);
});

test('what opens first is known to its user alone', async () => {
  await hr.push(
    operation('create', 'openingView', 'first', { list: 'candidate.candidates', savedView: 'own' }),
  );
  expect((await hr.get('/api/opening-views')).body).toMatchObject([
    { savedView: 'own', owner: userIdOf('HR') },
  ]);
  for (const other of [superAdmin, admin]) expect((await other.get('/api/opening-views')).body).toEqual([]);
});

test('nor is it said to who claims to have deleted or restored it before the server was put back', async () => {
  await admin.push(view('claimed', { name: 'Secret list' }), view('claimed-gone', { name: 'Secret list' }));
  await admin.push(operation('delete', 'savedView', 'claimed-gone'));
  const again = { ackedAt: '2020-01-01T00:00:00.000Z' };
  for (const other of [hr, employee, superAdmin]) {
    const answers = await other.push(
      { ...operation('delete', 'savedView', 'claimed'), again },
      { ...operation('restore', 'savedView', 'claimed-gone'), again },
    );
    const error = 'This view does not exist, or is not yours to see.';
    expect(answers).toMatchObject([
      { status: 'refused', error },
      { status: 'refused', error },
    ]);
  }
  await admin.push(operation('delete', 'savedView', 'claimed'));
});

test('who is active again has their shared views again, but for one that was changed meanwhile', async () => {
  const returning = colleagues.find(({ _id }) => _id === 'user-admin-too') ?? { _id: '', role: '' };
  const first = await deskOf(server, returning, 'desk');
  await first.push(view('back', { sharedWith: ['HR'] }), view('edited', { sharedWith: ['HR'] }));
  const setActive = (isActive: boolean): ReturnType<typeof operation> =>
    operation('update', 'user', returning._id, { isActive }, 1e9);
  await superAdmin.push(
    setActive(false),
    operation('update', 'savedView', 'edited', { name: 'Edited' }, 1e9),
  );
  expect(await seenBy(superAdmin)).toEqual(['back', 'edited']);
  expect(await superAdmin.push(setActive(true))).toMatchObject([{ status: 'applied' }]);
  const { gone } = await superAdmin.pull();
  expect(gone).toEqual(['savedView/back']);
  expect(await seenBy(superAdmin)).toEqual(['edited']);
  const back = await deskOf(server, returning, 'desk');
  expect(await seenBy(back)).toEqual(['back']);
  const deleted = operation('delete', 'savedView', 'back');
  expect(await back.push(deleted)).toMatchObject([{ status: 'applied' }]);
  await superAdmin.push(operation('delete', 'savedView', 'edited'));
});

test('so has who gets the role back, be it by the undo of the delete', async () => {
  const returning = colleagues.find(({ _id }) => _id === 'user-admin-too') ?? { _id: '', role: '' };
  const first = await deskOf(server, returning, 'desk');
  await first.push(view('shared-again', { sharedWith: ['HR'] }));
  const setRole = (roleName: string): ReturnType<typeof operation> =>
    operation('update', 'roleAssignment', 'assignment-user-admin-too', { roleName }, 1e9);
  await superAdmin.push(setRole('Employee'));
  expect(await seenBy(superAdmin)).toEqual(['shared-again']);
  await superAdmin.push(setRole('Admin'));
  expect(await seenBy(superAdmin)).toEqual([]);

  const set = { id: 'deletes-admin', title: 'Deleted an Admin', part: 0 };
  await superAdmin.push({ ...operation('delete', 'user', returning._id, {}, 1e9), set });
  expect(await seenBy(superAdmin)).toEqual(['shared-again']);
  expect((await superAdmin.post(`${PATHS.changes}/${set.id}/undo`, {})).status).toBe(200);
  expect(await seenBy(superAdmin)).toEqual([]);
  const back = await deskOf(server, returning, 'desk');
  expect(await seenBy(back)).toEqual(['shared-again']);
  await back.push(operation('delete', 'savedView', 'shared-again'));
});

test('nor by the view that opens first: by its history, or by what may be named there', async () => {
  await admin.push(view('lent', { name: 'Lent', sharedWith: ['HR'] }));
  const opens = operation('create', 'openingView', 'opens-lent', {
    list: 'candidate.followups',
    savedView: 'lent',
  });
  expect(await hr.push(opens)).toMatchObject([{ status: 'applied' }]);
  const history = '/api/history/openingView/opens-lent';
  expect(JSON.stringify((await hr.get(history)).body)).toContain('"Lent"');
  await admin.push(operation('update', 'savedView', 'lent', { name: 'Secret list', sharedWith: [] }, 1e9));
  const { status, body } = await hr.get(history);
  expect(status).toBe(200);
  expect(JSON.stringify(body)).not.toContain('Secret list');
  // What is there is not told from what is not.
  const naming = (savedView: string): ReturnType<typeof operation> =>
    operation('create', 'openingView', `opens-${savedView}-too`, { list: 'candidate.followups', savedView });
  const [hidden, missing] = await hr.push(naming('lent'), naming('never-was'));
  expect(hidden).toMatchObject({ status: 'refused', code: 'invalid' });
  expect({ ...hidden, id: '' }).toEqual({ ...missing, id: '' });
  await hr.push(operation('delete', 'openingView', 'opens-lent'));
  await admin.push(operation('delete', 'savedView', 'lent'));
});

test('one that was shared, and deleted, comes back unshared to who may share no longer', async () => {
  const returning = colleagues.find(({ _id }) => _id === 'user-admin-too') ?? { _id: '', role: '' };
  const first = await deskOf(server, returning, 'desk');
  await first.push(view('parked', { sharedWith: ['HR', 'Super Admin'] }));
  const away = await server.signIn('HR', 'away');
  expect((await away.pull()).rows.has('savedView/parked')).toBe(true);
  await first.push(operation('delete', 'savedView', 'parked'));
  const setRole = (roleName: string): ReturnType<typeof operation> =>
    operation('update', 'roleAssignment', 'assignment-user-admin-too', { roleName }, 1e9);
  await superAdmin.push(setRole('HR'));
  const lowered = await deskOf(server, returning, 'desk');
  expect(await lowered.push(operation('restore', 'savedView', 'parked'))).toMatchObject([
    { status: 'applied' },
  ]);
  // To a desk that has it from before it was deleted this is said too.
  expect(JSON.stringify((await away.pull()).gone)).toContain('parked');
  expect(await seenBy(lowered)).toContain('parked');
  for (const other of [superAdmin, hr]) expect(await seenBy(other)).not.toContain('parked');
  await lowered.push(operation('delete', 'savedView', 'parked'));
  await superAdmin.push(setRole('Admin'));
});

test('views that somebody shared, who leaves or may share no longer, go to whoever sees to that', async () => {
  const shared = (id: string): ReturnType<typeof operation> => view(id, { sharedWith: ['HR'] });
  const secondOf = async (id: string): Promise<TestClient> =>
    deskOf(server, colleagues.find((each) => each._id === id) ?? { _id: id, role: '' }, 'desk');
  const [leaving, lowered] = [await secondOf('user-admin-too'), await secondOf('user-super-admin-too')];
  expect(await leaving.push(shared('left'), view('left-own'))).toMatchObject([
    { status: 'applied' },
    { status: 'applied' },
  ]);
  await lowered.push(shared('lowered'));
  await superAdmin.push(
    operation('update', 'user', 'user-admin-too', { isActive: false }),
    operation('update', 'roleAssignment', 'assignment-user-super-admin-too', { roleName: 'Employee' }),
  );
  expect(await seenBy(superAdmin)).toEqual(['left', 'lowered']);
  expect(await seenBy(await secondOf('user-super-admin-too'))).toEqual([]);
  expect(await seenBy(hr)).toEqual(expect.arrayContaining(['left', 'lowered']));
  expect(
    await superAdmin.push(
      operation('update', 'savedView', 'left', { name: 'Taken over' }),
      operation('delete', 'savedView', 'lowered'),
    ),
  ).toMatchObject([{ status: 'applied' }, { status: 'applied' }]);
  expect((await hr.get('/api/views/left')).body).toMatchObject({
    name: 'Taken over',
    owner: userIdOf('Super Admin'),
  });

  // Whoever goes by themselves leaves them to a Super Admin who stays.
  await superAdmin.push(
    operation('update', 'roleAssignment', 'assignment-user-super-admin-too', { roleName: 'Super Admin' }),
  );
  const own = await secondOf('user-super-admin-too');
  await own.push(shared('going'), operation('delete', 'user', 'user-super-admin-too'));
  expect(await seenBy(superAdmin)).toEqual(['going', 'left']);
});

test('nobody has more than 200 views; one that is deleted makes room', async () => {
  const client = await server.signIn('Employee', 'a desk full of views');
  const ids = Array.from({ length: MOST_VIEWS }, (_, at) => `of-many-${at}`);
  for (const result of await client.push(...ids.map((id) => view(id)))) expect(result.status).toBe('applied');
  const full = { status: 'refused', error: expect.stringContaining('200 views already') };
  expect(await client.push(view('one-more'))).toMatchObject([full]);
  expect(
    (await client.post('/api/views', { name: 'x', list: 'candidate.candidates', settings })).status,
  ).toBe(409);
  const [first = ''] = ids;
  await client.push(operation('delete', 'savedView', first, {}, 1e9));
  expect(await client.push(view('one-more'), view('and-one-more'))).toMatchObject([
    { status: 'applied' },
    full,
  ]);
});

test('nor says for more than 200 lists which view opens first', async () => {
  const client = await server.signIn('Employee', 'a desk full of lists');
  const first = (id: string): ReturnType<typeof operation> =>
    operation('create', 'openingView', id, { list: 'candidate.candidates', savedView: null });
  const ids = Array.from({ length: MOST_VIEWS }, (_, at) => `first-of-many-${at}`);
  for (const result of await client.push(...ids.map(first))) expect(result.status).toBe('applied');
  const full = { status: 'refused', error: expect.stringContaining('200 lists') };
  expect(await client.push(first('one-list-more'))).toMatchObject([full]);
  await client.push(operation('delete', 'openingView', 'first-of-many-0', {}, 1e9));
  expect(await client.push(first('one-list-more'))).toMatchObject([{ status: 'applied' }]);
  expect(await client.push(operation('restore', 'openingView', 'first-of-many-0', {}, 2e9))).toMatchObject([
    full,
  ]);
});
