import { DAY_MS, INDIA_OFFSET_MS } from '#shared/format/time.ts';

/**
 * The demo's calendar: days counted from today in India, which has kept UTC+5:30 without daylight saving
 * since 1945, so arithmetic is plain and the machine's own zone plays no part.
 */

const MINUTE_MS = 60_000;

/** Office hours in minutes after midnight: calls from 10:00 am, the last one at 6:45 pm. */
export const OFFICE_OPENS = 10 * 60;
export const OFFICE_CLOSES = 19 * 60;

export interface Calendar {
  /** The year it is in India. */
  readonly year: number;
  /** ISO time (UTC) of a day counted from today and minutes after midnight in India. */
  time(day: number, minutes: number): string;
  /** `YYYY-MM-DD` of a day counted from today. */
  date(day: number): string;
  /** The day, counted from today, on which an ISO time or a `YYYY-MM-DD` falls in India. */
  dayOf(iso: string): number;
  /** The same day, or the Monday after when it is a Sunday. Today stays today. */
  workingDay(day: number): number;
}

/** Only the Indian day of `today` counts, so two loads on one day give the same records. */
export function makeCalendar(today: Date): Calendar {
  const dayNumber = Math.floor((today.getTime() + INDIA_OFFSET_MS) / DAY_MS);
  if (Number.isNaN(dayNumber)) throw new Error('Today must be a valid date');
  // Day 0 of the epoch was a Thursday.
  const isSunday = (day: number): boolean => (((dayNumber + day + 4) % 7) + 7) % 7 === 0;
  return {
    year: new Date(dayNumber * DAY_MS).getUTCFullYear(),
    time: (day, minutes) =>
      new Date((dayNumber + day) * DAY_MS - INDIA_OFFSET_MS + minutes * MINUTE_MS).toISOString(),
    date: (day) => new Date((dayNumber + day) * DAY_MS).toISOString().slice(0, 10),
    dayOf: (iso) => {
      const offset = iso.length === 10 ? 0 : INDIA_OFFSET_MS;
      return Math.floor((Date.parse(iso) + offset) / DAY_MS) - dayNumber;
    },
    workingDay: (day) => (day !== 0 && isSunday(day) ? day + 1 : day),
  };
}
