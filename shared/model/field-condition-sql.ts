import { startOfDay } from '#shared/format/dates.ts';
import { isJson, type ColumnValue } from './columns.ts';
import { fieldOf, type EntityDefinition } from './entity.ts';
import type { Field } from './field.ts';
import { assertConditionFits, assertFewTogether, type FieldCondition } from './field-condition.ts';
import {
  assertReadable,
  contains,
  joinConditions,
  quote,
  type Condition,
  type Dialect,
} from './list-query.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { daysOf, dayAfter, olderThan, type DayRange, type PeriodName } from './periods.ts';
import { hasSortKey, normaliseText, searchedDigits, sortKeyColumn } from './search-text.ts';

/**
 * Field conditions as SQL, each bare column on one side, so that an index can answer it.
 * @param readable the fields that the reader may see on every row
 * @param now milliseconds since 1970: periods count from it
 * @throws PlainError `bad-request` for what the entity or the field does not have, `forbidden` for a hidden field
 */
export function fieldConditions(
  entity: EntityDefinition,
  asked: readonly FieldCondition[],
  readable: ReadonlySet<string>,
  dialect: Dialect,
  now: number,
): Condition[] {
  for (const condition of asked) assertCondition(entity, condition, readable);
  assertFewTogether(entity, asked);
  return asked.map((condition) => conditionSql(fieldOf(entity, condition.field), condition, dialect, now));
}

/** @throws as `fieldConditions` */
export function assertCondition(
  entity: EntityDefinition,
  condition: FieldCondition,
  readable: ReadonlySet<string>,
): void {
  assertReadable(entity, condition.field, readable, 'filtered');
  // Every reader of a record sees its id, but it is no field that has a kind.
  if (!Object.hasOwn(entity.fields, condition.field))
    throw new PlainError('bad-request', `${entity.plural} cannot be filtered by "${condition.field}".`);
  assertConditionFits(entity, condition);
}

function conditionSql(field: Field, condition: FieldCondition, dialect: Dialect, now: number): Condition {
  const { field: name, op, values } = condition;
  const column = quote(name);
  switch (op) {
    case 'empty':
      return { sql: `${column} IS NULL`, params: [] };
    case 'filled':
      return { sql: `${column} IS NOT NULL`, params: [] };
    case 'anyOf':
      return isOneOf(name, field, values, dialect);
    case 'noneOf':
      return isNot(column, isOneOf(name, field, values, dialect));
    case 'contains':
      return holds(name, field, String(values[0]), dialect);
    case 'lacks':
      return isNot(column, holds(name, field, String(values[0]), dialect));
    case 'period':
      return within(column, field, daysOf(values[0] as PeriodName, now));
    case 'olderThan':
      return within(column, field, olderThan(Number(values[0]), now));
    case 'between':
      return between(column, field, values);
  }
}

/** Rows without a value are none of what is asked for. */
function isNot(column: string, { sql, params }: Condition): Condition {
  return { sql: `(${column} IS NULL OR NOT ${sql})`, params };
}

function isOneOf(name: string, field: Field, given: FieldCondition['values'], dialect: Dialect): Condition {
  const values = [...new Set(given)];
  if (isJson(field)) {
    const each = values.map((value) => contains(quote(name), JSON.stringify(value), dialect));
    return joinConditions(each, 'OR');
  }
  const isKeyed = hasSortKey(field);
  const column = quote(isKeyed ? sortKeyColumn(name) : name);
  const bound = values.map((value): ColumnValue => {
    if (isKeyed) return normaliseText(String(value));
    return typeof value === 'boolean' ? Number(value) : value;
  });
  return bound.length === 1
    ? { sql: `${column} = ?`, params: bound }
    : { sql: `${column} IN (${bound.map(() => '?').join(', ')})`, params: bound };
}

/** What stands between the digits of a phone number. */
const BETWEEN_DIGITS = [' ', '-', '(', ')', '.', '/'];

function holds(name: string, field: Field, text: string, dialect: Dialect): Condition {
  if (hasSortKey(field)) return contains(quote(sortKeyColumn(name)), normaliseText(text), dialect);
  if (field.kind === 'phone' && /\d/.test(text) && /^[+(]?[\d\s().-]+$/.test(text.trim())) {
    const digits = BETWEEN_DIGITS.reduce((sql, sign) => `REPLACE(${sql}, '${sign}', '')`, quote(name));
    return contains(digits, searchedDigits(text), dialect);
  }
  const sought = isJson(field) ? JSON.stringify(text.trim()).slice(1, -1) : text.trim();
  return contains(withoutCase(quote(name), dialect), lowerAscii(sought), dialect);
}

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Fields without a key are compared without case as far as both engines mean the same by it: the letters A to Z. */
function withoutCase(column: string, dialect: Dialect): string {
  return dialect === 'sqlite'
    ? `LOWER(${column})`
    : `TRANSLATE(${column}, '${UPPER}', '${UPPER.toLowerCase()}')`;
}

const lowerAscii = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

function within(column: string, field: Field, { from, to }: DayRange): Condition {
  const start = (day: string): string => (field.kind === 'date' ? day : startOfDay(day));
  const parts: Condition[] = [];
  if (from !== undefined) parts.push({ sql: `${column} >= ?`, params: [start(from)] });
  if (to !== undefined) parts.push({ sql: `${column} < ?`, params: [start(to)] });
  return joinConditions(parts, 'AND');
}

function between(
  column: string,
  field: Field,
  [from = null, to = null]: FieldCondition['values'],
): Condition {
  if (field.kind === 'date' || field.kind === 'datetime') {
    return within(column, field, {
      ...(from === null ? {} : { from: String(from) }),
      ...(to === null ? {} : { to: dayAfter(String(to), 1) }),
    });
  }
  const parts: Condition[] = [];
  if (from !== null) parts.push({ sql: `${column} >= ?`, params: [Number(from)] });
  if (to !== null) parts.push({ sql: `${column} <= ?`, params: [Number(to)] });
  return joinConditions(parts, 'AND');
}
