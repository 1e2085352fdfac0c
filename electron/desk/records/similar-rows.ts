import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Sort } from '#shared/model/entity.ts';
import { wordsIn, wordsMeant } from '#shared/model/key-slips.ts';
import { joinConditions, orderBy, quote, searchCondition } from '#shared/model/list-query.ts';
import { searchColumn } from '#shared/model/search-text.ts';
import type { Cache } from '../cache/cache.ts';
import { tableOf } from '#shared/node/cache/cache-schema.ts';
import { indexableOf, type SearchIndex } from '../cache/search-index.ts';
import { sievedTexts, type ListConditions } from './list-conditions.ts';

/** Rows shown as similar, at most. */
const MOST_SIMILAR = 50;
/** Rows looked at for one word that may have been meant. */
const MOST_LOOKED_AT = 400;
/** Words that may have been meant by one, the commonest slips first. */
const MOST_MEANT = 12;
/** Work between two turns of the event loop, in milliseconds. */
const SLICE_MS = 4;

/**
 * Row numbers of rows that would hold the search if one slip of the keys in it were set right, in the order of the
 * list. Of the words that may have been meant only those are looked for that stand in some row; each is asked of the
 * search index, as any search is: so it costs the same however many rows there are. Rows that the index does not have yet are not among them.
 * @param exact row numbers that the search finds as it was typed; they are left out
 */
export async function similarRows(
  cache: Cache,
  index: SearchIndex,
  conditions: ListConditions,
  sort: Sort,
  exact: ReadonlySet<number>,
): Promise<number[]> {
  const found = new Set<number>();
  const known = await index.words(conditions.entity);
  let started = performance.now();
  for (const [at, { text }] of conditions.terms.entries()) {
    const words = wordsMeant(text).filter((word) => known.has(word));
    for (const meant of words.slice(0, MOST_MEANT)) {
      if (performance.now() - started > SLICE_MS) {
        await nextTurn();
        started = performance.now();
      }
      if (!cache.open || found.size >= MOST_SIMILAR) break;
      for (const row of rowsWith(cache, index, conditions, sort, at, meant)) {
        if (!exact.has(row)) found.add(row);
      }
    }
  }
  return cache.open ? inOrder(cache, conditions, sort, [...found]) : [];
}

/** Rows that fit with one term replaced by a word, and have that word as a whole. */
function rowsWith(
  cache: Cache,
  index: SearchIndex,
  conditions: ListConditions,
  sort: Sort,
  replaced: number,
  word: string,
): number[] {
  const { entity, definition, scope, narrowing, readable } = conditions;
  const others = conditions.terms.filter((_, at) => at !== replaced);
  const among = index.holding(
    entity,
    indexableOf([word, ...sievedTexts(conditions, others)]),
    MOST_LOOKED_AT,
  );
  if (among.length === 0) return [];
  const where = joinConditions(
    [
      { sql: 'rowid IN (SELECT value FROM json_each(?))', params: [JSON.stringify(among)] },
      narrowing,
      searchCondition(scope, word, {}, 'sqlite'),
      ...others.map((term) => searchCondition(scope, term.text, term.references, 'sqlite')),
    ],
    'AND',
  );
  const rows = cache.statements
    .prepare(
      `SELECT rowid AS row, ${quote(searchColumn(scope))} AS text FROM ${tableOf(definition)} WHERE ${where.sql}
        ORDER BY ${orderBy(definition, sort, readable)}`,
    )
    .all(...where.params) as { row: number; text: string }[];
  return rows
    .filter(({ text }) => wordsIn(text).includes(word))
    .map(({ row }) => row)
    .slice(0, MOST_SIMILAR);
}

function inOrder(
  cache: Cache,
  { definition, readable }: ListConditions,
  sort: Sort,
  rows: readonly number[],
): number[] {
  if (rows.length === 0) return [];
  const found = cache.statements
    .prepare(
      `SELECT rowid AS row FROM ${tableOf(definition)} WHERE rowid IN (SELECT value FROM json_each(?))
        ORDER BY ${orderBy(definition, sort, readable)} LIMIT ?`,
    )
    .all(JSON.stringify(rows), MOST_SIMILAR) as { row: number }[];
  return found.map(({ row }) => row);
}
