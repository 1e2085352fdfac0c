import type { EntityDefinition } from '#shared/model/entity.ts';
import type { Field } from '#shared/model/field.ts';
import { headingScore } from './match-columns.ts';

/** The headings stand in one of the first so many rows; above them there are titles at most. */
export const HEADING_ROWS = 20;

export interface NumberedRow {
  /** From 1, as a spreadsheet shows it. */
  row: number;
  cells: readonly string[];
}

/**
 * The number of the row with the headings: the first of those whose cells name fields best. Where none names any, the
 * first row that has no numbers and addresses in it; 0 where the file has no headings.
 */
export function headingRow(
  definition: EntityDefinition,
  fields: readonly (readonly [string, Field])[],
  rows: readonly NumberedRow[],
): number {
  let best = { row: 0, score: 0 };
  for (const { row, cells } of rows.slice(0, HEADING_ROWS)) {
    const score = headingScore(definition, fields, cells);
    if (score > best.score) best = { row, score };
  }
  if (best.row > 0) return best.row;
  const [first] = rows;
  return first && first.cells.every((cell) => !isValue(cell)) ? first.row : 0;
}

/** What no heading is: a phone number, a date, an amount, an address. */
const isValue = (cell: string): boolean => cell.includes('@') || /\d{3}/.test(cell.replace(/[\s().-]/g, ''));
