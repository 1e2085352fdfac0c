/** A day's length. India has no daylight saving time: all of its days have it. */
export const DAY_MS = 86_400_000;

/** India is ahead of UTC by five and a half hours, all the year and since 1945. */
export const INDIA_OFFSET_MS = 330 * 60_000;
