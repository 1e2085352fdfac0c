import { beforeEach, expect, test } from 'vitest';
import { OpenLimit, offlineRefusal } from './offline-limit.ts';

const DAY = 86_400_000;
const now = Date.UTC(2026, 3, 1);

let steady: number;
const clock = (): number => steady;
beforeEach(() => {
  steady = 0;
});

/** The clock that nobody sets goes on by this much. */
const passes = (days: number): void => {
  steady += days * DAY;
};

test('30 days without the server are the limit, to the hour', () => {
  const times = { lastContact: now, latest: now };
  expect(offlineRefusal(times, now + 30 * DAY)).toBeNull();
  expect(offlineRefusal(times, now + 30 * DAY + 1)).toContain('30 days');
});

test('a clock that is a little behind is let be, one that is a day behind is not', () => {
  const times = { lastContact: now, latest: now + 5 * DAY };
  expect(offlineRefusal(times, now + 4 * DAY + 1)).toBeNull();
  expect(offlineRefusal(times, now + 4 * DAY - 1)).toContain('clock');
});

test('an open session counts the days by a clock that nobody sets', () => {
  const limit = new OpenLimit({ lastContact: now - 20 * DAY, latest: now }, now, clock);
  expect(limit.refusal(now)).toBeNull();
  passes(9);
  expect(limit.refusal(now + 1)).toBeNull();
  passes(11);
  expect(limit.refusal(now + 2)).toContain('30 days');
});

test('an open session whose clock is put back closes, unless the server answered just now', () => {
  const limit = new OpenLimit({ lastContact: now - DAY, latest: now }, now, clock);
  expect(limit.refusal(now + 3 * DAY)).toBeNull();
  expect(limit.refusal(now)).toContain('clock');
  limit.contact(now + 1_800 * DAY);
  expect(limit.refusal(now)).toBeNull();
  expect(limit.times.latest).toBe(now);
});

test('a clock that is put right just after the server answered ends nothing, however far it was off', () => {
  const limit = new OpenLimit({ lastContact: now, latest: now }, now, clock);
  limit.contact(now);
  const right = now + 2_200 * DAY;
  passes(0.005);
  expect(limit.refusal(right)).toBeNull();
  // From there on it counts as ever.
  passes(30);
  expect(limit.refusal(right + 29.9 * DAY)).toContain('30 days');
});

test('a computer that slept since the server answered has not heard of it just now', () => {
  const limit = new OpenLimit({ lastContact: now, latest: now }, now, clock);
  limit.contact(now);
  passes(31);
  expect(limit.refusal(now + 31 * DAY)).toContain('30 days');
  limit.contact(now + 31 * DAY);
  passes(1);
  expect(limit.refusal(now + 61.5 * DAY)).toContain('30 days');
});
