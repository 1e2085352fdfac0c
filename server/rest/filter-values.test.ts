import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#shared/model/new-id.ts';
import type { TestClient } from '../testing/client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn('Super Admin', null);
});
afterAll(() => server.stop());

test.each([
  'createdAt.from=zzz',
  'createdAt.from=9999-99-99',
  'createdAt.to=2026-02-30',
  'createdAt=soon',
  'createdAt.to=2026-03-01T25:00',
  'fee=much',
  'fee.from=abc',
  'fee.to=1e999',
])('garbage in a filter is refused with a sentence: %s', async (query) => {
  const answer = await admin.get(`/api/students?${query}`);
  expect(answer).toMatchObject({
    status: 400,
    body: { code: 'bad-request', error: expect.stringMatching(/^Give \w+ as a /) },
  });
});

test.each([
  'createdAt.from=2026-02-28',
  'createdAt.from=2024-02-29T10:00&createdAt.to=2026-03-01T10:00:00.000Z',
  'createdAt.from=2026-03-01T10:00:00%2B05:30',
  'fee.from=10.5&fee.to=1000',
  'fee=0',
  'fee=',
])('what is a date or a number is looked for: %s', async (query) => {
  expect((await admin.get(`/api/students?${query}`)).status).toBe(200);
});

test('what is looked for in every row is bounded in number, and an id may be one of many', async () => {
  const many = (name: string, count: number): string =>
    `/api/students?${Array.from({ length: count }, (_, at) => `${name}=${at}`).join('&')}`;
  expect((await admin.get(many('consentFor', 50))).status).toBe(200);
  for (const query of [
    many('consentFor', 51),
    many('enrolledCourse', 800),
    many('consentFor', 1_010),
    `${many('consentFor', 30)}&${many('enrolledCourse', 30).split('?')[1]}`,
  ])
    expect(await admin.get(query)).toMatchObject({
      status: 400,
      body: { code: 'bad-request', error: expect.stringMatching(/^Filter by 50 values of \w+ at most\.$/) },
    });
  expect((await admin.get(many('_id', 1_500))).status).toBe(200);
});

test('the audit log is read before the id of a line, and not before garbage', async () => {
  expect(await admin.get('/api/audit?before=abc')).toMatchObject({ status: 400 });
  expect((await admin.get(`/api/audit?before=${newId()}`)).status).toBe(200);
});
