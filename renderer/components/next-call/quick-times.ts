import { DAY_MS, INDIA_OFFSET_MS } from '#shared/format/time.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The office works from ten to seven, Indian time, on all days but Sunday. */
const OPENING_MS = 10 * HOUR_MS;
const CLOSING_MS = 19 * HOUR_MS;
const ELEVEN_MS = 11 * HOUR_MS;

/** A time that is one press away, as an ISO time; null takes the next call away. */
export interface QuickTime {
  label: string;
  at: (now: number) => string | null;
}

const SUNDAY = 0;
const MONDAY = 1;
/** Day 0, the first of 1970, was a Thursday. */
const weekdayOf = (day: number): number => (day + 4) % 7;

/** A number of days since 1970 in India, and the milliseconds of that day that have passed. */
type IndianTime = readonly [day: number, passed: number];

function indianTime(time: number): IndianTime {
  const day = Math.floor((time + INDIA_OFFSET_MS) / DAY_MS);
  return [day, time + INDIA_OFFSET_MS - day * DAY_MS];
}

/** That time, or where nobody works then, the next opening of the office. */
function workingTime([day, passed]: IndianTime): IndianTime {
  if (weekdayOf(day) === SUNDAY || passed >= CLOSING_MS) return opening(day + 1);
  return passed < OPENING_MS ? opening(day) : [day, passed];
}

function opening(day: number): IndianTime {
  return [weekdayOf(day) === SUNDAY ? day + 1 : day, OPENING_MS];
}

function quickTime(label: string, wanted: (now: number) => IndianTime): QuickTime {
  return {
    label,
    at: (now) => {
      const [day, passed] = workingTime(wanted(now));
      return new Date(day * DAY_MS + passed - INDIA_OFFSET_MS).toISOString();
    },
  };
}

/** So long from now, to the full minute. */
const after =
  (duration: number) =>
  (now: number): IndianTime =>
    indianTime(Math.ceil((now + duration) / MINUTE_MS) * MINUTE_MS);

const today = (now: number): number => indianTime(now)[0];

function nextMonday(now: number): number {
  return today(now) + ((MONDAY - weekdayOf(today(now)) + 6) % 7) + 1;
}

/** The times at which people are mostly called again. */
export const quickTimes: readonly QuickTime[] = [
  quickTime('In 1 hour', after(HOUR_MS)),
  quickTime('Tomorrow 11 am', (now) => [today(now) + 1, ELEVEN_MS]),
  quickTime('In 3 days', after(3 * DAY_MS)),
  quickTime('Next Monday 11 am', (now) => [nextMonday(now), ELEVEN_MS]),
  { label: 'No call', at: () => null },
];
