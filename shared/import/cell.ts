/** A cell as a file has it. A `Date` is what a clock on the wall showed, kept in its UTC parts. */
export type Cell = string | number | boolean | Date | null;

/**
 * What a cell says: the value as a form would give it, null where it is empty, and what is perhaps not meant; or what is
 * wrong, as a sentence without its full stop. `unknown`: what is written and none of the field's values, also where it
 * was said what that means.
 */
export type CellRead = ({ value: unknown; doubt?: string } | { problem: string }) & { unknown?: string[] };

const two = (figure: number): string => String(figure).padStart(2, '0');

/** A cell as people read it: dates as `25/11/2026`, with a time as `25/11/2026 16:30`; '' where it is empty. */
export function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No';
  if (typeof cell === 'number') return numberText(cell);
  if (Number.isNaN(cell.getTime())) return '';
  const day = `${two(cell.getUTCDate())}/${two(cell.getUTCMonth() + 1)}/${cell.getUTCFullYear()}`;
  const time = `${two(cell.getUTCHours())}:${two(cell.getUTCMinutes())}`;
  return time === '00:00' ? day : `${day} ${time}`;
}

export const isEmptyCell = (cell: Cell): boolean => cell === null || cellText(cell).trim() === '';

/** All figures of a whole number, and never its scientific form. */
function numberText(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? BigInt(value).toString() : String(value);
}

/** A day of a workbook as the number that it is kept as, in UTC; null where it is none of 1905 to 2199. */
export function dateOfSerial(serial: number): Date | null {
  if (!(serial >= FIRST_SERIAL && serial < LAST_SERIAL)) return null;
  const minutes = Math.round(serial * MINUTES_OF_DAY);
  return new Date(EPOCH + minutes * 60_000);
}

/** Day 0 of workbooks, as it is reckoned from March 1900 on. */
const EPOCH = Date.UTC(1899, 11, 30);
const MINUTES_OF_DAY = 1_440;
/** 1905: smaller numbers are years, ages and marks. */
const FIRST_SERIAL = 2_100;
const LAST_SERIAL = 109_575;
