import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorBody } from '#shared/protocol/errors.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import type { RunningServer } from '../server.ts';
import { TestClient } from '../testing/client.ts';
import { emailOf, PASSWORD, startOnSameData, startTestServer, type TestServer } from '../testing/server.ts';

/** Two servers on one PostgreSQL database count failed sign-ins together. */

let one: TestServer;
let other: RunningServer;
beforeAll(async () => {
  one = await startTestServer();
  other = await startOnSameData(one);
});
afterAll(async () => {
  await other.close();
  await one.stop();
});

test('ten wrong passwords, some at each server and at the same time: both stop, and say when to try again', async () => {
  const clients = [new TestClient(one.url), new TestClient(other.url)];
  const email = emailOf('HR');
  const statuses = await Promise.all(
    Array.from({ length: 14 }, async (_, at) => {
      const client = clients[at % 2];
      return (await client?.post(PATHS.login, { email, password: `wrong ${at}` }))?.status;
    }),
  );
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  for (const client of clients) {
    const refused = await client.post<ErrorBody>(PATHS.login, { email, password: PASSWORD });
    expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests' } });
    expect(refused.body.error).toMatch(/^Too many failed sign-ins\. Wait 15 minutes and try again, or ask/);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(14 * 60);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
    await client.signIn(emailOf('Admin'), PASSWORD, null);
  }
});
