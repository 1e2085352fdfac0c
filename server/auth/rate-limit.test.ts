import { expect, test } from 'vitest';
import { RateLimit } from './rate-limit.ts';

test('so many within the window; it says the first one too many, and lets go on when enough are old', () => {
  let now = 0;
  const limit = new RateLimit(2, 1_000, () => now);
  expect(['a', 'a', 'b', 'a', 'a'].map((key) => limit.count(key))).toEqual([
    'allowed',
    'allowed',
    'allowed',
    'first-over',
    'over',
  ]);
  now = 1_001;
  expect([limit.count('a'), limit.count('a'), limit.count('a')]).toEqual([
    'allowed',
    'allowed',
    'first-over',
  ]);
});
