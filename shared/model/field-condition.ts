import { z } from 'zod';
import { formatNumber } from '#shared/format/numbers.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { fieldOf, type EntityDefinition } from './entity.ts';
import { NOTES_LENGTH, type Field, type FieldKind } from './field.ts';
import { isPeriodName } from './periods.ts';

/**
 * What a user asks of one field of a list's rows, beside the filters that the list has by itself: several values, none,
 * a period, a range, a part of a text. The same on the desk and in REST.
 */
export interface FieldCondition {
  field: string;
  op: Operator;
  /**
   * `anyOf` and `noneOf`: values of the field, ids of what it refers to. `contains`, `lacks`: one text. `between`: the
   * first and the last (`YYYY-MM-DD` or a number), both among them; null leaves that end open. `period`: a word of
   * PERIODS. `olderThan`: a number of days. `empty`, `filled`: none.
   */
  values: readonly ConditionValue[];
}

export type ConditionValue = string | number | boolean | null;

export const OPERATORS = [
  'anyOf',
  'noneOf',
  'contains',
  'lacks',
  'between',
  'period',
  'olderThan',
  'empty',
  'filled',
] as const;

export type Operator = (typeof OPERATORS)[number];

/** Conditions of one query, and values of all of them, at most: each is looked for in every row. */
export const MOST_CONDITIONS = 12;
export const MOST_VALUES = 200;
/** Each takes what stands between the digits out of every row's number, which costs some times as much as any other. */
export const MOST_IN_NUMBERS = 3;
/** Each reads and folds a hundred times as much of a row as one on a name. */
export const MOST_IN_LONG_TEXTS = 3;
const LONGEST_TEXT = 200;
const MOST_DAYS = 36_500;

/** What any condition looks like; whether it fits its field says `assertCondition`. */
export const fieldConditionSchema = z.strictObject({
  field: z.string().min(1).max(60),
  op: z.enum(OPERATORS),
  values: z
    .array(z.union([z.string().max(LONGEST_TEXT), z.number(), z.boolean(), z.null()]))
    .max(MOST_VALUES)
    .readonly(),
});

export const fieldConditionsSchema = z.array(fieldConditionSchema).max(MOST_CONDITIONS).readonly();

const PRESENCE = ['empty', 'filled'] as const;
const TEXT = ['contains', 'lacks', ...PRESENCE] as const;
const CHOICE = ['anyOf', 'noneOf', ...PRESENCE] as const;
const TIME = ['period', 'olderThan', 'between', ...PRESENCE] as const;

const OPERATORS_OF: Readonly<Record<FieldKind, readonly Operator[]>> = {
  text: ['anyOf', 'noneOf', ...TEXT],
  email: TEXT,
  url: TEXT,
  phone: TEXT,
  longText: TEXT,
  list: TEXT,
  // Of its HTML a part would be found that nobody sees.
  richText: PRESENCE,
  file: PRESENCE,
  object: PRESENCE,
  option: CHOICE,
  options: CHOICE,
  reference: CHOICE,
  boolean: ['anyOf', ...PRESENCE],
  money: ['between', ...PRESENCE],
  number: ['between', ...PRESENCE],
  date: TIME,
  datetime: TIME,
  secret: [],
};

/** What can be asked of a field, the most likely first. */
export function operatorsOf({ kind, maxLength = 0 }: Field): readonly Operator[] {
  // What the pages of a document say is found by search: a filter would read all of it of every row.
  return kind === 'longText' && maxLength > NOTES_LENGTH ? PRESENCE : OPERATORS_OF[kind];
}

/**
 * Judges a condition on a field that the entity has and the reader may see.
 * @throws PlainError `bad-request`, with what is wrong in words.
 */
