import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FieldCondition } from '#shared/model/field-condition.ts';
import type { AnyRecord } from '#shared/model/entity.ts';
import { bulkLoad } from '../database/bulk-load.ts';
import type { TestClient } from '../testing/client.ts';
import { startTestServer, userIdOf, type TestServer } from '../testing/server.ts';

/** Conditions of single fields by REST: the same SQL on both engines. */

let server: TestServer;
let hr: TestClient;
let employee: TestClient;

const PEOPLE = [
  {
    _id: 'a',
    fullName: 'Asha',
    city: 'Pune',
    fee: 10_000,
    dob: '2001-02-03',
    company: 'TATA Steel',
    mobile: '+91 98765-43210',
  },
  {
    _id: 'b',
    fullName: 'Bilal',
    city: 'Nágpur',
    fee: 20_000,
    dob: '2002-02-03',
    company: 'Infosys "BPM"',
    mobile: '98765 00000',
  },
  { _id: 'c', fullName: 'Chitra', enrolledCourse: ['JAVA'], interviewerId: userIdOf('Employee') },
];

beforeAll(async () => {
  server = await startTestServer({
    prepare: async (database) => {
      const names = [...new Set(PEOPLE.flatMap((one) => Object.keys(one)))];
      const whole = PEOPLE.map((one) => ({
        ...Object.fromEntries(names.map((name) => [name, null])),
        ...one,
      }));
      await bulkLoad(database, 'candidate', whole);
    },
  });
  hr = await server.signIn('HR', null);
  employee = await server.signIn('Employee', null);
});
afterAll(() => server.stop());

const ask = (client: TestClient, conditions: unknown): ReturnType<TestClient['get']> =>
  client.get(`/api/students?sort=fullName&conditions=${encodeURIComponent(JSON.stringify(conditions))}`);

test.each<[FieldCondition, string]>([
  [{ field: 'city', op: 'anyOf', values: ['PUNE', 'nagpur'] }, 'ab'],
  [{ field: 'city', op: 'noneOf', values: ['pune'] }, 'bc'],
  [{ field: 'city', op: 'empty', values: [] }, 'c'],
  [{ field: 'city', op: 'filled', values: [] }, 'ab'],
  [{ field: 'company', op: 'contains', values: ['tata s'] }, 'a'],
  [{ field: 'company', op: 'lacks', values: ['"bpm"'] }, 'ac'],
  [{ field: 'mobile', op: 'contains', values: ['9876543'] }, 'a'],
  [{ field: 'mobile', op: 'contains', values: ['()'] }, ''],
  [{ field: 'enrolledCourse', op: 'anyOf', values: ['JAVA'] }, 'c'],
  [{ field: 'fee', op: 'between', values: [10_000, 15_000.5] }, 'a'],
  [{ field: 'fee', op: 'between', values: [10_001, null] }, 'b'],
  [{ field: 'dob', op: 'between', values: ['2001-02-03', '2002-02-02'] }, 'a'],
  [{ field: 'dob', op: 'olderThan', values: [1] }, 'ab'],
  [{ field: 'createdAt', op: 'period', values: ['last7Days'] }, 'abc'],
])('%j', async (condition, ids) => {
  const { status, body } = await ask(hr, [condition]);
  expect([status, (body as AnyRecord[]).map(({ _id }) => _id).join('')]).toEqual([200, ids]);
});

test('phone numbers are looked into three times in a query at most: each costs as much as six others', async () => {
  const looks = (count: number): FieldCondition[] =>
    Array.from({ length: count }, (_, at) => ({ field: 'mobile', op: 'lacks', values: [`98765${at}`] }));
  const filled: FieldCondition = { field: 'mobile', op: 'filled', values: [] };
  expect((await ask(hr, [...looks(3), filled])).status).toBe(200);
  expect(await ask(hr, looks(4))).toMatchObject({
    status: 400,
    body: { error: 'Filters can look into phone numbers 3 times together. Take some away.' },
  });
});

test('words of a search and parts of texts are looked for twelve times together at most', async () => {
  const parts = (count: number): string =>
    encodeURIComponent(
      JSON.stringify(Array.from({ length: count }, () => ({ field: 'city', op: 'lacks', values: ['x'] }))),
    );
  const words = (count: number): string => Array.from({ length: count }, (_, at) => `w${at}`).join('+');
  const asked = (count: number, texts: number): Promise<{ status: number; body: unknown }> =>
    hr.get(`/api/students?search=${words(count)}&conditions=${parts(texts)}`);
  expect((await asked(4, 8)).status).toBe(200);
  expect(await asked(5, 8)).toMatchObject({
    status: 400,
    body: { error: 'Search for fewer words, or take filters by a part of a text away.' },
  });
});

test('long texts are looked into three times in a query at most, and what the pages of documents say never', async () => {
  const looks = (count: number): FieldCondition[] =>
    Array.from({ length: count }, (_, at) => ({ field: 'notes', op: 'lacks', values: [`${at}`] }));
  expect((await ask(hr, looks(3))).status).toBe(200);
  expect(await ask(hr, looks(4))).toMatchObject({
    status: 400,
    body: { error: 'Filters can look into long texts 3 times together. Take some away.' },
  });
  const inPages = [{ field: 'text', op: 'lacks', values: ['java'] }];
  expect(
    await hr.get(`/api/documents?conditions=${encodeURIComponent(JSON.stringify(inPages))}`),
  ).toMatchObject({ status: 400, body: { error: 'Text cannot be filtered in that way.' } });
});

test('what is forged, broken or hidden is refused with a sentence', async () => {
  const injected = { field: 'city" IS NULL OR "1"="1', op: 'filled', values: [] };
  const many = Array.from({ length: 201 }, () => 'x');
  for (const [conditions, sentence] of [
    [[injected], 'cannot be filtered by'],
    [[{ field: '_id', op: 'filled', values: [] }], 'cannot be filtered by "_id"'],
    [[{ field: 'city', op: 'anyOf', values: ['a\u0000b'] }], 'is not a value of City'],
    [[{ field: 'map', op: 'anyOf', values: many }], 'Give conditions as a JSON list'],
    [[{ field: 'city', op: 'filled', values: [], sql: '1=1' }], 'Give conditions as a JSON list'],
    // Few enough each, and too many to look for in every row of a large office.
    [
      Array.from({ length: 11 }, () => ({ field: 'city', op: 'noneOf', values: many.slice(0, 20) })),
      'Filters can name 200 values together',
    ],
    [
      Array.from({ length: 13 }, () => ({ field: 'city', op: 'filled', values: [] })),
      'Give conditions as a JSON list',
    ],
    [{ field: 'city' }, 'Give conditions as a JSON list'],
    [
      [{ field: 'nextCall', op: 'between', values: ['2026-05-02', '2026-05-01'] }],
      'cannot begin after it ends',
    ],
  ] as const) {
    expect(await ask(hr, conditions)).toMatchObject({
      status: 400,
      body: { code: 'bad-request', error: expect.stringContaining(sentence) as string },
    });
  }
  expect((await hr.get('/api/students?conditions=%5B%7B')).status).toBe(400);
  expect(await ask(employee, [{ field: 'fee', op: 'filled', values: [] }])).toMatchObject({ status: 403 });
  expect((await ask(employee, [{ field: 'city', op: 'empty', values: [] }])).body).toMatchObject([
    { _id: 'c' },
  ]);
});
