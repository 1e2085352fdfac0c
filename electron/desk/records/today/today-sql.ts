import type { Condition } from '#shared/model/list-query.ts';
import type { Source } from './today-parts.ts';

/** The sources merged in their order, after a place: row numbers would not do, the sources are different tables. */
export function pageSql(
  sources: readonly Source[],
  after: { at: string; id: string } | null,
  limit: number,
): Condition {
  const params: Condition['params'] = [];
  const each = sources.map(({ entity, table, at, where }) => {
    params.push(...where.params);
    if (after) params.push(after.at, after.id);
    return `SELECT '${entity}' AS entity, "${at}" AS at, "_id" AS id FROM "${table}"
      WHERE ${where.sql}${after ? ` AND ("${at}", "_id") > (?, ?)` : ''}`;
  });
  params.push(limit);
  return { sql: `${each.join(' UNION ALL ')} ORDER BY at, id LIMIT ?`, params };
}

/** How many rows the source has in a time; each end may be open. */
export function countSql({ table, at, where }: Source, time: { from?: string; to?: string }): Condition {
  const { sql, params } = within(at, where, time);
  return { sql: `SELECT count(*) AS count FROM "${table}" WHERE ${sql}`, params };
}

/** The first time in the source that is not before the given one. */
export function nextSql({ table, at, where }: Source, from: string): Condition {
  const { sql, params } = within(at, where, { from });
  return { sql: `SELECT "${at}" AS at FROM "${table}" WHERE ${sql} ORDER BY "${at}" LIMIT 1`, params };
}

function within(at: string, where: Condition, { from, to }: { from?: string; to?: string }): Condition {
  const params = [...where.params];
  let { sql } = where;
  if (from !== undefined) {
    sql += ` AND "${at}" >= ?`;
    params.push(from);
  }
  if (to !== undefined) {
    sql += ` AND "${at}" < ?`;
    params.push(to);
  }
  return { sql, params };
}
