import { expect, test } from 'vitest';
import { RestartWait } from './restart-wait.ts';

test('a process that ends again and again is started less and less often', () => {
  const wait = new RestartWait();
  const waits = Array.from({ length: 9 }, () => wait.after(10));
  expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
});

test('one that ran well before is started at once', () => {
  const wait = new RestartWait();
  for (let ended = 0; ended < 5; ended += 1) wait.after(10);
  expect(wait.after(61_000)).toBe(250);
  expect(wait.after(10)).toBe(500);
});
