import { expect, test } from 'vitest';
import { Pace } from './pace.ts';

let now = 0;
const gone = (pace: Pace): number => {
  let count = 0;
  while (pace.take()) count += 1;
  return count;
};

test('after a rest so many go at once, then so many a second', () => {
  now = 1_000;
  const pace = new Pace(100, 30, () => now);
  expect(gone(pace)).toBe(30);
  now += 50;
  expect(gone(pace)).toBe(5);
  // What does not make a whole one is not lost.
  now += 5;
  expect(gone(pace)).toBe(0);
  now += 5;
  expect(gone(pace)).toBe(1);
  now += 60_000;
  expect(gone(pace)).toBe(30);
});

test('more than are left go together, and what comes after waits for them', () => {
  now = 1_000;
  const pace = new Pace(100, 30, () => now);
  expect(pace.take(80)).toBe(true);
  expect(pace.take(80)).toBe(false);
  now += 500;
  expect(pace.take()).toBe(false);
  now += 10;
  expect(pace.take(80)).toBe(true);
});

test('a clock that is set anew, ahead or back, neither stops it nor opens it wide', () => {
  now = 1_000_000;
  const pace = new Pace(100, 30, () => now);
  gone(pace);
  now -= 365 * 86_400_000;
  expect(gone(pace)).toBe(0);
  now += 100;
  expect(gone(pace)).toBe(10);
  now += 365 * 86_400_000;
  expect(gone(pace)).toBe(30);
});
