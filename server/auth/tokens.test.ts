import { afterEach, expect, test, vi } from 'vitest';
import { readToken, signToken } from './tokens.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a token that was read before is refused once it has expired, and under another secret', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-02T03:04:05.000Z') });
  const token = signToken('one', { sessionId: 'session', userId: 'user', generation: 3 }, 60);
  const expected = {
    sessionId: 'session',
    userId: 'user',
    generation: 3,
    expiresAt: Date.now() / 1_000 + 60,
  };
  expect([readToken('one', token), readToken('one', token)]).toEqual([expected, expected]);
  expect(readToken('other', token)).toBe(null);
  expect(readToken('one', `${token}x`)).toBe(null);
  vi.setSystemTime(new Date('2026-01-02T03:05:04.999Z'));
  expect(readToken('one', token)).toEqual(expected);
  vi.setSystemTime(new Date('2026-01-02T03:05:05.000Z'));
  expect([readToken('one', token), readToken('one', token)]).toEqual([null, null]);
});

test('a token of a time to come, from when the clock was ahead, is no token until then', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-03T00:00:00.000Z') });
  const token = signToken('one', { sessionId: 'session', userId: 'user', generation: 0 }, 900);
  expect(readToken('one', token)).not.toBe(null);
  vi.setSystemTime(new Date('2026-01-02T00:00:00.000Z'));
  expect([readToken('one', token), readToken('one', token)]).toEqual([null, null]);
  // The clocks of several servers differ a little.
  vi.setSystemTime(new Date('2026-01-02T23:58:00.000Z'));
  expect(readToken('one', token)).not.toBe(null);
});
