import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blog } from '#shared/model/blog.ts';
import { careerSlide } from '#shared/model/career-slide.ts';
import { model } from '#shared/model/entities.ts';
import { storedFields, type AnyRecord } from '#shared/model/entity.ts';
import { job } from '#shared/model/job.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { bulkLoad } from '../database/bulk-load.ts';
import { startTestServer, userIdOf, type TestServer } from '../testing/server.ts';

const WEBSITE = 'https://www.office.test';

async function start(env: NodeJS.ProcessEnv): Promise<TestServer> {
  const { publicRead, publicContact, corsOrigins } = readConfiguration([], env);
  return startTestServer({
    configuration: { publicRead, publicContact, corsOrigins },
    prepare: async (database) => {
      const [mail, by] = ['jobs@office.test', userIdOf('Admin')];
      await bulkLoad(database, 'job', [
        { _id: 'job-2', title: 'Tester', email: mail, order: 2, _createdBy: by },
        { _id: 'job-1', title: 'Developer', email: mail, order: 1 },
        { _id: 'job-0', title: 'Gone', email: mail, order: 0 },
      ]);
      await bulkLoad(database, 'blog', [
        { _id: 'blog-1', title: 'First', slug: 'first' },
        { _id: 'draft', title: 'First thoughts', slug: 'draft', isDraft: true },
      ]);
      await bulkLoad(database, 'contactInquiry', [{ _id: 'contact-1', name: 'Guest' }]);
    },
  });
}

const preflight = (server: TestServer, origin: string): Promise<Response> =>
  fetch(`${server.url}/api/contacts`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
  });

