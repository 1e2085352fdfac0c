import type { Database } from '../database/database.ts';
import { audit, type AuditEntry } from './record.ts';

const TELL_EVERY_MS = 60 * 60_000;

/** Tells the audit log that something was refused: of a user once an hour, so that trying again does not fill it. */
export async function tellRefusedHourly(
  database: Database,
  { action, userId, address }: { action: AuditEntry['action']; userId: string; address: string },
): Promise<void> {
  const [told] = await database.all(
    `SELECT 1 AS "found" FROM "audit_log" WHERE "action" = ? AND "userId" = ? AND "at" > ?`,
    [action, userId, new Date(Date.now() - TELL_EVERY_MS).toISOString()],
  );
  if (told) return;
  await database.write((trx) => audit(trx, { action, outcome: 'refused', userId, address }));
}
