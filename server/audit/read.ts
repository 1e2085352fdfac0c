import type { Actor } from '#shared/access/permissions.ts';
import { fromIndianInput } from '#shared/format/dates.ts';
import type { ColumnValue } from '#shared/model/columns.ts';
import { quote } from '#shared/model/list-query.ts';
import type { AuditLine, AuditQuery } from '#shared/protocol/audit.ts';
import type { Database } from '../database/database.ts';
import type { Row } from '../database/rows.ts';
import { selectIn } from '../database/statements.ts';
import { decidingColumns, rightsOn } from '../records/visibility.ts';
import { namesOf } from './names.ts';
import { readDetail } from './record.ts';
import { DAY_MS } from '#shared/format/time.ts';

interface AuditRow extends Omit<AuditLine, 'by' | 'subject' | 'detail' | 'title'> {
  userId: string | null;
  subjectId: string | null;
  detail: string | null;
}

/** Lines of the audit log, newest first: ids follow the time of their making. */
export async function readAuditLog(
  database: Database,
  actor: Actor,
  query: AuditQuery,
): Promise<AuditLine[]> {
  const { where, params } = conditionsOf(query);
  const rows = await database.all<AuditRow>(
    `SELECT "id" AS "_id", "at", "action", "outcome", "userId", "subjectId", "account", "address", "detail"
     FROM "audit_log" ${where} ORDER BY "id" DESC LIMIT ?`,
    [...params, query.limit],
  );
  const name = await namesOf(
    database,
    rows.flatMap(({ userId, subjectId }) => [userId, subjectId]),
  );
  const user = (id: string | null): AuditLine['by'] => (id === null ? null : { _id: id, name: name(id) });
  const lines = rows.map(({ userId, subjectId, detail, ...line }): AuditLine => ({
    ...line,
    by: user(userId),
    subject: user(subjectId),
    detail: readDetail(detail),
  }));
  return withTitles(database, actor, lines);
}

function conditionsOf({ before, action, userId, from, to }: AuditQuery): {
  where: string;
  params: ColumnValue[];
} {
  const conditions: [sql: string, ...params: ColumnValue[]][] = [];
  if (before !== undefined) conditions.push(['"id" < ?', before]);
  if (action !== undefined) conditions.push(['"action" = ?', action]);
  if (userId !== undefined) conditions.push(['("userId" = ? OR "subjectId" = ?)', userId, userId]);
  if (from !== undefined) conditions.push(['"at" >= ?', fromIndianInput(`${from}T00:00`)]);
  if (to !== undefined) {
    const start = fromIndianInput(`${to}T00:00`) ?? '';
    conditions.push(['"at" < ?', new Date(Date.parse(start) + DAY_MS).toISOString()]);
  }
  return {
    where: conditions.length > 0 ? `WHERE ${conditions.map(([sql]) => sql).join(' AND ')}` : '',
    params: conditions.flatMap(([, ...params]) => params),
  };
}

/**
 * The log holds ids; what people call the one record of a line is looked up, deleted or not. Whose reader may not see it, as
 * another one's view, is not called by its name.
 */
async function withTitles(
  database: Database,
  actor: Actor,
  lines: readonly AuditLine[],
): Promise<AuditLine[]> {
  const titles = new Map<string, string>();
  for (const entity of database.model.entities) {
    const ids = lines.flatMap((line) => (line.detail?.['entity'] === entity.name ? recordOf(line) : []));
    if (ids.length === 0) continue;
    const columns = new Set(['_id', entity.title, ...decidingColumns(entity, actor.role)]);
    const rows = await selectIn<Row>(
      database,
      entity.name,
      '_id',
      [...new Set(ids)],
      [...columns].map(quote).join(', '),
    );
    for (const row of rows) {
      const title = row[entity.title];
      if (typeof title === 'string' && title !== '' && rightsOn(entity, actor, row).read.has(entity.title))
        titles.set(`${entity.name} ${row._id}`, title);
    }
  }
  return lines.map((line) => {
    const title = recordOf(line).map((id) => titles.get(`${String(line.detail?.['entity'])} ${id}`))[0];
    return title === undefined ? line : { ...line, title };
  });
}

function recordOf({ detail }: AuditLine): string[] {
  const id = detail?.['recordId'];
  return typeof id === 'string' ? [id] : [];
}
