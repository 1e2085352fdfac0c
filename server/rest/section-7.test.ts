import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyRecord } from '#shared/model/entity.ts';
import type { ErrorBody } from '#shared/protocol/errors.ts';
import { byText, namesIn, OldClient, sentBack } from '../testing/old-client.ts';
import { getFile, hashOf, picture } from '../testing/pictures.ts';
import { emailOf, PASSWORD, startTestServer, userIdOf, type TestServer } from '../testing/server.ts';

/** Section 7 of the specification, row by row, as an old client makes the calls: candidates and users. */

let server: TestServer;
let http: OldClient;

beforeAll(async () => {
  server = await startTestServer();
  http = new OldClient(server);
});
afterAll(() => server.stop());

/** What the tests made, for those after them. */
const ids: Record<string, string> = {};
const idOf = (name: string): string => ids[name] ?? `no ${name} was made`;

test('section 7: POST /api/auths/login with email and password', async () => {
  const answer = await http.post<{ token: string }>('/api/auths/login', {
    email: emailOf('Super Admin'),
    password: PASSWORD,
  });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      token: expect.any(String) as string,
      user: { role: 'Super Admin', name: 'User Super Admin', email: emailOf('Super Admin') },
    },
  });
  expect(answer.body).not.toHaveProperty('refreshToken');
  http.token = answer.body.token;
  const wrong = await http.post<ErrorBody>('/api/auths/login', { email: emailOf('HR'), password: 'no' });
  expect(wrong).toMatchObject({ status: 401, body: { error: 'Email or password is wrong.' } });
});

test('section 7: POST /api/students with candidate form data', async () => {
  const form = new FormData();
  form.append('fullName', 'Asha Patil');
  form.append('mobile', '98765 43210');
  form.append('email', 'asha@people.test');
  form.append('fee', '25000.50');
  form.append('yearOfPassing', '2024');
  form.append('placementStatus', 'Placed');
  form.append('company', '');
  form.append('notes', 'null');
  for (const course of ['JAVA', 'Cloud']) form.append('enrolledCourse', course);
  form.append('profilePicture', new Blob([new Uint8Array(picture('asha'))], { type: 'image/png' }), 'a.png');
  const asha = await http.created('/api/students', form);
  expect(asha).toMatchObject({
    fee: 25_000.5,
    enrolledCourse: ['JAVA', 'Cloud'],
    yearOfPassing: '2024',
    company: null,
    notes: null,
    profilePicture: hashOf(picture('asha')),
    interviewStatus: 'Not Scheduled',
    map: userIdOf('Super Admin'),
    addedBy: { _id: userIdOf('Super Admin'), name: 'User Super Admin' },
  });
  expect((await getFile(http, hashOf(picture('asha')))).status).toBe(200);
  ids['candidate'] = asha._id;

  for (const fill of [
    (other: FormData) => ['DevOps', 'Other'].forEach((one) => other.append('enrolledCourse[]', one)),
    (other: FormData) => other.append('enrolledCourse', '["DevOps","Other"]'),
    (other: FormData) => {
      other.append('enrolledCourse[0]', 'DevOps');
      other.append('enrolledCourse[1]', 'Other');
    },
  ]) {
    const other = new FormData();
    for (const name of ['fullName', 'mobile']) other.append(name, '90000 10000');
    other.append('email', 'other@people.test');
    fill(other);
    const made = await http.created('/api/students', other);
    expect(made['enrolledCourse']).toEqual(['DevOps', 'Other']);
    ids['other candidate'] = made._id;
  }
  const json = await http.created('/api/students', {
    fullName: 'Ravi Rao',
    mobile: 9_000_020_000,
    email: 'ravi@people.test',
  });
  expect(json).toMatchObject({ mobile: '9000020000', placementStatus: null });
});

