import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CheckSchedule, notedAfterFirstSync } from './check-schedule.ts';

const MINUTE = 60_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date'] }));
afterEach(() => void vi.useRealTimers());

test('a copy is looked at five minutes after a first sync, and every six hours', () => {
  const schedule = new CheckSchedule();
  const noted = notedAfterFirstSync();
  vi.advanceTimersByTime(5 * MINUTE - 1);
  expect(schedule.isDue(noted)).toBe(false);
  vi.advanceTimersByTime(1);
  expect(schedule.isDue(noted)).toBe(true);
  schedule.done();
  const checked = Date.now();
  vi.advanceTimersByTime(360 * MINUTE - 1);
  expect(schedule.isDue(checked)).toBe(false);
  vi.advanceTimersByTime(1);
  expect(schedule.isDue(checked)).toBe(true);
});

test('one that could not compare, since others saved, is tried again a minute later', () => {
  const schedule = new CheckSchedule();
  expect(schedule.isDue(0)).toBe(true);
  schedule.inVain();
  vi.advanceTimersByTime(MINUTE - 1);
  expect(schedule.isDue(0)).toBe(false);
  vi.advanceTimersByTime(1);
  expect(schedule.isDue(0)).toBe(true);
});

test('a check that was noted by a clock ahead is made', () => {
  expect(new CheckSchedule().isDue(Date.now() + MINUTE)).toBe(true);
});
