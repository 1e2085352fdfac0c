import { PATHS, PROTOCOL_VERSION } from '#shared/protocol/sync.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditLines } from '../testing/audit-log.ts';
import { newCandidate, operation, type TestClient } from '../testing/client.ts';
import { startTestServer, userIdOf, type TestServer } from '../testing/server.ts';
import { countSaved, MOST_A_DAY } from './save-limits.ts';

let server: TestServer;
let employee: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  employee = await server.signIn('Employee');
  await (await server.signIn('HR')).push(newCandidate('theirs', { interviewerId: userIdOf('Employee') }));
});
afterAll(() => server.stop());

test('nobody fills the disk: what one saves in a day is bounded, and the audit log has who tried', async () => {
  const saver = { user: { _id: userIdOf('Employee') }, address: '10.0.0.7' };
  const edit = operation('update', 'candidate', 'theirs', { remarks: 'Called' });
  // What came from this account all day long, but for the last of it.
  await countSaved(server.database, saver, [MOST_A_DAY - 2_000_000]);
  const [first] = await employee.push(edit);
  expect(first).toMatchObject({ status: 'applied' });
  await countSaved(server.database, saver, [2_000_000]);
  for (const _ of [1, 2]) {
    const operations = [operation('update', 'candidate', 'theirs', { remarks: 'Again' })];
    const refused = await employee.post(PATHS.push, { protocol: PROTOCOL_VERSION, operations });
    expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests' } });
    expect((refused.body as { error: string }).error).toMatch(
      /^So much was saved from your account .+ Wait a minute and try again, and tell your administrator\.$/,
    );
  }
  expect(await auditLines(server.database, 'saves-refused')).toMatchObject([
    { outcome: 'refused', userId: userIdOf('Employee') },
  ]);
  // It is of one account alone.
  const hr = await server.signIn('HR');
  expect(await hr.push(newCandidate('another'))).toMatchObject([{ status: 'applied' }]);
});

test('a change that says little counts as what the history keeps of it', async () => {
  const saver = { user: { _id: 'who sends many' }, address: '10.0.0.7' };
  const many = Array<number>(MOST_A_DAY / 1024 + 1_000).fill(1);
  await countSaved(server.database, saver, many);
  await expect(countSaved(server.database, saver, [1])).rejects.toMatchObject({ code: 'too-many-requests' });
});
