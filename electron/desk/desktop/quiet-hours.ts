import { DAY_MS, INDIA_OFFSET_MS } from '#shared/format/time.ts';
import type { DesktopSettings } from '#shared/window/desktop-settings.ts';

const MINUTE_MS = 60_000;
const SUNDAY = 0;
/** A Saturday's evening, a Sunday and a Monday's morning follow each other. */
const MOST_STEPS = 5;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/**
 * When something may be told, in milliseconds since 1970: now, or the end of the quiet hours. Where they begin and end
 * with the same minute there are none.
 */
export function toldAt(now: number, quiet: DesktopSettings['quiet']): number {
  if (!quiet.on) return now;
  let time = now;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const end = endOfQuiet(time, quiet);
    if (end === time) return time;
    time = end;
  }
  return time;
}

/** The end of what is quiet at that time; the time itself where nothing is. */
function endOfQuiet(time: number, { from, to, sundays }: DesktopSettings['quiet']): number {
  const day = Math.floor((time + INDIA_OFFSET_MS) / DAY_MS);
  const start = day * DAY_MS - INDIA_OFFSET_MS;
  // Day 0, the first of 1970, was a Thursday.
  if (sundays && (day + 4) % 7 === SUNDAY) return start + DAY_MS;
  const minute = (time - start) / MINUTE_MS;
  const [begin, end] = [minutesOf(from), minutesOf(to)];
  if (begin < end) return minute >= begin && minute < end ? start + end * MINUTE_MS : time;
  if (begin === end) return time;
  if (minute >= begin) return start + DAY_MS + end * MINUTE_MS;
  return minute < end ? start + end * MINUTE_MS : time;
}
