import { onDemand } from './on-demand.ts';
import { DAY_MS, INDIA_OFFSET_MS } from './time.ts';

/**
 * Dates as this business shows them: Indian locale, Asia/Kolkata, 12-hour, whatever the PC's own zone
 * (section 9). India has kept UTC+5:30 without daylight saving since 1945, so arithmetic is plain.
 */

const dateTime = onDemand(
  () =>
    new Intl.DateTimeFormat('en-IN', {
      timeZone: 'Asia/Kolkata',
      day: '2-digit',
      month: 'short',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      hour12: true,
    }),
);

const dateOnly = onDemand(
  () =>
    new Intl.DateTimeFormat('en-IN', {
      timeZone: 'Asia/Kolkata',
      day: '2-digit',
      month: 'short',
      year: 'numeric',
    }),
);

const timeOnly = onDemand(
  () =>
    new Intl.DateTimeFormat('en-IN', {
      timeZone: 'Asia/Kolkata',
      hour: 'numeric',
      minute: '2-digit',
      hour12: true,
    }),
);

const weekday = onDemand(
  () => new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', weekday: 'short' }),
);

/**
 * Milliseconds since 1970 of an ISO 8601 time. One without a zone was written in India: the engine alone would take
 * it for the PC's own. NaN where it is no time.
 */
export function instantOf(iso: string | null | undefined): number {
  if (!iso) return Number.NaN;
  const lacksZone = /^\d{4}-\d{2}-\d{2}T[\d:.,]+$/i.test(iso);
  return Date.parse(lacksZone ? `${iso}+05:30` : iso);
}

/** `05 Aug 2026, 4:30 pm`. Takes ISO 8601; an empty or broken value gives ''. */
export function formatDateTime(iso: string | null | undefined): string {
  const time = instantOf(iso);
  return Number.isNaN(time) ? '' : dateTime().format(time);
}

/** `05 Aug 2026`. Takes `YYYY-MM-DD` or ISO 8601. */
export function formatDate(iso: string | null | undefined): string {
  const time = instantOf(iso);
  return Number.isNaN(time) ? '' : dateOnly().format(time);
}

/** `4:30 pm`. */
export function formatTime(iso: string | null | undefined): string {
  const time = instantOf(iso);
  return Number.isNaN(time) ? '' : timeOnly().format(time);
}

const monthOnly = onDemand(() => new Intl.DateTimeFormat('en-IN', { month: 'long', timeZone: 'UTC' }));

/** A month's name; `month` counts from 1. */
export function monthName(month: number): string {
  return monthOnly().format(Date.UTC(2000, month - 1, 1));
}

function indianDay(time: number): number {
  return Math.floor((time + INDIA_OFFSET_MS) / DAY_MS);
}

/** As people speak: `Today 4:30 pm`, `Tomorrow 10:00 am`, `Yesterday 6:15 pm`, else date and time. */
export function formatSpokenDateTime(iso: string | null | undefined, now: number): string {
  const time = instantOf(iso);
  if (Number.isNaN(time)) return '';
  const spoken = { '-1': 'Yesterday', '0': 'Today', '1': 'Tomorrow' }[
    String(indianDay(time) - indianDay(now)) as '-1' | '0' | '1'
  ];
  return spoken ? `${spoken} ${timeOnly().format(time)}` : dateTime().format(time);
}

/** The same within a sentence: `today 4:30 pm`, `yesterday 6:15 pm`, else date and time. */
export function spokenWithin(iso: string | null | undefined, now: number): string {
  return formatSpokenDateTime(iso, now).replace(/^[TY]/, (letter) => letter.toLowerCase());
}

/** The value of a date-time input (`YYYY-MM-DDTHH:mm`, Indian time) for an ISO time, cut to the minute; '' for none. */
export function toIndianInput(iso: string): string {
  const time = instantOf(iso);
  return Number.isNaN(time) ? '' : new Date(time + INDIA_OFFSET_MS).toISOString().slice(0, 16);
}

/** The day in India (`YYYY-MM-DD`) at an ISO time; '' for none. */
export function indianDate(iso: string): string {
  return toIndianInput(iso).slice(0, 10);
}

/** The ISO time (UTC) of a date-time input in Indian time; null where it is not a time. */
export function fromIndianInput(input: string): string | null {
  const time = Date.parse(`${input.slice(0, 16)}:00.000Z`);
  return Number.isNaN(time) ? null : new Date(time - INDIA_OFFSET_MS).toISOString();
}

/** When a day (`YYYY-MM-DD`) begins in India, as ISO time. */
export const startOfDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00+05:30`)).toISOString();

/** Start and end (exclusive) of the Indian day that holds `now`, as ISO times. */
export function indianDayRange(now: number): { from: string; to: string } {
  const start = indianDay(now) * DAY_MS - INDIA_OFFSET_MS;
  return { from: new Date(start).toISOString(), to: new Date(start + DAY_MS).toISOString() };
}

/** A date or time as it is typed in India: `25/11/2026`, or `25/11/2026, 4:30 pm` for an ISO time; '' for none. */
export function toTypedDate(iso: string): string {
  const [day = '', time] = (/^\d{4}-\d\d-\d\d$/.test(iso) ? iso : toIndianInput(iso)).split('T');
  const typed = day.split('-').reverse().join('/');
  return time === undefined ? typed : `${typed}, ${formatTime(iso)}`;
}

/**
 * What was understood of a typed date: `Wed, 25 Nov 2026`, `Tomorrow, Wed, 25 Nov 2026, 4:30 pm`. Takes `YYYY-MM-DD`
 * or ISO 8601.
 */
export function formatUnderstood(iso: string, now: number): string {
  const time = instantOf(iso);
  if (Number.isNaN(time)) return '';
  const near = { '-1': 'Yesterday', '0': 'Today', '1': 'Tomorrow' }[
    String(indianDay(time) - indianDay(now)) as '-1' | '0' | '1'
  ];
  const shown = iso.includes('T') ? dateTime().format(time) : dateOnly().format(time);
  return [near, weekday().format(time), shown].filter(Boolean).join(', ');
}
