import { expect, test } from 'vitest';
import { ReadingRate } from './reading-rate.ts';

test('so many a minute for one, whatever the others do; then it begins anew', () => {
  let now = 1_000_000;
  const rate = new ReadingRate(3, () => now);
  expect([1, 2, 3, 4].map(() => rate.count('a'))).toEqual([0, 0, 0, 60]);
  expect(rate.count('b')).toBe(0);
  now += 59_500;
  expect(rate.count('a')).toBe(1);
  now += 500;
  expect([1, 2, 3, 4].map(() => rate.count('a'))).toEqual([0, 0, 0, 60]);
});

test('a clock that is put back locks nobody out', () => {
  let now = 1_000_000_000;
  const rate = new ReadingRate(1, () => now);
  rate.count('a');
  expect(rate.count('a')).toBe(60);
  now -= 500_000_000;
  expect(rate.count('a')).toBe(0);
});

test('what is remembered is bounded, and goes when its minute is over', () => {
  let now = 1_000_000;
  const rate = new ReadingRate(1, () => now);
  for (let at = 0; at < 30_000; at += 1) rate.count(`2001:db8:0:${at.toString(16)}::/64`);
  expect(rate.size).toBe(20_000);
  now += 60_000;
  rate.count('a');
  expect(rate.size).toBe(1);
});
