import { indianDate } from '#shared/format/dates.ts';
import type { Database } from '../database/database.ts';
import { DAY_MS } from '#shared/format/time.ts';

/** Lines of the audit log are kept for so many days. */
export const AUDIT_DAYS = 400;
/** Counts of what was taken are kept for so many days. */
export const TAKEN_DAYS = 100;

/** Deletes the lines of the audit log, and the counts of what was taken, that are too old. */
export async function pruneAuditLog(database: Database): Promise<void> {
  await database.write(async (trx) => {
    await trx.all('DELETE FROM "audit_log" WHERE "at" < ?', [daysAgo(AUDIT_DAYS)]);
    await trx.all('DELETE FROM "data_taken" WHERE "day" < ?', [indianDate(daysAgo(TAKEN_DAYS))]);
  });
}

const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
