import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCandidate, operation, seqOf, type TestClient } from '../testing/client.ts';
import { startTestServer, userIdOf, type TestServer } from '../testing/server.ts';

/** As many calls as a user may have under way. */
const PUSHES = 16;

let server: TestServer;
let interviewer: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  const hr = await server.signIn('HR');
  await hr.push(newCandidate('theirs', { interviewerId: userIdOf('Employee') }));
  interviewer = await server.signIn('Employee');
});
afterAll(() => server.stop());

test('who saves very much at once lets others in between', async () => {
  const admin = await server.signIn('Admin');
  let answered = 0;
  const edits = (push: number) =>
    Array.from({ length: 200 }, (_, edit) =>
      operation('update', 'candidate', 'theirs', { remarks: `${push} ${edit}`.padEnd(5_000, 'x') }, 1e9),
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
    operation('update', 'candidate', 'theirs', { remarks: `Called ${edit} times` }, 1e9),
  );
  const saving = interviewer.push(...edits).then(() => 'saved');
  const read = async (): Promise<number> => (await admin.get('/api/students?limit=1')).status;
  let answered = 0;
  while ((await Promise.race([saving, read()])) === 200) answered += 1;
  await saving;
  expect(answered).toBeGreaterThan(0);
});
