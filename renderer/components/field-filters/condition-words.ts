import { formatDate } from '#shared/format/dates.ts';
import { formatNumber, formatRupees } from '#shared/format/numbers.ts';
import type { Field } from '#shared/model/field.ts';
import type { ConditionValue, FieldCondition, Operator } from '#shared/model/field-condition.ts';
import { isPeriodName, PERIODS } from '#shared/model/periods.ts';

/** The operators as people choose them, after the name of the field. */
export const OPERATOR_LABELS: Readonly<Record<Operator, string>> = {
  anyOf: 'is any of',
  noneOf: 'is none of',
  contains: 'contains',
  lacks: 'does not contain',
  between: 'is between',
  period: 'is in',
  olderThan: 'is older than',
  empty: 'is empty',
  filled: 'is not empty',
};

/** Values named in a chip, at most. */
const NAMED = 3;

/**
 * A condition in words: `City contains “pune”`, `Fee from ₹10,000 to ₹20,000`.
 * @param textOf what a value is called, of a reference
 */
export function conditionInWords(
  label: string,
  field: Field,
  { op, values }: FieldCondition,
  textOf: (value: ConditionValue) => string,
): string {
  const [first = null, last = null] = values;
  switch (op) {
    case 'empty':
    case 'filled':
      return `${label} ${OPERATOR_LABELS[op]}`;
    case 'contains':
    case 'lacks':
      return `${label} ${OPERATOR_LABELS[op]} “${String(first)}”`;
    case 'period':
      return `${label}: ${isPeriodName(first) ? PERIODS[first] : String(first)}`;
    case 'olderThan':
      return `${label} older than ${formatNumber(Number(first))} ${first === 1 ? 'day' : 'days'}`;
    case 'between':
      return `${label} ${rangeInWords(field, first, last)}`;
    case 'anyOf':
    case 'noneOf': {
      const named = values
        .slice(0, NAMED)
        .map((value) => (typeof value === 'boolean' ? yesOrNo(value) : textOf(value)));
      const more = values.length > NAMED ? [`${values.length - NAMED} more`] : [];
      const last = more[0] ?? named.pop() ?? '';
      const word = op === 'anyOf' ? 'or' : 'nor';
      const all = named.length > 0 ? `${named.join(', ')} ${word} ${last}` : last;
      return op === 'anyOf' ? `${label}: ${all}` : `${label} is not ${all}`;
    }
  }
}

const yesOrNo = (value: boolean): string => (value ? 'Yes' : 'No');

function rangeInWords(field: Field, from: ConditionValue, to: ConditionValue): string {
  const shown = (end: ConditionValue): string => {
    if (typeof end === 'number') return field.kind === 'money' ? formatRupees(end) : formatNumber(end);
    return formatDate(String(end));
  };
  if (from === to) return `is ${shown(from)}`;
  if (to === null) return `from ${shown(from)}`;
  if (from === null) return `up to ${shown(to)}`;
  return `${shown(from)} to ${shown(to)}`;
}
