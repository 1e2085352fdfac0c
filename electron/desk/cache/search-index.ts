import { setImmediate as nextTurn } from 'node:timers/promises';
import { entityNames, entityOf, type EntityName } from '#shared/model/entities.ts';
import { quote } from '#shared/model/list-query.ts';
import { searchColumn } from '#shared/model/search-text.ts';
import type { Cache } from './cache.ts';
import { clearLeftovers } from './leftovers.ts';
import { searchTableOf, tableOf, unindexedTableOf } from './cache-schema.ts';

/** Rows put into the index between two turns of the event loop: a few milliseconds' work. */
const CHUNK = 80;
/** The index is a sieve of three-letter pieces; a shorter term passes it by. */
export const SHORTEST_INDEXED_TERM = 3;

/**
 * The full-text index, as a sieve: it tells which rows may hold a term, and the rows' search text decides. So an
 * entry that is out of date does no harm as long as its row is known to be unindexed, and the index can be brought up
 * to date a few rows at a time, while nothing waits for it.
 */
export class SearchIndex {
  readonly #cache: Cache;
  #running = false;
  #asked = false;

  constructor(cache: Cache) {
    this.#cache = cache;
  }

  /** Starts bringing the index up to date, or has the run that is under way look once more. */
  catchUp(): void {
    this.#asked = true;
    if (this.#running) return;
    this.#running = true;
    this.#run()
      // A damaged file shows itself to whoever reads it next; a row that is not indexed is found all the same.
      .catch(() => undefined)
      .finally(() => (this.#running = false));
  }

  async #run(): Promise<void> {
    while (this.#asked) {
      this.#asked = false;
      for (const name of entityNames) {
        do await nextTurn();
        while (this.#cache.open && this.indexSome(name) > 0);
      }
      if (this.#cache.open) await clearLeftovers(this.#cache);
    }
  }

  /** Indexes up to a chunk of the rows that the index lacks; returns how many there were. */
  indexSome(name: EntityName): number {
    const { statements } = this.#cache;
    const entity = entityOf(name);
    const [table, index, unindexed] = [tableOf(entity), searchTableOf(entity), unindexedTableOf(entity)];
    const rows = statements.prepare(`SELECT row, stale FROM ${unindexed} LIMIT ${CHUNK}`).all() as {
      row: number;
      stale: 0 | 1;
    }[];
    if (rows.length === 0) return 0;
    // One column for the text of all scopes: which of them holds the term is for the search text to say.
    const columns = Object.keys(entity.searchScopes).map((scope) => quote(searchColumn(scope)));
    const read = statements.prepare(`SELECT ${columns.join(', ')} FROM ${table} WHERE rowid = ?`).raw();
    const remove = statements.prepare(`DELETE FROM ${index} WHERE rowid = ?`);
    // Not by INSERT from SELECT: that has the index write itself to the disk after each row.
    const add = statements.prepare(`INSERT INTO ${index} (rowid, text) VALUES (?, ?)`);
    const done = statements.prepare(`DELETE FROM ${unindexed} WHERE row = ?`);
    this.#cache.transaction(() => {
      for (const { row, stale } of rows) {
        if (stale) remove.run(row);
        const texts = read.get(row) as string[] | undefined;
        if (texts) add.run(row, [...new Set(texts.join('\n').split('\n'))].join('\n'));
        done.run(row);
      }
    });
    return rows.length;
  }

  /**
   * Row numbers of the rows that may hold all the terms, each of at least three characters; null where there are more
   * than `most`: then reading the list in its order finds the first ones sooner.
   */
  candidates(name: EntityName, terms: readonly string[], most: number): number[] | null {
    const entity = entityOf(name);
    const { statements } = this.#cache;
    const unindexed = statements
      .prepare(`SELECT row FROM ${unindexedTableOf(entity)} LIMIT ?`)
      .all(most + 1) as { row: number }[];
    if (unindexed.length > most) return null;
    const index = searchTableOf(entity);
    const found = statements
      .prepare(`SELECT rowid AS row FROM ${index} WHERE ${index} MATCH ? LIMIT ?`)
      .all(terms.flatMap(pieces).join(' AND '), most + 1) as { row: number }[];
    if (found.length + unindexed.length > most) return null;
    return [...new Set([...found, ...unindexed].map(({ row }) => row))];
  }
}

/** The three-letter pieces of a term, as quoted strings of the index's query language. */
function pieces(term: string): string[] {
  const letters = Array.from(term);
  const found = new Set<string>();
  for (let at = 0; at + SHORTEST_INDEXED_TERM <= letters.length; at += 1) {
    const piece = letters.slice(at, at + SHORTEST_INDEXED_TERM).join('');
    found.add(`"${piece.replaceAll('"', '""')}"`);
  }
  return [...found];
}
