import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyRecord } from '#shared/model/entity.ts';
import type { DeletedRecord, HistoryEntry } from '#shared/protocol/history.ts';
import type { Operation, OperationResult } from '#shared/protocol/sync.ts';
import { auditLines } from '../testing/audit-log.ts';
import { newCandidate, operation, type TestClient } from '../testing/client.ts';
import { startTestServer, userIdOf, type TestServer } from '../testing/server.ts';

/**
 * A desk may say of a server that it was put back, rightly or not, and offer again what is so already. That puts things in
 * order for what others offer again, and does nothing else.
 */

let server: TestServer;
let superAdmin: TestClient;
let admin: TestClient;
let hr: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  superAdmin = await server.signIn('Super Admin');
  admin = await server.signIn('Admin');
  hr = await server.signIn('HR');
});
afterAll(() => server.stop());

const onceMore = (given: Operation): Operation => ({ ...given, again: { ackedAt: null } });
const remove = (id: string): Operation => operation('delete', 'candidate', id, {}, 1e9);
const outcomes = (results: readonly OperationResult[]): string[] =>
  results.map((each) => (each.status === 'applied' ? each.status : each.error));
const about = async (id: string): Promise<unknown> =>
  (await admin.get<AnyRecord>(`/api/activities/${id}`)).body['candidate'];

test('a delete that is said once more is still the one that was, by who did it and when', async () => {
  await admin.push(newCandidate('gone'), remove('gone'));
  const deleted = async (): Promise<DeletedRecord[]> =>
    (await admin.get<DeletedRecord[]>('/api/history/candidate?deleted=true')).body;
  const lines = async (): Promise<number> =>
    (await auditLines(server.database, 'record-deleted')).filter(
      ({ detail }) => detail?.['recordId'] === 'gone',
    ).length;
  const before = [await deleted(), await lines()];
  expect(outcomes(await hr.push(onceMore(remove('gone'))))).toEqual(['applied']);
  expect([await deleted(), await lines()]).toEqual(before);
  const history = await admin.get<HistoryEntry[]>('/api/history/candidate/gone');
  expect(history.body.map(({ kind, by }) => [kind, by?._id])).toEqual([
    ['delete', userIdOf('Admin')],
    ['create', userIdOf('Admin')],
  ]);
  const late = operation('update', 'candidate', 'gone', { city: 'Pune' }, 1);
  expect(outcomes(await hr.push(late))).toEqual([expect.stringContaining('was deleted by User Admin.')]);
});

test('a record comes back with what came of it, whoever said its delete once more', async () => {
  const lead = (id: string): Operation => operation('create', 'inquiry', id, { Name: id });
  await admin.push(lead('first'), lead('second'), newCandidate('both', { inquiry: 'first' }));
  await admin.push(operation('update', 'inquiry', 'first', { enrolledAs: 'both' }, 1e9));
  // As a merge leaves it: two inquiries became the one candidate.
  const set = { id: 'merged', title: 'Merged', part: 0 };
  const second = operation('update', 'inquiry', 'second', { enrolledAs: 'both' }, 1e9);
  expect(outcomes(await admin.push({ ...second, set }))).toEqual(['applied']);
  await admin.push(remove('both'));
  await hr.push(onceMore(remove('both')));
  await admin.push(operation('restore', 'candidate', 'both'));
  for (const id of ['first', 'second'])
    expect((await admin.get<AnyRecord>(`/api/interns/${id}`)).body['enrolledAs']).toBe('both');
});

test('a merge that is said to be restored once more still knows what it took along', async () => {
  const call = operation('create', 'activity', 'call', { candidate: 'away', kind: 'Call' });
  await admin.push(newCandidate('away'), newCandidate('stays'), call);
  const merge = operation('create', 'mergedRecord', 'lead', {
    was: 'away',
    name: 'Away',
    candidate: 'stays',
  });
  expect(outcomes(await admin.push(merge))).toEqual(['applied']);
  expect(await about('call')).toBe('stays');
  const [said] = await admin.push(onceMore(operation('restore', 'mergedRecord', 'lead')));
  expect(said?.status).toBe('applied');
  await admin.push(operation('restore', 'candidate', 'away'));
  expect(await about('call')).toBe('away');
});

test.each([
  ['was there all the time', []],
  ['had been deleted and restored before', ['delete', 'restore']],
] as const)('the undo of a restore of what %s leaves it there', async (name, before) => {
  const id = `back-${before.length}`;
  await admin.push(newCandidate(id), ...before.map((kind) => operation(kind, 'candidate', id, {}, 1e9)));
  const set = { id: `restored-${id}`, title: 'Restored', part: 0 };
  const undo = { id: `undo-${id}`, title: `Undone: ${name}`, part: 0, undoes: set.id };
  const results = [
    ...(await admin.push({ ...onceMore(operation('restore', 'candidate', id)), set })),
    ...(await admin.push({ ...operation('undo', 'candidate', id), set: undo })),
  ];
  expect(outcomes(results)).toEqual(['applied', 'applied']);
  expect((await admin.get(`/api/students/${id}`)).status).toBe(200);
});

test('a role whose delete is said once more does not come back to who has the email since', async () => {
  const user = (id: string): Operation =>
    operation('create', 'user', id, { name: id, email: 'desk@office.test', isActive: true });
  const role = { userEmail: 'desk@office.test', roleName: 'Admin' };
  await superAdmin.push(user('leaver'), operation('create', 'roleAssignment', 'role', role));
  const unassign = operation('delete', 'roleAssignment', 'role', {}, 1e9);
  await superAdmin.push(unassign, operation('update', 'user', 'leaver', { email: 'old@office.test' }, 1e9));
  expect(outcomes(await superAdmin.push(user('newcomer')))).toEqual(['applied']);
  const results = await superAdmin.push(
    onceMore(operation('delete', 'roleAssignment', 'role')),
    operation('restore', 'roleAssignment', 'role'),
  );
  expect(outcomes(results)).toEqual([
    'applied',
    'The email desk@office.test is that of newcomer by now. Assign the role by hand.',
  ]);
});

test('what is refused leaves nothing behind, also of the fields that are as they should be', async () => {
  await hr.push(newCandidate('refused', { city: 'Pune' }));
  const seq = await server.database.seq();
  const picture = 'a'.repeat(64);
  const change = { city: 'Pune', profilePicture: picture };
  const results = await admin.push(onceMore(operation('update', 'candidate', 'refused', change)));
  expect(outcomes(results)).toEqual([expect.stringContaining('has not reached the server')]);
  expect(await server.database.seq()).toBe(seq);
});
