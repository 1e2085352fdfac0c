import { afterAll, beforeAll, expect, test } from 'vitest';
import type { User } from '#shared/model/user.ts';
import type { UndoAnswer } from '#shared/protocol/change-sets.ts';
import type { Operation } from '#shared/protocol/sync.ts';
import { operation, type TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

/** An undo gives a role back to who had it, and to nobody who has the email by now. */

let server: TestServer;
let superAdmin: TestClient;
let made = 0;

beforeAll(async () => {
  server = await startTestServer();
  superAdmin = await server.signIn('Super Admin');
});
afterAll(() => server.stop());

/** Pushes changes as one set. @returns its id. */
async function done(...operations: readonly Operation[]): Promise<string> {
  made += 1;
  const set = { id: `roles-${made}`, title: `Change ${made}`, part: 0 };
  const results = await superAdmin.push(...operations.map((each) => ({ ...each, set })));
  expect(results.map(({ status }) => status)).toEqual(operations.map(() => 'applied'));
  return set.id;
}

/** @returns what stays, with its reasons. */
async function undone(set: string, by = `${set}-undone`): Promise<string[]> {
  const { status, body } = await superAdmin.post<UndoAnswer>(`/api/change-sets/${set}/undo`, { set: by });
  expect(status).toBe(200);
  return body.left.map(({ entity, reason }) => `${entity}: ${reason}`);
}

const added = (id: string, email = `${id}@office.test`): Operation =>
  operation('create', 'user', id, { name: id, email, isActive: true });

const admin = (id: string): Operation =>
  operation('create', 'roleAssignment', `role-${id}`, { userEmail: `${id}@office.test`, roleName: 'Admin' });

async function standing(...ids: string[]): Promise<unknown[]> {
  return Promise.all(
    ids.map(async (id) => {
      const { email, roleName } = (await superAdmin.get<User>(`/api/users/${id}`)).body;
      return [email, roleName];
    }),
  );
}

test('who got the email of a deleted Admin does not become one by the undo of the delete', async () => {
  await done(added('left'), admin('left'));
  const set = await done(operation('delete', 'user', 'left', {}, 100));
  await done(added('newcomer', 'left@office.test'));
  expect(await undone(set)).toEqual([
    expect.stringContaining('user: There is already an employee with the email'),
    'roleAssignment: The email left@office.test is that of newcomer by now. Assign the role by hand.',
  ]);
  expect(await standing('newcomer')).toEqual([['left@office.test', null]]);
  // Nor where the deleted assignment is restored by itself, unless a Super Admin assigns the role anew.
  expect(await superAdmin.push(operation('restore', 'roleAssignment', 'role-left'))).toMatchObject([
    { status: 'refused', code: 'conflict' },
  ]);
  await done({ ...admin('left'), recordId: 'role-of-newcomer' });
  expect(await standing('newcomer')).toEqual([['left@office.test', 'Admin']]);
});

test('nor does who got the former email of one; the Admin stays Admin', async () => {
  await done(added('moved'), admin('moved'));
  const set = await done(operation('update', 'user', 'moved', { email: 'moved.on@office.test' }, 100));
  await done(added('follower', 'moved@office.test'));
  expect(await undone(set)).toEqual([
    expect.stringContaining('user: There is already an employee with the email'),
    'roleAssignment: The email moved@office.test is that of follower by now. Assign the role by hand.',
  ]);
  expect(await standing('moved', 'follower')).toEqual([
    ['moved.on@office.test', 'Admin'],
    ['moved@office.test', null],
  ]);
});

test('nor where the role alone was taken away, and its user has another email since', async () => {
  await done(added('plain'), admin('plain'));
  const set = await done(operation('delete', 'roleAssignment', 'role-plain', {}, 100));
  await done(
    operation('update', 'user', 'plain', { email: 'other@office.test' }, 100),
    added('next', 'plain@office.test'),
  );
  expect(await undone(set)).toHaveLength(1);
  expect(await standing('plain', 'next')).toEqual([
    ['other@office.test', null],
    ['plain@office.test', null],
  ]);
});

test('where nobody else has the email all of it goes back, and again, and nothing is said to be left', async () => {
  await done(added('same'), admin('same'));
  const email = await done(operation('update', 'user', 'same', { email: 'changed@office.test' }, 100));
  expect(await undone(email)).toEqual([]);
  expect(await undone(`${email}-undone`)).toEqual([]);
  expect(await standing('same')).toEqual([['changed@office.test', 'Admin']]);
  expect(await undone(`${email}-undone-undone`)).toEqual([]);
  const gone = await done(operation('delete', 'user', 'same', {}, 100));
  expect(await undone(gone)).toEqual([]);
  expect(await standing('same')).toEqual([['same@office.test', 'Admin']]);
  await done(
    operation('create', 'role', 'trainer', { name: 'Trainer' }),
    operation('update', 'roleAssignment', 'role-same', { roleName: 'Trainer' }, 100),
  );
  const renamed = await done(operation('update', 'role', 'trainer', { name: 'Coach' }, 100));
  expect(await undone(renamed)).toEqual([]);
  expect(await standing('same')).toEqual([['same@office.test', 'Trainer']]);
});
