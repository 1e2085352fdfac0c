import { setImmediate as nextTurn } from 'node:timers/promises';
import { entityNames, entityOf, type EntityName } from '#shared/model/entities.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import { SHORTEST_MEANT, wordsIn } from '#shared/model/key-slips.ts';
import { quote } from '#shared/model/list-query.ts';
import { searchColumn } from '#shared/model/search-text.ts';
import type { Cache } from './cache.ts';
import { clearLeftovers } from './leftovers.ts';
import { searchTableOf, tableOf, unindexedTableOf } from './cache-schema.ts';

/** Rows put into the index between two turns of the event loop: a few milliseconds' work. */
const CHUNK = 80;
/** Rows whose words are read between two turns: as much. */
const WORDS_CHUNK = 400;
/** The index is a sieve of three-letter pieces; a shorter term passes it by. */
const SHORTEST_INDEXED_TERM = 3;

/** Those of the texts that the index can tell of. */
export function indexableOf(texts: readonly string[]): string[] {
  return texts.filter((text) => Array.from(text).length >= SHORTEST_INDEXED_TERM);
}

/**
 * The full-text index, as a sieve: it tells which rows may hold a term, and the rows' search text decides. So an
 * entry that is out of date does no harm as long as its row is known to be unindexed, and the index can be brought up
 * to date a few rows at a time, while nothing waits for it.
 */
export class SearchIndex {
  readonly #cache: Cache;
  readonly #words = new Map<EntityName, { words: Set<string>; complete: Promise<ReadonlySet<string>> }>();
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
    const read = statements.prepare(`SELECT ${searchColumns(entity)} FROM ${table} WHERE rowid = ?`).raw();
    const remove = statements.prepare(`DELETE FROM ${index} WHERE rowid = ?`);
    // Not by INSERT from SELECT: that has the index write itself to the disk after each row.
    const add = statements.prepare(`INSERT INTO ${index} (rowid, text) VALUES (?, ?)`);
    const done = statements.prepare(`DELETE FROM ${unindexed} WHERE row = ?`);
    const words = this.#words.get(name)?.words;
    this.#cache.transaction(() => {
      for (const { row, stale } of rows) {
        if (stale) remove.run(row);
        const texts = read.get(row) as string[] | undefined;
        if (texts) add.run(row, [...new Set(texts.join('\n').split('\n'))].join('\n'));
        if (words) texts?.forEach((text) => addWords(words, text));
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

  /** Row numbers of the rows that the index has and that may hold all the terms: the latest ones, so many at most. */
  holding(name: EntityName, terms: readonly string[], most: number): number[] {
    const index = searchTableOf(entityOf(name));
    const found = this.#cache.statements
      .prepare(`SELECT rowid AS row FROM ${index} WHERE ${index} MATCH ? ORDER BY rowid DESC LIMIT ?`)
      .all(terms.flatMap(pieces).join(' AND '), most) as { row: number }[];
    return found.map(({ row }) => row);
  }

  /**
   * The words that are in the search texts of an entity, and some that were: kept in memory alone, read some rows at a
   * time when they are first asked for, and kept up with what is indexed since.
   */
  words(name: EntityName): Promise<ReadonlySet<string>> {
    let known = this.#words.get(name);
    if (!known) {
      const words = new Set<string>();
      known = { words, complete: this.#readWords(name, words) };
      this.#words.set(name, known);
      // Whoever waits is told; the next one tries again.
      known.complete.catch(() => this.#words.delete(name));
    }
    return known.complete;
  }

  async #readWords(name: EntityName, words: Set<string>): Promise<ReadonlySet<string>> {
    const cache = this.#cache;
    const entity = entityOf(name);
    const { last } = cache.statements.prepare(`SELECT max(rowid) AS last FROM ${tableOf(entity)}`).get() as {
      last: number | null;
    };
    const sql = `SELECT ${searchColumns(entity)} FROM ${tableOf(entity)} WHERE rowid > ? AND rowid <= ?`;
    for (let from = 0; from < (last ?? 0) && cache.open; from += WORDS_CHUNK) {
      const rows = cache.statements
        .prepare(sql)
        .raw()
        .all(from, from + WORDS_CHUNK) as string[][];
      for (const texts of rows) for (const text of texts) addWords(words, text);
      await nextTurn();
    }
    return words;
  }

  /** Whether there are rows that the index does not have yet. */
  isBehind(name: EntityName): boolean {
    const sql = `SELECT 1 FROM ${unindexedTableOf(entityOf(name))} LIMIT 1`;
    return this.#cache.statements.prepare(sql).get() !== undefined;
  }
}

const searchColumns = (entity: EntityDefinition): string =>
  Object.keys(entity.searchScopes)
    .map((scope) => quote(searchColumn(scope)))
    .join(', ');

function addWords(words: Set<string>, text: string | null): void {
  for (const word of wordsIn(text ?? '')) if (word.length >= SHORTEST_MEANT) words.add(word);
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
