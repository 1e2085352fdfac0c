import { formatDate, formatDateTime } from '#shared/format/dates.ts';
import { formatNumber, formatRupees } from '#shared/format/numbers.ts';
import type { Field } from '#shared/model/field.ts';

/** A field's value as one line of text for people; '' where it is empty. */
export function fieldText(field: Field, value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return field.kind === 'money' ? formatRupees(value) : formatNumber(value);
  if (Array.isArray(value)) return value.map((item) => fieldText(field, item)).join(', ');
  if (typeof value === 'string') return textOf(field, value);
  return field.parts && typeof value === 'object' ? partsText(field.parts, value) : '';
}

function textOf(field: Field, value: string): string {
  if (field.kind === 'date') return formatDate(value) || value;
  if (field.kind === 'datetime') return formatDateTime(value) || value;
  if (field.kind === 'file') return 'A file';
  if (field.kind === 'richText') {
    return value
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
  }
  return value;
}

function partsText(parts: Readonly<Record<string, Field>>, value: object): string {
  const given = new Map<string, unknown>(Object.entries(value));
  return Object.entries(parts)
    .map(([name, part]) => fieldText(part, given.get(name)))
    .filter((text) => text !== '')
    .join(' · ');
}
