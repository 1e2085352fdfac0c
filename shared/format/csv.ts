import type { Field } from '#shared/model/field.ts';
import Papa from 'papaparse';
import { csvPhone } from './csv-phone.ts';
import { harmless } from './csv-text.ts';
import { toIndianInput } from './dates.ts';
import { cellValueText } from './field-text.ts';

/** The first character of the file: without it Excel takes UTF-8 for the PC's own old character set. */
export const CSV_START = '\uFEFF';

/** Rows of cells as lines of a CSV file (RFC 4180), with their ends; '' for no rows. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return rows.length === 0 ? '' : `${Papa.unparse([...rows], { newline: '\r\n' })}\r\n`;
}

/**
 * A field's value as a cell that spreadsheets show and reckon with as what it is (decision 7): numbers plain (`-3`),
 * dates as `2026-11-25`, times in India as `2026-11-25 16:30`, phone numbers as text that no program takes for a number,
 * and all other text as text that no program runs.
 */
export function csvCell(field: Field, value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') {
    if (field.kind === 'phone') return csvPhone(value);
    if (field.kind === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return value;
    if (field.kind === 'datetime') return toIndianInput(value).replace('T', ' ');
  }
  return harmless(cellValueText(field, value));
}
