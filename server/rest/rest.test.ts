import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyRecord } from '#shared/model/entity.ts';
import type { ErrorBody } from '#shared/protocol/errors.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import { bulkLoad } from '../database/bulk-load.ts';
import type { TestClient } from '../testing/client.ts';
import { emailOf, startTestServer, userIdOf, type TestServer } from '../testing/server.ts';

let server: TestServer;
let hr: TestClient;
let superAdmin: TestClient;

beforeAll(async () => {
  server = await startTestServer({
    prepare: async (database) => {
      await bulkLoad(database, 'leadStatus', [{ _id: 'hot', name: 'Hot Lead' }]);
      await bulkLoad(
        database,
        'inquiry',
        Array.from({ length: 1_200 }, (_, at) => ({
          _id: `inquiry-${at}`,
          Name: `Intern ${String(at).padStart(4, '0')}`,
          mobile: `+91 90000 ${10_000 + at}`,
          interviewStatus: at % 2 === 0 ? 'Scheduled' : 'Cleared',
          leadStatus: at === 7 ? 'hot' : null,
          createdAt: new Date(1_700_000_000_000 + at * 1000).toISOString(),
        })),
      );
    },
  });
  hr = await server.signIn('HR', null);
  superAdmin = await server.signIn('Super Admin', null);
});
afterAll(() => server.stop());

const candidate = { fullName: 'Asha Patil', mobile: '98765 43210', email: 'asha@people.test' };

test('create, read, change and delete a candidate', async () => {
  const created = await hr.post<AnyRecord>('/api/students', {
    ...candidate,
    enrolledCourse: ['JAVA'],
    fee: '25000',
  });
  expect(created).toMatchObject({
    status: 201,
    body: {
      fullName: 'Asha Patil',
      fee: 25_000,
      enrolledCourse: ['JAVA'],
      interviewStatus: 'Not Scheduled',
      addedBy: { name: 'User HR' },
    },
  });
  const path = `/api/students/${created.body._id}`;
  const { body } = await hr.get<AnyRecord>(path);
  expect(body).toEqual(created.body);
  const changed = await hr.put<AnyRecord>(path, {
    ...body,
    __v: 3,
    createdAt: 'x',
    map: 'x',
    addedBy: 'x',
    city: 'Pune',
  });
  expect(changed).toMatchObject({
    status: 200,
    body: { city: 'Pune', map: userIdOf('HR'), createdAt: body['createdAt'] },
  });
  expect(await hr.delete(path)).toMatchObject({ status: 200, body: { _id: body._id } });
  expect(await hr.get(path)).toMatchObject({ status: 404, body: { code: 'not-found' } });
});

test('multipart: repeated keys, key[] and a JSON array are lists; a file that no field takes is refused clearly', async () => {
  const send = async (fill: (form: FormData) => void): Promise<{ status: number; body: AnyRecord }> => {
    const form = new FormData();
    for (const [name, value] of Object.entries(candidate)) form.append(name, value);
    fill(form);
    return hr.post<AnyRecord>('/api/students', form);
  };
  const repeated = await send((form) =>
    ['JAVA', 'Cloud'].forEach((course) => form.append('enrolledCourse', course)),
  );
  const bracketed = await send((form) =>
    ['JAVA', 'Cloud'].forEach((course) => form.append('enrolledCourse[]', course)),
  );
  const json = await send((form) => form.append('enrolledCourse', '["JAVA","Cloud"]'));
  for (const { status, body } of [repeated, bracketed, json]) {
    expect({ status, courses: body['enrolledCourse'] }).toEqual({ status: 201, courses: ['JAVA', 'Cloud'] });
  }
  const single = await send((form) => {
    form.append('enrolledCourse', 'JAVA');
    form.append('company', 'null');
  });
  expect(single.body).toMatchObject({ enrolledCourse: ['JAVA'], company: null });
  const withFile = await send((form) => form.append('resume', new Blob(['x']), 'me.pdf'));
  expect(withFile).toMatchObject({ status: 422, body: { code: 'invalid' } });
});

test('multipart: a text is the same as in JSON, so a record sent back as it was read changes nothing', async () => {
  const texts = { notes: 'Calls back.\nAsked for weekends.', discussion: '[2024]', enrolledCourse: [] };
  const made = await hr.post<AnyRecord>('/api/students', { ...candidate, ...texts });
  expect(made.body).toMatchObject({ ...texts, enrolledCourse: null });
  const seq = await server.database.seq();
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...made.body, enrolledCourse: '[]' })) {
    form.append(name, String(value));
  }
  expect(await hr.put(`/api/students/${made.body._id}`, form)).toMatchObject({
    status: 200,
    body: made.body,
  });
  expect(await server.database.seq()).toBe(seq);
});

test('an empty list that is stored as such may be sent back, and given as nothing', async () => {
  await bulkLoad(server.database, 'candidate', [{ ...candidate, _id: 'listless', enrolledCourse: [] }]);
  const { body } = await hr.get<AnyRecord>('/api/students/listless');
  expect(body['enrolledCourse']).toEqual([]);
  const seq = await server.database.seq();
  for (const enrolledCourse of [[], null, '']) {
    expect((await hr.put('/api/students/listless', { ...body, enrolledCourse })).status).toBe(200);
  }
  expect(await server.database.seq()).toBe(seq);
});

