import type { ColumnValue } from '#shared/model/columns.ts';
import type { Database } from '../database/database.ts';
import { insertRows } from '../database/statements.ts';

/**
 * Deletes the career slides that the server made by itself and nobody changed since, as desks hear of any delete.
 * Called where others have come: the server always has one (decisions, "Records").
 */
export async function deleteBuiltInSlides(database: Database): Promise<void> {
  await database.write(async (trx, log) => {
    const slides = await trx.all<{ _id: string; untouched: number }>(
      `SELECT "_id", CASE WHEN "_seq" = "_createdSeq" AND "headline" = ? AND "subheading" IS NULL
         THEN 1 ELSE 0 END AS "untouched"
       FROM "careerSlide" WHERE "deletedAt" IS NULL`,
      [JSON.stringify(['Careers'])],
    );
    const untouched = slides.filter((slide) => Number(slide.untouched) === 1);
    if (untouched.length === slides.length) return;
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
