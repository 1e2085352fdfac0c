import { DAY_MS, INDIA_OFFSET_MS } from '#shared/format/time.ts';

/** Milliseconds from `now` until it is `HH:MM` in India. */
export function untilNext(time: string, now: number): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const midnight = Math.floor((now + INDIA_OFFSET_MS) / DAY_MS) * DAY_MS - INDIA_OFFSET_MS;
  const today = midnight + (hours * 60 + minutes) * 60_000;
  return today > now ? today - now : today + DAY_MS - now;
}

/**
 * Whether a backup is due: none was made since it was last `HH:MM`, be it that nobody was on then.
 * @param last when the newest was made, in milliseconds since 1970; null where there is none. One of a time to come was made while
 * the clock was ahead, and does not count.
 */
export function isDue(time: string, last: number | null, now: number): boolean {
  return last === null || last > now || last < now + untilNext(time, now) - DAY_MS;
}