test('a list is whole and streamed, or a page, with the total', async () => {
  const whole = await hr.get<AnyRecord[]>('/api/interns');
  expect(whole.body).toHaveLength(1_200);
  expect(whole.headers.get('x-total-count')).toBe('1200');
  expect(whole.body[0]).toMatchObject({ _id: 'inquiry-1199' });
  const page = await hr.get<AnyRecord[]>('/api/interns?limit=3&offset=2&sort=Name');
  expect(page.body.map((one) => one._id)).toEqual(['inquiry-2', 'inquiry-3', 'inquiry-4']);
  expect(page.headers.get('x-total-count')).toBe('1200');
  const rest = await hr.get<AnyRecord[]>('/api/interns?offset=1198&sort=Name');
  expect(rest.body).toHaveLength(2);
  const filtered = await hr.get<AnyRecord[]>('/api/interns?interviewStatus=Cleared&limit=1&sort=-createdAt');
  expect(filtered.headers.get('x-total-count')).toBe('600');
  expect(filtered.body[0]).toMatchObject({ _id: 'inquiry-1199' });
  const several = await hr.get('/api/interns?interviewStatus=Cleared&interviewStatus=Scheduled&limit=1');
  expect(several.headers.get('x-total-count')).toBe('1200');
  const range = await hr.get(
    `/api/interns?createdAt.from=${new Date(1_700_000_000_000 + 1_195_000).toISOString()}&limit=1`,
  );
  expect(range.headers.get('x-total-count')).toBe('5');
  for (const query of ['limit=x', 'limit=0', 'sort=nothing', 'nothing=1', 'sort=notes', 'sort=:']) {
    expect([query, (await hr.get(`/api/interns?${query}`)).status]).toEqual([query, 400]);
  }
});

test('search looks into phone digits and lead status names', async () => {
  const byPhone = await hr.get<AnyRecord[]>(`/api/interns?search=${encodeURIComponent('9000-01-0042')}`);
  expect(byPhone.body.map((one) => one._id)).toEqual(['inquiry-42']);
  const byStatus = await hr.get<AnyRecord[]>('/api/interns?search=hot');
  expect(byStatus.body.map((one) => one._id)).toEqual(['inquiry-7']);
  expect(byStatus.body[0]?.['leadStatus']).toEqual({ _id: 'hot', name: 'Hot Lead' });
});

test('a lead status is taken as an object; one that is not there is refused', async () => {
  const inquiry = (await hr.get<AnyRecord>('/api/interns/inquiry-8')).body;
  const changed = await hr.put<AnyRecord>('/api/interns/inquiry-8', {
    ...inquiry,
    leadStatus: { _id: 'hot', name: 'Hot Lead' },
  });
  expect(changed.body['leadStatus']).toEqual({ _id: 'hot', name: 'Hot Lead' });
  const wrong = await hr.put('/api/interns/inquiry-8', { leadStatus: { _id: 'cold' } });
  expect(wrong).toMatchObject({ status: 422, body: { fields: [{ field: 'leadStatus' }] } });
  for (const leadStatus of [{ name: 'Hot Lead' }, ['hot']]) {
    expect(await hr.put('/api/interns/inquiry-8', { leadStatus })).toMatchObject({
      status: 422,
      body: { error: 'Lead Status must be given with its _id.', fields: [{ field: 'leadStatus' }] },
    });
  }
  expect((await hr.get<AnyRecord>('/api/interns/inquiry-8')).body['leadStatus']).toMatchObject({
    _id: 'hot',
  });
  const empty = await hr.put<AnyRecord>('/api/interns/inquiry-8', { leadStatus: {} });
  expect(empty.body['leadStatus']).toBeNull();
});

test('the special calls of section 7', async () => {
  await hr.post('/api/students', { ...candidate, email: 'placed@people.test', placementStatus: 'Placed' });
  const placed = await hr.get<AnyRecord[]>('/api/students/placement-status/filter?status=Placed');
  expect(placed.body.map((one) => one['email'])).toEqual(['placed@people.test']);
  expect((await hr.get<AnyRecord[]>('/api/students/placement-status/filter')).body).toHaveLength(1);
  const hrs = await hr.get<AnyRecord[]>('/api/assignroles/getallhrs');
  expect(hrs.body.map((one) => one['name'])).toEqual(['User HR']);
  expect((await superAdmin.get('/api/blogs?sort=date')).status).toBe(200);
  expect((await superAdmin.get('/api/jobs?sort=order')).status).toBe(200);
  expect((await hr.get<AnyRecord>(PATHS.me)).body).toMatchObject({
    _id: userIdOf('HR'),
    role: 'HR',
    salary: 50_000,
  });
  const made = await superAdmin.post<AnyRecord>('/users', {
    name: 'New',
    email: 'new@office.test',
    password: 'Tabla lantern 83',
  });
  expect(made.status).toBe(201);
  expect(JSON.stringify(made.body)).not.toContain('Tabla lantern 83');
  expect((await server.client().signIn('new@office.test', 'Tabla lantern 83', null)).user.role).toBe('');
  expect((await superAdmin.put<AnyRecord>(`/users/${made.body._id}`, { salary: 1 })).body['salary']).toBe(1);
  expect((await superAdmin.delete(`/users/${made.body._id}`)).status).toBe(200);
});

