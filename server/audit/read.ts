import type { ColumnValue } from '#shared/model/columns.ts';
import type { AuditLine, AuditQuery } from '#shared/protocol/audit.ts';
import type { Database } from '../database/database.ts';
import { authorsOf } from '../history/authors.ts';

interface AuditRow extends Omit<AuditLine, 'by' | 'subject' | 'detail'> {
  userId: string | null;
  subjectId: string | null;
  detail: string | null;
}

/** Lines of the audit log, newest first: ids follow the time of their making. */
export async function readAuditLog(
  database: Database,
  { limit, before, action }: AuditQuery,
): Promise<AuditLine[]> {
  const conditions: string[] = [];
  const params: ColumnValue[] = [];
  if (before !== undefined) {
    conditions.push('"id" < ?');
    params.push(before);
  }
  if (action !== undefined) {
    conditions.push('"action" = ?');
    params.push(action);
  }
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  const rows = await database.all<AuditRow>(
    `SELECT "id" AS "_id", "at", "action", "outcome", "userId", "subjectId", "account", "address", "detail"
     FROM "audit_log" ${where} ORDER BY "id" DESC LIMIT ?`,
    [...params, limit],
  );
  const user = await authorsOf(
    database,
    rows.flatMap(({ userId, subjectId }) => [userId, subjectId]),
  );
  return rows.map(({ userId, subjectId, detail, ...line }) => ({
    ...line,
    by: user(userId),
    subject: user(subjectId),
    detail: detail === null ? null : (JSON.parse(detail) as Record<string, unknown>),
  }));
}
