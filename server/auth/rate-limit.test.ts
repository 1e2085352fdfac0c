import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { SignInAttempts } from './attempts.ts';
import { RateLimit, tooManyRequests } from './rate-limit.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function counted(limit: RateLimit, keys: readonly string[]): Promise<string[]> {
  const outcomes: string[] = [];
  for (const key of keys) {
    const { outcome, retryAfterSeconds } = await limit.count(key);
    outcomes.push(outcome === 'allowed' ? outcome : `${outcome} ${retryAfterSeconds}`);
  }
  return outcomes;
}

test('so many within the window; it says the first one too many, and lets go on when enough are old', async () => {
  let now = 1_000_000;
  const limit = new RateLimit(server.database, 'test', 2, 10_000, () => now);
  expect(await counted(limit, ['a', 'a', 'b', 'a', 'a'])).toEqual([
    'allowed',
    'allowed',
    'allowed',
    'first-over 10',
    'over 10',
  ]);
  now += 10_001;
  expect(await counted(limit, ['a', 'a', 'a'])).toEqual(['allowed', 'allowed', 'first-over 10']);
  now += 100_000;
  await counted(limit, ['c']);
  const left = await server.database.all('SELECT "id" FROM "recent_times" WHERE "expiresAt" <= ?', [now]);
  expect(left).toEqual([]);
});

test('many at once count each', async () => {
  const limit = new RateLimit(server.database, 'at once', 5, 60_000);
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => limit.count('x')));
  expect(outcomes.filter(({ outcome }) => outcome === 'allowed')).toHaveLength(5);
  expect(outcomes.filter(({ outcome }) => outcome === 'first-over')).toHaveLength(1);
});

test('a locked account says when to try again, and is open again then; no key is stored as it was typed', async () => {
  let now = 1_000_000;
  const attempts = new SignInAttempts(server.database, () => now);
  const begin = (): Promise<void> => attempts.begin('typed-secret', '10.0.0.1');
  for (let at = 0; at < 10; at += 1) await begin();
  now += 4 * 60_000;
  await expect(begin()).rejects.toMatchObject({
    code: 'too-many-requests',
    message:
      'Too many failed sign-ins. Wait 11 minutes and try again, or ask an administrator for a new password.',
    retryAfterSeconds: 11 * 60,
  });
  await expect(attempts.begin('typed-secret', '10.0.0.2')).resolves.toBeUndefined();
  expect(JSON.stringify(await server.database.all('SELECT * FROM "recent_times"'))).not.toContain('secret');
  now += 11 * 60_000;
  await expect(begin()).resolves.toBeUndefined();
  await server.database.write((trx) => attempts.succeeded(trx, 'typed-secret', '10.0.0.1'));
  for (let at = 0; at < 10; at += 1) await begin();
});

test('the last seconds are a minute', () => {
  expect(tooManyRequests('Too many.', 5).message).toBe('Too many. Wait a minute and try again.');
});
