import { formatDate, formatTime, indianDate } from '#shared/format/dates.ts';
import type { ListQuery, ListRow } from '#shared/protocol/list-calls.ts';
import type { Values } from '../record-form/form-values.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Who interviews, and when, as a form holds it. */
export interface Booking {
  /** The interviewer's account; null for a plain name. */
  id: string | null;
  name: string;
  /** ISO time. */
  at: string;
}

/** The interview that the form holds; null while it is not known, or where it is over. */
export function bookingOf(draft: Values, now: number): Booking | null {
  const { interviewerName: name, interviewerId: id, interviewDate: at } = draft;
  if (typeof name !== 'string' || name.trim() === '' || typeof at !== 'string') return null;
  const time = Date.parse(at);
  if (Number.isNaN(time) || time < now - HOUR_MS) return null;
  return { id: typeof id === 'string' && id !== '' ? id : null, name: name.trim(), at };
}

/** The list of scheduled interviews, narrowed to those of the interviewer that begin within an hour of this one. */
export function nearBookings({ id, name, at }: Booking): ListQuery {
  const time = Date.parse(at);
  return {
    entity: 'candidate',
    list: 'scheduledInterviews',
    filter: {
      ...(id === null ? { interviewerName: name } : { interviewerId: id }),
      // A time is stored to the minute; the hour before and the hour after are both free.
      interviewDate: {
        from: new Date(time - HOUR_MS + 1).toISOString(),
        to: new Date(time + HOUR_MS).toISOString(),
      },
    },
    offset: 0,
    limit: MOST,
  };
}

/** Named at most; more are no clearer. */
const MOST = 4;

/** `Imran Shaikh has Priya Nair's interview at 3:30 pm.`; '' where the interviewer is free. */
export function bookingsText({ name, at }: Booking, rows: readonly ListRow[], ownId: string | null): string {
  const others = rows.filter(({ _id }) => _id !== ownId);
  if (others.length === 0) return '';
  const interviews = others.map((row) => {
    const time = textOf(row['interviewDate']);
    // Within an hour of midnight it may be on the day before or after.
    const day = indianDate(time) === indianDate(at) ? '' : ` on ${formatDate(time)}`;
    return `${textOf(row['fullName']) || 'another candidate'}'s interview${day} at ${formatTime(time)}`;
  });
  return `${name} has ${listed.format(interviews)}.`;
}

const listed = new Intl.ListFormat('en-IN', { type: 'conjunction' });

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
