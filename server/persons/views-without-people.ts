import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ColumnValue } from '#shared/model/columns.ts';
import { derivedColumns } from '#shared/model/derived-columns.ts';
import { quote } from '#shared/model/list-query.ts';
import { savedView } from '#shared/model/saved-view.ts';
import { knownBy, saysWho, withoutWho, type KnownBy } from '#shared/model/saying-who.ts';
import { viewWithoutPeople } from '#shared/model/view-without-people.ts';
import type { LogWriter, Transaction } from '../database/database.ts';
import type { Row } from '../database/rows.ts';
import { insertRows } from '../database/statements.ts';
import { linesOf } from '../records/lines-of.ts';
import { bareResults } from '../records/telling-results.ts';
import { NAMELESS_CHANGE } from '../records/view-lines.ts';
import type { Eraser } from './eraser.ts';

const VIEW = savedView.name;
/** Views, or lines of the log about them, that are looked through at a time; then others have their turn. */
const AT_ONCE = 10;
/** Of changes of long ago the log has no values any more (server/records/view-lines.ts). */
const HOLDS_VALUES = `(COALESCE("before", '{}') <> '{}' OR COALESCE("after", '{}') <> '{}')`;

/**
 * Saved views keep what people typed to look for somebody. Takes the people out of them, deleted ones too, and out of what the log,
 * results, conflicts and titles hold of them; desks get a view that changed by that as they get any change.
 * @param texts by which the people are known
 */
export async function takeOutOfViews(
  trx: Transaction,
  log: LogWriter,
  texts: readonly string[],
  eraser: Eraser,
): Promise<void> {
  const people = knownBy(texts);
  if (people.texts.length === 0 && people.numbers.length === 0) return;
  const touched = new Set([
    ...(await cleanLines(trx, people)),
    ...(await cleanRows(trx, log, people, eraser)),
    ...(await toldOf(trx, people)),
  ]);
  await bareResults(trx, VIEW, [...touched]);
  for (const recordId of touched) {
    await trx.all('DELETE FROM "conflicts" WHERE "entity" = ? AND "recordId" = ?', [VIEW, recordId]);
    await cleanTitles(trx, people, recordId);
  }
}

/** The views as they are. Gives the ids of those that changed. */
async function cleanRows(
  trx: Transaction,
  log: LogWriter,
  people: KnownBy,
  eraser: Eraser,
): Promise<string[]> {
  const changed: string[] = [];
  for (let last = '', isMore = true; isMore;) {
    const rows = await trx.all<Row>(
      `SELECT * FROM ${quote(VIEW)} WHERE "_id" > ? ORDER BY "_id" LIMIT ${AT_ONCE}`,
      [last],
    );
    for (const row of rows) {
      last = row._id;
      const values = viewWithoutPeople(people, row);
      if (Object.keys(values).length === 0) continue;
      changed.push(row._id);
      await writeView(trx, log, { ...row, ...values }, values, eraser);
    }
    isMore = rows.length === AT_ONCE;
    await nextTurn();
  }
  return changed;
}

/** Who has last written which field stays as it was: nobody has overtaken anybody. */
async function writeView(
  trx: Transaction,
  log: LogWriter,
  row: Row,
  values: Readonly<Record<string, ColumnValue>>,
  eraser: Eraser,
): Promise<void> {
  const seq = log.next();
  const columns: Record<string, ColumnValue> = { ...values, _seq: seq, updatedAt: log.at };
  for (const { name, value } of derivedColumns(savedView)) columns[name] = value((of) => row[of] ?? null);
  const names = Object.keys(columns);
  await trx.all(
    `UPDATE ${quote(VIEW)} SET ${names.map((name) => `${quote(name)} = ?`).join(', ')} WHERE "_id" = ?`,
    [...names.map((name) => columns[name] ?? null), row._id],
  );
  await insertRows(
    trx,
    'change_log',
    ['seq', 'entity', 'recordId', 'kind', 'userId', 'deskId', 'at', 'before', 'after', 'setId'],
    [[seq, VIEW, row._id, 'update', eraser?._id ?? null, eraser?.deskId ?? null, log.at, '{}', '{}', null]],
  );
}

/** What the log has of views, in which somebody may stand who is in none of them now. Gives the ids of these views. */
async function cleanLines(trx: Transaction, people: KnownBy): Promise<string[]> {
  const found = new Set<string>();
  const views = await trx.all<{ _id: string }>(`SELECT "_id" FROM ${quote(VIEW)}`);
  const ids = views.map(({ _id }) => _id);
  const asked = { columns: '"before", "after"', atOnce: AT_ONCE, where: HOLDS_VALUES };
  const pages = linesOf<{ before: string | null; after: string | null }>(trx.all.bind(trx), VIEW, ids, asked);
  for await (const lines of pages)
    for (const { seq, recordId, before, after } of lines) {
      const now = [before, after].map((json) => lineWithout(people, json));
      if (now[0] === before && now[1] === after) continue;
      found.add(recordId);
      await trx.all('UPDATE "change_log" SET "before" = ?, "after" = ? WHERE "seq" = ?', [
        ...now.map((json) => json ?? null),
        seq,
      ]);
    }
  return [...found];
}

function lineWithout(people: KnownBy, json: string | null): string | null {
  if (json === null) return null;
  const values = JSON.parse(json) as Record<string, unknown>;
  const changed = viewWithoutPeople(people, values);
  return Object.keys(changed).length === 0 ? json : JSON.stringify({ ...values, ...changed });
}

/**
 * The views of which a conflict or a result says who they are: what was offered again after a restore and did not win is neither in
 * the view nor in its lines.
 */
async function toldOf(trx: Transaction, people: KnownBy): Promise<string[]> {
  const found: string[] = [];
  const sources = [
    `SELECT "id", "recordId", COALESCE("lost", '') || ' ' || COALESCE("won", '') AS "text" FROM "conflicts"
     WHERE "entity" = ? AND "id" > ? ORDER BY "id" LIMIT ${AT_ONCE}`,
    `SELECT o."id", t."recordId", o."result" AS "text" FROM "telling_results" t JOIN "operations" o ON o."id" = t."operationId"
     WHERE t."entity" = ? AND t."operationId" > ? ORDER BY t."operationId" LIMIT ${AT_ONCE}`,
  ];
  for (const source of sources)
    for (let last = '', isMore = true; isMore;) {
      const rows = await trx.all<{ id: string; recordId: string; text: string }>(source, [VIEW, last]);
      for (const { id, recordId, text } of rows) {
        last = id;
        // As JSON within JSON has it, too.
        if (saysWho(people, text.replaceAll('\\', ''))) found.push(recordId);
      }
      isMore = rows.length === AT_ONCE;
      await nextTurn();
    }
  return found;
}

/** What people did to a view is called by its name. */
async function cleanTitles(trx: Transaction, people: KnownBy, recordId: string): Promise<void> {
  const titles = await trx.all<{ id: string; title: string }>(
    `SELECT "id", "title" FROM "change_sets" WHERE "id" IN (
       SELECT "setId" FROM "change_log" WHERE "entity" = ? AND "recordId" = ? AND "setId" IS NOT NULL)`,
    [VIEW, recordId],
  );
  for (const { id, title } of titles) {
    if (!saysWho(people, title)) continue;
    const left = withoutWho(people, title) || NAMELESS_CHANGE;
    await trx.all('UPDATE "change_sets" SET "title" = ? WHERE "id" = ?', [left, id]);
  }
}
