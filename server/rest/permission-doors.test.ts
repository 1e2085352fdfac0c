import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '#shared/access/roles.ts';
import { model } from '#shared/model/entities.ts';
import type { AnyRecord } from '#shared/model/entity.ts';
import type { ChangeSetLine } from '#shared/protocol/change-sets.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import { bulkLoad } from '../database/bulk-load.ts';
import { operation, type TestClient } from '../testing/client.ts';
import { getFile, hashOf, picture, putFile } from '../testing/pictures.ts';
import {
  ALL_ROLES,
  emailOf,
  PASSWORD,
  startTestServer,
  userIdOf,
  type TestServer,
} from '../testing/server.ts';

/** The table of decision 11, written out once more, so that a changed access rule does not change its own test. */

let server: TestServer;
const clients = new Map<Role, TestClient>();

const CANDIDATES = [
  { _id: 'mine', fullName: 'Mine', interviewerId: userIdOf('Employee'), paymentStatus: 'Not Paid', fee: 5 },
  { _id: 'other', fullName: 'Other', interviewerId: userIdOf('HR'), paymentStatus: 'Fully Paid', fee: 7 },
];

beforeAll(async () => {
  server = await startTestServer({
    prepare: async (database) => {
      for (const { name } of model) {
        if (name === 'candidate') {
          const placed = CANDIDATES.map((one) => ({ ...one, placementStatus: 'Placed', email: 'a@b.test' }));
          await bulkLoad(database, name, placed);
        } else if (!['user', 'role', 'roleAssignment', 'careerSlide'].includes(name)) {
          await bulkLoad(database, name, [{ _id: `${name}-1` }]);
        }
      }
    },
  });
  for (const role of ALL_ROLES) clients.set(role, await server.signIn(role, null));
});
afterAll(() => server.stop());

function clientOf(role: Role): TestClient {
  const client = clients.get(role);
  if (!client) throw new Error(`No client for ${role}`);
  return client;
}

/** What may be done: list, create, update, delete; a dot is what may not. Update stands for any field of any row. */
type Rights = string;
const RIGHTS: Readonly<Record<string, readonly [Rights, Rights, Rights, Rights, Rights, Rights]>> = {
  // Super Admin, Admin, HR, Employee, Student, none
  students: ['lcud', 'lcud', 'lcud', 'l.u.', 'l...', '....'],
  interns: ['lcud', 'lcud', 'lcu.', '....', '....', '....'],
  // HR changes and deletes what they added: below.
  activities: ['lcud', 'lcud', 'lcud', '....', '....', '....'],
  // Everybody their own, and what is shared with the role: saved-views.test.ts.
  views: ['lcud', 'lcud', 'lcud', 'lcud', '....', '....'],
  'opening-views': ['lcud', 'lcud', 'lcud', 'lcud', '....', '....'],
  'lead-status': ['lcud', 'lcud', 'l...', '....', '....', '....'],
  templates: ['lcud', 'lcud', 'l...', '....', '....', '....'],
  blogs: ['lcud', 'lcud', '....', '....', '....', '....'],
  hrs: ['lcud', 'lcud', 'lcud', '....', '....', '....'],
  links: ['lcud', 'lcud', 'lcud', '....', '....', '....'],
  contacts: ['lcud', 'lcud', 'lcud', '....', '....', '....'],
  users: ['lcud', 'l.u.', 'l.u.', 'l.u.', 'l...', 'l...'],
  roles: ['lcud', '....', '....', '....', '....', '....'],
  assignroles: ['lcud', '....', '....', '....', '....', '....'],
  jobs: ['lcud', '....', '....', '....', '....', '....'],
  careers: ['l.u.', '....', '....', '....', '....', '....'],
  'office-settings': ['lcud', '....', '....', '....', '....', '....'],
};

test('the table names entities that there are', () => {
  expect(model.map(({ path }) => path)).toEqual(expect.arrayContaining(Object.keys(RIGHTS)));
});

