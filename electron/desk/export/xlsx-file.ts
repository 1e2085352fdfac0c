import type { CellValue } from 'hucre/xlsx';
import { toIndianInput } from '#shared/format/dates.ts';
import { cellValueText } from '#shared/format/field-text.ts';
import type { Field } from '#shared/model/field.ts';
import type { FileColumn, FileFormat } from './file-format.ts';

/** As much as a cell of a workbook takes. */
const MOST_LETTERS = 32_767;
/** XML has no place for these, nor for halves of surrogate pairs. */
const NOT_IN_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
/** Days before it are counted differently by different programs. */
const FIRST_DAY = Date.UTC(1900, 2, 1);
/** Of a column, in letters. */
const NARROWEST = 8;
const WIDEST = 48;
/** The longest name of a sheet, and what it may not hold. */
const SHEET_NAME = { length: 31, without: /[\\/?*[\]:]/g };

const DAY = 'dd/mm/yyyy';
const MOMENT = 'dd/mm/yyyy hh:mm AM/PM';

/**
 * A workbook of one sheet: the heading stays in sight, dates and numbers are such and not texts (a moment as it is on
 * the clock in India), columns are as wide as what their first rows hold. Texts are texts: none of them is a formula.
 */
export const xlsxFile: FileFormat<CellValue> = {
  cells: { value: cellOf, text: textCell },
  write: async (file, name, columns, slices) => {
    // Not with each start of the desk: it takes a tenth of that.
    const { writeXlsxStream } = await import('hucre/xlsx');
    const rest = slices[Symbol.asyncIterator]();
    // The width of the columns stands at the beginning of the file.
    const first = await rest.next();
    const sample = first.done === true ? [] : first.value;
    async function* rows(): AsyncGenerator<CellValue[]> {
      yield* sample;
      for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield* next.value;
    }
    const stream = writeXlsxStream(rows(), {
      name: name.replaceAll(SHEET_NAME.without, ' ').slice(0, SHEET_NAME.length),
      columns: columns.map((column, at) => ({
        header: column.heading,
        width: widthOf(column, sample, at),
        ...formatOf(column.field),
      })),
      freezePane: { rows: 1 },
    });
    for await (const bytes of stream) await file.appendFile(bytes);
  },
};

function cellOf(field: Field, value: unknown): CellValue {
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && (field.kind === 'date' || field.kind === 'datetime')) {
    const day = new Date(field.kind === 'date' ? `${value}T00:00Z` : `${toIndianInput(value)}Z`);
    if (day.getTime() >= FIRST_DAY) return day;
  }
  return textCell(cellValueText(field, value));
}

function textCell(text: string): string | null {
  const isCut = text.length > MOST_LETTERS;
  const clean = (isCut ? text.slice(0, MOST_LETTERS - 1) : text).replaceAll(NOT_IN_XML, '');
  if (clean === '') return null;
  return isCut ? `${clean}…` : clean;
}

function formatOf({ kind }: Field): { numFmt?: string } {
  if (kind === 'date') return { numFmt: DAY };
  return kind === 'datetime' ? { numFmt: MOMENT } : {};
}

function widthOf({ heading, field }: FileColumn, rows: readonly CellValue[][], at: number): number {
  const { numFmt } = formatOf(field);
  const lengths = rows.map((row) => lengthOf(row[at] ?? null, numFmt));
  return Math.min(WIDEST, Math.max(NARROWEST, heading.length, ...lengths) + 2);
}

function lengthOf(cell: CellValue, numFmt: string | undefined): number {
  if (cell instanceof Date) return numFmt?.length ?? 0;
  return cell === null ? 0 : Math.min(WIDEST, String(cell).length);
}
