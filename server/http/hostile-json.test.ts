import { afterAll, beforeAll, expect, test } from 'vitest';
import { PATHS, PROTOCOL_VERSION, SYNC_BODY_LIMIT } from '#shared/protocol/sync.ts';
import type { TestClient } from '../testing/client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { jsonRefusal } from './json-size.ts';

let server: TestServer;
let chief: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  chief = await server.signIn('Super Admin', null);
});
afterAll(() => server.stop());

const PLENTY = SYNC_BODY_LIMIT - 1_000;

/** Bodies within the limit of bytes that take a second or more, or hundreds of megabytes, to unfold. */
const HOSTILE: readonly (readonly [string, string, number])[] = [
  ['lists within lists', '['.repeat(PLENTY), 400],
  ['objects within objects', '{"a":'.repeat(PLENTY / 5), 400],
  ['millions of lists', `[${'[],'.repeat(PLENTY / 3)}1]`, 413],
  ['millions of numbers', `[${'1,'.repeat(PLENTY / 2)}1]`, 413],
  [
    'hundreds of thousands of names',
    `{${Array.from({ length: 500_000 }, (_, at) => `"${at.toString(36)}x":1`).join(',')}}`,
    413,
  ],
];

test.each(HOSTILE)('%s are refused before they are unfolded', async (_what, body, status) => {
  const before = performance.now();
  expect((await chief.post(PATHS.push, body)).status).toBe(status);
  expect(performance.now() - before).toBeLessThan(5_000);
});

test('what is refused is found by looking at the bytes alone', () => {
  for (const [what, body] of HOSTILE)
    expect([what, jsonRefusal(Buffer.from(body))?.message]).toEqual([what, expect.any(String)]);
});

test('signs within texts count for nothing, and the longest text is taken', () => {
  const signs = JSON.stringify({ a: `[{,"\\${'[{,'.repeat(500_000)}\\`, b: ['\\"', '"', '\\\\'] });
  expect(jsonRefusal(Buffer.from(signs))).toBeNull();
  expect(jsonRefusal(Buffer.from(`["${'\\'.repeat(2_000_000)}"]`))).toBeNull();
  expect(jsonRefusal(Buffer.from('"not closed'))).toBeNull();
});

test('a push as full as they come is taken', async () => {
  const operations = Array.from({ length: 500 }, (_, at) => ({
    id: `o-${at}`,
    changes: Object.fromEntries(Array.from({ length: 60 }, (_x, field) => [`f${field}`, 1])),
  }));
  expect((await chief.post(PATHS.push, { protocol: PROTOCOL_VERSION, operations })).status).toBe(200);
});

test('JSON in another encoding than UTF-8 is refused', async () => {
  const answer = await fetch(`${server.url}/api/students`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${chief.token ?? ''}`,
      'content-type': 'application/json; charset=utf-16',
    },
    body: Buffer.from('{}', 'utf16le'),
  });
  expect(answer.status).toBe(400);
});

test('a query with an index far beyond any list is a filter by an unknown field', async () => {
  const answer = await chief.get('/api/students?a[4294967294]=x&b[c][d]=y');
  expect(answer).toMatchObject({ status: 400 });
  expect((await chief.get('/api/health')).status).toBe(200);
});
