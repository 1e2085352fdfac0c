import { toTypedDate } from '#shared/format/dates.ts';
import { readDate, type DateAsked } from '#shared/format/read-date.ts';
import { UnreadText } from '../record-form/unread-text.ts';

/** The value of a date field: `YYYY-MM-DD`, or ISO 8601 of a date and time; null where nothing stands there. */
export type DateDraft = string | UnreadText | null;

/** The value of a typed text. */
export function draftOf(typed: string, asked: DateAsked): DateDraft {
  const read = readDate(typed, asked);
  return 'problem' in read ? new UnreadText(typed, read.problem) : read.value;
}

/** The text that stands in the field of a value: as it was typed, or as dates are typed in India. */
export function textOf(value: DateDraft): string {
  if (value instanceof UnreadText) return value.text;
  return value === null ? '' : toTypedDate(value);
}

/** A value of a record's draft as one of a date field. */
export function dateDraft(value: unknown): DateDraft {
  if (value instanceof UnreadText) return value;
  return typeof value === 'string' && value !== '' ? value : null;
}
