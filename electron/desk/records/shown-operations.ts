import type { Cache } from '../cache/cache.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Promised } from '../outbox/outbox-mark.ts';

/** Of the cache's memory: which outbox was laid over it, and up to which operation. */
const SHOWN = 'outboxShown';

/** In the transaction that lays operations over the cache: a copy of the outbox from before them is known by it. */
export function noteShown(cache: Cache, reach: Promised): void {
  cache.setState(SHOWN, JSON.stringify(reach));
}

/** Whether the outbox lacks operations that the cache has shown; the user is told. */
export function lacksShown(cache: Cache, outbox: Outbox): boolean {
  const shown = cache.state(SHOWN);
  return shown !== undefined && outbox.lacks(JSON.parse(shown) as Promised);
}