describe.each(ALL_ROLES.map((role, at) => [role || 'no role', role, at] as const))(
  '%s',
  (_label, role, at) => {
    test.each(Object.keys(RIGHTS))(
      'section 6: the calls of /api/%s are as the table of decision 11 says',
      async (path) => {
        const rights = RIGHTS[path]?.[at] ?? '....';
        const seq = await server.database.seq();
        const refusals: [right: string, method: string, url: string, body?: unknown][] = [
          ['l', 'GET', `/api/${path}`],
          ['l', 'GET', `/api/${path}/any`],
          ['c', 'POST', `/api/${path}`, {}],
          ['u', 'PUT', `/api/${path}/any`, {}],
          ['d', 'DELETE', `/api/${path}/any`],
        ];
        for (const [right, method, url, body] of refusals) {
          const { status } = await clientOf(role).request(method, url, body);
          // Who may: 404 and 422 for what is not there or empty. An entity without required fields would be made.
          if (!rights.includes(right)) expect([method, url, status]).toEqual([method, url, 403]);
          else if (method !== 'POST') expect([method, url, status]).not.toEqual([method, url, 403]);
        }
        if (!rights.includes('c')) expect(await server.database.seq()).toBe(seq);
      },
    );
  },
);

test('section 6: an interviewer sees assigned candidates only, without payment, by every door', async () => {
  const employee = clientOf('Employee');
  const { body: list } = await employee.get<AnyRecord[]>('/api/students');
  expect(list.map(({ _id }) => _id)).toEqual(['mine']);
  for (const field of ['fee', 'recievedAmount', 'paymentStatus']) {
    expect(list[0]).not.toHaveProperty(field);
    for (const query of [
      `${field}=5`,
      `${field}=`,
      `${field}.from=1`,
      `${field}.to=9`,
      `sort=${field}`,
      `sort=-${field}`,
      `sort=${field}:desc`,
      `${field}=5&${field}=7`,
    ]) {
      const { status, body } = await employee.get(`/api/students?${query}`);
      // An empty filter asks for nothing.
      expect([query, status]).toEqual([query, query.endsWith('=') ? 200 : 403]);
      expect(JSON.stringify(body)).not.toContain('Not Paid');
    }
  }
  expect((await employee.get<AnyRecord[]>('/api/students?search=Not+Paid')).body).toEqual([]);
  expect((await employee.get<AnyRecord[]>('/api/students?search=Other')).body).toEqual([]);
  expect((await employee.get<AnyRecord[]>('/api/students?_id=other')).body).toEqual([]);
  expect((await employee.get<AnyRecord[]>('/api/students?_id=mine')).body).toHaveLength(1);
  const byStatus = await employee.get<AnyRecord[]>('/api/students/placement-status/filter?status=Placed');
  expect(byStatus.body.map(({ _id }) => _id)).toEqual(['mine']);
  expect(byStatus.headers.get('x-total-count')).toBe('1');
  expect((await employee.get('/api/students/placement-status/filter?paymentStatus=Not+Paid')).status).toBe(
    403,
  );
  expect((await employee.get('/api/students/placement-status/filter?sort=fee')).status).toBe(403);
});

test('section 6: of other users only the directory is seen, by every door; Student and no role see themselves', async () => {
  const directory = ['_id', 'name', 'email', 'mobileNumber', 'meetingLink', 'isActive', 'roleName'];
  for (const role of ['Admin', 'HR', 'Employee'] as const) {
    const { body } = await clientOf(role).get<AnyRecord[]>('/api/users');
    expect(body).toHaveLength(6);
    for (const user of body) {
      const names = Object.keys(user).filter((name) => name !== 'createdAt' && name !== 'updatedAt');
      if (user._id === userIdOf(role)) expect(user).toMatchObject({ salary: 50_000 });
      else expect(names.toSorted()).toEqual(directory.toSorted());
    }
    const hrs = await clientOf(role).get<AnyRecord[]>('/api/assignroles/getallhrs');
    expect(hrs.body.map(({ _id }) => _id)).toEqual([userIdOf('HR')]);
    if (role !== 'HR') expect(hrs.body[0]).not.toHaveProperty('salary');
    for (const query of ['salary=50000', 'sort=salary', 'sort=DOJ', 'dob.from=2000-01-01', 'gender=Male']) {
      expect([query, (await clientOf(role).get(`/api/users?${query}`)).status]).toEqual([query, 403]);
      expect((await clientOf(role).get(`/api/assignroles/getallhrs?${query}`)).status).toBe(403);
    }
  }
  for (const role of ['Student', ''] as const) {
    const { body } = await clientOf(role).get<AnyRecord[]>('/api/users');
    expect(body.map(({ _id }) => _id)).toEqual([userIdOf(role)]);
    expect((await clientOf(role).get(`/api/users/${userIdOf('HR')}`)).status).toBe(404);
    expect((await clientOf(role).get('/api/assignroles/getallhrs')).body).toEqual([]);
    expect((await clientOf(role).put(PATHS.me, { mobileNumber: '1' })).status).toBe(403);
  }
});

