import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HistoryEntry } from '#shared/protocol/history.ts';
import type { Operation } from '#shared/protocol/sync.ts';
import { newCandidate, operation, seqOf, type TestClient } from '../testing/client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

/** Decision 24: what happened to a record that was merged is part of what happened to the one that stays. */

let server: TestServer;
let admin: TestClient;
let hr: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn('Admin');
  hr = await server.signIn('HR');
});
afterAll(() => server.stop());

const inSet = (id: string, title: string, operations: Operation[], undoes?: string): Operation[] =>
  operations.map((each) => ({ ...each, set: { id, title, part: 0, ...(undoes ? { undoes } : {}) } }));

async function merge(from: string, into: string, name: string): Promise<void> {
  const results = await admin.push(
    ...inSet(`merge-${from}`, `Merged ${name}`, [
      operation('delete', 'candidate', from, {}, seqOf((await hr.push(touched(from)))[0])),
      operation('create', 'mergedRecord', `lead-${from}`, { was: from, name, candidate: into }),
    ]),
  );
  expect(results.map(({ status }) => status)).toEqual(['applied', 'applied']);
}

let touches = 0;
const touched = (id: string): Operation => {
  touches += 1;
  return operation('update', 'candidate', id, { remarks: `spoken to, ${touches}` });
};

/** What a reader is told of a record: whose change, what, and the cities that it wrote. */
async function told(reader: TestClient, id: string, query = ''): Promise<unknown[]> {
  const { status, body } = await reader.get<HistoryEntry[]>(`/api/history/candidate/${id}${query}`);
  expect(status).toBe(200);
  return body.map(({ mergedAs, kind, fields }) => [
    mergedAs ?? 'own',
    kind,
    ...fields.flatMap((field) => (field.name === 'city' ? [field.new] : [])),
  ]);
}

test('the one that stays tells the history of all that were merged into it, in order, until that is undone', async () => {
  await hr.push(newCandidate('stays', { city: 'Pune' }));
  await hr.push(newCandidate('other', { city: 'Nashik' }));
  await hr.push(newCandidate('third', { city: 'Satara' }));
  await hr.push(operation('update', 'candidate', 'third', { city: 'Karad' }));
  await hr.push(operation('update', 'candidate', 'stays', { city: 'Mumbai' }));
  await merge('third', 'other', 'A third');
  await merge('other', 'stays', 'Another');
  const whole = [
    ['Another', 'delete'],
    ['Another', 'update'],
    ['A third', 'delete'],
    ['A third', 'update'],
    ['own', 'update', 'Mumbai'],
    ['A third', 'update', 'Karad'],
    ['A third', 'create', 'Satara'],
    ['Another', 'create', 'Nashik'],
    ['own', 'create', 'Pune'],
  ];
  expect(await told(hr, 'stays')).toEqual(whole);
  const { body } = await hr.get<HistoryEntry[]>('/api/history/candidate/stays?limit=4');
  expect(await told(hr, 'stays', `?limit=4&before=${body[3]?.seq}`)).toEqual(whole.slice(4, 8));

  await admin.push(
    ...inSet(
      'back',
      'Undone',
      [operation('undo', 'mergedRecord', 'lead-other'), operation('undo', 'candidate', 'other')],
      'merge-other',
    ),
  );
  expect(await told(hr, 'stays')).toEqual([
    ['own', 'update', 'Mumbai'],
    ['own', 'create', 'Pune'],
  ]);
  expect(await told(hr, 'other')).toContainEqual(['A third', 'update', 'Karad']);
});

test('who may not read the history is told of none that was merged', async () => {
  const employee = await server.signIn('Employee');
  const { status } = await employee.get('/api/history/candidate/stays');
  expect(status).toBe(403);
});
