import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Operation, OperationResult } from '#shared/protocol/sync.ts';
import type { Database, Transaction } from '../database/database.ts';
import { insertRows, placeholders, selectIn } from '../database/statements.ts';

/**
 * Most results say that a change was taken in, and no more. Those that say what lost and won, or what an undo left, are noted
 * by the records that they tell of: who is erased is found in them without a look at all others.
 */
export interface Telling {
  entity: string;
  recordId: string;
  operationId: string;
}

/** The records that the result of an operation tells of. */
export function toldIn(
  { entity, recordId }: Pick<Operation, 'entity' | 'recordId'>,
  result: OperationResult,
): Telling[] {
  if (result.status !== 'applied' || (!result.conflicts && !result.left)) return [];
  const about = [
    { entity, recordId: result.arrivedAt ?? recordId },
    { entity, recordId },
    ...(result.left ?? []),
  ];
  const keys = new Map(about.map((one) => [`${one.entity}/${one.recordId}`, one]));
  return [...keys.values()].map((one) => ({
    entity: one.entity,
    recordId: one.recordId,
    operationId: result.id,
  }));
}

/** Notes of which records new results tell. */
export async function noteTelling(trx: Transaction, tellings: readonly Telling[]): Promise<void> {
  const columns = ['entity', 'recordId', 'operationId'] as const;
  await insertRows(
    trx,
    'telling_results',
    columns,
    tellings.map((telling) => columns.map((name) => telling[name])),
  );
}

/** Forgets that about results that are gone, or say nothing any more. */
export async function forgetTelling(trx: Transaction, operations: readonly string[]): Promise<void> {
  if (operations.length === 0) return;
  await trx.all(
    `DELETE FROM "telling_results" WHERE "operationId" IN (${operations.map(() => '?').join(', ')})`,
    [...operations],
  );
}

/** Results that are read at once: each may hold the values of a whole record twice. */
const AT_ONCE = 50;
/** Records of one entity that are asked about at once. */
const RECORDS_AT_ONCE = 100;

/**
 * Leaves of the results that tell of these records of an entity only that the changes were taken in.
 * @param upTo of those that came up to here in the log; of all without it
 */
export async function bareResults(
  trx: Transaction,
  entity: string,
  recordIds: readonly string[],
  upTo?: number,
): Promise<void> {
  for (let from = 0; from < recordIds.length; from += RECORDS_AT_ONCE) {
    const some = recordIds.slice(from, from + RECORDS_AT_ONCE);
    for (let last = '', isMore = true; isMore;) {
      const telling = await trx.all<{ id: string; result: string }>(
        `SELECT o."id", o."result" FROM "telling_results" t JOIN "operations" o ON o."id" = t."operationId"
         WHERE t."entity" = ? AND t."recordId" IN ${placeholders(some.length)} AND t."operationId" > ?
           ${upTo === undefined ? '' : 'AND o."seq" <= ?'}
         ORDER BY t."operationId" LIMIT ${AT_ONCE}`,
        [entity, ...some, last, ...(upTo === undefined ? [] : [upTo])],
      );
      for (const { id, result: text } of telling) {
        last = id;
        await bareResult(trx, id, JSON.parse(text) as OperationResult);
      }
      isMore = telling.length === AT_ONCE;
      if (isMore) await nextTurn();
    }
  }
}

async function bareResult(trx: Transaction, id: string, result: OperationResult): Promise<void> {
  if (result.status !== 'applied') return;
  const bare: OperationResult = { id: result.id, status: 'applied', seq: result.seq };
  await trx.all('UPDATE "operations" SET "result" = ? WHERE "id" = ?', [JSON.stringify(bare), id]);
  await forgetTelling(trx, [id]);
}

const LOOKED_AT = 1_000;
const DONE = 'tellingNoted';

/** Notes the same of results that an earlier version kept, once. */
export async function noteOlderTelling(database: Database): Promise<void> {
  const [done] = await database.all(`SELECT 1 AS "found" FROM "meta" WHERE "name" = '${DONE}'`);
  if (done) return;
  for (let last: string | undefined = ''; last !== undefined;) {
    const from: string = last;
    last = await database.write(async (trx) => {
      const rows = await trx.all<{ id: string; result: string }>(
        `SELECT "id", "result" FROM "operations" WHERE "id" > ? ORDER BY "id" LIMIT ${LOOKED_AT}`,
        [from],
      );
      const found = await tellingsOf(trx, rows);
      await noteTelling(trx, found);
      return rows.length < LOOKED_AT ? undefined : rows.at(-1)?.id;
    });
  }
  await database.write((trx) =>
    trx.all(`INSERT INTO "meta" ("name", "value") VALUES ('${DONE}', '1') ON CONFLICT DO NOTHING`),
  );
}

/** What results tell of whose operations are not known any more: the log knows the record. */
async function tellingsOf(
  trx: Transaction,
  rows: readonly { id: string; result: string }[],
): Promise<Telling[]> {
  const telling = rows.flatMap(({ id, result: text }) => {
    if (!text.includes('"conflicts":') && !text.includes('"left":')) return [];
    const result = JSON.parse(text) as OperationResult;
    return result.status === 'applied' ? [{ id, result }] : [];
  });
  const known = await selectIn<{ operationId: string }>(
    trx,
    'telling_results',
    'operationId',
    telling.map(({ id }) => id),
    '"operationId"',
  );
  const isKnown = new Set(known.map(({ operationId }) => operationId));
  const found: Telling[] = [];
  for (const { id, result } of telling) {
    if (isKnown.has(id)) continue;
    const [line] = await trx.all<{ entity: Operation['entity']; recordId: string }>(
      'SELECT "entity", "recordId" FROM "change_log" WHERE "seq" = ?',
      [result.seq],
    );
    const [first] = result.left ?? [];
    const own = line ?? first;
    if (own) found.push(...toldIn(own, result));
  }
  return found;
}
