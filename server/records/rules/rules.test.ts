import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROLES } from '#shared/access/roles.ts';
import type { AnyRecord } from '#shared/model/entity.ts';
import { bulkLoad } from '../../database/bulk-load.ts';
import { newCandidate, operation, type TestClient } from '../../testing/client.ts';
import { emailOf, startTestServer, userIdOf, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let superAdmin: TestClient;
let admin: TestClient;

beforeEach(async () => {
  server = await startTestServer();
  superAdmin = await server.signIn('Super Admin');
  admin = await server.signIn('Admin');
});
afterEach(() => server.stop());

const assignmentOf = (role: 'Super Admin' | 'Admin' | 'HR' | 'Employee' | 'Student'): string =>
  `assignment-${userIdOf(role)}`;

const candidate = async (id: string): Promise<AnyRecord> =>
  (await admin.get<AnyRecord>(`/api/students/${id}`)).body;

test('an interviewer is resolved by id, or by a name that only one active user has', async () => {
  await bulkLoad(server.database, 'user', [
    { _id: 'ravi-1', name: 'Ravi Kumar', email: 'r1@office.test', isActive: true },
    { _id: 'ravi-2', name: 'ravi  kumar', email: 'r2@office.test', isActive: true },
    { _id: 'meera', name: 'Meera Nair', email: 'm@office.test', isActive: true },
    { _id: 'meera-left', name: 'Meera Nair', email: 'm2@office.test', isActive: false },
  ]);
  await admin.push(
    newCandidate('a', { interviewerId: 'ravi-2' }),
    newCandidate('b', { interviewerName: 'meera nair' }),
  );
  expect(await candidate('a')).toMatchObject({ interviewerId: 'ravi-2', interviewerName: 'ravi  kumar' });
  expect(await candidate('b')).toMatchObject({ interviewerId: 'meera', interviewerName: 'meera nair' });
  await admin.push(operation('update', 'candidate', 'b', { interviewerName: 'Ravi Kumar' }));
  expect(await candidate('b')).toMatchObject({ interviewerId: null, interviewerName: 'Ravi Kumar' });
  const [unknown] = await admin.push(operation('update', 'candidate', 'b', { interviewerId: 'nobody' }));
  expect(unknown).toMatchObject({
    status: 'refused',
    code: 'invalid',
    fields: [{ field: 'interviewerId', code: 'invalid' }],
  });
  await admin.push(operation('update', 'candidate', 'a', { interviewerId: null }));
  expect(await candidate('a')).toMatchObject({ interviewerId: null, interviewerName: null });
});

test("a renamed user is renamed where the name is kept, and everybody's desk hears of it", async () => {
  await admin.push(newCandidate('a', { interviewerId: userIdOf('Employee') }));
  const desk = await server.signIn('HR');
  await desk.pull();
  await superAdmin.push(operation('update', 'user', userIdOf('Employee'), { name: 'Kiran Rao' }));
  const { rows } = await desk.pull();
  expect(rows.get('candidate/a')).toMatchObject({ interviewerName: 'Kiran Rao' });
  expect(rows.get(`user/${userIdOf('Employee')}`)).toMatchObject({ name: 'Kiran Rao' });
  const assignment = await superAdmin.get<AnyRecord>(`/api/assignroles/${assignmentOf('Employee')}`);
  expect(assignment.body).toMatchObject({ userName: 'Kiran Rao' });
  const found = await admin.get<AnyRecord[]>('/api/users?search=kiran');
  expect(found.body).toHaveLength(1);
});

test('DOL is not before DOJ, as the record would be, whoever sets which and however late it arrives', async () => {
  const id = userIdOf('HR');
  const first = await superAdmin.push(operation('update', 'user', id, { DOJ: '2026-03-01' }));
  expect(first[0]).toMatchObject({ status: 'applied' });
  const [late] = await superAdmin.push(operation('update', 'user', id, { DOL: '2026-02-28' }));
  expect(late).toMatchObject({
    status: 'refused',
    code: 'invalid',
    error: 'DOL cannot be before DOJ.',
    fields: [{ field: 'DOL', message: 'DOL cannot be before DOJ' }],
  });
  expect(await superAdmin.put(`/api/users/${id}`, { DOL: '2026-02-28' })).toMatchObject({
    status: 422,
    body: { code: 'invalid', error: 'DOL cannot be before DOJ.' },
  });
  const both = await superAdmin.put(`/api/users/${id}`, { DOJ: '2026-02-01', DOL: '2026-02-28' });
  expect(both.status).toBe(200);
  const made = { name: 'Early Leaver', email: 'early@office.test', DOJ: '2026-03-01', DOL: '2026-02-28' };
  expect((await superAdmin.post('/api/users', made)).status).toBe(422);
});

test('a birth date that nobody can have is refused where a person saves it; what is stored may stay', async () => {
  await bulkLoad(server.database, 'user', [
    {
      _id: 'born-later',
      name: 'Old Copy',
      email: 'old@office.test',
      dob: '2130-01-01',
      DOJ: '2026-03-01',
      DOL: '2026-01-01',
    },
  ]);
  const { body } = await superAdmin.get<AnyRecord>('/api/users/born-later');
  expect((await superAdmin.put('/api/users/born-later', { ...body, salary: 1 })).status).toBe(200);
  for (const dob of ['2131-01-01', '1899-12-31']) {
    expect(await superAdmin.put('/api/users/born-later', { dob })).toMatchObject({
      status: 422,
      body: { fields: [{ field: 'dob' }] },
    });
  }
});

test('a lead status in use stays, with the count', async () => {
  await admin.push(
    operation('create', 'leadStatus', 'hot', { name: 'Hot' }),
    operation('create', 'inquiry', 'i1', { Name: 'One', leadStatus: 'hot' }),
    operation('create', 'inquiry', 'i2', { Name: 'Two', leadStatus: 'hot' }),
  );
  const [refused] = await admin.push(operation('delete', 'leadStatus', 'hot'));
  expect(refused).toMatchObject({
    code: 'conflict',
    error: '2 inquiries have the lead status "Hot". Give them another one first.',
  });
  const results = await admin.push(
    operation('delete', 'inquiry', 'i1'),
    operation('update', 'inquiry', 'i2', { leadStatus: null }),
    operation('delete', 'leadStatus', 'hot'),
  );
  expect(results.map(({ status }) => status)).toEqual(['applied', 'applied', 'applied']);
});

test('lead statuses and slugs are unique without case; two that were there before both stay', async () => {
  await bulkLoad(server.database, 'leadStatus', [
    { _id: 'old-1', name: 'Warm' },
    { _id: 'old-2', name: 'WARM' },
  ]);
  const refusal = { status: 'refused', code: 'conflict' };
  const [first, again, renamed, article, copy, edited] = await admin.push(
    operation('create', 'leadStatus', 'cold', { name: 'Cold' }),
    operation('create', 'leadStatus', 'cold-2', { name: ' cold ' }),
    operation('update', 'leadStatus', 'old-1', { name: 'COLD' }),
    operation('create', 'blog', 'b1', { title: 'Java', slug: 'java-21' }),
    operation('create', 'blog', 'b2', { title: 'More Java', slug: 'Java-21' }),
    operation('update', 'blog', 'b1', { title: 'Java 21', slug: 'java-21' }),
  );
  expect([first?.status, article?.status, edited?.status]).toEqual(['applied', 'applied', 'applied']);
  expect([again, renamed, copy]).toMatchObject([
    {
      ...refusal,
      error: 'There is already a lead status "cold".',
      fields: [{ field: 'name' }],
    },
    refusal,
    { ...refusal, fields: [{ field: 'slug' }] },
  ]);
  const names = (await admin.get<AnyRecord[]>('/api/lead-status')).body.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['Warm', 'WARM', 'Cold']));
  const rest = await admin.post('/api/lead-status', { name: 'warm' });
  expect(rest.status).toBe(409);
});