test('section 7: GET /api/students/stats/dashboard', async () => {
  expect((await http.get('/api/students/stats/dashboard')).body).toEqual({
    totalCandidates: 5,
    scheduledInterviews: 0,
    totalInquires: 0,
    totalUsers: 6,
    activeEmployees: 6,
    inactiveEmployees: 0,
    pendingPayments: 5,
    totalhr: 1,
    hrDetails: [
      {
        name: 'User HR',
        email: emailOf('HR'),
        candidateCount: 0,
        fullyPaid: 0,
        partiallyPaid: 0,
        paymentPercentage: 0,
      },
    ],
  });
});

test('section 7: GET /api/students', async () => {
  const all = await http.list('/api/students', { text: 'asha@people', id: idOf('candidate') });
  expect(all).toHaveLength(5);
  expect(namesIn(all, 'createdAt')).toEqual(namesIn(all, 'createdAt').toSorted(byText).toReversed());
  const cloud = await http.get<AnyRecord[]>('/api/students?enrolledCourse=Cloud');
  expect(namesIn(cloud.body, '_id')).toEqual([idOf('candidate')]);
  const byName = await http.get<AnyRecord[]>('/api/students?sort=-fullName&limit=2');
  expect(namesIn(byName.body, 'fullName')).toEqual(['Ravi Rao', 'Asha Patil']);
});

test('section 7: GET /api/students/{id}', async () => {
  const one = await http.get<AnyRecord>(`/api/students/${idOf('candidate')}`);
  expect(one).toMatchObject({ status: 200, body: { _id: idOf('candidate'), fullName: 'Asha Patil' } });
  expect((await http.list('/api/students'))[4]).toEqual(one.body);
  expect((await http.get('/api/students/nobody')).status).toBe(404);
});

test('section 7: PUT /api/students/{id} with candidate form data', async () => {
  const path = `/api/students/${idOf('candidate')}`;
  const whole = await http.sentWhole(path, { city: 'Pune' });
  expect(whole['city']).toBe('Pune');
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...whole, ...sentBack, remarks: 'Good' })) {
    if (Array.isArray(value)) value.forEach((one) => form.append(name, String(one)));
    else form.append(name, value === null ? '' : String(value));
  }
  const bySameForm = await http.put<AnyRecord>(path, form);
  expect(bySameForm).toMatchObject({ status: 200, body: { remarks: 'Good' } });
  const { remarks: _remarks, updatedAt: _updatedAt, ...rest } = whole;
  expect(bySameForm.body).toMatchObject(rest);
  const withPicture = new FormData();
  withPicture.append('profilePicture', new Blob([new Uint8Array(picture('new'))]), 'b.png');
  const pictured = await http.put<AnyRecord>(path, withPicture);
  expect(pictured.body).toMatchObject({ ...rest, profilePicture: hashOf(picture('new')) });
  expect(await http.put(path, { nickname: 'A' })).toMatchObject({
    status: 422,
    body: { code: 'invalid', fields: [{ field: 'nickname' }] },
  });
});

test('section 7: DELETE /api/students/{id}', () => http.deleted(`/api/students/${idOf('other candidate')}`));

test('section 7: GET /api/students/placement-status/filter with and without status', async () => {
  const path = '/api/students/placement-status/filter';
  expect(namesIn(await http.list(`${path}?status=Placed`), '_id')).toEqual([idOf('candidate')]);
  expect(namesIn(await http.list(path), '_id')).toEqual([idOf('candidate')]);
  expect(await http.list(`${path}?status=`)).toHaveLength(1);
  expect(await http.list(`${path}?status=Not+Placed`)).toEqual([]);
});

test('section 7: GET /api/users', async () => {
  const all = await http.list('/api/users', { text: 'user hr', id: userIdOf('HR') });
  expect(all).toHaveLength(6);
  expect(all[0]).toMatchObject({ _id: expect.any(String) as string, name: 'User Admin' });
  expect(JSON.stringify(all)).not.toMatch(/password|hash/i);
  expect((await http.get('/users')).body).toEqual(all);
});

