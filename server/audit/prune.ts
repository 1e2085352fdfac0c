import { indianDate } from '#shared/format/dates.ts';
import type { Database } from '../database/database.ts';
import { DAY_MS } from '#shared/format/time.ts';

/** Lines of the audit log are kept for so many days. */
export const AUDIT_DAYS = 400;
/** Counts of what was taken are kept for so many days. */
export const TAKEN_DAYS = 100;

/**
 * Deletes the lines of the audit log, and the counts of what was taken, that are too old. How old is counted from the newest
 * line, or from now where that is earlier: a clock that is ahead when the server starts deletes nothing.
 * @param now milliseconds since 1970
 */
export async function pruneAuditLog(database: Database, now = Date.now()): Promise<void> {
  await database.write(async (trx) => {
    const [newest] = await trx.all<{ at: string | null }>('SELECT MAX("at") AS "at" FROM "audit_log"');
    if (!newest?.at) return;
    const from = Math.min(now, Date.parse(newest.at));
    const daysAgo = (days: number): string => new Date(from - days * DAY_MS).toISOString();
    await trx.all('DELETE FROM "audit_log" WHERE "at" < ?', [daysAgo(AUDIT_DAYS)]);
    await trx.all('DELETE FROM "data_taken" WHERE "day" < ?', [indianDate(daysAgo(TAKEN_DAYS))]);
  });
}
