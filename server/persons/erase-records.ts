import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ColumnValue } from '#shared/model/columns.ts';
import { fieldColumns } from '#shared/model/columns.ts';
import { quote } from '#shared/model/list-query.ts';
import { filesNamedBy, namesFiles } from '#shared/model/named-files.ts';
import type { Database, LogWriter, Transaction } from '../database/database.ts';
import { entityTable } from '../database/schema.ts';
import { insertRows } from '../database/statements.ts';
import { namingSelects } from '../files/text-files.ts';
import { isErased } from '../records/erased.ts';
import { bareResults } from '../records/telling-results.ts';
import type { Eraser } from './eraser.ts';
import { oweNoTrace } from './no-trace.ts';
import { oweFile } from './owed-files.ts';
import type { PersonRecord } from './records-of-person.ts';
import { redact, redactOwnTitles } from './redact.ts';
import { longestFirst, pastValues, textsOfPerson } from './texts-of-person.ts';
import { takeOutOfViews } from './views-without-people.ts';

/** Of what an erased record keeps nobody can read who it was. */
const KEPT = ['_id', '_createdSeq', '_createdBy', '_createdDesk', 'createdAt'];
const EMPTY = '{}';
const LINES_AT_ONCE = 200;

/**
 * Takes all that is known of a person out of the database, in the transaction of the caller: records, what the log and the
 * results of operations hold of them, and whatever else names the person. The bytes of the files that go with it are owed (`owed-files.ts`).
 * @param named false leaves what merely names them, as titles and the audit log do, to its own time
 */
export function eraseRecords(
  trx: Transaction,
  log: LogWriter,
  database: Pick<Database, 'model'>,
  records: readonly PersonRecord[],
  options: { eraser: Eraser; named?: boolean },
): Promise<void> {
  return erasePeople(trx, log, database, [records], options);
}

/** The same of several people, of each of whom it is known by what: what names any of them is looked through once. */
export async function erasePeople(
  trx: Transaction,
  log: LogWriter,
  database: Pick<Database, 'model'>,
  people: readonly (readonly PersonRecord[])[],
  { eraser, named = true }: { eraser: Eraser; named?: boolean },
): Promise<void> {
  await oweNoTrace(trx);
  const records = people.flat();
  const known = new Set<string>();
  for (const person of named ? people : []) {
    const own = await textsOfPerson(trx, person);
    await redactOwnTitles(trx, person, own);
    for (const text of own) known.add(text);
  }
  const texts = longestFirst(known);
  // Before the log loses them.
  const hashes = await filesEverNamed(trx, records);
  await bareResults(
    trx,
    records.map(({ entity, row }) => ({ entity: entity.name, recordId: row._id })),
  );
  // First: a desk that hears of the erasing has the views by then.
  await takeOutOfViews(trx, log, texts, eraser);
  for (const record of records) await eraseRecord(trx, log, record, eraser);
  await redact(trx, texts);
  await forgetFiles(trx, database, hashes, log.at);
}

/** Those that nobody has erased yet. */
export async function withoutErased(
  trx: Pick<Transaction, 'all'>,
  records: readonly PersonRecord[],
): Promise<PersonRecord[]> {
  const left: PersonRecord[] = [];
  for (const record of records)
    if (!(await isErased(trx.all.bind(trx), record.entity.name, record.row._id))) left.push(record);
  return left;
}

