import type { ColumnValue } from '#shared/model/columns.ts';
import { fieldColumns } from '#shared/model/columns.ts';
import { quote } from '#shared/model/list-query.ts';
import { filesNamedBy } from '#shared/model/named-files.ts';
import type { Database, LogWriter, Transaction } from '../database/database.ts';
import { entityTable } from '../database/schema.ts';
import { insertRows } from '../database/statements.ts';
import { namingSelects } from '../files/text-files.ts';
import type { Services } from '../services.ts';
import type { PersonRecord } from './records-of-person.ts';
import { textsOfPerson } from './texts-of-person.ts';

/** Of what an erased record keeps nobody can read who it was. */
const KEPT = ['_id', '_createdSeq', '_createdBy', '_createdDesk', 'createdAt'];
const EMPTY = '{}';

/** Who erases; null where a restored backup had again what was erased before. */
export type Eraser = { _id: string; deskId: string | null } | null;

/**
 * Takes all that is known of a person out of the database, in the transaction of the caller: records, what the log and the
 * results of operations hold of them, and whatever else names the person. Gives the hashes of the files that go with it.
 * @param named false leaves what merely names them, as titles and the audit log do, to its own time
 */
export async function eraseRecords(
  trx: Transaction,
  log: LogWriter,
  database: Pick<Database, 'model'>,
  records: readonly PersonRecord[],
  { eraser, named = true }: { eraser: Eraser; named?: boolean },
): Promise<string[]> {
  const texts = named ? await textsOfPerson(trx, records) : [];
  for (const record of records) await eraseRecord(trx, log, record, eraser);
  await forgetNamed(trx, texts);
  const files = await forgetFiles(trx, database, records);
  return files;
}

async function eraseRecord(
  trx: Transaction,
  log: LogWriter,
  { entity, row }: PersonRecord,
  eraser: Eraser,
): Promise<void> {
  const where = [entity.name, row._id];
  // A result says what stood in the way, and what an undo left.
  await trx.all(
    `UPDATE "operations" SET "result" = ${bareResult(trx)} WHERE "seq" IN (
       SELECT "seq" FROM "change_log" WHERE "entity" = ? AND "recordId" = ?) AND ${APPLIED}`,
    where,
  );
  await trx.all('DELETE FROM "conflicts" WHERE "entity" = ? AND "recordId" = ?', where);
  await trx.all('DELETE FROM "text_files" WHERE "entity" = ? AND "recordId" = ?', where);
  await trx.all(
    `UPDATE "change_log" SET "before" = CASE WHEN "before" IS NULL THEN NULL ELSE '${EMPTY}' END,
       "after" = CASE WHEN "after" IS NULL THEN NULL ELSE '${EMPTY}' END WHERE "entity" = ? AND "recordId" = ?`,
    where,
  );
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

const APPLIED = `"result" LIKE '%"status":"applied"%'`;

/** Where a lost answer is asked for again, that it was taken in is all that is left to say. */
function bareResult({ dialect }: Pick<Transaction, 'dialect'>): string {
  const values = `'id', "id", 'status', 'applied', 'seq', "seq"`;
  return dialect === 'sqlite' ? `json_object(${values})` : `json_build_object(${values})::text`;
}

/** The fields whose user sees the row by being named there. */
const readerFields = ({ access }: PersonRecord['entity']): string[] =>
  Object.values(access).flatMap((grants) =>
    grants.flatMap(({ rows }) => (rows !== 'all' && 'whereUserIs' in rows ? [rows.whereUserIs] : [])),
  );

/** Results of what was refused, titles of what people did in one go, and lines of the audit log name people too. */
async function forgetNamed(trx: Transaction, texts: readonly string[]): Promise<void> {
  const holds = trx.dialect === 'sqlite' ? 'instr' : 'strpos';
  for (const text of texts) {
    const asJson = JSON.stringify(text).slice(1, -1);
    const found = `${holds}("result", ?) > 0`;
    // What took effect is known for ever, so that it never does twice; what was refused is judged anew.
    await trx.all(`UPDATE "operations" SET "result" = ${bareResult(trx)} WHERE ${found} AND ${APPLIED}`, [
      asJson,
    ]);
    await trx.all(`DELETE FROM "operations" WHERE ${found}`, [asJson]);
    await trx.all(`UPDATE "change_sets" SET "title" = 'Change of a person' WHERE ${holds}("title", ?) > 0`, [
      text,
    ]);
    await trx.all(`UPDATE "audit_log" SET "detail" = NULL WHERE ${holds}("detail", ?) > 0`, [asJson]);
  }
}

/** The files that these records named and that nobody else names. */
async function forgetFiles(
  trx: Transaction,
  { model }: Pick<Database, 'model'>,
  records: readonly PersonRecord[],
): Promise<string[]> {
  const named = new Set(
    records.flatMap(({ entity, row }) => filesNamedBy(entity, row).map(({ hash }) => hash)),
  );
  const gone: string[] = [];
  for (const hash of named) {
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
    gone.push(hash);
  }
  return gone;
}

/** After the commit: the bytes of those files. */
export async function removeFiles(
  { files, thumbnails }: Pick<Services, 'files' | 'thumbnails'>,
  hashes: readonly string[],
): Promise<void> {
  for (const hash of hashes) {
    await files.remove(hash);
    await thumbnails.remove(hash);
  }
}
