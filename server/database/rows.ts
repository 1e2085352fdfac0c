import type { Dialect } from '#shared/model/list-query.ts';

/** The rows of a raw query's answer, whose shape differs between the engines. The caller names the row's type. */
export function rowsOf<Row>(answer: unknown, dialect: Dialect): Row[] {
  return dialect === 'sqlite' ? (answer as Row[]) : (answer as { rows: Row[] }).rows;
}