async function eraseRecord(
  trx: Transaction,
  log: LogWriter,
  { entity, row }: PersonRecord,
  eraser: Eraser,
): Promise<void> {
  const where = [entity.name, row._id];
  await trx.all('DELETE FROM "conflicts" WHERE "entity" = ? AND "recordId" = ?', where);
  await trx.all('DELETE FROM "text_files" WHERE "entity" = ? AND "recordId" = ?', where);
  await emptyLines(trx, where);
  const seq = log.next();
  const kept = new Set([
    ...KEPT,
    ...fieldColumns(entity)
      .filter(({ name }) => entity.keptWhenErased?.includes(name))
      .map(({ name }) => name),
  ]);
  const values: Record<string, ColumnValue> = { _seq: seq, updatedAt: log.at, deletedAt: log.at };
  for (const { name } of entityTable(entity).columns)
    if (!kept.has(name) && !Object.hasOwn(values, name)) values[name] = null;
  const columns = Object.keys(values);
  await trx.all(
    `UPDATE ${quote(entity.name)} SET ${columns.map((name) => `${quote(name)} = ?`).join(', ')} WHERE "_id" = ?`,
    [...columns.map((name) => values[name] ?? null), row._id],
  );
  await insertRows(
    trx,
    'change_log',
    ['seq', 'entity', 'recordId', 'kind', 'userId', 'deskId', 'at', 'before', 'after', 'setId'],
    [[seq, ...where, 'delete', eraser?._id ?? null, eraser?.deskId ?? null, log.at, null, null, null]],
  );
  // Whom the row named, and who saw it for that, is told too.
  const readers = new Set(
    readerFields(entity).flatMap((name) => (typeof row[name] === 'string' ? [row[name]] : [])),
  );
  await insertRows(
    trx,
    'visibility',
    ['seq', 'userId', 'entity', 'recordId'],
    [...readers].map((userId) => [seq, userId, ...where]),
  );
  await trx.all(
    `INSERT INTO "erased" ("entity", "recordId", "at", "userId", "seq") VALUES (?, ?, ?, ?, ?)
     ON CONFLICT ("entity", "recordId") DO UPDATE SET "seq" = excluded."seq"`,
    [...where, log.at, eraser?._id ?? null, seq],
  );
}

/** Takes the values out of the record's lines, some at a time: PostgreSQL ends a statement that takes too long. */
async function emptyLines(trx: Transaction, where: readonly string[]): Promise<void> {
  for (let last = 0, isMore = true; isMore;) {
    const lines = await trx.all<{ seq: number }>(
      `SELECT "seq" FROM "change_log" WHERE "entity" = ? AND "recordId" = ? AND "seq" > ?
       ORDER BY "seq" LIMIT ${LINES_AT_ONCE}`,
      [...where, last],
    );
    const end = Number(lines.at(-1)?.seq ?? last);
    await trx.all(
      `UPDATE "change_log" SET "before" = CASE WHEN "before" IS NULL THEN NULL ELSE '${EMPTY}' END,
         "after" = CASE WHEN "after" IS NULL THEN NULL ELSE '${EMPTY}' END
       WHERE "entity" = ? AND "recordId" = ? AND "seq" > ? AND "seq" <= ?`,
      [...where, last, end],
    );
    last = end;
    isMore = lines.length === LINES_AT_ONCE;
    if (isMore) await nextTurn();
  }
}

/** The fields whose user sees the row by being named there. */
const readerFields = ({ access }: PersonRecord['entity']): string[] =>
  Object.values(access).flatMap((grants) =>
    grants.flatMap(({ rows }) => (rows !== 'all' && 'whereUserIs' in rows ? [rows.whereUserIs] : [])),
  );

/** The files that records name or have named: a photo that another one took the place of is here for a while. */
async function filesEverNamed(
  trx: Transaction,
  records: readonly PersonRecord[],
): Promise<ReadonlySet<string>> {
  const hashes = new Set<string>();
  for (const { entity, row } of records) {
    if (!namesFiles(entity)) continue;
    const take = (values: Readonly<Record<string, unknown>>): void => {
      for (const { hash } of filesNamedBy(entity, values)) hashes.add(hash);
    };
    take(row);
    for await (const values of pastValues(trx, entity.name, row._id)) take(values);
  }
  return hashes;
}

/** Takes out the files of these that no record names any more. */
async function forgetFiles(
  trx: Transaction,
  { model }: Pick<Database, 'model'>,
  hashes: ReadonlySet<string>,
  at: string,
): Promise<void> {
  for (const hash of hashes) {
    const selects = namingSelects(model).map(
      (select) => `SELECT "hash" FROM (${select}) AS "naming" WHERE "hash" = ?`,
    );
    const others = await trx.all(
      selects.join(' UNION '),
      selects.map(() => hash),
    );
    if (others.length > 0) continue;
    for (const table of ['files', 'file_uploads', 'text_files'])
      await trx.all(`DELETE FROM ${quote(table)} WHERE "hash" = ?`, [hash]);
    await oweFile(trx, hash, at);
  }
}
