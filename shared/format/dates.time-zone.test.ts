import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';

/** The zone that the PC had before these tests. */
const own = process.env['TZ'];

/** One hour is missing in New York on 8 March 2026 and one comes twice on 1 November; the others are far from India. */
const zones = [
  { zone: 'Asia/Kolkata', offset: -330 },
  { zone: 'America/New_York', offset: 300 },
  { zone: 'Pacific/Auckland', offset: -780 },
  { zone: 'Pacific/Honolulu', offset: 600 },
] as const;

/** Pairs of an instant and the time that India's clocks show at it. */
const moments = [
  // New York's clocks go from 01:59 to 03:00 at 07:00 UTC.
  { iso: '2026-03-08T06:59:00.000Z', input: '2026-03-08T12:29', shown: '08 Mar 2026, 12:29 pm' },
  { iso: '2026-03-08T07:00:00.000Z', input: '2026-03-08T12:30', shown: '08 Mar 2026, 12:30 pm' },
  // Half past two in the morning is an hour that New York does not have that day; in India it is an ordinary one.
  { iso: '2026-03-07T21:00:00.000Z', input: '2026-03-08T02:30', shown: '08 Mar 2026, 2:30 am' },
  // They go back from 01:59 to 01:00 at 06:00 UTC: half past one comes twice.
  { iso: '2026-11-01T05:30:00.000Z', input: '2026-11-01T11:00', shown: '01 Nov 2026, 11:00 am' },
  { iso: '2026-11-01T06:30:00.000Z', input: '2026-11-01T12:00', shown: '01 Nov 2026, 12:00 pm' },
  { iso: '2026-10-31T20:00:00.000Z', input: '2026-11-01T01:30', shown: '01 Nov 2026, 1:30 am' },
  // Midnight in India, a minute before it and a minute after.
  { iso: '2026-08-05T18:29:00.000Z', input: '2026-08-05T23:59', shown: '05 Aug 2026, 11:59 pm' },
  { iso: '2026-08-05T18:30:00.000Z', input: '2026-08-06T00:00', shown: '06 Aug 2026, 12:00 am' },
  { iso: '2026-08-05T18:31:00.000Z', input: '2026-08-06T00:01', shown: '06 Aug 2026, 12:01 am' },
  { iso: '2026-12-31T18:30:00.000Z', input: '2027-01-01T00:00', shown: '01 Jan 2027, 12:00 am' },
] as const;

afterAll(() => {
  if (own === undefined) delete process.env['TZ'];
  else process.env['TZ'] = own;
});

