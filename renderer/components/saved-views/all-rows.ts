import type { ListQuery, ListRow } from '#shared/protocol/list-calls.ts';
import type { Bridge } from '../../bridge/client.ts';

/** The desk gives no more at once. */
const AT_ONCE = 500;

/** All rows of a list, however many. Rejects as the bridge does. */
export async function allRows(
  desk: Pick<Bridge, 'call'>,
  query: Omit<ListQuery, 'offset' | 'limit'>,
): Promise<ListRow[]> {
  const rows: ListRow[] = [];
  for (;;) {
    const page = await desk.call('records.list', { ...query, offset: rows.length, limit: AT_ONCE });
    rows.push(...page.rows);
    if (page.rows.length < AT_ONCE) return rows;
  }
}
