import { DAY_MS } from '#shared/format/time.ts';
import type { Database } from '../database/database.ts';
import { ownTurn } from '../http/turns.ts';

/**
 * A desk that comes back is told for so many days why its session ended, and gives up its copy where that is the reason; after
 * that it is asked to sign in, as any other.
 */
export const DESK_SESSION_DAYS = 400;
/** A REST client has nothing to give up: its token says by itself that it has run out. */
export const REST_SESSION_DAYS = 7;
const AT_ONCE = 500;

/**
 * Deletes sessions that ran out so long ago, with what is kept of their refresh tokens.
 * @param now milliseconds since 1970; a clock that is ahead of the newest session counts as that
 */
export async function pruneSessions(database: Database, now = Date.now()): Promise<void> {
  const [newest] = await database.all<{ at: string | null }>(
    'SELECT MAX("createdAt") AS "at" FROM "sessions"',
  );
  if (!newest?.at) return;
  const from = Math.min(now, Date.parse(newest.at));
  const daysAgo = (days: number): string => new Date(from - days * DAY_MS).toISOString();
  const rules = [
    { of: '"deskId" IS NULL', before: daysAgo(REST_SESSION_DAYS) },
    { of: '"deskId" IS NOT NULL', before: daysAgo(DESK_SESSION_DAYS) },
  ];
  for (const { of, before } of rules) {
    for (let count = AT_ONCE; count === AT_ONCE;) {
      await ownTurn();
      const gone = await database.write((trx) =>
        trx.all(
          `DELETE FROM "sessions" WHERE "id" IN (
             SELECT "id" FROM "sessions" WHERE ${of} AND "expiresAt" < ? LIMIT ${AT_ONCE}) RETURNING "id"`,
          [before],
        ),
      );
      count = gone.length;
    }
  }
}
