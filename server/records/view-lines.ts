import { savedView } from '#shared/model/saved-view.ts';
import type { Transaction } from '../database/database.ts';
import type { Prepared } from './prepared-operation.ts';

/** Of so many of its last changes the log keeps what a saved view was before and after. */
const KEPT = 20;
const EMPTY = '{}';

/**
 * Takes the values out of what the log has of earlier changes of these views: nobody takes those back, and whoever is erased is
 * looked for in all that is kept of views, which one account could change without end.
 */
export async function forgetOlderViews(trx: Transaction, prepared: readonly Prepared[]): Promise<void> {
  const changes = new Map<string, number>();
  for (const { operation } of prepared)
    if (operation?.entity === savedView.name)
      changes.set(operation.recordId, (changes.get(operation.recordId) ?? 0) + 1);
  for (const [recordId, count] of changes)
    await trx.all(
      `UPDATE "change_log" SET "before" = CASE WHEN "before" IS NULL THEN NULL ELSE '${EMPTY}' END,
         "after" = CASE WHEN "after" IS NULL THEN NULL ELSE '${EMPTY}' END
       WHERE "seq" IN (SELECT "seq" FROM "change_log" WHERE "entity" = ? AND "recordId" = ? ORDER BY "seq" DESC
         LIMIT ? OFFSET ${KEPT})`,
      [savedView.name, recordId, count],
    );
}