test('built-in roles stay; a role in use names who has it; a rename keeps its people', async () => {
  const roles = (await superAdmin.get<AnyRecord[]>('/api/roles')).body;
  expect(new Set(roles.map(({ name }) => name))).toEqual(new Set(ROLES));
  const builtIn = roles.find(({ name }) => name === 'HR')?._id ?? '';
  const refused = await superAdmin.push(
    operation('update', 'role', builtIn, { name: 'People' }),
    operation('delete', 'role', builtIn),
    operation('create', 'role', 'again', { name: 'hr' }),
  );
  expect(refused.every((result) => result.status === 'refused' && result.code === 'conflict')).toBe(true);

  await superAdmin.push(
    operation('create', 'role', 'guest', { name: 'Guest' }),
    operation('create', 'roleAssignment', 'for-none', { userEmail: emailOf(''), roleName: 'guest' }),
  );
  const none = await server.signIn('');
  const [inUse] = await superAdmin.push(operation('delete', 'role', 'guest'));
  expect(inUse).toMatchObject({
    code: 'conflict',
    error: 'User None has the role Guest. Assign another role first.',
  });
  await superAdmin.push(operation('update', 'role', 'guest', { name: 'Visitor' }));
  const me = await none.get<AnyRecord>('/api/users/me');
  expect(me).toMatchObject({ status: 200, body: { role: 'Visitor', roleName: 'Visitor' } });
  expect((await superAdmin.get<AnyRecord>('/api/assignroles/for-none')).body).toMatchObject({
    roleName: 'Visitor',
  });
});

test('one assignment for an email, for existing users and roles only', async () => {
  const results = await superAdmin.push(
    operation('create', 'roleAssignment', 'x1', {
      userEmail: emailOf('HR').toUpperCase(),
      roleName: 'Admin',
    }),
    operation('create', 'roleAssignment', 'x2', { userEmail: 'nobody@office.test', roleName: 'Admin' }),
    operation('create', 'roleAssignment', 'x3', { userEmail: emailOf(''), roleName: 'Pilot' }),
    operation('create', 'roleAssignment', 'x4', { userEmail: emailOf('').toUpperCase(), roleName: 'admin' }),
  );
  expect(results.map((result) => (result.status === 'refused' ? result.code : 'applied'))).toEqual([
    'conflict',
    'invalid',
    'invalid',
    'applied',
  ]);
  expect(results.slice(1, 3)).toMatchObject([
    { fields: [{ field: 'userEmail', code: 'invalid' }] },
    { fields: [{ field: 'roleName', code: 'invalid' }] },
  ]);
  expect((await superAdmin.get<AnyRecord>('/api/assignroles/x4')).body).toMatchObject({
    userEmail: emailOf(''),
    roleName: 'Admin',
    userName: 'User None',
  });
  expect((await server.client().signIn(emailOf(''), 'Test@12345', null)).user.role).toBe('Admin');
});

