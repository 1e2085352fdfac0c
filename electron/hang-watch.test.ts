import { expect, test } from 'vitest';
import { HangWatch } from './hang-watch.ts';

/** How many questions stay without an answer until the process is given up. */
function questionsUntilHung(watch: HangWatch): number {
  let asked = 0;
  while (!watch.isHung()) asked += 1;
  return asked;
}

test('a process that answers, however late, is never given up', () => {
  const watch = new HangWatch();
  for (let round = 0; round < 100; round += 1) {
    for (let asked = 0; asked < 9; asked += 1) expect(watch.isHung()).toBe(false);
    watch.answered();
  }
});

test('one that has answered and stops doing so is given up after ten questions', () => {
  const watch = new HangWatch();
  watch.answered();
  expect(questionsUntilHung(watch)).toBe(10);
});

test('one that is still opening its data has four times as long', () => {
  const watch = new HangWatch();
  expect(questionsUntilHung(watch)).toBe(40);
});

test('each one that is given up leaves the next more patience, within bounds', () => {
  const watch = new HangWatch();
  const counts = Array.from({ length: 7 }, () => {
    watch.started();
    watch.answered();
    return questionsUntilHung(watch);
  });
  expect(counts).toEqual([10, 20, 40, 80, 160, 200, 200]);
});
