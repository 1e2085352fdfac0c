import { visibleText } from '#shared/format/visible-text.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import { fieldOf, storedFields } from '#shared/model/entity.ts';
import { fieldSchema } from '#shared/model/field-schema.ts';

export type Values = Readonly<Record<string, unknown>>;

/** The value as it would be stored; as given where it is not valid yet. */
function asStored(entity: EntityDefinition, name: string, value: unknown): unknown {
  const result = fieldSchema(fieldOf(entity, name)).safeParse(value ?? null);
  if (!result.success) return value;
  return Array.isArray(result.data) && result.data.length === 0 ? null : result.data;
}

/** Whether two values of a field mean the same: an empty list and an empty text are nothing, spaces do not count. */
export function sameValue(entity: EntityDefinition, name: string, one: unknown, other: unknown): boolean {
  return JSON.stringify(asStored(entity, name, one)) === JSON.stringify(asStored(entity, name, other));
}

/**
 * The fields whose draft differs from the record, with the draft's values. Where the record has what nobody sees, from
 * before, the same text without it is a change too: so it can be mended.
 */
export function changedFields(
  entity: EntityDefinition,
  names: readonly string[],
  record: Values,
  draft: Values,
): Record<string, unknown> {
  const changed: Record<string, unknown> = {};
  for (const name of names) {
    if (draft[name] === record[name]) continue;
    const isMended = typeof record[name] === 'string' && visibleText(record[name]) !== record[name];
    if (isMended || !sameValue(entity, name, record[name], draft[name])) changed[name] = draft[name] ?? null;
  }
  return changed;
}

/** Values of a new record: the model's defaults with those of the form laid over them. */
export function newValues(entity: EntityDefinition, given: Values): Values {
  const values: Record<string, unknown> = {};
  for (const [name, field] of storedFields(entity)) {
    if (field.default !== undefined) values[name] = field.default;
  }
  return { ...values, ...given };
}

export interface Merged {
  draft: Values;
  /** Fields that the user had not touched and that now hold the value from elsewhere. */
  taken: string[];
  /** Fields that the user has typed in and that were also changed elsewhere, to another value. */
  contested: string[];
}

/**
 * Brings a change from elsewhere into an open form: untouched fields take the new value, typed ones keep theirs.
 * @param coupled pairs that are kept or taken together
 */
export function mergeOutside(
  entity: EntityDefinition,
  names: readonly string[],
  seen: Values,
  draft: Values,
  outside: Values,
  coupled: readonly (readonly [string, string])[] = [],
): Merged {
  const typed = new Set(names.filter((name) => !sameValue(entity, name, seen[name], draft[name])));
  for (const [one, other] of coupled) {
    if (typed.has(one) || typed.has(other)) typed.add(one).add(other);
  }
  const merged: Record<string, unknown> = { ...draft };
  const taken: string[] = [];
  const contested: string[] = [];
  for (const name of names) {
    if (sameValue(entity, name, seen[name], outside[name])) continue;
    if (!typed.has(name)) {
      merged[name] = outside[name] ?? null;
      taken.push(name);
    } else if (!sameValue(entity, name, draft[name], outside[name])) {
      contested.push(name);
    }
  }
  return { draft: merged, taken, contested };
}

/**
 * Changes of a draft with what follows from them: a field that still holds what another one gave it, and so was not
 * written by the user, takes what that one gives now.
 */
export function withFollower(
  draft: Values,
  changes: Values,
  follows: { field: string; from: string; make: (text: string) => string } | undefined,
): Values {
  if (!follows || !Object.hasOwn(changes, follows.from)) return changes;
  const { field, from, make } = follows;
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  if (text(draft[field]) !== make(text(draft[from]))) return changes;
  return { [field]: make(text(changes[from])), ...changes };
}