export function assertConditionFits(
  entity: EntityDefinition,
  { field: name, op, values }: FieldCondition,
): void {
  const field = fieldOf(entity, name);
  const { label } = field;
  const refuse = (sentence: string): never => {
    throw new PlainError('bad-request', sentence);
  };
  if (!operatorsOf(field).includes(op)) refuse(`${label} cannot be filtered in that way.`);
  switch (op) {
    case 'empty':
    case 'filled':
      if (values.length > 0) refuse(`${label} takes no values there.`);
      return;
    case 'anyOf':
    case 'noneOf':
      if (values.length === 0) refuse(`Choose a value of ${label}.`);
      if (values.length > MOST_VALUES) refuse(`Choose at most ${MOST_VALUES} values of ${label}.`);
      for (const value of values) {
        if (!isValueOf(field, value)) refuse(`${shown(value)} is not a value of ${label}.`);
      }
      return;
    case 'contains':
    case 'lacks': {
      const [text] = values;
      if (values.length !== 1 || typeof text !== 'string' || text.trim() === '')
        refuse(`Give a text to look for in ${label}.`);
      if (String(text).length > LONGEST_TEXT) refuse(`Look for a shorter text in ${label}.`);
      if (!STORABLE.test(String(text))) refuse(`${label} cannot hold a character of that text.`);
      return;
    }
    case 'period':
      if (values.length !== 1 || !isPeriodName(values[0])) refuse(`${label} has no period of that name.`);
      return;
    case 'olderThan': {
      const [days] = values;
      if (values.length !== 1 || !Number.isInteger(days) || Number(days) < 1 || Number(days) > MOST_DAYS)
        refuse(`Give the days of ${label} as a whole number from 1 to ${formatNumber(MOST_DAYS)}.`);
      return;
    }
    case 'between':
      assertRange(field, values, refuse);
  }
}

function assertRange(
  { kind, label }: Field,
  values: readonly ConditionValue[],
  refuse: (sentence: string) => never,
): void {
  const [from = null, to = null] = values;
  if (values.length !== 2 || (from === null && to === null)) refuse(`Give where ${label} begins or ends.`);
  const isDays = kind === 'date' || kind === 'datetime';
  for (const end of [from, to]) {
    if (end === null) continue;
    if (isDays && !isDay(end)) refuse(`Give ${label} as a day, such as 2026-03-31.`);
    if (!isDays && !(typeof end === 'number' && Number.isFinite(end))) refuse(`Give ${label} as a number.`);
  }
  if (from !== null && to !== null && from > to)
    refuse(`${label} cannot begin after it ends. Change one of the two.`);
}

/** @throws PlainError `bad-request` where conditions ask more together than one query may. */
export function assertFewTogether(entity: EntityDefinition, conditions: readonly FieldCondition[]): void {
  const looks = (kinds: readonly FieldKind[]): number =>
    conditions.filter(
      ({ field, op }) => kinds.includes(fieldOf(entity, field).kind) && (op === 'contains' || op === 'lacks'),
    ).length;
  const refuse = (what: string, most: number): never => {
    throw new PlainError(
      'bad-request',
      `Filters can look into ${what} ${most} times together. Take some away.`,
    );
  };
  if (looks(['phone']) > MOST_IN_NUMBERS) refuse('phone numbers', MOST_IN_NUMBERS);
  if (looks(['longText', 'list']) > MOST_IN_LONG_TEXTS) refuse('long texts', MOST_IN_LONG_TEXTS);
  const count = conditions.reduce((sum, { values }) => sum + values.length, 0);
  if (count > MOST_VALUES)
    throw new PlainError('bad-request', `Filters can name ${MOST_VALUES} values together. Take some away.`);
}

/** A day that there is: the thirtieth of February would else be the second of March. */
function isDay(value: unknown): boolean {
  if (typeof value !== 'string' || !/^(19|20|21)\d\d-\d\d-\d\d$/.test(value)) return false;
  const time = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(value);
}

function isValueOf({ kind, options }: Field, value: ConditionValue): boolean {
  if (kind === 'boolean') return typeof value === 'boolean';
  if (typeof value !== 'string' || value === '' || value.length > LONGEST_TEXT || !STORABLE.test(value))
    return false;
  return options === undefined || options.includes(value);
}

/** No engine stores half of a surrogate pair, and PostgreSQL no NUL: it would not even compare it. */
const STORABLE = /^[^\0\p{Cs}]*$/u;

const shown = (value: ConditionValue): string => `"${String(value).slice(0, 60)}"`;
