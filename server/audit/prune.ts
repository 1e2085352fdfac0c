import type { Database } from '../database/database.ts';

/** Lines of the audit log are kept for so many days. */
export const AUDIT_DAYS = 400;
const DAY_MS = 86_400_000;

/** Deletes the lines of the audit log that are too old. */
export async function pruneAuditLog(database: Database): Promise<void> {
  const oldest = new Date(Date.now() - AUDIT_DAYS * DAY_MS).toISOString();
  await database.write((trx) => trx.all('DELETE FROM "audit_log" WHERE "at" < ?', [oldest]));
}
