import type { Transaction } from '../database/database.ts';
import type { Author } from '../records/author.ts';
import { audit } from './record.ts';

/** A change set that adds more records than this has brought data in. */
export const LARGE_SET = 20;
/** Up to so many changes of a set its records are counted with each part; beyond it, when its changes pass a step. */
const COUNTED_EACH_TIME = 2_000;

/** What one transaction did in a change set. */
export interface InSet {
  id: string;
  title: string;
  /** Changes that the set has now, and how many of them are of this transaction. */
  changes: number;
  applied: number;
  /** Records that this transaction made, by entity. */
  created: ReadonlyMap<string, number>;
}

/** Whether a count passes a step: it is more than so many for the first time, or has doubled since then. */
export function passesStep(before: number, now: number, toldFrom = LARGE_SET): boolean {
  let step = toldFrom + 1;
  while (step <= before) step *= 2;
  return now >= step;
}

/** Tells the audit log of data that was brought in, in the transaction of its records and by the log's own count. */
export async function auditBroughtIn(
  trx: Transaction,
  author: Author,
  sets: readonly InSet[],
): Promise<void> {
  for (const { id, title, changes, applied, created } of sets) {
    const isStep = passesStep(changes - applied, changes);
    if (created.size === 0 || (changes > COUNTED_EACH_TIME && !isStep)) continue;
    for (const { entity, rows } of await createdIn(trx, id)) {
      const now = created.get(entity) ?? 0;
      if (now === 0 || rows <= LARGE_SET || !(isStep || passesStep(rows - now, rows))) continue;
      await audit(trx, {
        action: 'import',
        outcome: 'done',
        userId: author._id,
        address: author.address,
        detail: { entity, set: title, rows },
      });
    }
  }
}

async function createdIn(trx: Transaction, set: string): Promise<{ entity: string; rows: number }[]> {
  const found = await trx.all<{ entity: string; rows: number | string }>(
    `SELECT "entity", count(*) AS "rows" FROM "change_log" WHERE "setId" = ? AND "kind" = 'create'
     GROUP BY "entity" ORDER BY "entity"`,
    [set],
  );
  return found.map(({ entity, rows }) => ({ entity, rows: Number(rows) }));
}
