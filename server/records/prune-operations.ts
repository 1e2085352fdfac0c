import type { Database, Transaction } from '../database/database.ts';
import { DAY_MS } from '#shared/format/time.ts';
import type { ColumnValue } from '#shared/model/columns.ts';
import { forgetTelling, noteOlderTelling } from './telling-results.ts';

/**
 * Results of operations that changed nothing are kept so many days, and no more than so many of a user: those that were
 * refused, and those that found everything as they wanted it. Desks ask for a result again within days; one that comes
 * later is judged anew, and changes something for the first time or is refused again. Results of operations that did
 * change something are kept as long as the log that tells of the change (prune-log.ts): none of them ever takes effect twice.
 */
export const UNCHANGED_DAYS = 60;
const MOST_OF_A_USER = 5_000;
/** So few in one transaction that nobody waits for long. */
const AT_ONCE = 500;

/** Deletes the results that are too old. */
export async function pruneOperations(database: Database, now = Date.now()): Promise<void> {
  await sortOlderOnes(database);
  await noteOlderTelling(database);
  const oldest = new Date(now - UNCHANGED_DAYS * DAY_MS).toISOString();
  await inBatches(database, (trx) =>
    deleteThose(trx, `"unchangedBy" IS NOT NULL AND "at" < ? LIMIT ${AT_ONCE}`, [oldest]),
  );
}

async function deleteThose(
  trx: Transaction,
  where: string,
  params: readonly ColumnValue[],
): Promise<readonly { id: string }[]> {
  const gone = await trx.all<{ id: string }>(
    `DELETE FROM "operations" WHERE "id" IN (SELECT "id" FROM "operations" WHERE ${where}) RETURNING "id"`,
    params,
  );
  await forgetTelling(
    trx,
    gone.map(({ id }) => id),
  );
  return gone;
}

/** Deletes the oldest results of a user who has too many: nobody fills the disk with what is refused. */
export async function boundOperationsOf(trx: Transaction, userId: string): Promise<void> {
  await deleteThose(
    trx,
    `"unchangedBy" = ? ORDER BY "at" DESC LIMIT ${2 * AT_ONCE} OFFSET ${MOST_OF_A_USER}`,
    [userId],
  );
}

/** Earlier versions did not note which operations changed nothing; that some were refused shows in their results. */
async function sortOlderOnes(database: Database): Promise<void> {
  const [done] = await database.all(`SELECT 1 FROM "meta" WHERE "name" = 'refusedSorted'`);
  if (done) return;
  await inBatches(database, (trx) =>
    trx.all(
      `UPDATE "operations" SET "unchangedBy" = "userId" WHERE "id" IN (
         SELECT "id" FROM "operations" WHERE "unchangedBy" IS NULL AND "result" LIKE ? LIMIT ${AT_ONCE})
       RETURNING "id"`,
      ['%"status":"refused"%'],
    ),
  );
  await database.write((trx) =>
    trx.all(`INSERT INTO "meta" ("name", "value") VALUES ('refusedSorted', '1') ON CONFLICT DO NOTHING`),
  );
}

async function inBatches(
  database: Database,
  work: (trx: Transaction) => Promise<readonly unknown[]>,
): Promise<void> {
  for (;;) if ((await database.write(work)).length < AT_ONCE) return;
}
