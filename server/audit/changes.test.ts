import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AuditLine as ReadLine } from '#shared/protocol/audit.ts';
import { PATHS, type Operation } from '#shared/protocol/sync.ts';
import { auditLines } from '../testing/audit-log.ts';
import { newCandidate, operation, type TestClient } from '../testing/client.ts';
import { tellRestOf } from './told-lines.ts';
import { emailOf, startTestServer, userIdOf, type TestServer } from '../testing/server.ts';

let server: TestServer;
let superAdmin: TestClient;
const hr = userIdOf('HR');

beforeEach(async () => {
  server = await startTestServer();
  superAdmin = await server.signIn('Super Admin');
});
afterEach(() => server.stop());

const told = async (action: string): Promise<[string | null, string | null, unknown][]> =>
  (await auditLines(server.database, action)).map(({ userId, subjectId, detail }) => [
    userId,
    subjectId,
    detail,
  ]);

describe.each(['REST', 'sync'])('employees, by %s', (door) => {
  const by = userIdOf('Super Admin');
  const change = async (changes: Record<string, unknown>): Promise<void> => {
    if (door === 'REST') expect((await superAdmin.put(`/api/users/${hr}`, changes)).status).toBe(200);
    else
      expect(await superAdmin.push(operation('update', 'user', hr, changes))).toMatchObject([
        { status: 'applied' },
      ]);
  };

  test('deactivation and reactivation', async () => {
    await change({ isActive: false });
    await change({ isActive: false });
    expect(await told('user-deactivated')).toEqual([[by, hr, null]]);
    expect(await told('user-reactivated')).toEqual([]);
    await change({ isActive: true });
    expect(await told('user-reactivated')).toEqual([[by, hr, null]]);
  });

  test('a new employee, another email', async () => {
    const fields = { name: 'New One', email: 'new@office.test' };
    if (door === 'REST')
      await superAdmin.post('/api/users', { ...fields, password: 'six brown herons wade' });
    else await superAdmin.push(operation('create', 'user', 'new-one', fields));
    expect(await told('user-created')).toMatchObject([[by, expect.any(String), null]]);
    await change({ email: 'moved@office.test' });
    expect(await told('email-change')).toEqual([[by, hr, { from: emailOf('HR'), to: 'moved@office.test' }]]);
  });

  test('deletion, and restoring', async () => {
    if (door === 'REST') await superAdmin.delete(`/api/users/${hr}`);
    else await superAdmin.push(operation('delete', 'user', hr));
    expect(await told('user-deleted')).toEqual([[by, hr, null]]);
    await superAdmin.push(operation('restore', 'user', hr));
    expect(await told('user-restored')).toEqual([[by, hr, null]]);
    // The assignment that goes with a user is told of as the lost role.
    expect(await told('record-deleted')).toEqual([]);
    // The log does not forget who it was.
    await superAdmin.push(operation('delete', 'user', hr));
    const { body } = await superAdmin.get<ReadLine[]>(`${PATHS.audit}?action=user-deleted`);
    expect(body.map(({ subject }) => subject?.name)).toEqual(['User HR', 'User HR']);
  });
});

test('what is refused, or rolled back with its call, leaves no line', async () => {
  const own = userIdOf('Super Admin');
  await superAdmin.push(
    operation('update', 'user', own, { isActive: false }),
    operation('delete', 'user', own),
  );
  await (await server.signIn('HR')).push(operation('update', 'user', hr, { isActive: false }));
  const weak = { name: 'New One', email: 'new@office.test', password: 'short' };
  expect((await superAdmin.post('/api/users', weak)).status).toBe(422);
  for (const action of ['user-deactivated', 'user-deleted', 'user-created']) {
    expect(await told(action)).toEqual([]);
  }
});

