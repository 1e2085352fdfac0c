import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ColumnValue } from '#shared/model/columns.ts';
import { fieldColumns } from '#shared/model/columns.ts';
import { quote } from '#shared/model/list-query.ts';
import { filesNamedBy, namesFiles } from '#shared/model/named-files.ts';
import type { Database, LogWriter, Transaction } from '../database/database.ts';
import { entityTable } from '../database/schema.ts';
import { insertRows, placeholders, updateRows } from '../database/statements.ts';
import { namingSelects } from '../files/text-files.ts';
import { erasedAmong } from '../records/erased.ts';
import { linesOf } from '../records/lines-of.ts';
import { bareResults } from '../records/telling-results.ts';
import type { Eraser } from './eraser.ts';
import { oweNoTrace } from './no-trace.ts';
import { oweFile } from './owed-files.ts';
import { together, type PersonRecord, type Together } from './records-of-person.ts';
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
  for (const { entity, ids } of together(records)) await bareResults(trx, entity.name, ids);
  // First: a desk that hears of the erasing has the views by then.
  await takeOutOfViews(trx, log, texts, eraser);
  for (const slice of together(records)) {
    await eraseTogether(trx, log, slice, eraser);
    // One may be known by thousands of calls.
    await nextTurn();
  }
  await redact(trx, texts);
  await forgetFiles(trx, database, hashes, log.at);
}

/** Those that nobody has erased yet. */
export async function withoutErased(
  trx: Pick<Transaction, 'all'>,
  records: readonly PersonRecord[],
): Promise<PersonRecord[]> {
  const left: PersonRecord[] = [];
  for (const { entity, rows, ids } of together(records)) {
    const known = await erasedAmong(trx, entity.name, ids);
    for (const row of rows) if (!known.has(row._id)) left.push({ entity, row });
  }
  return left;
}

async function eraseTogether(
  trx: Transaction,
  log: LogWriter,
  { entity, rows, ids }: Together,
  eraser: Eraser,
): Promise<void> {
  const { name: entityName } = entity;
  for (const table of ['conflicts', 'text_files'])
    await trx.all(
      `DELETE FROM ${quote(table)} WHERE "entity" = ? AND "recordId" IN ${placeholders(ids.length)}`,
      [entityName, ...ids],
    );
  await emptyLines(trx, entityName, ids);
  const seqs = ids.map(() => log.next());
  const kept = new Set([
    ...KEPT,
    ...fieldColumns(entity)
      .filter(({ name }) => entity.keptWhenErased?.includes(name))
      .map(({ name }) => name),
  ]);
  const changed = entityTable(entity).columns.filter(({ name }) => !kept.has(name));
  const given = (at: number): Record<string, ColumnValue> => ({
    _seq: seqs[at] ?? null,
    updatedAt: log.at,
    deletedAt: log.at,
  });
  await updateRows(
    trx,
    entityName,
    changed,
    ids.map((id, at) => [id, ...changed.map(({ name }) => given(at)[name] ?? null)]),
  );
  await insertRows(
    trx,
    'change_log',
    ['seq', 'entity', 'recordId', 'kind', 'userId', 'deskId', 'at', 'before', 'after', 'setId'],
    ids.map((id, at) => [
      seqs[at] ?? null,
      entityName,
      id,
      'delete',
      eraser?._id ?? null,
      eraser?.deskId ?? null,
      log.at,
      null,
      null,
      null,
    ]),
  );
  // Whom the row named, and who saw it for that, is told too.
  const naming = readerFields(entity);
  await insertRows(
    trx,
    'visibility',
    ['seq', 'userId', 'entity', 'recordId'],
    rows.flatMap((row, at) => {
      const readers = new Set(naming.flatMap((name) => (typeof row[name] === 'string' ? [row[name]] : [])));
      return [...readers].map((userId) => [seqs[at] ?? null, userId, entityName, row._id]);
    }),
  );
  await trx.all(
    `INSERT INTO "erased" ("entity", "recordId", "at", "userId", "seq")
     VALUES ${ids.map(() => placeholders(5)).join(', ')}
     ON CONFLICT ("entity", "recordId") DO UPDATE SET "seq" = excluded."seq"`,
    ids.flatMap((id, at) => [entityName, id, log.at, eraser?._id ?? null, seqs[at] ?? null]),
  );
}

/** Takes the values out of the records' lines. */
async function emptyLines(trx: Transaction, entityName: string, ids: readonly string[]): Promise<void> {
  const pages = linesOf(trx.all.bind(trx), entityName, ids, { columns: '', atOnce: LINES_AT_ONCE });
  for await (const lines of pages)
    await trx.all(
      `UPDATE "change_log" SET "before" = CASE WHEN "before" IS NULL THEN NULL ELSE '${EMPTY}' END,
         "after" = CASE WHEN "after" IS NULL THEN NULL ELSE '${EMPTY}' END
       WHERE "seq" IN ${placeholders(lines.length)}`,
      lines.map(({ seq }) => seq),
    );
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
  for (const { entity, rows, ids } of together(records)) {
    if (!namesFiles(entity)) continue;
    const take = (values: Readonly<Record<string, unknown>>): void => {
      for (const { hash } of filesNamedBy(entity, values)) hashes.add(hash);
    };
    for (const row of rows) take(row);
    for await (const values of pastValues(trx, entity.name, ids)) take(values);
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
