import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyRecord } from '#shared/model/entity.ts';
import type { Operation } from '#shared/protocol/sync.ts';
import { newCandidate, operation, type TestClient } from '../../testing/client.ts';
import { startTestServer, userIdOf, type TestServer } from '../../testing/server.ts';

/** Decision 21: a candidate is given to another person by a hand-over alone. */

let server: TestServer;
let admin: TestClient;
let hr: TestClient;
let superAdmin: TestClient;
let made = 0;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn('Admin');
  hr = await server.signIn('HR');
  superAdmin = await server.signIn('Super Admin');
  await hr.push(newCandidate('theirs'), newCandidate('also-theirs'));
});
afterAll(() => server.stop());

const inSet = (...operations: Operation[]): Operation[] => {
  made += 1;
  return operations.map((each) => ({ ...each, set: { id: `hand-${made}`, title: 'Handed over', part: 0 } }));
};
const give = (to: string, more: Record<string, unknown> = {}, id = 'theirs'): Operation =>
  operation('update', 'candidate', id, { map: to, ...more });
const whose = async (id = 'theirs'): Promise<unknown> =>
  (await superAdmin.get<AnyRecord>(`/api/students/${id}`)).body['map'];

test('an Admin hands over in a change set; it is in the history, and an Undo gives it back', async () => {
  const sent = inSet(give(userIdOf('Admin')), give(userIdOf('Admin'), {}, 'also-theirs'));
  expect(await admin.push(...sent)).toMatchObject([{ status: 'applied' }, { status: 'applied' }]);
  expect([await whose(), await whose('also-theirs')]).toEqual([userIdOf('Admin'), userIdOf('Admin')]);
  const set = { id: 'hand-back', title: 'Undone', part: 0, undoes: sent[0]?.set?.id ?? '' };
  const undone = await admin.push(
    ...['also-theirs', 'theirs'].map((id) => ({ ...operation('undo', 'candidate', id), set })),
  );
  expect(undone.every((each) => each.status === 'applied' && !each.left)).toBe(true);
  expect([await whose(), await whose('also-theirs')]).toEqual([userIdOf('HR'), userIdOf('HR')]);
});

test('nobody else does, and no other way leads there', async () => {
  expect(await hr.push(...inSet(give(userIdOf('HR'))))).toMatchObject([
    { status: 'refused', code: 'forbidden', error: 'Your role may not hand over candidates.' },
  ]);
  const employee = await server.signIn('Employee');
  expect(await employee.push(...inSet(give(userIdOf('Admin'))))).toMatchObject([{ status: 'refused' }]);
  // What an older desk or a REST client sends back is ignored, as ever.
  await admin.push(give(userIdOf('Admin')), ...inSet(give(userIdOf('Admin'), { city: 'Pune' })));
  expect((await admin.put('/api/students/theirs', { map: userIdOf('Admin') })).status).toBe(200);
  expect(await whose()).toBe(userIdOf('HR'));
  await admin.push(...inSet(newCandidate('new', { map: userIdOf('HR') })));
  expect(await whose('new')).toBe(userIdOf('Admin'));
});

test('it goes to nobody who may not have it, or who is not there', async () => {
  for (const to of [userIdOf('Employee'), userIdOf('Student'), 'nobody'])
    expect(await admin.push(...inSet(give(to)))).toMatchObject([
      { status: 'refused', code: 'invalid', fields: [{ field: 'map' }] },
    ]);
  expect(await whose()).toBe(userIdOf('HR'));
});

test('a candidate of whom the role sees nothing is not there', async () => {
  expect(await admin.push(...inSet(give(userIdOf('HR'), {}, 'never-was')))).toMatchObject([
    { status: 'refused', code: 'not-found' },
  ]);
});
