import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Operation } from '#shared/protocol/sync.ts';
import { auditLines } from '../testing/audit-log.ts';
import { newCandidate, operation, type TestClient } from '../testing/client.ts';
import { startTestServer, userIdOf, type TestServer } from '../testing/server.ts';
import { passesStep } from './brought-in.ts';

let server: TestServer;
let hr: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  hr = await server.signIn('HR');
});
afterAll(() => server.stop());

let made = 0;
function creates(count: number): Operation[] {
  return Array.from({ length: count }, () => {
    made += 1;
    return newCandidate(`brought-${made}`);
  });
}

/** Pushes the operations as a part of the set. */
async function part(id: string, number: number, operations: Operation[]): Promise<void> {
  const set = { id, title: `Import of ${id}.csv`, part: number };
  const results = await hr.push(...operations.map((each) => ({ ...each, set })));
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['applied']));
}

const told = async (id: string): Promise<unknown[]> =>
  (await auditLines(server.database, 'import'))
    .filter(({ detail }) => detail?.['set'] === `Import of ${id}.csv`)
    .map(({ detail }) => detail?.['rows']);

test('a set of more than 20 new records has a line, and one each time that it has doubled', async () => {
  await part('few', 0, creates(20));
  expect(await told('few')).toEqual([]);
  await part('few', 1, creates(1));
  expect(await told('few')).toEqual([21]);
  await part('few', 2, creates(20));
  expect(await told('few')).toEqual([21]);
  await part('few', 3, creates(1));
  expect(await told('few')).toEqual([21, 42]);
  await part('many', 0, creates(500));
  await part('many', 1, creates(100));
  await part('many', 2, creates(100));
  expect(await told('many')).toEqual([500, 700]);
  expect((await auditLines(server.database, 'import'))[0]).toMatchObject({
    outcome: 'done',
    userId: userIdOf('HR'),
    address: expect.any(String),
    detail: { entity: 'candidate', set: 'Import of few.csv', rows: 21 },
  });
});

test('changes of records that are here are none, and what is sent again is not counted twice', async () => {
  const operations = creates(21);
  await part('again', 0, operations);
  await part('again', 0, operations);
  expect(await told('again')).toEqual([21]);
  const changes = operations.map(({ recordId }, at) =>
    operation('update', 'candidate', recordId, { city: `Pune ${at}` }),
  );
  await part('changed', 0, changes);
  expect(await told('changed')).toEqual([]);
  await part(
    'mixed',
    0,
    changes.map((each) => ({ ...each, id: `${each.id}-2`, changes: { city: 'Goa' } })),
  );
  await part('mixed', 1, creates(20));
  expect(await told('mixed')).toEqual([]);
  await part('mixed', 2, creates(1));
  expect(await told('mixed')).toEqual([21]);
});

test('a part that is refused leaves no line', async () => {
  const set = { id: 'refused', title: 'Import of refused.csv', part: 0 };
  const wrong = operation('create', 'candidate', 'brought-wrong', { fullName: 'No number' });
  const results = await hr.push(...[...creates(30), wrong].map((each) => ({ ...each, set })));
  expect(results.some(({ status }) => status === 'applied')).toBe(false);
  expect(await told('refused')).toEqual([]);
});

test('steps are 21 and its doubles', () => {
  const steps = Array.from({ length: 400 }, (_, at) => at + 1).filter((now) => passesStep(now - 1, now));
  expect(steps).toEqual([21, 42, 84, 168, 336]);
});

test('what comes without a set, or in small ones, is told of by the day, from 201 of a kind on', async () => {
  const admin = await server.signIn('Admin');
  const ofAdmin = async (action: string): Promise<unknown[]> =>
    (await auditLines(server.database, action))
      .filter(({ userId }) => userId === userIdOf('Admin'))
      .map(({ detail }) => detail);
  const mine = creates(402);
  await admin.push(...mine.slice(0, 200));
  expect(await ofAdmin('import')).toEqual([]);
  await admin.push(...mine.slice(200, 201));
  await admin.push(...mine.slice(201, 401));
  expect(await ofAdmin('import')).toEqual([{ entity: 'candidate', rows: 201 }]);
  await admin.push(...mine.slice(401));
  expect(await ofAdmin('import')).toEqual([
    { entity: 'candidate', rows: 201 },
    { entity: 'candidate', rows: 402 },
  ]);
  const edits = mine.map(({ recordId }, at) => ({
    ...operation('update', 'candidate', recordId, { remarks: `Overwritten ${at}` }, 1e9),
    set: { id: `of-its-own-${Math.floor(at / 10)}`, title: 'Edited', part: at % 10 },
  }));
  await admin.push(...edits.slice(0, 200));
  // What is sent again is not counted twice.
  await admin.push(...edits.slice(0, 200));
  expect(await ofAdmin('records-changed')).toEqual([]);
  await admin.push(...edits.slice(200));
  expect(await ofAdmin('records-changed')).toEqual([{ entity: 'candidate', rows: 402 }]);
});
