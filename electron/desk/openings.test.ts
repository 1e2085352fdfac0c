import { expect, it } from 'vitest';
import { Openings } from './openings.ts';

it('refuses more than ten addresses in ten seconds, and goes on as soon as the first of them are past', () => {
  let now = 5_000;
  const openings = new Openings(() => now);
  const counted = (times: number): number => {
    let taken = 0;
    for (let time = 0; time < times; time += 1) {
      try {
        openings.count();
        taken += 1;
      } catch {
        // Refused.
      }
    }
    return taken;
  };
  expect(counted(4)).toBe(4);
  now += 6_000;
  expect(counted(300)).toBe(6);
  now += 3_999;
  expect(counted(300)).toBe(0);
  // What was refused counts for nothing: the first four are past, the six are not.
  now += 1;
  expect(counted(300)).toBe(4);
  now += 6_000;
  expect(counted(300)).toBe(6);
});

it('lets whoever clicks go on without end', () => {
  let now = 0;
  const openings = new Openings(() => now);
  for (let click = 0; click < 50; click += 1) {
    now += 1_000;
    openings.count();
  }
});
