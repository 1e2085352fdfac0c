import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import { FairQueue } from '../files/fair-queue.ts';
import { Places, type PlaceLimits } from './places.ts';

/** After each search everybody else has as long as it took. */
const searches = new FairQueue<unknown>((tookMs) => delay(tookMs, undefined, { ref: false }));
/** Those in which everybody else is heard: they hold up each other alone. */
const slicedSearches = new FairQueue<unknown>();
let asked = 0;

/** On PostgreSQL: half of the connections that this process reads by stay free for all else. */
const AT_ONCE: PlaceLimits = { ofOne: 2, inAll: 4, waitMs: 15_000 };
const places = new Places(AT_ONCE);

/**
 * Reads what goes through a whole table, when it is the user's turn. SQLite does so in one go, and this process does nothing
 * else meanwhile: so one runs at a time, and users take turns. On PostgreSQL it is another process that searches, some at once.
 * @param inSlices whether others are heard while it is read
 * @throws PlainError `too-many-requests` where none of them has ended in time
 */
export async function search<Result>(
  database: Database,
  who: string,
  read: () => Promise<Result>,
  inSlices = false,
): Promise<Result> {
  if (database.dialect !== 'sqlite') {
    const leave = await places.take(who);
    try {
      return await read();
    } finally {
      leave();
    }
  }
  asked += 1;
  return (inSlices ? slicedSearches : searches).add(who, String(asked), read) as Promise<Result>;
}
