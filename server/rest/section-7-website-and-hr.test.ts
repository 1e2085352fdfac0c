import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyRecord } from '#shared/model/entity.ts';
import type { ErrorBody } from '#shared/protocol/errors.ts';
import { operation, type Answer } from '../testing/client.ts';
import { listen } from '../testing/live-listener.ts';
import { byText, namesIn, OldClient } from '../testing/old-client.ts';
import { emailOf, PASSWORD, startTestServer, type TestServer } from '../testing/server.ts';
import { eventually } from '../../tests/product/eventually.ts';

/** Section 7 of the specification, row by row, as an old client makes the calls: jobs to HR records, sync beside them, and refusals. */

let server: TestServer;
let http: OldClient;

beforeAll(async () => {
  server = await startTestServer();
  http = new OldClient(server);
  await http.signIn(emailOf('Super Admin'), PASSWORD, null);
});
afterAll(() => server.stop());

/** What the tests made, for those after them. */
const ids: Record<string, string> = {};
const idOf = (name: string): string => ids[name] ?? `no ${name} was made`;

test('section 7: POST /api/jobs with a job', async () => {
  const job = await http.created('/api/jobs', {
    title: 'React developer',
    email: 'jobs@office.test',
    responsibilities: ['Build', 'Test'],
    skills: ['React'],
    requiredSkills: [],
  });
  expect(job).toMatchObject({ order: 0, responsibilities: ['Build', 'Test'], skills: ['React'] });
  ids['job'] = job._id;
  ids['other job'] = (
    await http.created('/api/jobs', { title: 'Tester', email: 'jobs@office.test', order: 2 })
  )._id;
  expect(await http.post('/api/jobs', { title: 'No email' })).toMatchObject({
    status: 422,
    body: { error: 'Title and Email are required.' },
  });
});

test('section 7: PUT /api/jobs/{id} with a job', async () => {
  expect(await http.sentWhole(`/api/jobs/${idOf('job')}`, { location: 'Pune' })).toMatchObject({
    location: 'Pune',
    skills: ['React'],
  });
});

test('section 7: PUT /api/jobs/{id} with {order} alone', async () => {
  const path = `/api/jobs/${idOf('job')}`;
  const { order: _order, updatedAt: _updatedAt, ...before } = (await http.get<AnyRecord>(path)).body;
  expect(await http.put(path, { order: 5 })).toMatchObject({ status: 200, body: { ...before, order: 5 } });
  expect(await http.put(path, { order: '10' })).toMatchObject({ status: 200, body: { order: 10 } });
});

test('section 7: GET /api/jobs?sort=order', async () => {
  const byOrder = await http.list('/api/jobs?sort=order', { text: 'tester', id: idOf('other job') });
  expect(byOrder.map(({ order }) => order)).toEqual([2, 10]);
  expect(await http.list('/api/jobs')).toEqual(byOrder);
});

test('section 7: DELETE /api/jobs/{id}', () => http.deleted(`/api/jobs/${idOf('other job')}`));

test('section 7: GET /api/contacts', async () => {
  const sent = await http.post<AnyRecord>('/api/contacts', { name: 'Guest', message: 'Fees?' });
  ids['contact'] = sent.body._id;
  const contacts = await http.list('/api/contacts', { text: 'fees', id: idOf('contact') });
  expect(contacts).toMatchObject([{ name: 'Guest', email: null, mobile: null, message: 'Fees?' }]);
});

test('section 7: PUT /api/contacts/{id}', async () => {
  expect(await http.sentWhole(`/api/contacts/${idOf('contact')}`, { notes: 'Called' })).toMatchObject({
    notes: 'Called',
  });
});

test('section 7: DELETE /api/contacts/{id}', () => http.deleted(`/api/contacts/${idOf('contact')}`));

test('section 7: GET /api/careers', async () => {
  const slides = await http.list('/api/careers');
  expect(slides).toHaveLength(1);
  ids['slide'] = slides[0]?._id ?? '';
});

test('section 7: PUT /api/careers/{id} with headline, subheading and cta', async () => {
  const changes = {
    headline: ['Learn', 'Build'],
    subheading: 'Start today',
    cta: { label: 'Apply', url: 'https://office.test/apply' },
  };
  const path = `/api/careers/${idOf('slide')}`;
  expect(await http.put(path, changes)).toMatchObject({ status: 200, body: changes });
  expect(await http.sentWhole(path, { subheading: 'Start now' })).toMatchObject({
    ...changes,
    subheading: 'Start now',
  });
  expect(await http.delete(path)).toMatchObject({ status: 403 });
  expect(await http.post('/api/careers', changes)).toMatchObject({ status: 403 });
});

test('section 7: POST /api/blogs', async () => {
  for (const title of ['First', 'Second']) {
    const blog = await http.created('/api/blogs', {
      title,
      slug: title.toLowerCase(),
      content: `<p>${title}</p>`,
    });
    expect(blog).toMatchObject({ content: `<p>${title}</p>`, image: null });
    ids[title] = blog._id;
  }
});

test('section 7: GET /api/blogs?sort=date', async () => {
  const byDate = await http.list('/api/blogs?sort=date', { text: 'first', id: idOf('First') });
  expect(namesIn(byDate, 'createdAt')).toEqual(namesIn(byDate, 'createdAt').toSorted(byText).toReversed());
  expect(byDate).toHaveLength(2);
});

