import { valueText } from '#shared/format/field-text.ts';
import { formatNumber, formatRupees } from '#shared/format/numbers.ts';
import { visibleText } from '#shared/format/visible-text.ts';
import type { Field } from '#shared/model/field.ts';

/** A field's value as one line of text for people; '' where it is empty. */
export function fieldText(field: Field, value: unknown): string {
  // What a program reads.
  if (field.json) return value === null || value === undefined ? '' : 'As they were set';
  return valueText(field, value, ({ kind }, figure) =>
    kind === 'money' ? formatRupees(figure) : formatNumber(figure),
  );
}

/** The same of a field that only a newer version of the application knows. */
export function unknownFieldText(value: unknown): string {
  if (typeof value === 'number') return formatNumber(value);
  if (Array.isArray(value)) return value.map(unknownFieldText).join(', ');
  if (typeof value === 'string') return visibleText(value);
  return value === null || value === undefined ? '' : JSON.stringify(value);
}
