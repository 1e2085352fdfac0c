import type { Role } from '#shared/access/roles.ts';
import { fieldsReadableOnEveryRow, readableRows, type Actor } from '#shared/access/permissions.ts';
import {
  BETWEEN_NUMBERS,
  contactFields,
  contactKeys,
  digitsColumn,
  lookedThroughFor,
} from '#shared/model/contact-keys.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { fieldOf, type EntityDefinition } from '#shared/model/entity.ts';
import { quote } from '#shared/model/list-query.ts';
import { hasSortKey, sortKeyColumn } from '#shared/model/search-text.ts';
import type { Params } from '#shared/protocol/bridge.ts';
import type { ContactMatch } from '#shared/protocol/duplicates.ts';
import { holdsSeveral, lowerOf, tableOf } from '#shared/node/cache/cache-schema.ts';
import type { Cache } from '../cache/cache.ts';
import type { RecordReader } from './record-reader.ts';
import { titleOf } from './record-reader.ts';

/** Records that are named; more are counted by nobody. */
const MOST = 5;

/**
 * Who has a number or an address already: found by the digits with their country in any of a record's numbers, by the
 * address in any of its addresses. Looked for by indexes alone, so that it can be asked with every letter typed.
 * Only what the role may read on every row is looked through.
 */
export function contactMatches(
  { cache, reader, actor }: { cache: Cache; reader: RecordReader; actor: Actor },
  { entity, field, value, id }: Params<'records.withContact'>,
): ContactMatch[] {
  const kind = Object.hasOwn(entityOf(entity).fields, field) ? fieldOf(entityOf(entity), field).kind : null;
  if (kind !== 'phone' && kind !== 'email') return [];
  const keys = contactKeys(kind, value);
  if (keys.length === 0) return [];
  const matches: ContactMatch[] = [];
  for (const [name, columns] of lookedThrough(entity, kind, actor.role)) {
    const definition = entityOf(name);
    const found = new Map<string, string>();
    for (const column of columns)
      for (const each of idsWith(cache, definition, column, kind, keys))
        if (!(name === entity && each === id) && !found.has(each)) found.set(each, column);
    for (const [each, column] of found) {
      const view = reader.view(name, each, actor);
      if (!view) continue;
      const title = titleOf(definition, view.record);
      const { label } = fieldOf(definition, column);
      matches.push({
        entity: name,
        id: each,
        title,
        field: label,
        addedAt: textOrNull(view.record['createdAt']),
      });
      if (matches.length === MOST) return matches;
    }
  }
  return matches;
}

const known = new Map<string, [EntityName, string[]][]>();

/** The entities and their fields that are looked through for the role; reckoned once, for imports ask for each row. */
function lookedThrough(entity: EntityName, kind: 'phone' | 'email', role: Role): [EntityName, string[]][] {
  const key = `${entity} ${kind} ${role}`;
  let found = known.get(key);
  if (!found) {
    found = lookedThroughFor(entity).flatMap((name): [EntityName, string[]][] => {
      const definition = entityOf(name);
      if (readableRows(definition, role) !== 'all') return [];
      const readable = fieldsReadableOnEveryRow(definition, role);
      return [[name, contactFields(definition, kind).filter((each) => readable.has(each))]];
    });
    known.set(key, found);
  }
  return found;
}

function idsWith(
  cache: Cache,
  definition: EntityDefinition,
  field: string,
  kind: 'phone' | 'email',
  keys: readonly string[],
): string[] {
  const ids = (sql: string, ...params: string[]): string[] =>
    (cache.statements.prepare(sql).all(...params) as { id: string }[]).map((row) => row.id);
  const table = tableOf(definition);
  return keys.flatMap((key) => {
    if (kind === 'email') {
      const isKeyed = hasSortKey(fieldOf(definition, field));
      const column = isKeyed ? quote(sortKeyColumn(field)) : lowerOf(field);
      return ids(`SELECT "_id" AS id FROM ${table} WHERE ${column} = ? LIMIT ${MOST + 1}`, key);
    }
    const digits = quote(digitsColumn(field));
    return [
      ...ids(`SELECT "_id" AS id FROM ${table} WHERE ${digits} = ? LIMIT ${MOST + 1}`, key),
      ...(withSeveral(cache, definition, field).get(key) ?? []).slice(0, MOST + 1),
    ];
  });
}

interface KeptNumbers {
  /** Of the entity's rows, when they were read. */
  version: number;
  ids: Map<string, string[]>;
}

const keptNumbers = new WeakMap<Cache, Map<string, KeptNumbers>>();

/**
 * The ids of the records that have several numbers in a field, by each of these. Few have, but no index finds one of several:
 * they are read once for as long as no record of the entity changes. An import asks for each of its rows.
 */
function withSeveral(
  cache: Cache,
  definition: EntityDefinition,
  field: string,
): ReadonlyMap<string, readonly string[]> {
  const name = definition.name as EntityName;
  const ofCache = keptNumbers.get(cache) ?? new Map<string, KeptNumbers>();
  keptNumbers.set(cache, ofCache);
  const version = cache.version(name);
  const kept = ofCache.get(`${name} ${field}`);
  if (kept?.version === version) return kept.ids;
  const digits = digitsColumn(field);
  const sql = `SELECT "_id" AS id, ${quote(digits)} AS digits FROM ${tableOf(definition)} WHERE ${holdsSeveral(digits)}`;
  const ids = new Map<string, string[]>();
  for (const row of cache.statements.prepare(sql).all() as { id: string; digits: string }[])
    for (const number of new Set(row.digits.split(BETWEEN_NUMBERS))) {
      const known = ids.get(number);
      if (known) known.push(row.id);
      else ids.set(number, [row.id]);
    }
  ofCache.set(`${name} ${field}`, { version, ids });
  return ids;
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