describe.each(zones)(
  'section 9: Asia/Kolkata, Indian locale, 12-hour on a PC in $zone',
  ({ zone, offset }) => {
    beforeEach(() => {
      process.env['TZ'] = zone;
      // The formats are made when the module is loaded.
      vi.resetModules();
    });

    it('is a PC in that zone', () => {
      expect(new Date('2026-01-15T00:00:00.000Z').getTimezoneOffset()).toBe(offset);
    });

    it.each(moments)('shows $iso as $shown', async ({ iso, shown }) => {
      const { formatDate, formatDateTime } = await import('./dates.ts');
      expect(formatDateTime(iso)).toBe(shown);
      expect(formatDate(iso)).toBe(shown.split(',')[0]);
    });

    it.each(moments)('takes $input from an input as $iso, and gives it back', async ({ iso, input }) => {
      const { fromIndianInput, toIndianInput } = await import('./dates.ts');
      expect(fromIndianInput(input)).toBe(iso);
      expect(toIndianInput(iso)).toBe(input);
    });

    it('takes a time without a zone for one written in India', async () => {
      const { formatDateTime, indianDate, toIndianInput } = await import('./dates.ts');
      expect(formatDateTime('2026-03-08T02:30')).toBe('08 Mar 2026, 2:30 am');
      expect(toIndianInput('2026-03-08T02:30:00')).toBe('2026-03-08T02:30');
      expect(indianDate('2026-08-05T18:30:00.000Z')).toBe('2026-08-06');
      expect(indianDate('2026-08-06')).toBe('2026-08-06');
    });

    it('shows a date without a time as that day', async () => {
      const { formatDate } = await import('./dates.ts');
      for (const [date, shown] of [
        ['2026-03-08', '08 Mar 2026'],
        ['2026-11-01', '01 Nov 2026'],
        ['2000-02-29', '29 Feb 2000'],
      ]) {
        expect(formatDate(date)).toBe(shown);
      }
    });

    it('says Yesterday, Today and Tomorrow by the Indian calendar', async () => {
      const { formatSpokenDateTime } = await import('./dates.ts');
      const lastMinute = Date.parse('2026-03-08T18:29:00.000Z');
      const midnight = Date.parse('2026-03-08T18:30:00.000Z');
      const atOne = '2026-03-08T19:30:00.000Z'; // 1:00 am on 9 March in India, 3:30 pm on the 8th in New York
      expect(formatSpokenDateTime(atOne, lastMinute)).toBe('Tomorrow 1:00 am');
      expect(formatSpokenDateTime(atOne, midnight)).toBe('Today 1:00 am');
      expect(formatSpokenDateTime('2026-03-08T11:00:00.000Z', midnight)).toBe('Yesterday 4:30 pm');
      expect(formatSpokenDateTime('2026-11-01T11:00:00.000Z', Date.parse('2026-11-01T04:00:00.000Z'))).toBe(
        'Today 4:30 pm',
      );
    });

    it('begins and ends the day at Indian midnight', async () => {
      const { indianDayRange } = await import('./dates.ts');
      for (const iso of ['2026-03-07T18:30:00.000Z', '2026-03-08T18:29:59.999Z']) {
        expect(indianDayRange(Date.parse(iso))).toEqual({
          from: '2026-03-07T18:30:00.000Z',
          to: '2026-03-08T18:30:00.000Z',
        });
      }
    });

    it('reads typed dates as Indian ones, and writes them so that they are read again', async () => {
      const { formatUnderstood, toTypedDate } = await import('./dates.ts');
      const { readDate } = await import('./read-date.ts');
      const now = Date.parse('2026-03-07T18:15:00.000Z'); // 11:45 pm on the 7th in India
      const asked = { kind: 'datetime', lean: 'future', now } as const;
      expect(readDate('tmrw 2:30 am', asked)).toEqual({ value: '2026-03-07T21:00:00.000Z' });
      expect(formatUnderstood('2026-03-07T21:00:00.000Z', now)).toBe('Tomorrow, Sun, 08 Mar 2026, 2:30 am');
      expect(formatUnderstood('2026-03-12', now)).toBe('Thu, 12 Mar 2026');
      expect(readDate('05/04/2004', { ...asked, kind: 'date' })).toEqual({ value: '2004-04-05' });
      for (const { iso } of moments) expect(readDate(toTypedDate(iso), asked)).toEqual({ value: iso });
      expect(toTypedDate('2026-03-07T21:00:00.000Z')).toBe('08/03/2026, 2:30 am');
      expect(toTypedDate('2004-04-05')).toBe('05/04/2004');
    });

    it('stores what forms and old clients send as the same instant', async () => {
      const { candidate } = await import('../model/candidate.ts');
      const { validateChanges } = await import('../model/validation.ts');
      const stored = (changes: Record<string, unknown>): Record<string, unknown> =>
        validateChanges(candidate, changes, { mode: 'update' }).values;
      for (const interviewDate of [
        '2026-11-01T11:00:00.000Z',
        '2026-11-01T16:30',
        '2026-11-01T16:30:00',
        '2026-11-01T06:00:00-05:00',
        '2026-11-01T16:30:00+05:30',
      ]) {
        expect(stored({ interviewDate })).toEqual({ interviewDate: '2026-11-01T11:00:00.000Z' });
      }
      for (const dob of ['2001-03-09', '2001-03-09T00:00:00.000Z', '2001-03-08T18:30:00.000Z']) {
        expect(stored({ dob })).toEqual({ dob: '2001-03-09' });
      }
    });
  },
);
