import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Cache } from '../cache/cache.ts';
import { tableOf } from '../cache/cache-schema.ts';
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

/** Counts by looking at each row, some rows in a turn of the event loop. Gives up with null when the cache is closed. */
export async function countInSlices(
  cache: Cache,
  { definition, where }: ListConditions,
): Promise<number | null> {
  const table = tableOf(definition);
  const { last } = cache.statements.prepare(`SELECT max(rowid) AS last FROM ${table}`).get() as {
    last: number | null;
  };
  const slice = cache.statements.prepare(
    `SELECT count(*) AS count FROM ${table} NOT INDEXED WHERE rowid > ? AND rowid <= ? AND ${where.sql}`,
  );
  let total = 0;
  let size = FIRST_SLICE;
  for (let from = 0; from < (last ?? 0);) {
    if (!cache.open) return null;
    const started = performance.now();
    total += (slice.get(from, from + size, ...where.params) as { count: number }).count;
    from += size;
    const took = performance.now() - started;
    size = Math.max(200, Math.min(20_000, Math.round((size * SLICE_MS) / Math.max(took, 0.5))));
    await nextTurn();
  }
  return total;
}
