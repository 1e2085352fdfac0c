import { savedView } from '#shared/model/saved-view.ts';
import type { Transaction } from '../database/database.ts';
import type { Row } from '../database/rows.ts';
import { placeholders } from '../database/statements.ts';
import type { Prepared } from './prepared-operation.ts';
import { bareResults } from './telling-results.ts';

const VIEW = savedView.name;
/** Of so many of its last changes the log keeps what a saved view was before and after, */
const KEPT = 20;
/** and no more than so many characters of it, but of the last one. */
const KEPT_LENGTH = 20_000;
/** Lines that follow from something else, as from the end of its maker's account, come between the changes of people. */
const OTHER_LINES = 20;
const EMPTY = '{}';
/** How a change is called of which nothing else is known any more. */
export const NAMELESS_CHANGE = `Change of ${savedView.label}`;

interface Line {
  seq: number;
  setId: string | null;
  length: number;
}

/**
 * Takes the values out of what the server has of earlier changes of these views: nobody takes those back, and whoever is erased
 * is looked for in all that is kept of views, which one account could change without end. Of one that is deleted its row is enough.
 */
export async function forgetOlderViews(trx: Transaction, prepared: readonly Prepared[]): Promise<void> {
  const changes = new Map<string, number>();
  for (const { operation } of prepared)
    if (operation?.entity === VIEW)
      changes.set(operation.recordId, (changes.get(operation.recordId) ?? 0) + 1);
  for (const [recordId, count] of changes) {
    const lines = await trx.all<Line>(
      `SELECT "seq", "setId", LENGTH(COALESCE("before", '')) + LENGTH(COALESCE("after", '')) AS "length" FROM "change_log"
       WHERE "entity" = ? AND "recordId" = ? ORDER BY "seq" DESC LIMIT ?`,
      [VIEW, recordId, KEPT + OTHER_LINES + count],
    );
    // An undo deletes, too.
    const [row] = await trx.all<Row>(`SELECT "deletedAt" FROM "${VIEW}" WHERE "_id" = ?`, [recordId]);
    const isDeleted = row !== undefined && row['deletedAt'] !== null;
    await forget(trx, recordId, isDeleted ? lines.slice(1) : olderOf(lines));
    if (isDeleted) await emptyDeleted(trx, recordId);
  }
}

/** @param lines the newest first */
function olderOf(lines: readonly Line[]): readonly Line[] {
  let length = 0;
  const end = lines.findIndex((line, at) => {
    length += Number(line.length);
    return at >= KEPT || (at > 0 && length > KEPT_LENGTH);
  });
  return end < 0 ? [] : lines.slice(end);
}

/** What lost and won by them, and what they are called, goes with them. */
async function forget(trx: Transaction, recordId: string, lines: readonly Line[]): Promise<void> {
  const [newest] = lines;
  if (!newest) return;
  const seqs = lines.map(({ seq }) => Number(seq));
  await trx.all(
    `UPDATE "change_log" SET "before" = CASE WHEN "before" IS NULL THEN NULL ELSE '${EMPTY}' END,
       "after" = CASE WHEN "after" IS NULL THEN NULL ELSE '${EMPTY}' END
     WHERE "seq" IN ${placeholders(seqs.length)}`,
    seqs,
  );
  await trx.all('DELETE FROM "conflicts" WHERE "entity" = ? AND "recordId" = ? AND "seq" <= ?', [
    VIEW,
    recordId,
    Number(newest.seq),
  ]);
  await bareResults(trx, VIEW, [recordId], Number(newest.seq));
  const sets = [...new Set(lines.flatMap(({ setId }) => setId ?? []))];
  // Of those that did something to this view alone: others are called after what else they did.
  if (sets.length > 0)
    await trx.all(
      `UPDATE "change_sets" SET "title" = ? WHERE "id" IN ${placeholders(sets.length)} AND NOT EXISTS (
         SELECT 1 FROM "change_log" l WHERE l."setId" = "change_sets"."id" AND (l."entity" <> ? OR l."recordId" <> ?))`,
      [NAMELESS_CHANGE, ...sets, VIEW, recordId],
    );
}

/** Of so many views that somebody has deleted it is known how they were: they can be restored, and are looked through, too. */
const KEPT_DELETED = 100;

/** Takes out of views that were deleted before the last hundred of their owner what they showed. */
async function emptyDeleted(trx: Transaction, recordId: string): Promise<void> {
  await trx.all(
    `UPDATE "${VIEW}" SET "settings" = '${EMPTY}' WHERE "settings" <> '${EMPTY}' AND "_id" IN (
       SELECT "_id" FROM "${VIEW}" WHERE "deletedAt" IS NOT NULL
         AND "owner" = (SELECT "owner" FROM "${VIEW}" WHERE "_id" = ?)
       ORDER BY "deletedAt" DESC, "_id" LIMIT ${KEPT_DELETED} OFFSET ${KEPT_DELETED})`,
    [recordId],
  );
}

/** Whether nobody knows any more what a deleted view showed. */
export const isEmptied = (row: Row | null): boolean => row?.['settings'] === EMPTY;