test('section 7: PUT /api/blogs/{id}', async () => {
  expect(await http.sentWhole(`/api/blogs/${idOf('First')}`, { category: 'News' })).toMatchObject({
    category: 'News',
    content: '<p>First</p>',
  });
});

test('section 7: DELETE /api/blogs/{id}', () => http.deleted(`/api/blogs/${idOf('First')}`));

test('section 7: POST /api/links with link and purpose', async () => {
  const link = await http.created('/api/links', { link: 'docs.test/sheet', purpose: 'Fees' });
  expect(link).toMatchObject({ link: 'docs.test/sheet', purpose: 'Fees' });
  ids['link'] = link._id;
  expect(await http.post('/api/links', { link: 'docs.test' })).toMatchObject({
    status: 422,
    body: { error: 'Link and Purpose are required.' },
  });
});

test('section 7: GET /api/links?sort=date', async () => {
  expect(await http.list('/api/links?sort=date', { text: 'fees', id: idOf('link') })).toHaveLength(1);
});

test('section 7: PUT /api/links/{id}', async () => {
  expect(await http.sentWhole(`/api/links/${idOf('link')}`, { purpose: 'Results' })).toMatchObject({
    purpose: 'Results',
  });
});

test('section 7: DELETE /api/links/{id}', () => http.deleted(`/api/links/${idOf('link')}`));

test('section 7: POST /api/hrs with jobRoles and skillsRequired as lists', async () => {
  const hr = await http.created('/api/hrs', {
    hrName: 'Vikram Shah',
    jobRoles: ['Developer', ' Tester ', ''],
    skillsRequired: ['Java, Spring'],
    companySize: '11-50',
  });
  expect(hr).toMatchObject({ jobRoles: ['Developer', 'Tester'], skillsRequired: ['Java, Spring'] });
  ids['hr'] = hr._id;
});

test('section 7: GET /api/hrs', async () => {
  expect(await http.list('/api/hrs', { text: 'VIKRAM', id: idOf('hr') })).toHaveLength(1);
});

test('section 7: PUT /api/hrs/{id}', async () => {
  expect(await http.sentWhole(`/api/hrs/${idOf('hr')}`, { jobRoles: ['Lead'] })).toMatchObject({
    jobRoles: ['Lead'],
    skillsRequired: ['Java, Spring'],
  });
});

test('section 7: DELETE /api/hrs/{id}', () => http.deleted(`/api/hrs/${idOf('hr')}`));

test('a REST write reaches the live channel and the pull of a desk, and what a desk pushes shows in REST', async () => {
  const desk = await server.signIn('Admin', 'desk beside REST');
  await desk.pull();
  const live = await listen(desk);
  const made = await http.created('/api/hrs', { hrName: 'From REST' });
  await eventually(async () => expect(live.seqs.at(-1)).toBe(await server.database.seq()));
  live.stop();
  const { rows } = await desk.pull();
  expect(rows.get(`hrRecord/${made._id}`)).toMatchObject({ hrName: 'From REST' });
  const [pushed] = await desk.push(operation('update', 'hrRecord', made._id, { hrName: 'From a desk' }));
  expect(pushed).toMatchObject({ status: 'applied' });
  expect(await http.get(`/api/hrs/${made._id}`)).toMatchObject({ body: { hrName: 'From a desk' } });
  await http.deleted(`/api/hrs/${made._id}`);
  expect((await desk.pull()).gone).toContain(`hrRecord/${made._id}`);
});

test('refusals have { error, code, fields? } with each status: 400, 401, 403, 404, 409, 413, 422, 429', async () => {
  const hr = await server.signIn('HR', null);
  const stranger = server.client();
  const manyWrong = async (): Promise<Answer> => {
    for (let at = 0; at < 10; at += 1)
      await stranger.post('/api/auths/login', { email: 'g@x.test', password: 'x' });
    return stranger.post('/api/auths/login', { email: 'g@x.test', password: 'x' });
  };
  const seq = await server.database.seq();
  const cases: [status: number, code: string, ask: () => Promise<Answer>][] = [
    [400, 'bad-request', () => http.post('/api/roles', '{"name":')],
    [400, 'bad-request', () => http.get('/api/students?limit=many')],
    [401, 'unauthenticated', () => stranger.get('/api/students')],
    [403, 'forbidden', () => hr.get('/api/roles')],
    [404, 'not-found', () => http.get('/api/roles/none')],
    [404, 'not-found', () => http.get('/api/nothing')],
    [409, 'conflict', () => http.post('/api/roles', { name: 'ADMIN' })],
    [413, 'too-large', () => http.post('/api/roles', { name: 'x'.repeat(5_000_000) })],
    [422, 'invalid', () => http.post('/api/roles', { title: 'Chef' })],
    [429, 'too-many-requests', manyWrong],
  ];
  for (const [status, code, ask] of cases) {
    const { status: got, body } = await ask();
    const { error, code: gotCode, fields, ...others } = body as ErrorBody;
    expect([got, gotCode, others]).toEqual([status, code, {}]);
    expect(error).toMatch(/^[A-Z].{10,}\.$/);
    if (status === 422) expect(fields).toContainEqual(expect.objectContaining({ field: 'title' }));
  }
  expect(await server.database.seq()).toBe(seq);
});
