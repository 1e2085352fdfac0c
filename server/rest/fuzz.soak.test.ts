import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { model } from '#shared/model/entities.ts';
import { storedFields } from '#shared/model/entity.ts';
import { serverCalls } from '../api-documentation/calls.ts';
import { bulkLoad } from '../database/bulk-load.ts';
import { anyRequest, deep, IDS } from '../testing/hostile-requests.ts';
import { send, type Sent } from '../testing/raw-request.ts';
import { sampleValue } from '../testing/sample-values.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

/**
 * Hostile and broken requests against every call: nothing crashes, no answer is a fault of the server or shows its
 * inside, and what is refused changes nothing. SOAK_FACTOR makes it longer.
 */

const factor = Number(process.env['SOAK_FACTOR'] ?? '1');
const FORBIDDEN_IN_BODY =
  /\bat .+:\d+:\d+|\.ts:\d|node_modules|SQLITE|SELECT |INSERT |UPDATE |syntax error|TypeError|ECONN|pg_|knex/;

let server: TestServer;
const tokens: string[] = [];
let requests = 0;

beforeAll(async () => {
  server = await startTestServer({
    configuration: { publicRead: ['job', 'blog', 'careerSlide'], publicContact: true },
    prepare: async (database) => {
      for (const entity of model) {
        if (['user', 'role', 'roleAssignment'].includes(entity.name)) continue;
        const fields = storedFields(entity).filter(([, { kind }]) => kind !== 'file');
        const record = Object.fromEntries(
          fields.map(([name, field]) => [name, sampleValue(field, name, 'x')]),
        );
        await bulkLoad(database, entity.name, [
          { ...record, _id: 'known', createdAt: '2026-01-01T00:00:00.000Z' },
        ]);
      }
    },
  });
  for (const role of ['Super Admin', 'HR', 'Employee', ''] as const) {
    tokens.push((await server.signIn(role, null)).token ?? '');
  }
});
afterAll(() => server.stop());

/** Sends one, and asks of its answer what must hold for any. */
async function check(sent: Sent): Promise<void> {
  requests += 1;
  const before = await server.database.seq();
  const { status, text } = await send(server.url, sent);
  const shown = `${sent.method} ${sent.path.slice(0, 200)} ${String(sent.body ?? '').slice(0, 300)}`;
  expect([shown, status < 500, text.slice(0, 500)]).toEqual([shown, true, text.slice(0, 500)]);
  if (status < 400) return;
  expect([shown, FORBIDDEN_IN_BODY.exec(text)?.[0]]).toEqual([shown, undefined]);
  if (text !== '' && text.startsWith('{')) {
    expect(Object.keys(JSON.parse(text) as object)).toEqual(expect.arrayContaining(['error', 'code']));
  }
  expect([shown, await server.database.seq()]).toEqual([shown, before]);
}

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

/** A call that ends the sender's own session, or locks the account, would leave the rest without rights. */
const isOwnEnd = ({ method, path }: Sent): boolean =>
  path.startsWith('/api/auths/logout') ||
  (method !== 'GET' && path.startsWith('/api/auths/sessions')) ||
  (method === 'DELETE' && path.includes('user'));

test(
  'section 7: every call with each of the known bad ids, tokens and bodies',
  { timeout: 60_000 * factor },
  async () => {
    const authorization = `Bearer ${tokens[0] ?? ''}`;
    const json = { authorization, 'content-type': 'application/json' };
    for (const [at, { method: name, path }] of serverCalls.entries()) {
      // Large bodies take their time: in the short form for some calls.
      const isLong = factor > 1 || at % 10 === 0;
      const method = name.toUpperCase();
      const ids = path.includes('{') ? IDS.slice(2).filter((_, n) => factor > 1 || n % 2 === at % 2) : ['x'];
      for (const id of ids) {
        const filled = path.replaceAll(/\{\w+\}/g, () => id);
        const sent = {
          method,
          path: filled,
          headers: json,
          ...(name === 'post' || name === 'put'
            ? { body: '{"__proto__":{"password":"x"},"constructor":1}' }
            : {}),
        };
        if (!isOwnEnd(sent)) await check(sent);
      }
      const known = path.replaceAll(/\{\w+\}/g, 'none');
      await check({ method, path: known, headers: { authorization: 'Bearer x' } });
      if (name === 'post' || name === 'put') {
        for (const body of [
          '{',
          '"x"',
          'null',
          deep(3_000),
          ...(isLong ? [`{"a":"${'x'.repeat(9_000_000)}"}`] : []),
        ]) {
          if (!isOwnEnd({ method, path: known })) await check({ method, path: known, headers: json, body });
        }
        for (const type of ['multipart/form-data', 'multipart/form-data; boundary=b', 'text/plain']) {
          const headers = { authorization, 'content-type': type };
          if (!isOwnEnd({ method, path: known }))
            await check({ method, path: known, headers, body: '--b\r\nContent-Disposition: x\r\n\r\n' });
        }
      } else {
        const queries = [
          'search=%00',
          'sort=%00',
          '_id=%00',
          'limit=1e9',
          'createdAt.from=%00',
          '__proto__=1',
          '__proto__.from=1',
          'sort=__proto__',
          'sort=constructor',
        ];
        for (const query of queries.filter((_, n) => factor > 1 || n % 2 === at % 2)) {
          if (!isOwnEnd({ method, path: known }))
            await check({ method, path: `${known}?${query}`, headers: json });
        }
      }
    }
    print(`fuzz: ${requests} requests of the corpus`);
  },
);

test(
  'any hostile request is answered, without a fault of the server and without a change by what is refused',
  { timeout: 60_000 * factor },
  async () => {
    const before = requests;
    await fc.assert(
      fc.asyncProperty(anyRequest(tokens), async (sent) => {
        if (!isOwnEnd(sent)) await check(sent);
      }),
      { numRuns: 400 * factor },
    );
    print(`fuzz: ${requests - before} generated requests`);
    expect((await send(server.url, { method: 'GET', path: '/api/health' })).status).toBe(200);
  },
);