describe('the public website, opened', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await start({
      PUBLIC_READ: 'jobs, blogs,careers',
      PUBLIC_CONTACT: 'on',
      CORS_ORIGINS: `${WEBSITE}/, http://localhost:3000`,
    });
    const superAdmin = await server.signIn('Super Admin', null);
    await superAdmin.delete('/api/jobs/job-0');
  });
  afterAll(() => server.stop());

  test('jobs, blogs and career slides are read without sign-in: a list and one, with the fields of the model only', async () => {
    const visitor = server.client();
    for (const entity of [job, blog, careerSlide]) {
      const list = await visitor.get<AnyRecord[]>(`/api/${entity.path}`);
      expect(list.status).toBe(200);
      expect(list.headers.get('x-total-count')).toBe(String(list.body.length));
      const fields = ['_id', ...storedFields(entity).map(([name]) => name)].toSorted();
      for (const record of list.body) {
        expect(Object.keys(record).toSorted()).toEqual(fields);
        expect((await visitor.get(`/api/${entity.path}/${record._id}`)).body).toEqual(record);
      }
      expect(JSON.stringify(list.body)).not.toContain('user-');
    }
    const jobs = await visitor.get<AnyRecord[]>('/api/jobs?sort=order');
    expect(jobs.body.map(({ _id }) => _id)).toEqual(['job-1', 'job-2']);
    expect((await visitor.get<AnyRecord[]>('/api/jobs?search=test&limit=1')).body).toHaveLength(1);
    expect(await visitor.get('/api/jobs/job-0')).toMatchObject({ status: 404, body: { code: 'not-found' } });
    expect((await visitor.get('/api/jobs?sort=_createdBy')).status).toBe(400);
  });

  test('a draft is kept back, however it is asked for, until it is none any more', async () => {
    const visitor = server.client();
    for (const query of ['', '?isDraft=true', '?slug=draft', '?search=thoughts', '?_id=draft']) {
      const list = await visitor.get<AnyRecord[]>(`/api/blogs${query}`);
      const found = query === '' || query === '?isDraft=true' ? ['blog-1'] : [];
      expect([query, list.status, list.body.map(({ _id }) => _id)]).toEqual([query, 200, found]);
      expect(list.headers.get('x-total-count')).toBe(String(found.length));
    }
    const hidden = await visitor.get('/api/blogs/draft');
    expect([hidden.status, hidden.body]).toEqual([404, (await visitor.get('/api/blogs/nobody')).body]);
    const admin = await server.signIn('Admin', null);
    expect((await admin.get<AnyRecord[]>('/api/blogs')).body).toHaveLength(2);
    const made = await admin.post<AnyRecord>('/api/blogs', { title: 'By REST', slug: 'by-rest' });
    expect(made.body).toMatchObject({ isDraft: false });
    expect((await visitor.get(`/api/blogs/${made.body._id}`)).status).toBe(200);
    await admin.put('/api/blogs/draft', { isDraft: false });
    expect((await visitor.get('/api/blogs/draft')).status).toBe(200);
    await admin.put('/api/blogs/draft', { isDraft: true });
    expect((await visitor.get('/api/blogs/draft')).status).toBe(404);
    await admin.delete(`/api/blogs/${made.body._id}`);
  });

  test('nothing else is open, and nothing can be written', async () => {
    const visitor = server.client();
    const seq = await server.database.seq();
    for (const entity of model) {
      const path = `/api/${entity.path}`;
      if (!['job', 'blog', 'careerSlide'].includes(entity.name)) {
        expect([path, (await visitor.get(path)).status]).toEqual([path, 401]);
        expect((await visitor.get(`${path}/contact-1`)).status).toBe(401);
      }
      if (entity.name !== 'contactInquiry') expect((await visitor.post(path, {})).status).toBe(401);
      expect((await visitor.put(`${path}/job-1`, { title: 'x' })).status).toBe(401);
      expect((await visitor.delete(`${path}/job-1`)).status).toBe(401);
    }
    expect(await server.database.seq()).toBe(seq);
  });

  test('who sends a token is judged by it', async () => {
    const hr = await server.signIn('HR', null);
    expect((await hr.get('/api/jobs')).status).toBe(403);
    hr.token = 'forged';
    expect((await hr.get('/api/jobs')).status).toBe(401);
    const admin = await server.signIn('Admin', null);
    expect((await admin.post('/api/contacts', { name: 'By phone', notes: 'Own note' })).status).toBe(201);
  });

  test('a message of the contact form reaches the staff; the answer has what was written and no more', async () => {
    const visitor = server.client();
    const desk = await server.signIn('HR');
    await desk.pull();
    const message = { name: 'Visitor', email: 'v@home.test', mobile: '90000 10000', message: 'Which fees?' };
    const sent = await visitor.post('/api/contacts', message);
    expect(sent).toMatchObject({ status: 201 });
    expect(sent.body).toEqual(message);
    const { rows } = await desk.pull();
    expect([...rows.values()]).toMatchObject([{ ...message, notes: null }]);
    const [line] = await server.database.all<{ userId: string | null }>(
      'SELECT "userId" FROM "change_log" ORDER BY "seq" DESC LIMIT 1',
    );
    expect(line?.userId).toBeNull();
    const seq = await server.database.seq();
    for (const [body, status] of [
      [{ ...message, notes: 'x' }, 422],
      [{ ...message, _id: 'mine' }, 422],
      [{ ...message, createdAt: '2020-01-01' }, 422],
      [{ name: ' ' }, 422],
      [{ email: 'no address' }, 422],
      [[], 400],
    ] as const) {
      expect((await visitor.post('/api/contacts', body)).status).toBe(status);
    }
    expect(await server.database.seq()).toBe(seq);
  });

  test('messages are limited: 20 kB, and a number from one address', async () => {
    const visitor = server.client();
    const large = await visitor.post('/api/contacts', { message: 'x'.repeat(20 * 1024) });
    expect(large).toMatchObject({ status: 413, body: { code: 'too-large' } });
    const statuses: number[] = [];
    for (let at = 0; at < 10; at += 1) statuses.push((await visitor.post('/api/contacts', {})).status);
    expect(new Set(statuses)).toEqual(new Set([422, 429]));
    const last = await visitor.post('/api/contacts', { message: 'Again' });
    expect(last).toMatchObject({
      status: 429,
      body: { error: 'Too many messages were sent from here. Wait 10 minutes and try again.' },
    });
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(500);
  });

  test('pages of the named origins may call, and hear the total; no other page', async () => {
    for (const origin of [WEBSITE, 'http://localhost:3000']) {
      const asked = await preflight(server, origin);
      expect(asked.status).toBe(204);
      expect(asked.headers.get('access-control-allow-origin')).toBe(origin);
      expect(asked.headers.get('access-control-allow-headers')).toContain('Content-Type');
      expect(asked.headers.get('access-control-allow-methods')).toContain('POST');
      const jobs = await fetch(`${server.url}/api/jobs`, { headers: { origin } });
      expect(jobs.headers.get('access-control-allow-origin')).toBe(origin);
      expect(jobs.headers.get('access-control-expose-headers')).toContain('X-Total-Count');
      expect(jobs.headers.get('vary')).toContain('Origin');
      expect(jobs.headers.get('access-control-allow-credentials')).toBeNull();
    }
    for (const origin of ['https://evil.test', 'null', `${WEBSITE}.evil.test`, 'http://www.office.test']) {
      const asked = await preflight(server, origin);
      expect(asked.status).not.toBe(204);
      expect(asked.headers.get('access-control-allow-origin')).toBeNull();
      const jobs = await fetch(`${server.url}/api/jobs`, { headers: { origin } });
      expect(jobs.headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});

test('the public website is closed by default, and opens only what is named', async () => {
  const closed = await start({});
  try {
    for (const path of ['jobs', 'blogs', 'careers', 'jobs/job-1'])
      expect((await closed.client().get(`/api/${path}`)).status).toBe(401);
    expect((await closed.client().post('/api/contacts', { message: 'Hello' })).status).toBe(401);
    expect((await preflight(closed, WEBSITE)).headers.get('access-control-allow-origin')).toBeNull();
  } finally {
    await closed.stop();
  }
  const onlyBlogs = await start({ PUBLIC_READ: 'blogs', PUBLIC_CONTACT: 'off' });
  try {
    expect((await onlyBlogs.client().get('/api/blogs')).status).toBe(200);
    expect((await onlyBlogs.client().get('/api/jobs')).status).toBe(401);
    expect((await onlyBlogs.client().post('/api/contacts', { message: 'Hello' })).status).toBe(401);
  } finally {
    await onlyBlogs.stop();
  }
});

test('settings of the public website are refused in one sentence', () => {
  expect(() => readConfiguration([], { PUBLIC_READ: 'jobs,users' })).toThrow(
    'PUBLIC_READ takes jobs, blogs, careers, not "users".',
  );
  expect(() => readConfiguration([], { PUBLIC_CONTACT: 'yes' })).toThrow('PUBLIC_CONTACT must be on or off');
  for (const wrong of ['*', 'www.office.test', 'https://office.test/page', 'file:///x', 'https://a@b.test']) {
    expect(() => readConfiguration([], { CORS_ORIGINS: wrong })).toThrow('CORS_ORIGINS takes addresses');
  }
  expect(readConfiguration([], { CORS_ORIGINS: 'HTTPS://Office.test:443/' }).corsOrigins).toEqual([
    'https://office.test',
  ]);
});

test('messages are limited for neighbours of IPv6 together, and for all addresses together', async () => {
  const server = await startTestServer({ configuration: { publicContact: true, trustProxy: 1 } });
  const send = async (from: string): Promise<[status: number, waits: number, body: unknown]> => {
    const answer = await fetch(`${server.url}/api/contacts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: '{}',
    });
    return [answer.status, Number(answer.headers.get('retry-after')), await answer.json()];
  };
  try {
    const statuses: number[] = [];
    for (let at = 0; at < 31; at += 1) statuses.push((await send(`2001:db8:1:${at.toString(16)}::1`))[0]);
    expect(statuses).toEqual([...Array<number>(30).fill(422), 429]);
    // What was refused counts for nobody else: 270 of 300 are left.
    for (let at = 0; at < 270; at += 1) {
      expect((await send(`10.1.${Math.floor(at / 200)}.${at % 200}`))[0]).toBe(422);
    }
    const [status, waits, body] = await send('10.2.0.1');
    expect([status, body]).toEqual([
      429,
      {
        code: 'too-many-requests',
        error: 'Too many messages were sent to us of late. Wait 60 minutes and try again.',
      },
    ]);
    expect(waits).toBeGreaterThan(3_000);
  } finally {
    await server.stop();
  }
});
