import type { Field } from '#shared/model/field.ts';
import { valueText } from './field-text.ts';

/** The first character of the file: without it Excel takes UTF-8 for the PC's own old character set. */
export const CSV_START = '\uFEFF';

/** What some programs overlook at the beginning of a cell: blanks, line ends and what cannot be seen. */
const OVERLOOKED = /^[\s\p{Cc}\p{Cf}]*/u;
/** Spreadsheets take a cell that starts with one of these for a formula, and run it. */
const FORMULA = /^[=+\-@]/;
const STARTS_APART = /^[\t\r\n]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** A text as a cell of a CSV file (RFC 4180); one that would be run as a formula gets an apostrophe before it. */
export function csvCell(text: string): string {
  const harmless = isRun(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Full-width and other forms of the same signs (＝＋－＠) count as these, as they do where such texts are typed. */
function isRun(text: string): boolean {
  const start = text.replace(OVERLOOKED, '').slice(0, 1).normalize('NFKC');
  return STARTS_APART.test(text) || FORMULA.test(start);
}

/** The texts as one line of a CSV file, with its end. */
export function csvRow(texts: readonly string[]): string {
  return `${texts.map(csvCell).join(',')}\r\n`;
}

/** A field's value as the text of a cell: as people read it, but figures plain (12345.5), to reckon with. */
export function csvText(field: Field, value: unknown): string {
  return valueText(field, value, (_field, figure) => String(figure));
}