test('a changed email moves the assignment; deleting the user removes it', async () => {
  await superAdmin.push(operation('update', 'user', userIdOf('HR'), { email: 'moved@office.test' }));
  expect((await superAdmin.get<AnyRecord>(`/api/assignroles/${assignmentOf('HR')}`)).body).toMatchObject({
    userEmail: 'moved@office.test',
  });
  expect((await server.client().signIn('moved@office.test', 'Test@12345', null)).user.role).toBe('HR');
  await superAdmin.push(operation('delete', 'user', userIdOf('HR')));
  expect((await superAdmin.get(`/api/assignroles/${assignmentOf('HR')}`)).status).toBe(404);
  await superAdmin.push(operation('restore', 'user', userIdOf('HR')));
  expect((await server.client().signIn('moved@office.test', 'Test@12345', null)).user.role).toBe('');
});

test('the last active Super Admin stays', async () => {
  const own = userIdOf('Super Admin');
  const attempts = await superAdmin.push(
    operation('delete', 'user', own),
    operation('update', 'user', own, { isActive: false }),
    operation('delete', 'roleAssignment', assignmentOf('Super Admin')),
    operation('update', 'roleAssignment', assignmentOf('Super Admin'), { roleName: 'Admin' }),
    operation('update', 'roleAssignment', assignmentOf('Super Admin'), { userEmail: emailOf('') }),
  );
  for (const result of attempts) {
    expect(result).toMatchObject({
      code: 'conflict',
      error: expect.stringContaining('last active Super Admin') as string,
    });
  }
  expect((await superAdmin.get('/api/roles')).status).toBe(200);
  const [moved] = await superAdmin.push(operation('update', 'user', own, { email: 'chief@office.test' }));
  expect(moved?.status).toBe('applied');
  // Nobody could sign in as one who has no password yet.
  await superAdmin.push(
    operation('create', 'user', 'no-password', { name: 'Not yet', email: 'not.yet@office.test' }),
    operation('create', 'roleAssignment', 'of-no-password', {
      userEmail: 'not.yet@office.test',
      roleName: 'Super Admin',
    }),
  );
  const [alone] = await superAdmin.push(operation('delete', 'roleAssignment', assignmentOf('Super Admin')));
  expect(alone).toMatchObject({
    code: 'conflict',
    error: expect.stringContaining('last active Super Admin with a password') as string,
  });
  await superAdmin.push(
    operation('update', 'roleAssignment', assignmentOf('Admin'), { roleName: 'Super Admin' }),
  );
  const [left] = await superAdmin.push(operation('delete', 'roleAssignment', assignmentOf('Super Admin')));
  expect(left?.status).toBe('applied');
  expect((await superAdmin.get('/api/roles')).status).toBe(401);
});

test('there is always one career slide; it is edited, never added or deleted', async () => {
  const slides = (await superAdmin.get<AnyRecord[]>('/api/careers')).body;
  expect(slides).toHaveLength(1);
  const path = `/api/careers/${slides[0]?._id ?? ''}`;
  expect((await superAdmin.post('/api/careers', { subheading: 'x' })).status).toBe(403);
  expect((await superAdmin.delete(path)).status).toBe(403);
  const changed = await superAdmin.put<AnyRecord>(path, {
    headline: ['Learn', 'Grow'],
    cta: { label: 'Apply', url: 'https://careers.test/apply' },
  });
  expect(changed.body).toMatchObject({
    headline: ['Learn', 'Grow'],
    cta: { label: 'Apply', url: 'https://careers.test/apply' },
  });
});

test('the change log has every change with its values, and never a password', async () => {
  await admin.push(newCandidate('a'), operation('update', 'candidate', 'a', { city: 'Pune' }));
  await superAdmin.post('/api/users', {
    name: 'New',
    email: 'new@office.test',
    password: 'Tabla lantern 83',
  });
  const lines = await server.database.all<Record<string, unknown>>(
    `SELECT "kind", "userId", "before", "after" FROM "change_log" WHERE "recordId" = 'a' ORDER BY "seq"`,
  );
  expect(lines).toMatchObject([
    { kind: 'create', userId: userIdOf('Admin'), before: null },
    { kind: 'update', userId: userIdOf('Admin'), before: '{"city":null}', after: '{"city":"Pune"}' },
  ]);
  for (const table of ['change_log', 'operations', 'user']) {
    expect(JSON.stringify(await server.database.all(`SELECT * FROM "${table}"`))).not.toContain(
      'Tabla lantern 83',
    );
  }
});
