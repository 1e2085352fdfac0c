import { DAY_MS } from '#shared/format/time.ts';
import { visibleText } from '#shared/format/visible-text.ts';

/** A cell as a file has it. A `Date` is what a clock on the wall showed, kept in its UTC parts. */
export type Cell = string | number | boolean | Date | null;

/**
 * What a cell says: the value as a form would give it, null where it is empty, and what is perhaps not meant; or what is
 * wrong, as a sentence without its full stop. `unknown`: what is written and none of the field's values, also where it
 * was said what that means.
 */
export type CellRead = ({ value: unknown; doubt?: string } | { problem: string }) & { unknown?: string[] };

const two = (figure: number): string => String(figure).padStart(2, '0');

/** A cell as people read it: dates as `25/11/2026`, with a time as `25/11/2026 16:30`, a time alone as `16:30`; '' where it is empty. */
export function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return visibleText(cell);
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No';
  if (typeof cell === 'number') return numberText(cell);
  if (Number.isNaN(cell.getTime())) return '';
  const day = `${two(cell.getUTCDate())}/${two(cell.getUTCMonth() + 1)}/${cell.getUTCFullYear()}`;
  const time = `${two(cell.getUTCHours())}:${two(cell.getUTCMinutes())}`;
  if (isTimeAlone(cell)) return time;
  return time === '00:00' ? day : `${day} ${time}`;
}

/**
 * Whether it is a time of day and no day: programs keep it as a part of the day 0, which is the last one of 1899, or the first one of
 * 1904 in old workbooks of a Mac.
 */
export function isTimeAlone(cell: Date): boolean {
  const at = cell.getTime();
  return (at > EPOCH - DAY_MS && at < EPOCH + 2 * DAY_MS) || (at >= MAC_EPOCH && at < MAC_EPOCH + DAY_MS);
}

export const isEmptyCell = (cell: Cell): boolean => cell === null || cellText(cell).trim() === '';

/** All figures of a whole number, and never its scientific form. */
function numberText(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e21) return BigInt(value).toString();
  // A spreadsheet shows so many figures; those behind are dust of its reckoning, as in 0.30000000000000004.
  return String(Number(value.toPrecision(15)));
}

/** A day of a workbook as the number that it is kept as, in UTC; null where it is none of 1905 to 2199. */
export function dateOfSerial(serial: number): Date | null {
  if (!(serial >= FIRST_SERIAL && serial < LAST_SERIAL)) return null;
  const minutes = Math.round(serial * MINUTES_OF_DAY);
  return new Date(EPOCH + minutes * 60_000);
}

/** Day 0 of workbooks, as it is reckoned from March 1900 on. */
const EPOCH = Date.UTC(1899, 11, 30);
const MAC_EPOCH = Date.UTC(1904, 0, 1);
const MINUTES_OF_DAY = 1_440;
/** 1905: smaller numbers are years, ages and marks. */
const FIRST_SERIAL = 2_100;
const LAST_SERIAL = 109_575;
