import { fieldsReadableOnEveryRow, mayRead, type Actor } from '#shared/access/permissions.ts';
import { inSentence } from '#shared/format/label-in-sentence.ts';
import { decodeRow, type ColumnValue } from '#shared/model/columns.ts';
import { fieldOf, type AnyRecord, type EntityDefinition } from '#shared/model/entity.ts';
import { fieldConditions } from '#shared/model/field-condition-sql.ts';
import {
  assertReadable,
  filterConditions,
  joinConditions,
  orderBy,
  quote,
  searchCondition,
  searchedReferences,
  type Condition,
} from '#shared/model/list-query.ts';
import { searchTerms, searchText, sortKeyColumn } from '#shared/model/search-text.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Database, Transaction } from '../database/database.ts';
import type { Row } from '../database/rows.ts';
import { selectIn } from '../database/statements.ts';
import { ownTurn } from '../http/turns.ts';
import { decidingColumns, rightsOn, visibleRows } from '../records/visibility.ts';
import { storedFilter } from './filter-values.ts';
import { areLong, longTextsSearched, searchSlices } from './search-slices.ts';
import type { RestListQuery } from './list-query.ts';

const SCOPE = 'default';
/** So few that reading them holds up nobody. */
const ROWS_AT_ONCE = 100;
/** Of records with rich text, which may have a million characters each. */
const LONG_ROWS_AT_ONCE = 25;

export interface RecordList {
  /** How many records match, whatever the page. */
  total: number;
  /** How many records the page has. */
  count: number;
  /** The records of the page with the fields that the actor may read, some at a time. */
  pages(): AsyncGenerator<AnyRecord[]>;
}

/**
 * A list as the actor may see it: rows, fields, and what can be told from filters, order and search.
 * @throws PlainError `forbidden` or `bad-request`.
 */
export async function listRecords(
  database: Database,
  actor: Actor,
  entity: EntityDefinition,
  query: RestListQuery,
): Promise<RecordList> {
  const rows = visibleRows(entity, actor);
  if (!rows) throw new PlainError('forbidden', `Your role may not see ${inSentence(entity.plural)}.`);
  // Before: who holds one connection for reading must not wait for another.
  const inSlices = await isSearchedInSlices(database, actor, entity, query);
  const { ids, total } = await database.read((trx) =>
    matching(trx, database, actor, entity, { rows, query, inSlices }),
  );
  return { total, count: ids.length, pages: () => readPages(database, actor, entity, ids) };
}

async function matching(
  trx: Transaction,
  database: Database,
  actor: Actor,
  entity: EntityDefinition,
  { rows, query, inSlices }: { rows: Condition; query: RestListQuery; inSlices: boolean },
): Promise<{ ids: string[]; total: number }> {
  const readable = fieldsReadableOnEveryRow(entity, actor.role);
  const terms = searchTerms(query.search);
  const searchedFields = entity.searchScopes[SCOPE] ?? [];
  // The stored search text holds every searched field: who may not read them all must not find rows by it.
  const bySearchText = searchedFields.every((name) => readable.has(name));
  // First the rights: of a hidden field nothing else is said.
  for (const name of Object.keys(query.filter)) assertReadable(entity, name, readable, 'filtered');
  const filter = storedFilter(entity, query.filter);
  const filtered = filterConditions(entity, filter, readable, database.dialect);
  const asked = fieldConditions(entity, query.conditions, readable, database.dialect, Date.now());
  const conditions: Condition[] = [{ sql: '"deletedAt" IS NULL', params: [] }, rows, ...filtered];
  const order = orderBy(entity, query.sort, readable);
  const looked: Condition[] = [...asked];
  if (bySearchText) {
    for (const term of terms) looked.push(await termCondition(trx, database, actor, entity, term));
  }
  if (inSlices) {
    const search = { among: joinConditions(conditions, 'AND'), terms: joinConditions(looked, 'AND') };
    const texts = longTextsSearched(entity, terms.length > 0 ? SCOPE : null, query.conditions);
    const ids = await searchSlices(trx, entity, { ...search, order, texts });
    return { ids: ids.slice(query.offset, query.offset + (query.limit ?? ids.length)), total: ids.length };
  }
  const where = joinConditions([...conditions, ...looked], 'AND');
  if (terms.length > 0 && !bySearchText) {
    // Whole rows of thousands of records would take some times as long, in which SQLite lets nobody else in.
    const columns = new Set(['_id', ...decidingColumns(entity, actor.role), ...searchedFields]);
    const found = await trx.all<Row>(
      `SELECT ${[...columns].map(quote).join(', ')} FROM ${quote(entity.name)} WHERE ${where.sql} ORDER BY ${order}`,
      where.params,
    );
    const ids = found.filter((row) => showsAll(entity, actor, row, terms)).map((row) => row._id);
    return { ids: ids.slice(query.offset, query.offset + (query.limit ?? ids.length)), total: ids.length };
  }
  const page: ColumnValue[] =
    query.limit === null && query.offset === 0 ? [] : [query.limit ?? Number.MAX_SAFE_INTEGER, query.offset];
  const found = await trx.all<{ _id: string }>(
    `SELECT "_id" FROM ${quote(entity.name)} WHERE ${where.sql} ORDER BY ${order}${page.length > 0 ? ' LIMIT ? OFFSET ?' : ''}`,
    [...where.params, ...page],
  );
  const ids = found.map((row) => row._id);
  // The list's end is in the page: nothing more to count, which costs as much again.
  const isEnd = ids.length < (query.limit ?? Infinity) && (ids.length > 0 || query.offset === 0);
  if (isEnd) return { ids, total: query.offset + ids.length };
  const [counted] = await trx.all<{ count: number }>(
    `SELECT COUNT(*) AS "count" FROM ${quote(entity.name)} WHERE ${where.sql}`,
    where.params,
  );
  return { ids, total: Number(counted?.count ?? 0) };
}

