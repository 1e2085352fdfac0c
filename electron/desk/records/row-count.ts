import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ValueCount } from '#shared/model/board.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import { quote, type Condition } from '#shared/model/list-query.ts';
import type { Cache } from '../cache/cache.ts';
import { tableOf } from '#shared/node/cache/cache-schema.ts';
import type { ListConditions } from './list-conditions.ts';

const FIRST_SLICE = 500;
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

/** Row numbers among which all rows of a query are, and what is still to be asked of them. */
export interface FoundRows {
  rows: readonly number[];
  where: Condition;
}

/**
 * The same by looking at each row, as `countInSlices`. Gives up with null when the cache is closed.
 * @param found as for `countInSlices`
 */
export async function valuesByLooking(
  cache: Cache,
  conditions: ListConditions,
  name: string,
  found: FoundRows | null,
): Promise<ValueCount[] | null> {
  const counts = new Map<string | null, number>();
  const complete = await look(cache, conditions, quote(name), found, (some) => {
    for (const { value, count } of some) counts.set(value, (counts.get(value) ?? 0) + count);
  });
  return complete ? [...counts].map(([value, count]) => ({ value, count })) : null;
}

/**
 * Counts by looking at each row, some rows in a turn of the event loop. Gives up with null when the cache is closed.
 * @param found what an index has found: no others are looked at; null where none can tell
 */
export async function countInSlices(
  cache: Cache,
  conditions: ListConditions,
  found: FoundRows | null,
): Promise<number | null> {
  let total = 0;
  const complete = await look(cache, conditions, 'NULL', found, (some) => {
    for (const { count } of some) total += count;
  });
  return complete ? total : null;
}

/** Counts the rows by a value, slice by slice. Resolves to whether it came to the end before the cache was closed. */
async function look(
  cache: Cache,
  { definition, where }: ListConditions,
  by: string,
  found: FoundRows | null,
  take: (some: ValueCount[]) => void,
): Promise<boolean> {
  const from = `SELECT ${by} AS value, count(*) AS count FROM ${tableOf(definition)}`;
  if (!found) {
    const slice = cache.statements.prepare(
      `${from} NOT INDEXED WHERE rowid > ? AND rowid <= ? AND ${where.sql} GROUP BY 1`,
    );
    const { last } = cache.statements
      .prepare(`SELECT max(rowid) AS last FROM ${tableOf(definition)}`)
      .get() as { last: number | null };
    let at = 0;
    return inSlices(cache, (size) => {
      const first = at;
      at += size;
      take(slice.all(first, at, ...where.params) as ValueCount[]);
      return at < (last ?? 0);
    });
  }
  const some = cache.statements.prepare(
    `${from} WHERE rowid IN (SELECT value FROM json_each(?)) AND ${found.where.sql} GROUP BY 1`,
  );
  let at = 0;
  return inSlices(cache, (size) => {
    const rows = found.rows.slice(at, at + size);
    at += size;
    take(some.all(JSON.stringify(rows), ...found.where.params) as ValueCount[]);
    return at < found.rows.length;
  });
}

/**
 * Looks at so many rows in a turn as take some milliseconds.
 * @param look gives whether there is more
 * @returns whether it came to the end before the cache was closed.
 */
async function inSlices(cache: Cache, look: (size: number) => boolean): Promise<boolean> {
  let size = FIRST_SLICE;
  for (let isMore = true; isMore;) {
    if (!cache.open) return false;
    const started = performance.now();
    isMore = look(size);
    const took = performance.now() - started;
    size = Math.max(200, Math.min(20_000, Math.round((size * SLICE_MS) / Math.max(took, 0.5))));
    await nextTurn();
  }
  return cache.open;
}