test('deleted and restored records: a line for each call and kind, with the one that it was', async () => {
  const admin = await server.signIn('Admin');
  const by = userIdOf('Admin');
  const ids = Array.from({ length: 40 }, (_, at) => `c${at}`);
  await admin.push(
    ...ids.map((id) => newCandidate(id)),
    operation('create', 'inquiry', 'i', { Name: 'One' }),
  );
  await admin.push(
    operation('delete', 'inquiry', 'i'),
    ...ids.map((id) => operation('delete', 'candidate', id)),
    operation('delete', 'candidate', 'c0'),
  );
  expect(await told('record-deleted')).toEqual([
    [by, null, { entity: 'inquiry', rows: 1, recordId: 'i' }],
    [by, null, { entity: 'candidate', rows: 40 }],
  ]);
  await admin.push(operation('restore', 'candidate', 'c1'));
  await admin.delete('/api/students/c1');
  const { body } = await superAdmin.get<ReadLine[]>(`${PATHS.audit}?userId=${by}&limit=2`);
  expect(body).toMatchObject([
    { action: 'record-deleted', title: 'Candidate c1', detail: { rows: 1 } },
    { action: 'record-restored', title: 'Candidate c1', by: { name: 'User Admin' } },
  ]);
});

test('records merged: into which one, or how many', async () => {
  const admin = await server.signIn('Admin');
  const by = userIdOf('Admin');
  await admin.push(...['stays', 'goes', 'too'].map((id) => newCandidate(id)));
  const merged = (was: string): Operation[] => [
    operation('create', 'mergedRecord', `lead-${was}`, { was, candidate: 'stays', name: was }),
    operation('delete', 'candidate', was),
  ];
  expect(await admin.push(...merged('goes'))).toMatchObject([{ status: 'applied' }, { status: 'applied' }]);
  expect(await told('records-merged')).toEqual([
    [by, null, { entity: 'candidate', rows: 1, recordId: 'stays' }],
  ]);
  const { body } = await superAdmin.get<ReadLine[]>(`${PATHS.audit}?action=records-merged`);
  expect(body).toMatchObject([{ title: 'Candidate stays', by: { name: 'User Admin' } }]);
});

test('records handed over: how many of a kind to whom in one call; one alone is everyday work', async () => {
  const admin = await server.signIn('Admin');
  const others = await server.signIn('HR');
  await others.push(...['a', 'b', 'c'].map((id) => newCandidate(id)));
  const set = { id: 'handed', title: 'Handed over', part: 0 };
  const give = (id: string, to: string): Operation => ({
    ...operation('update', 'candidate', id, { map: to }),
    set,
  });
  const to = userIdOf('Super Admin');
  expect(await admin.push(give('a', to), give('b', to))).toMatchObject([
    { status: 'applied' },
    { status: 'applied' },
  ]);
  await admin.push({ ...give('c', to), set: { ...set, id: 'one' } });
  // Whoever edits a candidate has it by that.
  await others.push(operation('update', 'candidate', 'a', { city: 'Pune' }));
  expect(await told('handed-over')).toEqual([[userIdOf('Admin'), to, { entity: 'candidate', rows: 2 }]]);
});

test('whoever takes many records of others for themselves in one call is told of; some are everyday work', async () => {
  const hr = await server.signIn('HR');
  const others = await server.signIn('Admin');
  const ids = Array.from({ length: 41 }, (_, at) => `taken-${at}`);
  await others.push(
    ...ids.map((id) => operation('create', 'inquiry', id, { Name: id, assignedTo: userIdOf('Admin') })),
  );
  const set = { id: 'tidied', title: 'Tidied', part: 0 };
  const me = userIdOf('HR');
  const take = (some: string[]): Operation[] =>
    some.map((id) => ({ ...operation('update', 'inquiry', id, { assignedTo: me }), set }));
  await hr.push(...take(ids.slice(0, 20)));
  expect(await told('handed-over')).toEqual([]);
  await hr.push(...take(ids.slice(20)));
  expect(await told('handed-over')).toEqual([[me, me, { entity: 'inquiry', rows: 21 }]]);
});

test('taken in two steps, by way of nobody, they are told of too', async () => {
  const hr = await server.signIn('HR');
  const others = await server.signIn('Admin');
  const ids = Array.from({ length: 21 }, (_, at) => `freed-${at}`);
  await others.push(
    ...ids.map((id) => operation('create', 'inquiry', id, { Name: id, assignedTo: userIdOf('Admin') })),
  );
  for (const assignedTo of [null, userIdOf('HR')]) {
    const set = { id: `to-${assignedTo}`, title: 'Tidied', part: 0 };
    await hr.push(...ids.map((id) => ({ ...operation('update', 'inquiry', id, { assignedTo }, 1e9), set })));
  }
  expect(await told('handed-over')).toEqual([[userIdOf('HR'), null, { entity: 'inquiry', rows: 21 }]]);
});

