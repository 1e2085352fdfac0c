import { formatDate, indianDate } from '#shared/format/dates.ts';
import { visibleText } from '#shared/format/visible-text.ts';
import type { EntityDefinition } from './entity.ts';
import { fieldOf, storedFields } from './entity.ts';
import type { FieldIssue } from './field-issue.ts';
import { fieldSchema } from './field-schema.ts';
import type { Field } from './field.ts';

export type { FieldIssue } from './field-issue.ts';

export interface Validated {
  /** The changes as they are stored: trimmed, empty as null. Only fields without an issue. */
  values: Record<string, unknown>;
  issues: FieldIssue[];
}

export interface ValidationContext {
  /** `create` also asks for the required fields and gives the defaults. */
  mode: 'create' | 'update';
  /**
   * Milliseconds since 1970: given where a person saves, absent where a waiting operation arrives late, so that
   * a time that has passed meanwhile does not refuse it (decision 12).
   */
  now?: number;
  /** The stored record: a past time that it already holds may stay. */
  stored?: Readonly<Record<string, unknown>>;
}

/** So many fields that there are not are named: a change may bring tens of thousands, and what is said of it is kept. */
const MOST_UNKNOWN = 20;
const LONGEST_NAME = 100;

/**
 * Checks changes of a record, field by field. Nothing is thrown: what is wrong is listed, what is right is
 * given back as it is stored. Fields that the entity does not have are issues (`unknown`), the first ones of them.
 */
export function validateChanges(
  entity: EntityDefinition,
  changes: Readonly<Record<string, unknown>>,
  context: ValidationContext,
): Validated {
  const values: Record<string, unknown> = {};
  const issues: FieldIssue[] = [];
  let unknown = 0;
  for (const [name, given] of Object.entries(changes)) {
    if (!Object.hasOwn(entity.fields, name)) {
      unknown += 1;
      if (unknown > MOST_UNKNOWN) continue;
      issues.push({
        field: name.slice(0, LONGEST_NAME),
        code: 'unknown',
        message: `${entity.label} has no field "${name.slice(0, 60)}"`,
      });
      continue;
    }
    const field = fieldOf(entity, name);
    if (isFromBefore(field, given, context.stored?.[name])) {
      values[name] = given;
      continue;
    }
    const result = fieldSchema(field).safeParse(given);
    if (!result.success) {
      const message = result.error.issues[0]?.message ?? `${field.label} is not valid`;
      issues.push({ field: name, code: 'invalid', message });
      continue;
    }
    const value = result.data;
    if (value === null && field.required) {
      issues.push(requiredIssue(entity, name, field));
      continue;
    }
    const late = timeIssue(name, field, value, context);
    if (late) {
      issues.push(late);
      continue;
    }
    values[name] = value;
  }
  if (context.mode === 'create') completeNewRecord(entity, values, issues);
  issues.push(...issuesOfOrder(entity, values, context.stored));
  issues.push(...issuesOfRecord(entity, values, context.stored));
  return { values, issues };
}

/** A stored text with what nobody sees, sent along unchanged: it is no edit, and refuses none of other fields. */
function isFromBefore({ kind, isLink }: Field, given: unknown, stored: unknown): boolean {
  if (typeof given !== 'string' || given !== stored || given === visibleText(given)) return false;
  return (kind === 'text' && !isLink) || kind === 'phone' || kind === 'longText';
}

function completeNewRecord(
  entity: EntityDefinition,
  values: Record<string, unknown>,
  issues: FieldIssue[],
): void {
  for (const [name, field] of storedFields(entity)) {
    if (values[name] !== undefined || issues.some((issue) => issue.field === name)) continue;
    if (field.default !== undefined) values[name] = field.default;
    else if (field.required && !field.serverSet) issues.push(requiredIssue(entity, name, field));
  }
}

function requiredIssue(entity: EntityDefinition, name: string, field: Field): FieldIssue {
  return { field: name, code: 'required', message: entity.requiredMessage ?? `${field.label} is required` };
}

/** What is wrong with a new date or time against the clock, where a person saves it; what is stored may stay. */
function timeIssue(
  name: string,
  field: Field,
  value: unknown,
  { now, stored }: ValidationContext,
): FieldIssue | undefined {
  if (now === undefined || typeof value !== 'string' || value === stored?.[name]) return undefined;
  // Date-time fields hold whole minutes, so a time within the current minute counts as now.
  if (field.notBeforeNow && Date.parse(value) < now - (now % 60_000)) {
    return { field: name, code: 'past', message: `${field.label} cannot be earlier than now` };
  }
  if (field.notAfterToday && value > todayAt(now)) {
    return { field: name, code: 'invalid', message: `${field.label} cannot be later than today` };
  }
  if (field.earliest !== undefined && value < field.earliest) {
    const message = `${field.label} cannot be before ${formatDate(field.earliest)}`;
    return { field: name, code: 'invalid', message };
  }
  return undefined;
}

let lastToday = { at: Number.NaN, day: '' };

/** The day in India; kept, for an import asks for each of its rows. */
function todayAt(now: number): string {
  if (lastToday.at !== now) lastToday = { at: now, day: indianDate(new Date(now).toISOString()) };
  return lastToday.day;
}

/** What the changes make wrong with the record as a whole; what was so before, of fields that stay, may stay. */
function issuesOfRecord(
  entity: EntityDefinition,
  values: Readonly<Record<string, unknown>>,
  stored: ValidationContext['stored'] = {},
): FieldIssue[] {
  if (!entity.problems) return [];
  const before = entity.problems(stored);
  return entity
    .problems({ ...stored, ...values })
    .filter(
      ({ field, message }) =>
        (field in values && values[field] !== (stored[field] ?? null)) ||
        !before.some((each) => each.field === field && each.message === message),
    );
}

/** Dates in the wrong order, as the record would be; the pair that is stored so may stay. The later one is named. */
function issuesOfOrder(
  entity: EntityDefinition,
  values: Readonly<Record<string, unknown>>,
  stored: ValidationContext['stored'] = {},
): FieldIssue[] {
  const merged = { ...stored, ...values };
  return (entity.datesInOrder ?? []).flatMap(([first, then]): FieldIssue[] => {
    const [from, to] = [merged[first], merged[then]];
    const isNew = [first, then].some((name) => name in values && values[name] !== (stored[name] ?? null));
    if (!isNew || typeof from !== 'string' || typeof to !== 'string' || to >= from) return [];
    const message = `${fieldOf(entity, then).label} cannot be before ${fieldOf(entity, first).label}`;
    return [{ field: then, code: 'invalid', message }];
  });
}
