import { indianDate, instantOf, startOfDay } from '#shared/format/dates.ts';
import { isJson } from '#shared/model/columns.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import type { FieldKind } from '#shared/model/field.ts';
import { isRange, type Filter, type FilterValue } from '#shared/model/filter.ts';
import { dayAfter } from '#shared/model/periods.ts';
import { PlainError } from '#shared/protocol/errors.ts';

/** A day, or a time with or without its zone. */
const DAY_OR_TIME = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

function isDayOrTime(text: string): boolean {
  const [, day] = DAY_OR_TIME.exec(text) ?? [];
  if (day === undefined || Number.isNaN(Date.parse(text))) return false;
  // The thirtieth of February would else be the second of March.
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

/** In figures, as people and programs write amounts; engines read other notations each in its own way. */
const NUMERAL = /^[-+]?\d{1,15}(\.\d{1,10})?$/;

/** The number that a text says in figures; NaN where it says none. */
export const numberIn = (text: string): number => (NUMERAL.test(text.trim()) ? Number(text) : Number.NaN);

/** Of fields that hold several values: no index finds them, so each is looked for in every row. */
export const MOST_LOOKED_FOR = 50;

/** A range is asked of what has an order that both engines know by the same text. */
const WITHOUT_RANGE: ReadonlySet<FieldKind> = new Set(['boolean', 'options', 'list', 'object']);
export const hasRange = (kind: FieldKind): boolean => !WITHOUT_RANGE.has(kind);

/**
 * A filter as the columns have its values. What it asks of dates and numbers can be a date or a number: garbage finds
 * nothing, and looks like an answer. Times are compared as they are stored, in UTC, whatever their zone; those without one,
 * and days, are India's. And it looks into every row for so many values only: a query has room for a thousand.
 * @throws PlainError `bad-request`.
 */
export function storedFilter(entity: EntityDefinition, filter: Filter): Filter {
  let lookedFor = 0;
  return Object.fromEntries(
    Object.entries(filter).map(([name, asked]) => {
      const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
      if (!field) return [name, asked];
      if (isJson(field)) lookedFor += Array.isArray(asked) ? asked.length : 1;
      if (lookedFor > MOST_LOOKED_FOR)
        throw new PlainError('bad-request', `Filter by ${MOST_LOOKED_FOR} values of ${name} at most.`);
      return [name, storedValue(name, field.kind, asked)];
    }),
  );
}

/** The next one has a year of five figures, which as a text is before all others. */
const LAST_DAY = '9999-12-31';

function storedValue(name: string, kind: FieldKind, asked: FilterValue): FilterValue {
  if (isRange(asked)) {
    if (!hasRange(kind)) throw new PlainError('bad-request', `Give ${name} as a value, without from and to.`);
    const { from, to } = asked;
    return {
      ...(from === undefined ? {} : { from: boundOf(name, kind, from) }),
      ...(to === undefined ? {} : { to: boundOf(name, kind, to) }),
    };
  }
  if (kind === 'money' || kind === 'number') {
    if (typeof asked !== 'number' || Number.isNaN(asked)) throw noNumber(name);
    return asked;
  }
  if (kind !== 'date' && kind !== 'datetime') return asked;
  const times = [asked].flat().map((value) => timeOf(name, value));
  if (kind === 'date') return times.map(({ day }) => day);
  const [only] = times;
  // A day is all its moments.
  if (times.length === 1 && only?.isDay === true) {
    const from = startOfDay(only.day);
    return only.day === LAST_DAY ? { from } : { from, to: startOfDay(dayAfter(only.day, 1)) };
  }
  return times.map(({ iso }) => iso);
}

/** An end of a range: what is stored is at it or behind it, or else before it. */
function boundOf(name: string, kind: FieldKind, text: string): string {
  if (kind === 'money' || kind === 'number') {
    const number = numberIn(text);
    if (Number.isNaN(number)) throw noNumber(name);
    return String(number);
  }
  if (kind !== 'date' && kind !== 'datetime') return text;
  const { iso, day } = timeOf(name, text);
  if (kind === 'datetime') return iso;
  // A day begins at its midnight: behind that moment the next one is the first.
  return iso === startOfDay(day) || day === LAST_DAY ? day : dayAfter(day, 1);
}

/** A day or time as the moment it is or begins at, and its day, both in India. @throws PlainError `bad-request` */
function timeOf(name: string, value: unknown): { iso: string; day: string; isDay: boolean } {
  if (typeof value === 'string' && isDayOrTime(value)) {
    const isDay = !value.includes('T');
    const moment = new Date(isDay ? startOfDay(value) : instantOf(value));
    const iso = moment.toISOString();
    // Compared as texts: one beyond the year 9999 would be before all.
    if (/^\d/.test(iso)) return { iso, day: indianDate(iso), isDay };
  }
  throw new PlainError('bad-request', `Give ${name} as a day or time, such as 2026-03-31.`);
}

const noNumber = (name: string): PlainError => new PlainError('bad-request', `Give ${name} as a number.`);
