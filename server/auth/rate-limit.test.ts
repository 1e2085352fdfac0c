import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { SignInAttempts } from './attempts.ts';
import type { Attempt } from './door-counters.ts';
import type { KnownPlace } from './known-places.ts';
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

test('what was counted while the clock was ahead stops nobody once it is right', async () => {
  let now = 1_000_000_000;
  const limit = new RateLimit(server.database, 'ahead', 1, 10_000, () => now);
  expect(await counted(limit, ['a', 'a'])).toEqual(['allowed', 'first-over 10']);
  now -= 366 * 86_400_000;
  expect(await counted(limit, ['a', 'a'])).toEqual(['allowed', 'first-over 10']);
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
  const nowhere = { desk: null, address: null };
  const begin = (from = '10.0.0.1'): Promise<Attempt> =>
    attempts.signIn({ typed: 'typed-secret' }, from, nowhere);
  for (let at = 0; at < 10; at += 1) await begin();
  now += 4 * 60_000;
  await expect(begin()).rejects.toMatchObject({
    code: 'too-many-requests',
    message:
      'Too many failed sign-ins. Wait 11 minutes and try again, or ask an administrator for a new password.',
    retryAfterSeconds: 11 * 60,
  });
  await expect(begin('10.0.0.2')).resolves.toBeTruthy();
  expect(JSON.stringify(await server.database.all('SELECT * FROM "recent_times"'))).not.toContain('secret');
  now += 11 * 60_000;
  const right = await begin();
  await server.database.write((trx) => right.succeeded(trx));
  for (let at = 0; at < 10; at += 1) await begin();
});

test('the last seconds are a minute', () => {
  expect(tooManyRequests('Too many.', 5).message).toBe('Too many. Wait a minute and try again.');
});

test('a long wait is said in hours', () => {
  expect(tooManyRequests('Too many.', 90 * 60).message).toBe('Too many. Wait 90 minutes and try again.');
  expect(tooManyRequests('Too many.', 23 * 3600 - 5).message).toBe('Too many. Wait 23 hours and try again.');
});

test('strangers have 300 attempts at an account in a day, from however many addresses; a known address has 100', async () => {
  let now = 50_000_000_000;
  const attempts = new SignInAttempts(server.database, () => now);
  const account = { userId: 'somebody', passwordSetAt: '2026-01-01' };
  /** So many are let through, ten in each quarter of an hour; all of this is within one day. */
  const letThrough = async (
    tries: number,
    known: KnownPlace,
    from: (at: number) => string,
  ): Promise<number> => {
    let count = 0;
    for (let at = 0; at < tries; at += 1) {
      if (at % 10 === 0) now += 16 * 60_000;
      count += await attempts.signIn(account, from(at), known).then(
        () => 1,
        () => 0,
      );
    }
    return count;
  };
  const nowhere = { desk: null, address: null };
  expect(await letThrough(350, nowhere, (at) => `10.1.${at % 7}.${at}`)).toBe(300);
  await expect(attempts.signIn(account, '10.2.0.1', nowhere)).rejects.toThrow(/Wait \d+ hours and try again/);
  expect(await letThrough(150, { desk: null, address: 'known' }, () => '10.3.0.1')).toBe(100);
  expect(await letThrough(150, { desk: 'known', address: null }, () => '10.4.0.1')).toBe(100);
});
