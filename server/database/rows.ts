import type { ColumnValue } from '#shared/model/columns.ts';
import type { Dialect } from '#shared/model/list-query.ts';

/** A row as the database holds it. */
export type Row = { _id: string } & Record<string, ColumnValue>;

/**
 * The rows of a raw query's answer, whose shape differs between the engines; none where the statement gives none.
 * The caller names the row's type.
 */
export function rowsOf<Row>(answer: unknown, dialect: Dialect): Row[] {
  const rows = dialect === 'sqlite' ? answer : (answer as { rows: unknown }).rows;
  return Array.isArray(rows) ? (rows as Row[]) : [];
}
