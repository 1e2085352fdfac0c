import { describe, expect, it } from 'vitest';
import {
  formatDate,
  formatDateTime,
  formatSpokenDateTime,
  formatTime,
  fromIndianInput,
  indianDayRange,
  spokenWithin,
  toIndianInput,
} from './dates.ts';

describe('dates in Asia/Kolkata', () => {
  const iso = '2026-03-08T19:05:00.000Z'; // 00:35 on 9 March in India; the night the clocks change in New York

  it('shows date and time 12-hour in the Indian locale', () => {
    expect(formatDateTime(iso)).toMatch(/^0?9 Mar 2026, 12:35 am$/);
    expect(formatTime(iso)).toBe('12:35 am');
    expect(formatDate('2026-03-09')).toMatch(/^0?9 Mar 2026$/);
  });

  it('shows nothing for an empty or broken value', () => {
    expect(formatDateTime(null)).toBe('');
    expect(formatDateTime('soon')).toBe('');
    expect(formatTime(null)).toBe('');
  });

  it('takes and gives the value of an input in Indian time', () => {
    expect(toIndianInput(iso)).toBe('2026-03-09T00:35');
    expect(fromIndianInput('2026-03-09T00:35')).toBe(iso);
    expect(fromIndianInput('')).toBeNull();
  });

  it('speaks of the days around now by the Indian calendar', () => {
    const now = Date.parse('2026-03-08T18:00:00.000Z'); // 23:30 on 8 March in India
    expect(formatSpokenDateTime(iso, now)).toBe('Tomorrow 12:35 am');
    expect(formatSpokenDateTime('2026-03-08T10:00:00.000Z', now)).toBe('Today 3:30 pm');
    expect(formatSpokenDateTime('2026-03-07T10:00:00.000Z', now)).toBe('Yesterday 3:30 pm');
    expect(formatSpokenDateTime('2026-03-01T10:00:00.000Z', now)).toMatch(/1 Mar 2026, 3:30 pm$/);
    expect(spokenWithin('2026-03-07T10:00:00.000Z', now)).toBe('yesterday 3:30 pm');
    expect(spokenWithin('2026-03-01T10:00:00.000Z', now)).toMatch(/1 Mar 2026, 3:30 pm$/);
  });

  it('gives the bounds of the Indian day', () => {
    expect(indianDayRange(Date.parse(iso))).toEqual({
      from: '2026-03-08T18:30:00.000Z',
      to: '2026-03-09T18:30:00.000Z',
    });
  });
});
