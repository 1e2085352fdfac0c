import { indianDate, monthName } from './dates.ts';
import type { DaySaid } from './read-day.ts';
import { DAY_MS } from './time.ts';

/**
 * Which way a field's dates lie where a text leaves the year open: a birth date `past`, a call to be made `future`,
 * all others `near` to today.
 */
export type Lean = 'past' | 'near' | 'future';

/** A day of the calendar (`YYYY-MM-DD`), or why there is none, as a sentence. */
export type DayMeant = { day: string } | { problem: string };

const FIRST_YEAR = 1900;
const LAST_YEAR = 2199;
/** A day of this year that has been over for longer is one of the next year; before that, it is a slip. */
const OVER_DAYS = 90;

/**
 * The day that is meant.
 * @param over whether the time that goes with it is over on the day of `now` (milliseconds since 1970).
 */
export function dayMeant(said: DaySaid, now: number, lean: Lean, over: boolean): DayMeant {
  const today = indianDate(new Date(now).toISOString());
  if ('days' in said) return { day: addDays(today, said.days) };
  if ('months' in said) return { day: addMonths(today, said.months) };
  if ('weekday' in said) {
    const days = (said.weekday - weekdayOf(today) + 7) % 7;
    const isToday = days === 0 && !said.next && !over;
    return { day: addDays(today, days === 0 && !isToday ? 7 : days) };
  }
  const { month, day } = said;
  if (month < 1 || month > 12) {
    return { problem: `There is no month ${month}. Write the day first, such as 25/11/2026.` };
  }
  const year =
    said.year ?? (said.shortYear === undefined ? undefined : wholeYear(said.shortYear, today, lean));
  if (year === undefined && lean === 'past') return { problem: 'Add the year, such as 5/4/2004.' };
  if (year !== undefined && (year < FIRST_YEAR || year > LAST_YEAR)) {
    return { problem: `The year ${year} cannot be right. Write it with four figures, such as 2026.` };
  }
  return real(year ?? openYear(month, day, today, lean), month, day);
}

/** The date, where the month has that day. */
function real(year: number, month: number, day: number): DayMeant {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (day >= 1 && day <= last) return { day: dateOf(year, month, day) };
  const name = monthName(month);
  return { problem: `${name} ${year} has ${last} days.` };
}

/** `04` as a year: of a birth date the last one that is not to come, else within fifty years of today. */
function wholeYear(short: number, today: string, lean: Lean): number {
  const now = Number(today.slice(0, 4));
  const latest = lean === 'past' ? now : now + 49;
  return latest - ((((latest - short) % 100) + 100) % 100);
}

function openYear(month: number, day: number, today: string, lean: Lean): number {
  const year = Number(today.slice(0, 4));
  const distance = (of: number): number => daysBetween(today, dateOf(of, month, day));
  if (lean === 'future') return distance(year) < -OVER_DAYS ? year + 1 : year;
  const [nearest = year] = [year, year - 1, year + 1].sort(
    (one, other) => Math.abs(distance(one)) - Math.abs(distance(other)),
  );
  return nearest;
}

const dateOf = (year: number, month: number, day: number): string =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

/** Days of the calendar have no zone: they are counted in UTC. */
const timeOf = (day: string): number =>
  Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)));

const daysBetween = (from: string, to: string): number => (timeOf(to) - timeOf(from)) / DAY_MS;

const weekdayOf = (day: string): number => new Date(timeOf(day)).getUTCDay();

/** `YYYY-MM-DD`, some days later. */
export function addDays(day: string, days: number): string {
  return new Date(timeOf(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** `YYYY-MM-DD`, the same day some months later, or that month's last. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  return dateOf(last.getUTCFullYear(), last.getUTCMonth() + 1, Math.min(date, last.getUTCDate()));
}