test('section 6: a hidden field that the server sets is not told by what a change of it is answered', async () => {
  const hr = `/api/users/${userIdOf('HR')}`;
  const guesses = [null, '2020-01-01T00:00:00.000Z'];
  const answers = async (): Promise<number[]> => {
    const found: number[] = [];
    for (const leadGivenAt of guesses)
      found.push((await clientOf('Employee').put(hr, { leadGivenAt })).status);
    return found;
  };
  const before = await answers();
  await server.database.write((trx) =>
    trx.all('UPDATE "user" SET "leadGivenAt" = ? WHERE "_id" = ?', [guesses[1] ?? '', userIdOf('HR')]),
  );
  expect([before, await answers()]).toEqual([
    [403, 403],
    [403, 403],
  ]);
});

test('section 6: nobody but a Super Admin sees a password, in whatever they ask for', async () => {
  for (const role of ALL_ROLES) {
    for (const path of ['/users', '/api/users']) {
      const answer = await clientOf(role).get(`${path}/with-password/${userIdOf('HR')}`);
      expect([role, answer.status]).toEqual([role, role === 'Super Admin' ? 200 : 403]);
    }
    for (const query of ['password=x', 'sort=password', 'filter=hash']) {
      expect((await clientOf(role).get(`/api/users?${query}`)).status).toBe(400);
    }
    const me = await clientOf(role).get<AnyRecord>(PATHS.me);
    expect(JSON.stringify(me.body)).not.toMatch(/password|hash|argon/i);
  }
});

test('section 6: dashboard figures for Super Admin, for HR with the own line, for nobody else', async () => {
  for (const role of ALL_ROLES) {
    const { status, body } = await clientOf(role).get<{ hrDetails: unknown[] }>(PATHS.dashboard);
    expect([role, status]).toEqual([role, role === 'Super Admin' || role === 'HR' ? 200 : 403]);
    if (role === 'HR') expect(body.hrDetails).toMatchObject([{ email: emailOf('HR') }]);
    if (status === 403) expect(Object.keys(body)).toEqual(['error', 'code']);
  }
});

test('what people did is listed for themselves, and everybody’s for Admin and Super Admin', async () => {
  const writers = ['Super Admin', 'Admin', 'HR', 'Employee'] as const;
  for (const role of writers) {
    const set = { id: `done-by-${role}`, title: `Done by ${role}`, part: 0 };
    const change = operation('update', 'user', userIdOf(role), { linkedin: `https://x.test/${role}` }, 1e9);
    expect(await clientOf(role).push({ ...change, set })).toMatchObject([{ status: 'applied' }]);
  }
  const titles = (roles: readonly Role[]): string[] => roles.map((role) => `Done by ${role}`).toSorted();
  for (const role of ALL_ROLES) {
    const all = await clientOf(role).get<ChangeSetLine[]>(PATHS.changes);
    const mine = await clientOf(role).get<ChangeSetLine[]>(`${PATHS.changes}?mine=1`);
    const own = writers.filter((writer) => writer === role);
    const seen = role === 'Super Admin' || role === 'Admin' ? writers : own;
    expect([role, all.body.map(({ title }) => title).toSorted()]).toEqual([role, titles(seen)]);
    expect([role, mine.body.map(({ title }) => title)]).toEqual([role, titles(own)]);
    // Who sees a set may ask for its undo, to anybody else it is not there.
    for (const writer of writers) {
      const path = `${PATHS.changes}/done-by-${encodeURIComponent(writer)}/undo`;
      const { status } = await clientOf(role).post(path, { set: `done-by-${writer}` });
      expect([role, writer, status]).toEqual([role, writer, seen.includes(writer) ? 409 : 404]);
    }
  }
});