test('a view that is shared, with whom, and shared no more', async () => {
  const admin = await server.signIn('Admin');
  const fields = { name: 'Calls in Pune', list: 'candidate.candidates', settings: '{}' };
  await admin.push(operation('create', 'savedView', 'v', fields));
  expect(await told('view-shared')).toEqual([]);
  await admin.push(operation('update', 'savedView', 'v', { sharedWith: ['Employee', 'HR'] }));
  await admin.push(operation('update', 'savedView', 'v', { sharedWith: ['HR', 'Employee'] }));
  await admin.push(operation('update', 'savedView', 'v', { sharedWith: [] }));
  const line = { entity: 'savedView', rows: 1, recordId: 'v' };
  expect(await told('view-shared')).toEqual([
    [userIdOf('Admin'), null, { ...line, from: null, to: 'HR, Employee' }],
    [userIdOf('Admin'), null, { ...line, from: 'HR, Employee', to: null }],
  ]);
});

test('the log is read by person and by days in India', async () => {
  const at = (id: string): Promise<unknown> =>
    server.database.write((trx) =>
      trx.all(
        `INSERT INTO "audit_log" ("id", "at", "action", "outcome", "userId", "subjectId") VALUES (?, ?, 'session-end', 'done', ?, 'user-hr')`,
        [id, id, userIdOf('Admin')],
      ),
    );
  // A day in India begins at 18:30 of the day before.
  for (const time of [
    '2026-03-01T18:29:59.999Z',
    '2026-03-01T18:30:00.000Z',
    '2026-03-02T18:29:59.999Z',
    '2026-03-02T18:30:00.000Z',
  ])
    await at(time);
  const ids = async (query: string): Promise<string[]> =>
    (await superAdmin.get<ReadLine[]>(`${PATHS.audit}?${query}`)).body.map(({ _id }) => _id);
  expect(await ids('from=2026-03-02&to=2026-03-02')).toEqual([
    '2026-03-02T18:29:59.999Z',
    '2026-03-01T18:30:00.000Z',
  ]);
  expect(await ids(`to=2026-03-03&userId=${hr}`)).toHaveLength(4);
  expect(await ids(`to=2026-03-03&userId=${userIdOf('Employee')}`)).toEqual([]);
  expect((await superAdmin.get(`${PATHS.audit}?from=yesterday`)).status).toBe(400);
});

test('nobody hides what they did among lines without number, and none of it is left out', async () => {
  const person = await server.signIn('HR');
  await person.push(newCandidate('to-and-fro'));
  const toAndFro = ['delete', 'restore'] as const;
  for (let at = 0; at < 450; at += 1)
    await person.push(...toAndFro.map((kind) => operation(kind, 'candidate', 'to-and-fro', {}, 1e9)));
  const ofHr = async (): Promise<unknown[]> =>
    (await auditLines(server.database, 'record-deleted'))
      .filter(({ userId }) => userId === hr)
      .map(({ detail }) => detail);
  const one = { entity: 'candidate', rows: 1, recordId: 'to-and-fro' };
  expect(await ofHr()).toEqual([
    ...Array.from({ length: 200 }, () => one),
    { entity: 'candidate', rows: 200 },
  ]);
  // What is done to very many is told at once.
  const many = Array.from({ length: 400 }, (_, at) => newCandidate(`many-${at}`));
  await person.push(...many);
  await person.push(...many.map(({ recordId }) => operation('delete', 'candidate', recordId, {}, 1e9)));
  expect((await ofHr()).at(-1)).toEqual({ entity: 'candidate', rows: 450 });
  await person.push(operation('delete', 'candidate', 'to-and-fro', {}, 1e9));
  expect((await ofHr()).at(-1)).toEqual({ entity: 'candidate', rows: 450 });
  await tellRestOf(server.database);
  expect((await ofHr()).at(-1)).toEqual({ entity: 'candidate', rows: 1, recordId: 'to-and-fro' });
});
