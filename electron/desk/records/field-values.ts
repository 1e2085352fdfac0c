import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EntityDefinition } from '#shared/model/entity.ts';
import { fieldOf } from '#shared/model/entity.ts';
import { orderColumn } from '#shared/model/indexes.ts';
import { quote } from '#shared/model/list-query.ts';
import { hasSortKey, normaliseText } from '#shared/model/search-text.ts';
import type { Cache } from '../cache/cache.ts';
import { tableOf } from '#shared/node/cache/cache-schema.ts';

/** Rows looked at between two turns of the event loop: a few milliseconds' work. */
const SLICE = 2_000;

/**
 * The different values that a field holds, in alphabetical order, some rows in a turn of the event loop. What differs
 * by case or accents alone counts as one where the field has a key.
 * @param search those that hold it
 * @param most so many at most; the rows are looked at to the end all the same
 */
export async function valuesInSlices(
  cache: Cache,
  definition: EntityDefinition,
  name: string,
  search: string,
  most: number,
): Promise<string[]> {
  const table = tableOf(definition);
  const column = quote(name);
  const keyed = hasSortKey(fieldOf(definition, name));
  const key = keyed ? quote(orderColumn(definition, name)) : column;
  const held = keyed ? normaliseText(search) : search.trim().toLowerCase();
  const { last } = cache.statements.prepare(`SELECT max(rowid) AS last FROM ${table}`).get() as {
    last: number | null;
  };
  const slice = cache.statements.prepare(
    `SELECT ${key} AS key, min(${column}) AS value FROM ${table} NOT INDEXED
      WHERE rowid > ? AND rowid <= ? AND ${column} IS NOT NULL AND instr(${keyed ? key : `lower(${key})`}, ?) > 0
      GROUP BY ${key}`,
  );
  const values = new Map<string, string>();
  for (let from = 0; from < (last ?? 0); from += SLICE) {
    if (!cache.open) return [];
    for (const { key: of, value } of slice.all(from, from + SLICE, held) as {
      key: string;
      value: string;
    }[]) {
      const before = values.get(of);
      if (before === undefined || value < before) values.set(of, value);
    }
    await nextTurn();
  }
  const inOrder = [...values].map(([of, value]) => [of.toLowerCase(), value] as const);
  inOrder.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  return inOrder.slice(0, most).map(([, value]) => value);
}