test('section 6: a picture is for those who see a record that names it', async () => {
  const bytes = picture('other candidate');
  const admin = clientOf('Admin');
  const { status } = await putFile(admin, bytes);
  expect(status).toBe(200);
  const hash = hashOf(bytes);
  expect((await admin.put('/api/students/other', { profilePicture: hash })).status).toBe(200);
  for (const role of ALL_ROLES) {
    const seen = role === 'Super Admin' || role === 'Admin' || role === 'HR';
    expect([role, (await getFile(clientOf(role), hash)).status]).toEqual([role, seen ? 200 : 404]);
    const maySend = seen;
    expect([role, (await putFile(clientOf(role), picture(role))).status]).toEqual([
      role,
      maySend ? 200 : 403,
    ]);
  }
  expect((await getFile(server.client(), hash)).status).toBe(401);
});

test('section 6: nobody raises their own role, by no door', async () => {
  const seq = await server.database.seq();
  for (const role of ALL_ROLES.filter((one) => one !== 'Super Admin')) {
    const client = await server.signIn(role, 'climbing desk');
    const assignment = { userEmail: emailOf(role), roleName: 'Super Admin' };
    const own = `/api/assignroles/assignment-${userIdOf(role)}`;
    expect((await client.post('/api/assignroles', assignment)).status).toBe(403);
    expect((await client.put(own, assignment)).status).toBe(403);
    expect((await client.delete(own)).status).toBe(403);
    expect((await client.put('/api/roles/any', { name: 'Super Admin' })).status).toBe(403);
    // The server alone sets it: what a client sends is ignored.
    for (const path of [PATHS.me, `/api/users/${userIdOf(role)}`])
      await client.put(path, { roleName: 'Super Admin', role: 'Super Admin' });
    const results = await client.push(
      operation('create', 'roleAssignment', `climb-${userIdOf(role)}`, assignment),
      operation('update', 'roleAssignment', `assignment-${userIdOf(role)}`, { roleName: 'Super Admin' }),
      operation('update', 'user', userIdOf(role), { roleName: 'Super Admin' }),
      operation('update', 'user', userIdOf(role), { email: emailOf('Super Admin') }),
    );
    expect(results.filter(({ status }) => status === 'applied').length).toBeLessThanOrEqual(1);
    expect((await client.get(PATHS.me)).body).toMatchObject({ role, email: emailOf(role) });
  }
  expect(await server.database.seq()).toBe(seq);
});

test('section 6: the last Super Admin cannot be deleted, deactivated or stripped of the role by REST either', async () => {
  const superAdmin = clientOf('Super Admin');
  const seq = await server.database.seq();
  const [user, assignment] = [
    `/api/users/${userIdOf('Super Admin')}`,
    `/api/assignroles/assignment-${userIdOf('Super Admin')}`,
  ];
  for (const answer of [
    await superAdmin.delete(user),
    await superAdmin.delete(user.replace('/api', '')),
    await superAdmin.put(user, { isActive: false }),
    await superAdmin.put(PATHS.me, { isActive: false }),
    await superAdmin.delete(assignment),
    await superAdmin.put(assignment, { roleName: 'Admin' }),
    await superAdmin.put(assignment, { userEmail: emailOf('') }),
  ]) {
    expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } });
  }
  expect(await server.database.seq()).toBe(seq);
});

test('section 6: deactivation by REST ends every session at once: REST, desk, refresh, live', async () => {
  const rest = await server.signIn('Student', null);
  const desk = await server.signIn('Student', 'student desk');
  const path = `/api/users/${userIdOf('Student')}`;
  expect((await clientOf('Super Admin').put(path, { isActive: false })).status).toBe(200);
  const ended = { status: 401, body: { code: 'account-closed' } };
  expect(await rest.get(PATHS.me)).toMatchObject(ended);
  expect(await desk.get(PATHS.checksum)).toMatchObject(ended);
  expect(await desk.get(PATHS.live)).toMatchObject(ended);
  expect(await desk.post(PATHS.refresh, { refreshToken: desk.refreshToken })).toMatchObject(ended);
  expect(
    await server.client().post(PATHS.login, { email: emailOf('Student'), password: PASSWORD }),
  ).toMatchObject(ended);
  expect((await clientOf('Super Admin').put(path, { isActive: true })).status).toBe(200);
  expect((await rest.get(PATHS.me)).status).toBe(401);
});
