import { setImmediate as nextTurn } from 'node:timers/promises';
import { entityNames, entityOf, type EntityName } from '#shared/model/entities.ts';
import type { Cache } from './cache.ts';
import { searchTableOf } from '#shared/node/cache/cache-schema.ts';

/**
 * What is still on the disk of rows that the user may no longer see, after the rows themselves were overwritten: their
 * pieces in the search index, where a removed entry is only marked, and older pages in the write-ahead file.
 */

const nameOf = (entity: EntityName): string => `leftovers-${entity}`;

/** Pages of the index rewritten between two turns of the event loop. */
const MERGE_PAGES = 16;

/** In the transaction that removes the rows, so that a desk that is ended goes on at its next start. */
export function noteLeftovers(cache: Cache, entity: EntityName): void {
  cache.setState(nameOf(entity), '1');
}

/** Removes what was noted, in slices; once the index knows which rows are gone. */
export async function clearLeftovers(cache: Cache): Promise<void> {
  let merged = false;
  for (const entity of entityNames) {
    if (!cache.open) return;
    if (cache.state(nameOf(entity)) === undefined) continue;
    if (!(await rewriteIndex(cache, entity))) return;
    cache.setState(nameOf(entity), null);
    merged = true;
  }
  if (merged) cache.db.pragma('wal_checkpoint(TRUNCATE)');
}

/** Writes the whole search index of an entity anew, without the entries that are only marked. Gives whether it is done. */
async function rewriteIndex(cache: Cache, entity: EntityName): Promise<boolean> {
  const index = searchTableOf(entityOf(entity));
  // A negative number has all of the index rewritten, a positive one goes on with it.
  for (let pages = -MERGE_PAGES; cache.open; pages = MERGE_PAGES) {
    const before = changes(cache);
    cache.db.prepare(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ?)`).run(pages);
    if (changes(cache) - before < 2) return true;
    await nextTurn();
  }
  return false;
}

function changes(cache: Cache): number {
  const row = cache.statements.prepare('SELECT total_changes() AS count').get();
  return (row as { count: number }).count;
}
