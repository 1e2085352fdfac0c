import { describe, expect, it } from 'vitest';
import { makeCalendar } from './calendar.ts';

describe('the demo calendar', () => {
  // Saturday 21 November 2026, 00:30 in India; still Friday in UTC.
  const calendar = makeCalendar(new Date('2026-11-20T19:00:00.000Z'));

  it('counts days in India', () => {
    expect(calendar.date(0)).toBe('2026-11-21');
    expect(calendar.time(0, 10 * 60)).toBe('2026-11-21T04:30:00.000Z');
    expect(calendar.dayOf('2026-11-20T18:29:59.999Z')).toBe(-1);
    expect(calendar.dayOf('2026-11-20T18:30:00.000Z')).toBe(0);
    expect(calendar.dayOf('2026-11-19')).toBe(-2);
    expect(calendar.year).toBe(2026);
  });

  it('is the same all day', () => {
    const evening = makeCalendar(new Date('2026-11-21T18:00:00.000Z'));
    expect(evening.time(3, 630)).toBe(calendar.time(3, 630));
  });

  it('moves Sundays to Monday, but not today', () => {
    expect(calendar.workingDay(0)).toBe(0);
    expect(calendar.workingDay(1)).toBe(2);
    expect(calendar.workingDay(-6)).toBe(-5);
    expect(calendar.workingDay(2)).toBe(2);
    expect(makeCalendar(new Date('2026-11-22T06:00:00.000Z')).workingDay(0)).toBe(0);
  });

  it('refuses a date that is none', () => {
    expect(() => makeCalendar(new Date('soon'))).toThrow('Today must be a valid date');
  });
});
