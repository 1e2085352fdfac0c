import { afterAll, beforeAll, expect, test } from 'vitest';
import { bulkLoad } from '../database/bulk-load.ts';
import { newCandidate, operation, seqOf, type TestClient } from '../testing/client.ts';
import { startTestServer, userIdOf, type TestServer } from '../testing/server.ts';

/** As many calls as a user may have under way. */
const PUSHES = 16;
/** Of one alone nobody makes so long a history in a day (save-limits.ts). */
const THEIRS = Array.from({ length: 8 }, (_, at) => `theirs-${at}`);
const ALSO_THEIRS = 'also-theirs';

let server: TestServer;
let interviewer: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  const hr = await server.signIn('HR');
  await hr.push(
    ...[...THEIRS, ALSO_THEIRS].map((id) => newCandidate(id, { interviewerId: userIdOf('Employee') })),
  );
  interviewer = await server.signIn('Employee');
});
afterAll(() => server.stop());

test('who saves very much at once lets others in between', async () => {
  const admin = await server.signIn('Admin');
  let answered = 0;
  const edits = (push: number) =>
    Array.from({ length: 200 }, (_, edit) =>
      operation(
        'update',
        'candidate',
        THEIRS[push % THEIRS.length] ?? '',
        { remarks: `${push} ${edit}`.padEnd(5_000, 'x') },
        1e9,
      ),
    );
  const pushes = Array.from({ length: PUSHES }, async (_, push) => {
    const results = await interviewer.push(...edits(push));
    answered += 1;
    return results;
  });
  // All of them are at the server by then.
  await Promise.race(pushes);
  const before = answered;
  seqOf((await admin.push(newCandidate('of-another')))[0]);
  expect(answered - before).toBeLessThan(PUSHES / 2);
  for (const results of await Promise.all(pushes)) seqOf(results.at(-1));
});

test('while one save of many changes is under way others are answered', async () => {
  const admin = await server.signIn('Admin');
  const edits = Array.from({ length: 500 }, (_, edit) =>
    operation('update', 'candidate', ALSO_THEIRS, { remarks: `Called ${edit} times` }, 1e9),
  );
  const saving = interviewer.push(...edits).then(() => 'saved');
  const read = async (): Promise<number> => (await admin.get('/api/students?limit=1')).status;
  let answered = 0;
  while ((await Promise.race([saving, read()])) === 200) answered += 1;
  await saving;
  expect(answered).toBeGreaterThan(0);
});

test('what follows from the changes of one push lets the saves of others in between', async () => {
  const hr = await server.signIn('HR');
  await hr.push(newCandidate('of-many-cvs', { interviewerId: userIdOf('Employee') }));
  const cvs = Array.from({ length: 600 }, (_, at) => ({
    _id: `cv-${at}`,
    candidate: 'of-many-cvs',
    kind: 'CV',
    name: `CV ${at}.pdf`,
    file: 'a'.repeat(64),
    interviewerId: userIdOf('Employee'),
  }));
  await bulkLoad(server.database, 'document', cvs);
  const admin = await server.signIn('Admin');
  const changes = Array.from({ length: 12 }, (_, at) =>
    operation(
      'update',
      'candidate',
      'of-many-cvs',
      { interviewerId: userIdOf(at % 2 ? 'Employee' : 'HR') },
      1e9,
    ),
  );
  const saving = hr.push(...changes);
  const save = async (at: number): Promise<string> =>
    String((await admin.push(newCandidate(`between-${at}`)))[0]?.status);
  const saved = saving.then(() => 'all saved');
  let between = 0;
  while ((await Promise.race([saved, save(between)])) === 'applied') between += 1;
  expect(between).toBeGreaterThan(0);
  const results = await saving;
  expect(results.map(({ id, status }) => [id, status])).toEqual(changes.map(({ id }) => [id, 'applied']));
  // Once more: nothing is done twice.
  expect(await hr.push(...changes)).toEqual(results);
});
