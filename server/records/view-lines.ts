import { savedView } from '#shared/model/saved-view.ts';
import type { Transaction } from '../database/database.ts';
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
  const changes = new Map<string, { count: number; isDeleted: boolean }>();
  for (const { operation } of prepared) {
    if (operation?.entity !== VIEW) continue;
    const { recordId, kind } = operation;
    const count = (changes.get(recordId)?.count ?? 0) + 1;
    changes.set(recordId, { count, isDeleted: kind === 'delete' });
  }
  for (const [recordId, { count, isDeleted }] of changes) {
    const lines = await trx.all<Line>(
      `SELECT "seq", "setId", LENGTH(COALESCE("before", '')) + LENGTH(COALESCE("after", '')) AS "length" FROM "change_log"
       WHERE "entity" = ? AND "recordId" = ? ORDER BY "seq" DESC LIMIT ?`,
      [VIEW, recordId, KEPT + OTHER_LINES + count],
    );
    await forget(trx, recordId, isDeleted ? lines.slice(1) : olderOf(lines));
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
  if (sets.length > 0)
    await trx.all(`UPDATE "change_sets" SET "title" = ? WHERE "id" IN ${placeholders(sets.length)}`, [
      NAMELESS_CHANGE,
      ...sets,
    ]);
}
