import { indianDayRange } from '#shared/format/dates.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** The office opens at ten, Indian time. */
const OPENING_MS = 10 * HOUR_MS;

/** A time that is one press away, as an ISO time; null takes the next call away. */
export interface QuickTime {
  label: string;
  at: (now: number) => string | null;
}

const atOpening =
  (days: number) =>
  (now: number): string =>
    new Date(Date.parse(indianDayRange(now).from) + days * DAY_MS + OPENING_MS).toISOString();

/** The times at which people are mostly called again. */
export const quickTimes: readonly QuickTime[] = [
  {
    label: 'In 1 hour',
    at: (now) => new Date(Math.ceil((now + HOUR_MS) / MINUTE_MS) * MINUTE_MS).toISOString(),
  },
  { label: 'Tomorrow 10 am', at: atOpening(1) },
  { label: 'In 3 days', at: atOpening(3) },
  { label: 'In a week', at: atOpening(7) },
  { label: 'No call', at: () => null },
];
