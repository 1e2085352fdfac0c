import { valueText } from '#shared/format/field-text.ts';
import { formatNumber, formatRupees } from '#shared/format/numbers.ts';
import type { Field } from '#shared/model/field.ts';

/** A field's value as one line of text for people; '' where it is empty. */
export function fieldText(field: Field, value: unknown): string {
  return valueText(field, value, ({ kind }, figure) =>
    kind === 'money' ? formatRupees(figure) : formatNumber(figure),
  );
}
