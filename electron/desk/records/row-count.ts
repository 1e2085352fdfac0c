import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ValueCount } from '#shared/model/board.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import { quote } from '#shared/model/list-query.ts';
import type { Cache } from '../cache/cache.ts';
import { tableOf } from '#shared/node/cache/cache-schema.ts';
import type { ListConditions } from './list-conditions.ts';

const FIRST_SLICE = 2_000;
/** A slice that took longer than this is followed by a smaller one. */
const SLICE_MS = 6;

/** Counts the rows of a query whose conditions an index answers. */
export function countByIndex(cache: Cache, { definition, where }: ListConditions): number {
  const { count } = cache.statements
    .prepare(`SELECT count(*) AS count FROM ${tableOf(definition)} WHERE ${where.sql}`)
    .get(...where.params) as { count: number };
  return count;
}

/** Counts all rows of an entity that the cache holds. */
export function countAll(cache: Cache, definition: EntityDefinition): number {
  return (
    cache.statements.prepare(`SELECT count(*) AS count FROM ${tableOf(definition)}`).get() as {
      count: number;
    }
  ).count;
}

/** How many of these rows have each value of a field, read from the index of that field alone. */
export function valuesByIndex(
  cache: Cache,
  { definition, where }: ListConditions,
  name: string,
): ValueCount[] {
  return cache.statements
    .prepare(
      `SELECT ${quote(name)} AS value, count(*) AS count FROM ${tableOf(definition)} WHERE ${where.sql} GROUP BY 1`,
    )
    .all(...where.params) as ValueCount[];
}

/**
 * The same by looking at each row, as `countInSlices`. Gives up with null when the cache is closed.
 * @param among as for `countInSlices`
 */
export async function valuesByLooking(
  cache: Cache,
  conditions: ListConditions,
  name: string,
  among: readonly number[] | null,
): Promise<ValueCount[] | null> {
  const counts = new Map<string | null, number>();
  const complete = await look(cache, conditions, quote(name), among, (found) => {
    for (const { value, count } of found) counts.set(value, (counts.get(value) ?? 0) + count);
  });
  return complete ? [...counts].map(([value, count]) => ({ value, count })) : null;
}

/**
 * Counts by looking at each row, some rows in a turn of the event loop. Gives up with null when the cache is closed.
 * @param among the numbers of all rows that a search in documents has found; null where that is not known
 */
export async function countInSlices(
  cache: Cache,
  conditions: ListConditions,
  among: readonly number[] | null,
): Promise<number | null> {
  let total = 0;
  const complete = await look(cache, conditions, 'NULL', among, (found) => {
    for (const { count } of found) total += count;
  });
  return complete ? total : null;
}

/** Counts the rows by a value, slice by slice. Resolves to whether it came to the end before the cache was closed. */
async function look(
  cache: Cache,
  { definition, where, narrowing }: ListConditions,
  by: string,
  among: readonly number[] | null,
  take: (found: ValueCount[]) => void,
): Promise<boolean> {
  const from = `SELECT ${by} AS value, count(*) AS count FROM ${tableOf(definition)}`;
  if (!among) {
    const slice = cache.statements.prepare(
      `${from} NOT INDEXED WHERE rowid > ? AND rowid <= ? AND ${where.sql} GROUP BY 1`,
    );
    return inSlices(cache, definition, (first, last) =>
      take(slice.all(first, last, ...where.params) as ValueCount[]),
    );
  }
  const some = cache.statements.prepare(
    `${from} WHERE rowid IN (SELECT value FROM json_each(?)) AND ${narrowing.sql} GROUP BY 1`,
  );
  for (let at = 0; at < among.length; at += FIRST_SLICE) {
    if (!cache.open) return false;
    const rows = JSON.stringify(among.slice(at, at + FIRST_SLICE));
    take(some.all(rows, ...narrowing.params) as ValueCount[]);
    await nextTurn();
  }
  return cache.open;
}

/** Looks at a table from row number to row number. Resolves to whether it came to the end before the cache was closed. */
async function inSlices(
  cache: Cache,
  definition: EntityDefinition,
  look: (from: number, to: number) => void,
): Promise<boolean> {
  const { last } = cache.statements
    .prepare(`SELECT max(rowid) AS last FROM ${tableOf(definition)}`)
    .get() as {
    last: number | null;
  };
  let size = FIRST_SLICE;
  for (let from = 0; from < (last ?? 0);) {
    if (!cache.open) return false;
    const started = performance.now();
    look(from, from + size);
    from += size;
    const took = performance.now() - started;
    size = Math.max(200, Math.min(20_000, Math.round((size * SLICE_MS) / Math.max(took, 0.5))));
    await nextTurn();
  }
  return true;
}
