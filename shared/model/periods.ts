import { indianDate } from '#shared/format/dates.ts';
import { DAY_MS } from '#shared/format/time.ts';

/** Days in India, from one up to and without the other, as `YYYY-MM-DD`; an end that is left out is open. */
export interface DayRange {
  from?: string;
  to?: string;
}

/** Periods that people speak of, by the word that stands for them in queries. A week begins on Sunday, as in the calendar of the forms. */
export const PERIODS = {
  today: 'today',
  yesterday: 'yesterday',
  tomorrow: 'tomorrow',
  thisWeek: 'this week',
  lastWeek: 'last week',
  nextWeek: 'next week',
  thisMonth: 'this month',
  lastMonth: 'last month',
  last7Days: 'the last 7 days',
  last30Days: 'the last 30 days',
  next7Days: 'the next 7 days',
  next30Days: 'the next 30 days',
} as const;

export type PeriodName = keyof typeof PERIODS;

export function isPeriodName(word: unknown): word is PeriodName {
  return typeof word === 'string' && Object.hasOwn(PERIODS, word);
}

/** The days of a period at a time in milliseconds since 1970. This day is the last of "the last" and the first of "the next". */
export function daysOf(period: PeriodName, now: number): Required<DayRange> {
  const today = indianDate(new Date(now).toISOString());
  const days = (from: number, to: number): Required<DayRange> => ({
    from: dayAfter(today, from),
    to: dayAfter(today, to),
  });
  const sunday = -new Date(`${today}T00:00:00Z`).getUTCDay();
  switch (period) {
    case 'today':
      return days(0, 1);
    case 'yesterday':
      return days(-1, 0);
    case 'tomorrow':
      return days(1, 2);
    case 'thisWeek':
      return days(sunday, sunday + 7);
    case 'lastWeek':
      return days(sunday - 7, sunday);
    case 'nextWeek':
      return days(sunday + 7, sunday + 14);
    case 'thisMonth':
      return { from: firstOfMonth(today, 0), to: firstOfMonth(today, 1) };
    case 'lastMonth':
      return { from: firstOfMonth(today, -1), to: firstOfMonth(today, 0) };
    case 'last7Days':
      return days(-6, 1);
    case 'last30Days':
      return days(-29, 1);
    case 'next7Days':
      return days(0, 7);
    case 'next30Days':
      return days(0, 30);
  }
}

/** What lies more than so many days before this one. */
export function olderThan(count: number, now: number): DayRange {
  return { to: dayAfter(indianDate(new Date(now).toISOString()), -count) };
}

/** The day so many days after a day, or before it. */
export function dayAfter(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

function firstOfMonth(day: string, count: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + count, 1)).toISOString().slice(0, 10);
}
