import { storedFields, type EntityDefinition } from '#shared/model/entity.ts';
import type { Field } from '#shared/model/field.ts';
import { normaliseText } from '#shared/model/search-text.ts';
import { fieldSchema } from '#shared/model/validation.ts';
import type { OldRecord } from './old-collections.ts';
import { timeOfId } from './extended-json.ts';

/** What refers to a record: its old id, or what people call it. Gives the id here; undefined where there is none. */
export type FindReference = (entity: string, idOrText: string) => string | undefined;

/** A part of an old record that has no place here. */
export interface LeftOver {
  field: string;
  value: unknown;
  reason: string;
}

export interface Converted {
  record: { _id: string } & Record<string, unknown>;
  leftOver: LeftOver[];
}

/** What the old database adds to each record, and what the old system showed but did not keep. */
const OF_THE_DATABASE = new Set(['_id', '__v', 'createdAt', 'updatedAt', 'password']);

/**
 * An old record in the form of the model. Nothing is lost: unknown fields, and values that a field cannot hold, are
 * given back as left over. The times of the record stay as they were; where there are none, the id tells when it was
 * made.
 */
export function convertRecord(entity: EntityDefinition, old: OldRecord, find: FindReference): Converted {
  const record: Converted['record'] = { _id: old._id };
  const leftOver: LeftOver[] = [];
  const fields = new Map(storedFields(entity));
  for (const [name, given] of Object.entries(old)) {
    if (OF_THE_DATABASE.has(name) || isNothing(given)) continue;
    const field = fields.get(name);
    const taken = field ? take(field, given, find) : { reason: 'There is no such field' };
    if ('reason' in taken) leftOver.push({ field: name, value: given, reason: taken.reason });
    else record[name] = taken.value;
  }
  for (const [name, field] of fields) {
    if (record[name] === undefined && field.default !== undefined) record[name] = field.default;
  }
  const made = timeOf(old['createdAt']) ?? timeOfId(old._id);
  if (made !== null) record['createdAt'] = made;
  const changed = timeOf(old['updatedAt']) ?? made;
  if (changed !== null) record['updatedAt'] = changed;
  return { record, leftOver };
}

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

function take(field: Field, given: unknown, find: FindReference): { value: unknown } | { reason: string } {
  if (field.kind === 'file') return { reason: 'Files do not come with an export; upload it again' };
  if (field.target) return takeReference(field.target.entity, given, find);
  const result = fieldSchema(field).safeParse(inOptionsSpelling(field, given));
  if (result.success) return { value: result.data };
  return { reason: result.error.issues[0]?.message ?? `${field.label} is not valid` };
}

/** An id, a name, or the whole record that is meant. */
function takeReference(
  entity: string,
  given: unknown,
  find: FindReference,
): { value: unknown } | { reason: string } {
  const candidates =
    typeof given === 'object' && given !== null
      ? [Reflect.get(given, '_id'), Reflect.get(given, 'name')]
      : [given];
  for (const each of candidates) {
    const id: string | undefined = typeof each === 'string' ? find(entity, each) : undefined;
    if (id !== undefined) return { value: id };
  }
  return { reason: 'What it refers to is not there' };
}

/** Old forms wrote some options in other letters: "not paid" is Not Paid. */
function inOptionsSpelling(field: Field, given: unknown): unknown {
  if (!field.options) return given;
  const spelt = (text: unknown): unknown =>
    typeof text === 'string'
      ? (field.options?.find((each) => normaliseText(each) === normaliseText(text)) ?? text)
      : text;
  return Array.isArray(given) ? given.map(spelt) : spelt(given);
}

function timeOf(given: unknown): string | null {
  if (typeof given !== 'string' && typeof given !== 'number') return null;
  const time = new Date(given);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
