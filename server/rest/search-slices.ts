import type { EntityDefinition } from '#shared/model/entity.ts';
import { fieldOf } from '#shared/model/entity.ts';
import type { FieldCondition } from '#shared/model/field-condition.ts';
import { quote, type Condition } from '#shared/model/list-query.ts';
import { searchColumn } from '#shared/model/search-text.ts';
import type { Database, Transaction } from '../database/database.ts';
import { ownTurn } from '../http/turns.ts';

/** Bytes that are searched in a blink, by all terms of a search. */
const SEARCHED_AT_ONCE = 1_500_000;
const MOST_ROWS = 1_000;
/** From so many characters in the searched fields of a record on. */
const LONG_TEXT = 20_000;

/**
 * The columns that are looked through of which thousands of records may hold so much text that it takes seconds.
 * @param scope that is searched; null for none
 */
export function longTextsSearched(
  entity: EntityDefinition,
  scope: string | null,
  conditions: readonly FieldCondition[],
): string[] {
  const lengthOf = (name: string): number => fieldOf(entity, name).maxLength ?? 0;
  const inScope = scope === null ? [] : (entity.searchScopes[scope] ?? []);
  const isLong = inScope.reduce((sum, name) => sum + lengthOf(name), 0) >= LONG_TEXT;
  const asked = conditions.filter(({ op }) => op === 'contains' || op === 'lacks').map(({ field }) => field);
  const names = [...new Set(asked)].filter((name) => lengthOf(name) >= LONG_TEXT);
  return scope !== null && isLong ? [searchColumn(scope), ...names] : names;
}

/** What a table may hold to be looked through in one go: less than a moment. */
const IN_ONE_GO = 20_000_000;
const KNOWN_FOR_MS = 60_000;

const known = new WeakMap<Database, Map<string, { until: number; bytes: Promise<number> }>>();

/** How much text the columns hold, as it was a minute ago at most: to add up their sizes goes through the table, too. */
function bytesIn(database: Database, entity: EntityDefinition, texts: readonly string[]): Promise<number> {
  const ofDatabase = known.get(database) ?? new Map<string, { until: number; bytes: Promise<number> }>();
  known.set(database, ofDatabase);
  const key = [entity.name, ...texts].join(' ');
  const before = ofDatabase.get(key);
  if (before && before.until > performance.now()) return before.bytes;
  const bytes = database
    .all<{ bytes: number }>(`SELECT SUM(${sizesOf(texts)}) AS "bytes" FROM ${quote(entity.name)}`)
    .then(([row]) => Number(row?.bytes ?? 0));
  ofDatabase.set(key, { until: performance.now() + KNOWN_FOR_MS, bytes });
  // Asked again by the next one.
  bytes.catch(() => ofDatabase.delete(key));
  return bytes;
}

const sizesOf = (texts: readonly string[]): string =>
  texts.map((name) => `COALESCE(OCTET_LENGTH(${quote(name)}), 0)`).join(' + ');

/** Whether the columns hold so much that SQLite would be at it for longer than others may wait. */
export async function areLong(
  database: Database,
  entity: EntityDefinition,
  texts: readonly string[],
): Promise<boolean> {
  return texts.length > 0 && (await bytesIn(database, entity, texts)) > IN_ONE_GO;
}

/** Where to search: in the rows of which `among` is true, in this order, for those of which `terms` is. */
export interface SlicedSearch {
  among: Condition;
  order: string;
  terms: Condition;
  /** The columns with the texts; how long these are SQLite knows without reading them. */
  texts: readonly string[];
}

/** The ids of what is found, in order. SQLite searches in one go: others are heard between slices of the rows. */
export async function searchSlices(
  trx: Transaction,
  entity: EntityDefinition,
  { among, order, terms, texts }: SlicedSearch,
): Promise<string[]> {
  const all = await trx.all<{ _id: string; size: number }>(
    `SELECT "_id", ${sizesOf(texts)} AS "size" FROM ${quote(entity.name)}
     WHERE ${among.sql} ORDER BY ${order}`,
    among.params,
  );
  const found: string[] = [];
  for (const slice of slicesOf(all)) {
    await ownTurn();
    const rows = await trx.all<{ _id: string }>(
      `SELECT "_id" FROM ${quote(entity.name)} WHERE "_id" IN (${slice.map(() => '?').join(', ')}) AND ${terms.sql}`,
      [...slice, ...terms.params],
    );
    const here = new Set(rows.map(({ _id }) => _id));
    for (const id of slice) if (here.has(id)) found.push(id);
  }
  return found;
}

function* slicesOf(rows: readonly { _id: string; size: number }[]): Generator<string[]> {
  let slice: string[] = [];
  let bytes = 0;
  for (const { _id, size } of rows) {
    if (slice.length > 0 && (bytes + size > SEARCHED_AT_ONCE || slice.length >= MOST_ROWS)) {
      yield slice;
      slice = [];
      bytes = 0;
    }
    slice.push(_id);
    bytes += size;
  }
  if (slice.length > 0) yield slice;
}
