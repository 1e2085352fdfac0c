import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readOnly } from '#shared/access/grants.ts';
import type { Actor } from '#shared/access/permissions.ts';
import type { AnyRecord, EntityDefinition } from '#shared/model/entity.ts';
import { blog } from '#shared/model/blog.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { bulkLoad } from '../database/bulk-load.ts';
import { readListQuery } from '../rest/list-query.ts';
import { listRecords } from '../rest/list-records.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

const JOBS = 510;
const idOf = (at: number): string => `job-${String(at).padStart(4, '0')}`;

/** Behind a proxy, so that callers of any address can be played. */
async function start(env: NodeJS.ProcessEnv): Promise<TestServer> {
  const { publicRead, publicReadRate } = readConfiguration([], { PUBLIC_READ: 'jobs,blogs', ...env });
  return startTestServer({
    configuration: { publicRead, publicReadRate, trustProxy: 1 },
    prepare: async (database) => {
      const jobs = Array.from({ length: JOBS }, (_, at) => ({
        _id: idOf(at),
        title: `Job ${at}`,
        email: 'jobs@office.test',
        order: at,
      }));
      await bulkLoad(database, 'job', jobs);
      const blogs = Array.from({ length: 60 }, (_, at) => ({
        _id: `blog-${at}`,
        title: `Article ${at}`,
        slug: `article-${at}`,
      }));
      await bulkLoad(database, 'blog', blogs);
    },
  });
}

describe('a list that is open to everybody', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await start({});
  });
  afterAll(() => server.stop());

  test('has at most 500 records, says how many there are, and goes on by its offset', async () => {
    const visitor = server.client();
    const first = await visitor.get<AnyRecord[]>('/api/jobs?sort=order');
    expect(first.headers.get('x-total-count')).toBe(String(JOBS));
    expect(first.body).toHaveLength(500);
    const rest = await visitor.get<AnyRecord[]>('/api/jobs?sort=order&offset=500');
    expect(rest.headers.get('x-total-count')).toBe(String(JOBS));
    expect([...first.body, ...rest.body].map(({ _id }) => _id)).toEqual(
      Array.from({ length: JOBS }, (_, at) => idOf(at)),
    );
    expect((await visitor.get<AnyRecord[]>('/api/jobs?limit=500')).body).toHaveLength(500);
    expect((await visitor.get<AnyRecord[]>('/api/jobs?limit=2&offset=509')).body).toHaveLength(1);
    for (const limit of ['501', '10000', '0']) {
      expect(await visitor.get(`/api/jobs?limit=${limit}`)).toMatchObject({
        status: 400,
        body: { error: 'Give limit as a number from 1 to 500.' },
      });
    }
  });

  test('is whole for who is signed in', async () => {
    const admin = await server.signIn('Super Admin', null);
    expect((await admin.get<AnyRecord[]>('/api/jobs')).body).toHaveLength(JOBS);
    expect((await admin.get<AnyRecord[]>('/api/jobs?limit=501')).body).toHaveLength(501);
  });

  test('of long articles is read few at a time, so that one answer takes little memory', async () => {
    const open: EntityDefinition = { ...blog, access: { '': readOnly } };
    const visitor: Actor = { _id: '', role: '' };
    const list = await listRecords(server.database, visitor, open, readListQuery(open, {}));
    const sizes: number[] = [];
    for await (const records of list.pages()) sizes.push(records.length);
    expect(sizes).toEqual([25, 25, 10]);
  });
});

describe('reading without sign-in', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await start({ PUBLIC_READ_RATE: '4' });
  });
  afterAll(() => server.stop());

  const readFrom = (address: string, path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(server.url + path, { headers: { 'x-forwarded-for': address, ...headers } });
  const statuses = async (address: string, times: number): Promise<number[]> => {
    const found: number[] = [];
    for (let at = 0; at < times; at += 1) found.push((await readFrom(address, '/api/jobs?limit=1')).status);
    return found;
  };

  test('has a rate for each address, of lists and single records of all kinds together', async () => {
    for (const path of ['/api/jobs', '/api/blogs', `/api/jobs/${idOf(1)}`, '/api/jobs/unknown'])
      expect([200, 404]).toContain((await readFrom('192.0.2.1', path)).status);
    for (const path of ['/api/jobs', '/api/blogs', `/api/jobs/${idOf(1)}`]) {
      const refused = await readFrom('192.0.2.1', path);
      expect(refused.status).toBe(429);
      expect(await refused.json()).toEqual({
        code: 'too-many-requests',
        error: 'Too much was read from here. Wait a minute and try again.',
      });
      const seconds = Number(refused.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(60);
    }
    expect(await statuses('192.0.2.2', 5)).toEqual([200, 200, 200, 200, 429]);
  });

  test('takes a /64 of IPv6 for one, and an IPv4 address for the same in either form', async () => {
    expect(await statuses('2001:db8:1:2::1', 2)).toEqual([200, 200]);
    expect(await statuses('2001:db8:1:2:ffff::9', 3)).toEqual([200, 200, 429]);
    expect(await statuses('2001:db8:1:3::1', 1)).toEqual([200]);
    expect(await statuses('192.0.2.3', 4)).toEqual([200, 200, 200, 200]);
    expect(await statuses('::ffff:192.0.2.3', 1)).toEqual([429]);
  });

  test('writes nothing, and does not stop who is signed in at the same address', async () => {
    const admin = await server.signIn('Super Admin', null);
    const count = async (): Promise<unknown> =>
      server.database.all('SELECT COUNT(*) AS "count" FROM "recent_times"');
    const before = await count();
    expect((await statuses('192.0.2.4', 6)).at(-1)).toBe(429);
    expect(await count()).toEqual(before);
    const headers = { authorization: `Bearer ${admin.token}` };
    expect((await readFrom('192.0.2.4', '/api/jobs', headers)).status).toBe(200);
    expect((await readFrom('192.0.2.4', '/api/jobs', { authorization: 'Bearer forged' })).status).toBe(401);
  });
});