/** Whether others are heard while the list is looked for, as they are not while SQLite goes through a table. */
export async function isSearchedInSlices(
  database: Database,
  actor: Actor,
  entity: EntityDefinition,
  { search, conditions }: RestListQuery,
): Promise<boolean> {
  const isSearched = searchTerms(search).length > 0;
  const readable = fieldsReadableOnEveryRow(entity, actor.role);
  const bySearchText = (entity.searchScopes[SCOPE] ?? []).every((name) => readable.has(name));
  if (database.dialect !== 'sqlite' || (isSearched && !bySearchText)) return false;
  return areLong(database, entity, longTextsSearched(entity, isSearched ? SCOPE : null, conditions));
}

/** The rows whose search text, or whose references' shown text, holds the term. */
async function termCondition(
  trx: Transaction,
  database: Database,
  actor: Actor,
  entity: EntityDefinition,
  term: string,
): Promise<Condition> {
  const references: Record<string, string[]> = {};
  for (const name of searchedReferences(entity, SCOPE)) {
    const { target } = fieldOf(entity, name);
    if (!target || !mayRead(database.model.entity(target.entity), actor.role)) continue;
    const contains = database.dialect === 'sqlite' ? 'instr' : 'strpos';
    const found = await trx.all<{ _id: string }>(
      `SELECT "_id" FROM ${quote(target.entity)} WHERE "deletedAt" IS NULL AND ${contains}(${quote(sortKeyColumn(target.display))}, ?) > 0`,
      [term],
    );
    references[name] = found.map((row) => row._id);
  }
  return searchCondition(SCOPE, term, references, database.dialect);
}

/** Whether the terms are all in the fields of the row that the actor may read. */
function showsAll(entity: EntityDefinition, actor: Actor, row: Row, terms: readonly string[]): boolean {
  const { read } = rightsOn(entity, actor, row);
  const seen: Row = { _id: row._id };
  for (const name of entity.searchScopes[SCOPE] ?? []) if (read.has(name)) seen[name] = row[name] ?? null;
  const text = searchText(entity, SCOPE, decodeRow(entity, seen));
  return terms.every((term) => text.includes(term));
}

/** The record with the fields that the actor may read; no field at all where the row is hidden. */
export function readablePart(entity: EntityDefinition, actor: Actor, row: Row): AnyRecord {
  const { read } = rightsOn(entity, actor, row);
  const visible: Row = { _id: row._id };
  for (const name of read) visible[name] = row[name] ?? null;
  return decodeRow(entity, visible);
}

/**
 * Reads the records some at a time, each time in a turn of its own: a slow reader holds no transaction open, and a long
 * list holds up no other call. What was deleted meanwhile is left out.
 */
async function* readPages(
  database: Database,
  actor: Actor,
  entity: EntityDefinition,
  ids: readonly string[],
): AsyncGenerator<AnyRecord[]> {
  const isLong = Object.values(entity.fields).some(({ kind }) => kind === 'richText');
  const atOnce = isLong ? LONG_ROWS_AT_ONCE : ROWS_AT_ONCE;
  for (let at = 0; at < ids.length; at += atOnce) {
    await ownTurn();
    const some = ids.slice(at, at + atOnce);
    const rows = new Map(
      (await selectIn<Row>(database, entity.name, '_id', some)).map((row) => [row._id, row]),
    );
    yield some.flatMap((id) => {
      const row = rows.get(id);
      if (!row || row['deletedAt'] !== null || rightsOn(entity, actor, row).read.size === 0) return [];
      return [readablePart(entity, actor, row)];
    });
  }
}

/**
 * One record as the actor may see it.
 * @throws PlainError `forbidden` where the role sees none of the kind, `not-found` where this one is hidden or not there.
 */
export async function readRecord(
  database: Database,
  actor: Actor,
  entity: EntityDefinition,
  id: string,
): Promise<AnyRecord> {
  const rows = visibleRows(entity, actor);
  if (!rows) throw new PlainError('forbidden', `Your role may not see ${inSentence(entity.plural)}.`);
  const [row] = await database.all<Row>(
    `SELECT * FROM ${quote(entity.name)} WHERE "_id" = ? AND "deletedAt" IS NULL AND ${rows.sql}`,
    [id, ...rows.params],
  );
  if (!row) {
    throw new PlainError(
      'not-found',
      `This ${inSentence(entity.label)} does not exist, or is not yours to see.`,
    );
  }
  return readablePart(entity, actor, row);
}
