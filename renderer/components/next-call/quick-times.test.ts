import { describe, expect, it } from 'vitest';
import { quickTimes } from './quick-times.ts';

/** What each choice gives at an Indian time, as an Indian time. */
function choicesAt(indian: string): Record<string, string | null> {
  const now = Date.parse(`${indian}+05:30`);
  return Object.fromEntries(
    quickTimes.map(({ label, at }) => {
      const time = at(now);
      return [
        label,
        time && new Date(Date.parse(time) + 5.5 * 60 * 60_000).toISOString().slice(0, 16).replace('T', ' '),
      ];
    }),
  );
}

describe('quick choices of the next call', () => {
  it('gives times in the office’s hours, to the full minute and never earlier than asked', () => {
    // A Wednesday.
    expect(choicesAt('2026-08-05T15:10:30')).toEqual({
      'In 1 hour': '2026-08-05 16:11',
      'Tomorrow 11 am': '2026-08-06 11:00',
      'In 3 days': '2026-08-08 15:11',
      'Next Monday 11 am': '2026-08-10 11:00',
      'No call': null,
    });
  });

  it('goes by the Indian day, while it is the day before in UTC', () => {
    expect(choicesAt('2026-08-06T00:10:30')).toMatchObject({
      'In 1 hour': '2026-08-06 10:00',
      'Tomorrow 11 am': '2026-08-07 11:00',
      'In 3 days': '2026-08-10 10:00',
    });
  });

  it('moves what falls before ten or after seven to the next opening', () => {
    expect(choicesAt('2026-08-05T08:59:00')['In 1 hour']).toBe('2026-08-05 10:00');
    expect(choicesAt('2026-08-05T09:01:00')['In 1 hour']).toBe('2026-08-05 10:01');
    expect(choicesAt('2026-08-05T17:59:00')['In 1 hour']).toBe('2026-08-05 18:59');
    expect(choicesAt('2026-08-05T18:00:00')['In 1 hour']).toBe('2026-08-06 10:00');
    expect(choicesAt('2026-08-05T22:30:00')['In 3 days']).toBe('2026-08-10 10:00');
  });

  it('moves what falls on a Sunday to Monday’s opening', () => {
    // A Saturday.
    expect(choicesAt('2026-08-08T18:30:00')['In 1 hour']).toBe('2026-08-10 10:00');
    expect(choicesAt('2026-08-08T12:00:00')['Tomorrow 11 am']).toBe('2026-08-10 10:00');
    // A Thursday.
    expect(choicesAt('2026-08-06T12:00:00')['In 3 days']).toBe('2026-08-10 10:00');
  });

  it('means the Monday to come by next Monday, on a Monday that of next week', () => {
    expect(choicesAt('2026-08-09T12:00:00')['Next Monday 11 am']).toBe('2026-08-10 11:00');
    expect(choicesAt('2026-08-10T09:00:00')['Next Monday 11 am']).toBe('2026-08-17 11:00');
  });
});
