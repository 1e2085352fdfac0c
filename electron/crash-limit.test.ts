import { expect, test } from 'vitest';
import { CrashLimit } from './crash-limit.ts';

test('three crashes in a minute are mended without a word, the fourth is not', () => {
  const limit = new CrashLimit();
  expect([0, 1_000, 2_000, 3_000].map((at) => limit.mayReload(at))).toEqual([true, true, true, false]);
});

test('crashes that are far apart never add up', () => {
  const limit = new CrashLimit();
  for (let at = 0; at < 3_600_000; at += 21_000) expect(limit.mayReload(at)).toBe(true);
});

test('after somebody was asked it begins anew', () => {
  const limit = new CrashLimit();
  for (let at = 0; at < 4; at += 1) limit.mayReload(at);
  limit.forget();
  expect(limit.mayReload(5)).toBe(true);
});
