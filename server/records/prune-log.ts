import { DAY_MS } from '#shared/format/time.ts';
import type { OperationResult } from '#shared/protocol/sync.ts';
import type { Database, Transaction } from '../database/database.ts';
import { ownTurn } from '../http/turns.ts';
import { writtenBefore } from './log-age.ts';

/** A desk that was away for so many days goes on where it was; one that was away for longer fetches anew (sync rule 6). */
export const CURSOR_DAYS = 180;
/** So few in one transaction that nobody waits for long. */
const AT_ONCE = 500;
const RECORDS_AT_ONCE = 20;
/** Up to which erasing the lines of erased records are gone. */
const ERASED_DONE = 'erasedPrunedTo';

/**
 * Deletes what only desks of before the horizon would need, and moves the horizon first: a page is held against it after it was
 * read (server/sync/pull.ts). What stays, and why, says docs/sync.md.
 * @param now milliseconds since 1970; a clock that is ahead of the newest line counts as that
 */
export async function pruneLog(database: Database, now = Date.now()): Promise<void> {
  const to = await moveHorizon(database, now);
  if (to === 0) return;
  await pruneErasedLines(database, to);
  await pruneVisibility(database, to);
  await inSlices(database, (trx) =>
    trx.all(
      `DELETE FROM "conflicts" WHERE "id" IN (SELECT "id" FROM "conflicts" WHERE "seq" < ? LIMIT ${AT_ONCE}) RETURNING "id"`,
      [to],
    ),
  );
}

async function inSlices(
  database: Database,
  work: (trx: Transaction) => Promise<readonly unknown[]>,
): Promise<void> {
  for (;;) {
    await ownTurn();
    if ((await database.write(work)).length < AT_ONCE) return;
  }
}

/** Moves the horizon to the newest line that is old enough, and never back. Gives where it is then. */
async function moveHorizon(database: Database, now: number): Promise<number> {
  const before = await database.prunedTo();
  const [newest] = await database.all<{ at: string }>(
    'SELECT "at" FROM "change_log" ORDER BY "seq" DESC LIMIT 1',
  );
  if (!newest) return before;
  const time = new Date(Math.min(now, Date.parse(newest.at)) - CURSOR_DAYS * DAY_MS).toISOString();
  const to = await writtenBefore(database, { before: time, now, low: before });
  if (to <= before) return before;
  await database.write((trx) => trx.all('UPDATE "log_position" SET "prunedTo" = ? WHERE "id" = 1', [to]));
  return to;
}

/**
 * Of who was erased before the horizon nothing comes in any more, and every desk has heard of it: the lines of the log, the
 * results of their operations, and the change sets of which nothing else is left.
 */
async function pruneErasedLines(database: Database, to: number): Promise<void> {
  for (;;) {
    await ownTurn();
    const [done] = await database.all<{ value: string }>(
      `SELECT "value" FROM "meta" WHERE "name" = '${ERASED_DONE}'`,
    );
    const erased = await database.all<{ entity: string; recordId: string; seq: number }>(
      `SELECT "entity", "recordId", "seq" FROM "erased" WHERE "seq" > ? AND "seq" < ? ORDER BY "seq" LIMIT ${RECORDS_AT_ONCE}`,
      [Number(done?.value ?? 0), to],
    );
    const last = erased.at(-1);
    if (!last) return;
    for (const { entity, recordId } of erased)
      await inSlices(database, (trx) => pruneLines(trx, entity, recordId, to));
    await database.write((trx) =>
      trx.all(
        `INSERT INTO "meta" ("name", "value") VALUES ('${ERASED_DONE}', ?)
         ON CONFLICT ("name") DO UPDATE SET "value" = excluded."value"`,
        [String(last.seq)],
      ),
    );
  }
}

async function pruneLines(
  trx: Transaction,
  entity: string,
  recordId: string,
  to: number,
): Promise<readonly unknown[]> {
  const lines = await trx.all<{ seq: number; setId: string | null }>(
    `SELECT "seq", "setId" FROM "change_log" WHERE "entity" = ? AND "recordId" = ? AND "seq" < ? ORDER BY "seq" LIMIT ${AT_ONCE}`,
    [entity, recordId, to],
  );
  if (lines.length === 0) return lines;
  const seqs = lines.map(({ seq }) => Number(seq));
  const marks = seqs.map(() => '?').join(', ');
  const results = await trx.all<{ id: string; seq: number; result: string }>(
    `SELECT "id", "seq", "result" FROM "operations" WHERE "seq" IN (${marks}) AND "unchangedBy" IS NULL`,
    seqs,
  );
  for (const { id, seq, result: text } of results) {
    const result = JSON.parse(text) as OperationResult;
    // What was done to another record had a change of this one as its last consequence: it must not take effect again.
    if (result.status !== 'applied' || result.seq !== Number(seq)) continue;
    await trx.all('DELETE FROM "operations" WHERE "id" = ?', [id]);
  }
  await trx.all(`DELETE FROM "change_log" WHERE "seq" IN (${marks})`, seqs);
  for (const setId of new Set(lines.flatMap((line) => line.setId ?? [])))
    await trx.all(
      `DELETE FROM "change_sets" WHERE "id" = ? AND NOT EXISTS (SELECT 1 FROM "change_log" WHERE "setId" = ?)`,
      [setId, setId],
    );
  return lines;
}

/**
 * That a record left what a user may see: the newest of each stays, since by it the user is told, when the record comes back, what
 * was overtaken meanwhile (server/sync/conflicts.ts).
 */
async function pruneVisibility(database: Database, to: number): Promise<void> {
  for (let last: readonly [seq: number, userId: string] | undefined = [0, '']; last;) {
    await ownTurn();
    const rows: { seq: number; userId: string; keep: number }[] = await database.all(
      `SELECT v."seq", v."userId", CASE WHEN EXISTS (SELECT 1 FROM "visibility" w
           WHERE w."entity" = v."entity" AND w."recordId" = v."recordId" AND w."userId" = v."userId" AND w."seq" > v."seq")
         OR EXISTS (SELECT 1 FROM "erased" e WHERE e."entity" = v."entity" AND e."recordId" = v."recordId" AND e."seq" < ?)
         THEN 0 ELSE 1 END AS "keep"
       FROM "visibility" v WHERE (v."seq", v."userId") > (?, ?) AND v."seq" < ? ORDER BY v."seq", v."userId" LIMIT ${AT_ONCE}`,
      [to, ...last, to],
    );
    const gone = rows.filter(({ keep }) => Number(keep) === 0);
    if (gone.length > 0)
      await database.write(async (trx) => {
        for (const { seq, userId } of gone)
          await trx.all('DELETE FROM "visibility" WHERE "seq" = ? AND "userId" = ?', [Number(seq), userId]);
      });
    const end = rows.at(-1);
    last = end && rows.length === AT_ONCE ? [Number(end.seq), end.userId] : undefined;
  }
}
