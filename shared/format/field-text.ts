import type { Field } from '#shared/model/field.ts';
import { formatDate, formatDateTime } from './dates.ts';

/** Writes an amount or a number of a field. */
export type WriteFigure = (field: Field, value: number) => string;

/** A field's value as people read it; '' where it is empty. A reference is written by `referenceText`. */
export function valueText(field: Field, value: unknown, writeFigure: WriteFigure): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return writeFigure(field, value);
  if (Array.isArray(value)) return value.map((item) => valueText(field, item, writeFigure)).join(', ');
  if (typeof value === 'string') return textOf(field, value);
  return field.parts && typeof value === 'object' ? partsText(field.parts, value, writeFigure) : '';
}

/**
 * The same for a cell of a file: the texts of a list stand in lines, as they are typed. In one line nobody could tell what ends
 * where, and the file would not come back as it was.
 */
export function cellValueText(field: Field, value: unknown): string {
  if (field.kind === 'list' && Array.isArray(value)) return value.map(String).join('\n');
  return valueText(field, value, (_field, figure) => String(figure));
}

/** The signs that the editor writes otherwise. */
const WRITTEN = /&(?:nbsp|amp|lt|gt|quot|#39);/g;
const MEANS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

function textOf(field: Field, value: string): string {
  if (field.kind === 'date') return formatDate(value) || value;
  if (field.kind === 'datetime') return formatDateTime(value) || value;
  if (field.kind === 'file') return field.document ? 'A document' : 'A picture';
  if (field.kind === 'richText') {
    return value
      .replace(/<[^<>]*>/g, ' ')
      .replace(WRITTEN, (written) => MEANS[written] ?? ' ')
      .replace(/\s+/g, ' ')
      .trim();
  }
  return value;
}

function partsText(parts: Readonly<Record<string, Field>>, value: object, writeFigure: WriteFigure): string {
  const given = new Map<string, unknown>(Object.entries(value));
  return Object.entries(parts)
    .map(([name, part]) => valueText(part, given.get(name), writeFigure))
    .filter((text) => text !== '')
    .join(' · ');
}

/**
 * A reference by its shown text. Section 2.7: a handler who is not among the users shows as "Unknown"; other empty
 * references just stay empty.
 * @param shown the text that the record referred to shows; null or undefined where there is no such record here
 */
export function referenceText(field: Field, id: unknown, shown: unknown): string {
  if (typeof shown === 'string' && shown !== '') return shown;
  const isEmpty = id === null || id === undefined || id === '';
  // Somebody made every record; other accounts are chosen or follow, and may be nobody's.
  return field.ofAuthor || !isEmpty ? 'Unknown' : '';
}
