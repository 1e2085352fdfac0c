import type { Database } from '../database/database.ts';

/** A line of the audit log with its detail as an object. */
export interface AuditLine {
  action: string;
  outcome: string;
  userId: string | null;
  subjectId: string | null;
  account: string | null;
  address: string | null;
  detail: Record<string, unknown> | null;
}

/** The lines of an action, in the order in which they were written. */
export async function auditLines(database: Database, action: string): Promise<AuditLine[]> {
  const rows = await database.all<Omit<AuditLine, 'detail'> & { detail: string | null }>(
    `SELECT "action", "outcome", "userId", "subjectId", "account", "address", "detail" FROM "audit_log"
     WHERE "action" = ? ORDER BY "id"`,
    [action],
  );
  return rows.map((row) => ({
    ...row,
    detail: row.detail === null ? null : (JSON.parse(row.detail) as Record<string, unknown>),
  }));
}
