import { toTypedDate } from '#shared/format/dates.ts';
import type { Lean } from '#shared/format/day-meant.ts';
import { readDate, type DateAsked } from '#shared/format/read-date.ts';
import type { Field } from '#shared/model/field.ts';

/**
 * What stands in a date field and cannot be read. It is the field's value while the form is open: no rule of the model
 * takes it for a date, so it can neither be saved nor be taken for empty.
 */
export interface UnreadDate {
  typed: string;
  /** Why it cannot be read, as a sentence that says what to write. */
  problem: string;
}

/** The value of a date field: `YYYY-MM-DD`, or ISO 8601 of a date and time; null where nothing stands there. */
export type DateDraft = string | UnreadDate | null;

export function isUnreadDate(value: unknown): value is UnreadDate {
  return typeof value === 'object' && value !== null && 'typed' in value && 'problem' in value;
}

/** The value of a typed text. */
export function draftOf(typed: string, asked: DateAsked): DateDraft {
  const read = readDate(typed, asked);
  return 'problem' in read ? { typed, problem: read.problem } : read.value;
}

/** The text that stands in the field of a value: as it was typed, or as dates are typed in India. */
export function textOf(value: DateDraft): string {
  if (isUnreadDate(value)) return value.typed;
  return value === null ? '' : toTypedDate(value);
}

/** A value of a record's draft as one of a date field. */
export function dateDraft(value: unknown): DateDraft {
  if (isUnreadDate(value)) return value;
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Which way the dates of a field lie. */
export function leanOf({ notBeforeNow, notAfterToday }: Field): Lean {
  if (notBeforeNow) return 'future';
  return notAfterToday ? 'past' : 'near';
}
