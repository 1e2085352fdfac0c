import { describe, expect, it } from 'vitest';
import { quickTimes } from './quick-times.ts';

describe('section 2.9: quick choices of the next call', () => {
  it('gives Indian office times, never earlier than now', () => {
    // 12:10:30 am in India, while it is the day before in UTC.
    const now = Date.parse('2026-08-05T18:40:30.000Z');
    expect(Object.fromEntries(quickTimes.map(({ label, at }) => [label, at(now)]))).toEqual({
      'In 1 hour': '2026-08-05T19:41:00.000Z',
      'Tomorrow 10 am': '2026-08-07T04:30:00.000Z',
      'In 3 days': '2026-08-09T04:30:00.000Z',
      'In a week': '2026-08-13T04:30:00.000Z',
      'No call': null,
    });
  });
});
