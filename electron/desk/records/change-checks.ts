import { mayUpdate, settableFields, type Actor } from '#shared/access/permissions.ts';
import { fieldOf, type AnyRecord, type EntityDefinition } from '#shared/model/entity.ts';
import { quote } from '#shared/model/list-query.ts';
import { normaliseText, sortKeyColumn } from '#shared/model/search-text.ts';
import { isSaidWith } from '#shared/model/proposals.ts';
import { takenSentence } from '#shared/model/unique.ts';
import { validateChanges } from '#shared/model/validation.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Cache } from '../cache/cache.ts';
import { tableOf } from '#shared/node/cache/cache-schema.ts';

/**
 * The changes as they are stored. `stored` is the record, where it is here.
 * @throws PlainError `invalid` with the fields, `bad-request` for what is no part of a record
 */
export function validated(
  definition: EntityDefinition,
  changes: Record<string, unknown>,
  stored: AnyRecord | undefined,
  mode: 'create' | 'update' = stored ? 'update' : 'create',
  /** null where the values are not new, but another record's. */
  now: number | null = Date.now(),
): Record<string, unknown> {
  for (const name of Object.keys(changes)) {
    if (Object.hasOwn(definition.fields, name) && fieldOf(definition, name).kind === 'secret') {
      throw new PlainError(
        'bad-request',
        `${fieldOf(definition, name).label} is set on its own, while online`,
      );
    }
  }
  const { values, issues } = validateChanges(definition, changes, {
    mode,
    ...(now === null ? {} : { now }),
    ...(stored ? { stored } : {}),
  });
  const [first] = issues;
  if (first) throw new PlainError('invalid', first.message, issues);
  return values;
}

/** @throws PlainError `forbidden` naming the first field that the role may not set on this record */
export function assertSettable(
  definition: EntityDefinition,
  names: readonly string[],
  record: AnyRecord,
  actor: Actor,
): void {
  const settable = mayUpdate(definition, actor.role) ? settableFields(definition, actor, record) : new Set();
  const hidden = names.find((name) => !settable.has(name));
  if (hidden === undefined) return;
  throw new PlainError('forbidden', `Your role may not change ${fieldOf(definition, hidden).label}`);
}

/** The server decides; but what this desk can see already is said at once. */
export function assertUnique(
  cache: Cache,
  definition: EntityDefinition,
  id: string,
  values: Readonly<Record<string, unknown>>,
): void {
  for (const [name, value] of Object.entries(values)) {
    const field = fieldOf(definition, name);
    if (!field.unique || typeof value !== 'string') continue;
    const sql = `SELECT 1 FROM ${tableOf(definition)} WHERE ${quote(sortKeyColumn(name))} = ? AND "_id" <> ?`;
    if (cache.statements.prepare(sql).get(normaliseText(value), id)) {
      const message = takenSentence(definition, field, value);
      throw new PlainError('conflict', message, [{ field: name, code: 'invalid', message }]);
    }
  }
}

/** What the server sets is not the user's to change: a client's value is ignored. */
export function withoutServerSet(
  definition: EntityDefinition,
  changes: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(changes).filter(([name]) => definition.fields[name]?.serverSet !== true),
  );
}

/** The values that the record does not hold already, with what is said beside one of them (`isSaidWith`). */
export function differing(
  { name: entity }: Pick<EntityDefinition, 'name'>,
  values: Readonly<Record<string, unknown>>,
  stored: AnyRecord,
): Record<string, unknown> {
  const entries = Object.entries(values);
  const differ = Object.fromEntries(entries.filter(([name, value]) => !isSame(value, stored[name])));
  return Object.fromEntries(
    entries.filter(([name]) => Object.hasOwn(differ, name) || isSaidWith(entity, name, differ)),
  );
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
