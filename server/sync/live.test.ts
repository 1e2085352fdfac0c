import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PATHS } from '#shared/protocol/sync.ts';
import { listen } from '../testing/live-listener.ts';
import { newCandidate, operation, seqOf, type TestClient } from '../testing/client.ts';
import { startTestServer, userIdOf, type TestServer } from '../testing/server.ts';

let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn('Admin');
});
afterAll(() => server.stop());

test('a desk hears where the log stands, and each advance', async () => {
  const hr = await server.signIn('HR');
  const live = await listen(hr);
  await vi.waitFor(async () => expect(live.seqs).toEqual([await server.database.seq()]));
  const [result] = await admin.push(newCandidate('live'));
  await vi.waitFor(() => expect(live.seqs.at(-1)).toBe(seqOf(result)));
  live.stop();
});

test('the channel ends with the session, and not with those of others', async () => {
  const hr = await server.signIn('HR');
  const other = await server.signIn('HR', 'other');
  const ending = await listen(hr);
  const staying = await listen(other);
  await hr.post(PATHS.logout, {});
  await vi.waitFor(() => expect(ending.ended).toBe(true));
  const [result] = await admin.push(newCandidate('live-2'));
  await vi.waitFor(() => expect(staying.seqs.at(-1)).toBe(seqOf(result)));

  const superAdmin = await server.signIn('Super Admin');
  await superAdmin.push(operation('update', 'user', userIdOf('HR'), { isActive: false }));
  await vi.waitFor(() => expect(staying.ended).toBe(true));
});

test('without a session there is no channel', async () => {
  expect(await server.client().get(PATHS.live)).toMatchObject({
    status: 401,
    body: { code: 'unauthenticated' },
  });
});
