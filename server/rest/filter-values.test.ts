import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#shared/model/new-id.ts';
import type { AnyRecord } from '#shared/model/entity.ts';
import { bulkLoad } from '../database/bulk-load.ts';
import { newCandidate, type TestClient } from '../testing/client.ts';
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
  'fee=0x10',
  'fee.from=0b11&fee.to=0o77777',
  'enrolledCourse.from=JAVA',
  'dob.from=+010000-01-01',
  'createdAt.to=9999-12-31T23:00:00-12:00',
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
  'createdAt=9999-12-31',
  'createdAt.to=9999-12-31',
  'dob=9999-12-31',
  'dob.to=9999-12-31T10:00',
  'fee.from=10.5&fee.to=1000',
  'fee=0',
  'fee=',
])('what is a date or a number is looked for: %s', async (query) => {
  expect((await admin.get(`/api/students?${query}`)).status).toBe(200);
});

test('yes or no has no range', async () => {
  for (const query of ['isActive.from=abc', 'isActive.from=1.5', 'takesLeads.to=true'])
    expect(await admin.get(`/api/users?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'bad-request', error: expect.stringMatching(/^Give \w+ as a value, /) },
    });
});

test('a time is the same moment in every zone, a day is India’s, and `to` is before it', async () => {
  const made = [
    ['before', '2026-03-30T18:29:59.999Z', '2000-02-28'],
    ['midnight', '2026-03-30T18:30:00.000Z', '2000-02-29'],
    ['noon', '2026-03-31T06:30:00.000Z', '2000-03-01'],
    ['after', '2026-03-31T18:30:00.000Z', '2000-03-02'],
  ] as const;
  await bulkLoad(
    server.database,
    'candidate',
    made.map(([_id, nextCall, dob]) => ({ _id, ...newCandidate(_id).changes, nextCall, dob })),
  );
  const found = async (query: string): Promise<string[]> => {
    const { body } = await admin.get<AnyRecord[]>(`/api/students?${query}`);
    return body.map(({ _id }) => _id).toSorted((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other));
  };
  const ORDER: string[] = made.map(([id]) => id);
  expect(await found('nextCall.from=2026-03-31&nextCall.to=2026-04-01')).toEqual(['midnight', 'noon']);
  expect(await found('nextCall=2026-03-31')).toEqual(['midnight', 'noon']);
  for (const noon of ['12:00', '12:00:00%2B05:30', '06:30:00Z', '09:30:00%2B03:00', '06:30:00.000Z']) {
    expect(await found(`nextCall=2026-03-31T${noon}`)).toEqual(['noon']);
    expect(await found(`nextCall.from=2026-03-31T${noon}`)).toEqual(['noon', 'after']);
    expect(await found(`nextCall.to=2026-03-31T${noon}`)).toEqual(['before', 'midnight']);
  }
  expect(await found('nextCall=2026-03-31T12:00&nextCall=2026-04-01')).toEqual(['noon', 'after']);
  // A day of birth begins at its midnight in India.
  expect(await found('dob=2000-02-29')).toEqual(['midnight']);
  expect(await found('dob=2000-02-28T18:30:00Z')).toEqual(['midnight']);
  expect(await found('dob.from=2000-02-29&dob.to=2000-03-02')).toEqual(['midnight', 'noon']);
  expect(await found('dob.from=2000-02-29T00:00&dob.to=2000-03-01T20:00')).toEqual(['midnight', 'noon']);
  expect(await found('dob.from=2000-02-29T00:01')).toEqual(['noon', 'after']);

  // The day behind the last one has a year of five figures.
  const last = { nextCall: '9999-12-31T06:30:00.000Z', dob: '9999-12-31' };
  await bulkLoad(server.database, 'candidate', [{ _id: 'last', ...newCandidate('last').changes, ...last }]);
  expect(await found('nextCall=9999-12-31')).toEqual(['last']);
  expect(await found('dob.from=9999-12-30T10:00')).toEqual(['last']);
  expect(await found('dob.from=2000-02-29&dob.to=9999-12-31T10:00')).toEqual(['midnight', 'noon', 'after']);
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
