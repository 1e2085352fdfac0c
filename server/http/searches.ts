import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import { FairQueue } from '../files/fair-queue.ts';

/** After each search everybody else has as long as it took. */
const searches = new FairQueue<unknown>((tookMs) => delay(tookMs, undefined, { ref: false }));
let asked = 0;

/**
 * Reads what goes through a whole table, when it is the user's turn. SQLite does so in one go, and this process does nothing
 * else meanwhile: so one runs at a time, and users take turns. On PostgreSQL it is another process that searches.
 */
export function search<Result>(
  database: Database,
  who: string,
  read: () => Promise<Result>,
): Promise<Result> {
  if (database.dialect !== 'sqlite') return read();
  asked += 1;
  return searches.add(who, String(asked), read) as Promise<Result>;
}
