import { isJson } from '#shared/model/columns.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import type { Filter } from '#shared/model/filter.ts';
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

const isNumber = (value: unknown): boolean =>
  typeof value === 'number' ? Number.isFinite(value) : typeof value === 'string' && isNumeral(value);

const isNumeral = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text));

/** Of fields that hold several values: no index finds them, so each is looked for in every row. */
export const MOST_LOOKED_FOR = 50;

/**
 * What a filter asks of dates and numbers can be a date or a number: garbage finds nothing, and looks like an answer.
 * And it looks into every row for so many values only: a query has room for a thousand.
 * @throws PlainError `bad-request`.
 */
export function assertFilterValues(entity: EntityDefinition, filter: Filter): void {
  let lookedFor = 0;
  for (const [name, asked] of Object.entries(filter)) {
    const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
    const values: readonly unknown[] =
      typeof asked === 'object' && asked !== null ? Object.values(asked) : [asked];
    if (field && isJson(field)) lookedFor += values.length;
    if (lookedFor > MOST_LOOKED_FOR)
      throw new PlainError('bad-request', `Filter by ${MOST_LOOKED_FOR} values of ${name} at most.`);
    for (const value of values) {
      if (field?.kind === 'date' || field?.kind === 'datetime') {
        if (typeof value === 'string' && isDayOrTime(value)) continue;
        throw new PlainError('bad-request', `Give ${name} as a day or time, such as 2026-03-31.`);
      }
      if ((field?.kind === 'money' || field?.kind === 'number') && !isNumber(value)) {
        throw new PlainError('bad-request', `Give ${name} as a number.`);
      }
    }
  }
}