test('section 7: GET /api/users/me', async () => {
  expect(await http.get('/api/users/me')).toMatchObject({
    status: 200,
    body: { _id: userIdOf('Super Admin'), role: 'Super Admin', email: emailOf('Super Admin') },
  });
});

test('section 7: what /api/users/me answers may be sent back; the role is set nowhere in it', async () => {
  for (const role of ['HR', 'Super Admin'] as const) {
    const client = await server.signIn(role, null);
    const { body: own } = await client.get<AnyRecord>('/api/users/me');
    for (const path of [`/api/users/${own._id}`, '/users/me']) {
      const { role: _role, ...record } = own;
      expect(await client.put(path, { ...own, ...sentBack })).toMatchObject({ status: 200, body: record });
      for (const given of [{ role: 'Admin' }, { roleName: 'Admin' }, { ...own, role: 'Admin' }]) {
        expect(await client.put(path, given)).toMatchObject({
          status: 403,
          body: { error: 'Role (roleName) cannot be set here.', fields: [{ field: 'roleName' }] },
        });
      }
    }
  }
  const made = { name: 'Somebody', email: 'somebody@office.test', roleName: 'HR' };
  expect((await http.post('/users', made)).status).toBe(403);
});

test('section 7: POST users, with and without /api', async () => {
  const employee = {
    name: 'Meera Iyer',
    email: 'meera@office.test',
    password: 'Tabla lantern 83',
    mobileNumber: '90000 30000',
    salary: '30000',
    DOJ: '2026-01-05',
    isActive: true,
  };
  const made = await http.created('/users', employee);
  expect(made).toMatchObject({ name: 'Meera Iyer', salary: 30_000, DOJ: '2026-01-05', isActive: true });
  expect(made).not.toHaveProperty('password');
  ids['user'] = made._id;
  ids['other user'] = (await http.created('/api/users', { name: 'Nisha', email: 'nisha@office.test' }))._id;
  await server.client().signIn('meera@office.test', 'Tabla lantern 83', null);
});

test('section 7: GET users/with-password/{id}, with and without /api', async () => {
  for (const path of ['/users', '/api/users']) {
    expect(await http.get(`${path}/with-password/${idOf('user')}`)).toMatchObject({
      status: 200,
      body: { _id: idOf('user'), name: 'Meera Iyer', password: 'Tabla lantern 83' },
    });
  }
});

test('section 7: PUT /api/users/{id} with employee or profile fields', async () => {
  const path = `/api/users/${idOf('user')}`;
  expect(await http.sentWhole(path, { salary: 31_000 })).toMatchObject({ salary: 31_000 });
  const withPassword = (await http.get<AnyRecord>(`/users/with-password/${idOf('user')}`)).body;
  expect((await http.put(path, withPassword)).status).toBe(200);
  const meera = server.client();
  await meera.signIn('meera@office.test', 'Tabla lantern 83', null);
  expect((await meera.put(path, { linkedin: 'https://x.test/meera' })).status).toBe(403);
  await http.created('/api/assignroles', { userEmail: 'meera@office.test', roleName: 'HR' });
  await meera.signIn('meera@office.test', 'Tabla lantern 83', null);
  const own = await meera.put(path, { linkedin: 'https://x.test/meera' });
  expect(own).toMatchObject({ status: 200, body: { linkedin: 'https://x.test/meera', salary: 31_000 } });
});

test('section 7: DELETE users/{id}, with and without /api', async () => {
  await http.deleted(`/users/${idOf('user')}`);
  await http.deleted(`/api/users/${idOf('other user')}`);
});

test('section 7: GET /api/assignroles/getallhrs', async () => {
  const hrs = await http.list('/api/assignroles/getallhrs');
  expect(hrs).toMatchObject([{ _id: userIdOf('HR'), name: 'User HR', email: emailOf('HR') }]);
});
