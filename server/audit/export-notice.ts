import { listExport } from '#shared/access/exports.ts';
import { toRole, type Role } from '#shared/access/roles.ts';
import { entityOf } from '#shared/model/entities.ts';
import { quote } from '#shared/model/list-query.ts';
import type { ExportNotice } from '#shared/protocol/audit.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { PUSH_LIMIT } from '#shared/protocol/sync.ts';
import type { Session } from '../auth/sessions.ts';
import type { Database } from '../database/database.ts';
import type { DataTaken } from './data-taken.ts';
import { readDetail } from './record.ts';

/**
 * Takes what a desk tells of an export, as far as it can be so: its user may or might export that list, no list has more
 * rows than there are records, and no export was made after now. What is not so is put right rather than refused, since
 * a desk gives up what is refused, and a clock may be wrong; what was told stands beside it.
 * @throws PlainError `bad-request` where there is no such list, `forbidden` where the user could not have exported it.
 */
export async function takeExportNotice(
  { database, taken }: { database: Database; taken: DataTaken },
  session: Session,
  { entity, list, rows, at }: ExportNotice,
): Promise<void> {
  const definition = Object.hasOwn(entityOf(entity).lists, list) ? entityOf(entity).lists[list] : undefined;
  if (!definition) throw new PlainError('bad-request', 'The request is not as agreed: look at "list".');
  const now = new Date().toISOString();
  const exportedAt = at < now ? at : now;
  const may = (role: Role): boolean => listExport(entityOf(entity), definition, role) !== null;
  if (!may(session.role) && !(await rolesSince(database, session.user._id, exportedAt)).some(may)) {
    throw new PlainError('forbidden', 'Your role may not export this list.');
  }
  const most = await mostRows(database, entity);
  await taken.exported(session, {
    entity,
    list,
    rows: Math.min(rows, most),
    ...(rows > most ? { claimed: rows } : {}),
    exportedAt,
  });
}

/** The roles that the user had at some time since then: a desk may tell of an export after the role was changed. */
async function rolesSince(database: Database, userId: string, since: string): Promise<Role[]> {
  const lines = await database.all<{ detail: string | null }>(
    `SELECT "detail" FROM "audit_log" WHERE "subjectId" = ? AND "at" >= ? AND "action" = 'role-change' AND "outcome" = 'done'`,
    [userId, since],
  );
  return lines.map(({ detail }) => {
    const from = readDetail(detail)?.['from'];
    return toRole(typeof from === 'string' ? from : null);
  });
}

/** As many records as a desk can have had: those deleted since then, and some that it has not sent yet, too. */
async function mostRows(database: Database, entity: string): Promise<number> {
  const [row] = await database.all<{ count: number }>(`SELECT COUNT(*) AS "count" FROM ${quote(entity)}`);
  return Number(row?.count ?? 0) + PUSH_LIMIT;
}
