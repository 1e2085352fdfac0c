import type { TodayRow } from '#shared/protocol/today.ts';

/** What tells a row of the list from all others. */
export const keyOf = ({ entity, record }: TodayRow): string => `${entity} ${record._id}`;

/**
 * Which row is the current one when the list has changed: the same where it is still there; else the next of those that
 * followed it; else the last before it. null for an empty list.
 * @param before the keys of the rows as they were
 */
export function currentAfter(
  before: readonly string[],
  rows: readonly string[],
  current: string | null,
): string | null {
  const there = new Set(rows);
  if (current !== null && there.has(current)) return current;
  const at = current === null ? -1 : before.indexOf(current);
  if (at < 0) return rows[0] ?? null;
  const next = before.slice(at + 1).find((key) => there.has(key));
  const previous = before.slice(0, at).findLast((key) => there.has(key));
  return next ?? previous ?? rows[0] ?? null;
}

/** The row to go on with once something was done about one: the next one, or itself where it is the last. */
export function nextOf(rows: readonly string[], key: string): string {
  return rows[rows.indexOf(key) + 1] ?? key;
}
