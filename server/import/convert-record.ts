import { instantOf } from '#shared/format/dates.ts';
import { storedFields, type EntityDefinition } from '#shared/model/entity.ts';
import type { Field } from '#shared/model/field.ts';
import { normaliseText } from '#shared/model/search-text.ts';
import { fieldSchema } from '#shared/model/field-schema.ts';
import { takeForeignRichText } from '../records/sanitise.ts';
import type { OldRecord } from './old-collections.ts';
import { timeOfId } from './extended-json.ts';

/** What refers to a record: its old id, or what people call it. Gives the id here; undefined where there is none. */
export type FindReference = (entity: string, idOrText: string) => string | undefined;

/** A part of an old record that has no place here. */
export interface LeftOver {
  field: string;
  /** Absent where it may be a secret. */
  value?: unknown;
  reason: string;
}

export interface Converted {
  record: { _id: string } & Record<string, unknown>;
  leftOver: LeftOver[];
}

/** What the old database adds to each record, and what the old system showed but did not keep. */
const OF_THE_DATABASE = new Set(['_id', '__v', 'createdAt', 'updatedAt', 'password']);

/** Names of fields that may hold a secret: what is in them is written down nowhere. */
const SECRET = /passw|passcode|pwd|secret|token|otp$|^salt$/i;

/** The old record as it may be written down: without its password and other secrets. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !SECRET.test(name))
      .map(([name, part]) => [name, withoutSecrets(part)]),
  );
}

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
    if (!field) {
      const reason = 'There is no such field';
      leftOver.push(
        SECRET.test(name)
          ? { field: name, reason: `${reason}, and it may be a secret` }
          : { field: name, value: withoutSecrets(given), reason },
      );
      continue;
    }
    const taken = take(field, given, find);
    if ('value' in taken) record[name] = taken.value;
    if ('reason' in taken) leftOver.push({ field: name, value: taken.left, reason: taken.reason });
  }
  for (const [name, field] of fields) {
    if (record[name] === undefined && field.default !== undefined) record[name] = field.default;
  }
  for (const field of ['createdAt', 'updatedAt']) {
    const value = old[field];
    if (isNothing(value) || timeOf(value) !== null) continue;
    leftOver.push({ field, value: withoutSecrets(value), reason: 'It is not a time of the years 1 to 9999' });
  }
  const made = timeOf(old['createdAt']) ?? timeOfId(old._id);
  if (made !== null) record['createdAt'] = made;
  const changed = timeOf(old['updatedAt']) ?? made;
  if (changed !== null) record['updatedAt'] = changed;
  return { record, leftOver };
}

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** What a field takes of a value, and what it leaves with the reason. */
type Taken = { value: unknown } | { left: unknown; reason: string; value?: unknown };

function take(field: Field, given: unknown, find: FindReference): Taken {
  if (field.kind === 'file') {
    return { left: given, reason: 'Files do not come with an export; upload it again' };
  }
  if (field.target) return takeReference(field.target.entity, given, find);
  const spelt = inOptionsSpelling(field, given);
  if (field.kind === 'options' && Array.isArray(spelt)) return takeOptions(field, spelt);
  const result = fieldSchema(field).safeParse(spelt);
  if (!result.success) {
    return { left: given, reason: result.error.issues[0]?.message ?? `${field.label} is not valid` };
  }
  const { data } = result;
  if (field.kind !== 'richText' || typeof data !== 'string') return { value: data };
  const { html, refusal } = takeForeignRichText(field, data);
  if (refusal === undefined) return { value: html };
  return { left: given, reason: refusal, ...(html === undefined ? {} : { value: html }) };
}

/** One wrong choice among several does not take the right ones along. */
function takeOptions(field: Field, given: readonly unknown[]): Taken {
  const isOption = (each: unknown): boolean => field.options?.some((option) => option === each) === true;
  const right = given.filter(isOption);
  const wrong = given.filter((each) => !isOption(each));
  const value = right.length > 0 ? [...new Set(right)] : null;
  if (wrong.length === 0) return { value };
  return { value, left: wrong, reason: `${field.label} must be among the listed values` };
}

/** An id, a name, or the whole record that is meant. */
function takeReference(entity: string, given: unknown, find: FindReference): Taken {
  const candidates: unknown[] =
    typeof given === 'object' && given !== null
      ? ['_id', 'email', 'name'].map((part): unknown => Reflect.get(given, part))
      : [given];
  for (const each of candidates) {
    const id = typeof each === 'string' ? find(entity, each) : undefined;
    if (id !== undefined) return { value: id };
  }
  return { left: withoutSecrets(given), reason: 'What it refers to is not there' };
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

/** As text, times of other years would stand before all others. */
const FOUR_DIGITS = /^(?!0000)\d{4}-/;

function timeOf(given: unknown): string | null {
  if (typeof given !== 'string' && typeof given !== 'number') return null;
  const time = new Date(typeof given === 'string' ? instantOf(given) : given);
  if (Number.isNaN(time.getTime())) return null;
  const text = time.toISOString();
  return FOUR_DIGITS.test(text) ? text : null;
}
