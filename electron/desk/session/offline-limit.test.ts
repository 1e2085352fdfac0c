import { afterEach, expect, test, vi } from 'vitest';
import { OpenLimit, offlineRefusal } from './offline-limit.ts';

const DAY = 86_400_000;
const now = Date.UTC(2026, 3, 1);

afterEach(() => vi.restoreAllMocks());

/** The clock that nobody sets goes on by this much. */
function passes(days: number): void {
  const steady = performance.now.bind(performance);
  vi.restoreAllMocks();
  vi.spyOn(performance, 'now').mockImplementation(() => steady() + days * DAY);
}

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
  const limit = new OpenLimit({ lastContact: now - 20 * DAY, latest: now }, now);
  expect(limit.refusal(now)).toBeNull();
  passes(9);
  expect(limit.refusal(now + 1)).toBeNull();
  passes(11);
  expect(limit.refusal(now + 2)).toContain('30 days');
});

test('an open session whose clock is put back closes, unless the server answered just now', () => {
  const limit = new OpenLimit({ lastContact: now - DAY, latest: now }, now);
  expect(limit.refusal(now + 3 * DAY)).toBeNull();
  expect(limit.refusal(now)).toContain('clock');
  limit.contact(now + 1_800 * DAY);
  expect(limit.refusal(now)).toBeNull();
  expect(limit.times.latest).toBe(now);
});