test('an inline order change of a job keeps the rest', async () => {
  const job = await superAdmin.post<AnyRecord>('/api/jobs', {
    title: 'Trainer',
    email: 'jobs@office.test',
    skills: ['SQL'],
  });
  const changed = await superAdmin.put<AnyRecord>(`/api/jobs/${job.body._id}`, { order: 4 });
  expect(changed.body).toMatchObject({ order: 4, title: 'Trainer', skills: ['SQL'] });
});

test('what a client gets wrong is said in one sentence, and changes nothing', async () => {
  const seq = await server.database.seq();
  const cases: [string, Promise<{ status: number; body: unknown }>, number, string][] = [
    ['no session', server.client().get('/api/students'), 401, 'unauthenticated'],
    ['wrong role', hr.post('/api/roles', { name: 'Guest' }), 403, 'forbidden'],
    ['HR deletes an inquiry', hr.delete('/api/interns/inquiry-1'), 403, 'forbidden'],
    ['unknown field', hr.put('/api/interns/inquiry-1', { nickname: 'x' }), 422, 'invalid'],
    ['required field', hr.post('/api/students', { fullName: 'No one' }), 422, 'invalid'],
    [
      'earlier than now',
      hr.post('/api/students', { ...candidate, nextCall: '2020-01-01T10:00' }),
      422,
      'invalid',
    ],
    ['broken JSON', hr.post('/api/students', '{"fullName":'), 400, 'bad-request'],
    ['not an object', hr.post('/api/students', []), 400, 'bad-request'],
    ['nothing', hr.post('/api/students', 'null'), 400, 'bad-request'],
    ['unknown filter', hr.get('/api/interns?page=2'), 400, 'bad-request'],
    ['unknown order', hr.get('/api/interns?sort=leadStatus'), 400, 'bad-request'],
    ['hidden order', hr.get('/api/users?sort=salary'), 403, 'forbidden'],
    ['too large', hr.post('/api/students', { notes: 'x'.repeat(5 * 1024 * 1024) }), 413, 'too-large'],
    [
      'too large a push',
      hr.post(PATHS.push, { protocol: 1, operations: ['x'.repeat(9 * 1024 * 1024)] }),
      413,
      'too-large',
    ],
    ['unknown record', hr.put('/api/interns/nobody', { notes: 'x' }), 404, 'not-found'],
    ['unknown path', hr.get('/api/nothing'), 404, 'not-found'],
    ['malformed path', hr.get('/api/students/%E0%A4%A'), 400, 'bad-request'],
    ['bad login', hr.post(PATHS.login, { email: 1 }), 400, 'bad-request'],
  ];
  for (const [name, answer, status, code] of cases) {
    const { status: got, body } = await answer;
    const { error, code: gotCode, ...others } = body as ErrorBody;
    expect([name, got, gotCode]).toEqual([name, status, code]);
    expect(error).toMatch(/^[A-Z].{10,}\.$/);
    expect([name, error === 'The request is not valid JSON.']).toEqual([name, name === 'broken JSON']);
    expect(JSON.stringify(others)).not.toMatch(/at .*\.ts|SELECT|stack/);
  }
  expect(await server.database.seq()).toBe(seq);
});

test('a past time that is stored may stay when other fields are edited', async () => {
  await bulkLoad(server.database, 'candidate', [
    { ...candidate, _id: 'past', nextCall: '2020-01-01T10:00:00.000Z' },
  ]);
  const { body } = await hr.get<AnyRecord>('/api/students/past');
  expect((await hr.put('/api/students/past', { ...body, city: 'Pune' })).status).toBe(200);
  const moved = await hr.put('/api/students/past', { nextCall: '2021-01-01T10:00:00.000Z' });
  expect(moved).toMatchObject({ status: 422, body: { fields: [{ field: 'nextCall', code: 'past' }] } });
});

test('rich text is sanitised when it is written', async () => {
  const content =
    '<p onclick="x()">Hi <script>alert(1)</script><a href="javascript:x" target="_blank">go</a></p>';
  const blog = await superAdmin.post<AnyRecord>('/api/blogs', { title: 'T', slug: 't', content });
  expect(blog.body['content']).toBe('<p>Hi <a target="_blank" rel="noopener noreferrer">go</a></p>');
});

test('unique values are compared without case', async () => {
  const taken = await superAdmin.post('/api/users', { name: 'Twin', email: emailOf('HR').toUpperCase() });
  expect(taken).toMatchObject({ status: 409, body: { code: 'conflict', fields: [{ field: 'email' }] } });
});

test('health needs no sign-in', async () => {
  const health = await server.client().get(PATHS.health);
  expect(health.body).toMatchObject({
    status: 'ok',
    engine: server.database.dialect,
    seq: await server.database.seq(),
  });
});
