import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyRecord } from '#shared/model/entity.ts';
import { newCandidate, operation, type TestClient } from '../testing/client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

/** Halves of surrogate pairs: databases store all of them as the same sign. */
const [HIGH, LOW] = ['\ud800', '\udfff'];
const CANNOT = expect.stringContaining('has a character that cannot be stored');

let server: TestServer;
let hr: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  hr = await server.signIn('HR');
});
afterAll(() => server.stop());

test('ids with half of a surrogate pair are refused, and the others in the push go on', async () => {
  const good = newCandidate('whole', { fullName: 'Meera 😀', email: 'meera@people.test' });
  const results = await hr.push(
    newCandidate(`id${HIGH}`),
    { ...newCandidate('operation-id'), id: `operation${LOW}` },
    operation('update', 'candidate', `id${LOW}`, { city: 'Pune' }),
    good,
  );
  expect(results.map((result) => (result.status === 'applied' ? 'applied' : result.code))).toEqual([
    'bad-request',
    'bad-request',
    'bad-request',
    'applied',
  ]);
  expect((await hr.get<AnyRecord[]>('/api/students')).body.map(({ fullName }) => fullName)).toEqual([
    'Meera 😀',
  ]);
});

test('so are values of every kind of text, by sync and by REST', async () => {
  const refused = [
    { fullName: `Meera ${HIGH}` },
    { mobile: `98765 43210${LOW}` },
    { notes: `${LOW} a note` },
  ];
  const results = await hr.push(...refused.map((changes, at) => newCandidate(`value-${at}`, changes)));
  for (const [at, changes] of refused.entries()) {
    expect(results[at]).toMatchObject({ status: 'refused', code: 'invalid', error: CANNOT });
    const answer = await hr.post('/api/students', { ...newCandidate('x').changes, ...changes });
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid' } });
  }
  const superAdmin = await server.signIn('Super Admin');
  const job = { title: 'Trainee', email: 'jobs@office.test', skills: ['Java', HIGH] };
  expect(await superAdmin.push(operation('create', 'job', 'job', job))).toMatchObject([
    { status: 'refused', code: 'invalid' },
  ]);
});

test('so is what should lead to another record, and the others in the push go on', async () => {
  const inquiry = (id: string, changes: object) =>
    operation('create', 'inquiry', id, { Name: 'Meera', ...changes });
  const results = await hr.push(
    inquiry('half', { leadStatus: `status${HIGH}` }),
    inquiry('zero', { leadStatus: '\0' }),
    { ...inquiry('seen', {}), again: { seen: { assignedTo: '\0' }, ackedAt: null } },
    inquiry('whole', {}),
  );
  expect(results.map((result) => (result.status === 'applied' ? 'applied' : result.code))).toEqual([
    'invalid',
    'invalid',
    'applied',
    'applied',
  ]);
});
