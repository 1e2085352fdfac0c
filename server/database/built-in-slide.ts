import type { ColumnValue } from '#shared/model/columns.ts';
import type { Database, Transaction } from './database.ts';
import { insertRows } from './statements.ts';

/** What a career slide that the server makes by itself says. */
export const BUILT_IN_HEADLINE: readonly string[] = ['Careers'];

/** The career slides that are there; `untouched` (1 or 0) where the server made it and nobody changed it since. */
function slidesOf(trx: Pick<Transaction, 'all'>): Promise<{ _id: string; untouched: number }[]> {
  return trx.all(
    `SELECT "_id", CASE WHEN "_seq" = "_createdSeq" AND "headline" = ? AND "subheading" IS NULL
       THEN 1 ELSE 0 END AS "untouched"
     FROM "careerSlide" WHERE "deletedAt" IS NULL`,
    [JSON.stringify(BUILT_IN_HEADLINE)],
  );
}

/** Whether somebody has written a career slide: one that says more than the server's own. */
export async function hasWrittenSlide(database: Database): Promise<boolean> {
  return (await slidesOf(database)).some(({ untouched }) => Number(untouched) === 0);
}

/**
 * Deletes the career slides that the server made by itself and nobody changed since, as desks hear of any delete.
 * Called where others have come: the server always has one (decision 10).
 */
export async function deleteBuiltInSlides(database: Database): Promise<void> {
  await database.write(async (trx, log) => {
    const slides = await slidesOf(trx);
    const untouched = slides.filter((slide) => Number(slide.untouched) === 1);
    if (untouched.length === 0 || untouched.length === slides.length) return;
    const lines: ColumnValue[][] = [];
    for (const { _id } of untouched) {
      const seq = log.next();
      await trx.all('UPDATE "careerSlide" SET "deletedAt" = ?, "updatedAt" = ?, "_seq" = ? WHERE "_id" = ?', [
        log.at,
        log.at,
        seq,
        _id,
      ]);
      lines.push([seq, 'careerSlide', _id, 'delete', log.at]);
    }
    await insertRows(trx, 'change_log', ['seq', 'entity', 'recordId', 'kind', 'at'], lines);
  });
}
