import { setImmediate as nextTurn } from 'node:timers/promises';
import { entityNames, entityOf, type EntityName } from '#shared/model/entities.ts';
import { SHORTEST_MEANT, wordsIn } from '#shared/model/key-slips.ts';
import type { Cache } from './cache.ts';
import { clearLeftovers } from './leftovers.ts';
import {
  isIndexedByWords,
  searchTableOf,
  tableOf,
  unindexedTableOf,
} from '#shared/node/cache/cache-schema.ts';
import { indexRows, searchColumns } from '#shared/node/cache/index-rows.ts';
import { Words } from './words.ts';

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

/** What `byWords` finds. */
export interface RowsByWords {
  sure: number[];
  unsure: number[];
}

/**
 * The full-text index, as a sieve: it tells which rows may hold a term, and the rows' search text decides. So an
 * entry that is out of date does no harm as long as its row is known to be unindexed, and the index can be brought up
 * to date a few rows at a time, while nothing waits for it.
 */
export class SearchIndex {
  readonly #cache: Cache;
  /** Of entities whose texts are indexed by their words. */
  readonly #whole: ReadonlyMap<EntityName, Words>;
  readonly #words = new Map<EntityName, { words: Set<string>; complete: Promise<ReadonlySet<string>> }>();
  readonly #onCaughtUp: (name: EntityName) => void;
  /** Of which something was answered without the rows that the index lacked. */
  readonly #lacking = new Set<EntityName>();
  #running = false;
  #asked = false;

  /** @param onCaughtUp called when the index has the rows of an entity that an answer lacked */
  constructor(cache: Cache, onCaughtUp: (name: EntityName) => void = () => undefined) {
    this.#cache = cache;
    this.#onCaughtUp = onCaughtUp;
    this.#whole = new Map(
      entityNames
        .filter((name) => isIndexedByWords(entityOf(name)))
        .map((name) => [name, new Words(cache, entityOf(name))]),
    );
  }

  /** Starts bringing the index up to date, or has the run that is under way look once more. */
  catchUp(): void {
    this.#asked = true;
    if (this.#running) return;
    this.#running = true;
    // A damaged file shows itself to whoever reads it next; a row that is not indexed is found all the same.
    this.#run().catch(() => undefined);
  }

  async #run(): Promise<void> {
    try {
      while (this.#asked) {
        this.#asked = false;
        for (const name of entityNames) {
          do await nextTurn();
          while (this.#cache.open && this.indexSome(name) > 0);
          if (this.#cache.open && this.#lacking.delete(name)) this.#onCaughtUp(name);
        }
        if (this.#cache.open) await clearLeftovers(this.#cache);
      }
    } finally {
      // In the same turn as the last look at `#asked`: whoever asks after it begins a run of their own.
      this.#running = false;
    }
  }

  /** Indexes up to a chunk of the rows that the index lacks; returns how many there were. */
  indexSome(name: EntityName): number {
    const cache = this.#cache;
    const words = this.#words.get(name)?.words;
    const whole = this.#whole.get(name);
    return cache.transaction(() =>
      indexRows(cache.statements, entityOf(name), CHUNK, (texts) => {
        whole?.added(texts);
        if (words) texts.forEach((text) => addWords(words, text));
      }),
    );
  }

  /**
   * Row numbers of the rows that may hold all the terms, each of at least three characters; null where there are more
   * than `most`: then reading the list in its order finds the first ones sooner.
   */
  candidates(name: EntityName, terms: readonly string[], most: number): number[] | null {
    if (this.#whole.has(name)) {
      const found = this.byWords(name, terms, most);
      return found && [...found.sure, ...found.unsure];
    }
    const unindexed = this.#unindexed(name, most + 1);
    if (unindexed.length > most) return null;
    const found = this.#matching(name, allPieces(terms), most + 1);
    if (found.length + unindexed.length > most) return null;
    return [...new Set([...found, ...unindexed])];
  }

  /**
   * Row numbers of an entity whose texts are indexed by their words: of the rows that hold all the terms, and of those whose
   * text decides. null where there are more than `most`, where the words have not been read yet, and where every term
   * is a part of too many words.
   */
  byWords(name: EntityName, terms: readonly string[], most: number): RowsByWords | null {
    const question = this.#whole.get(name)?.question(terms);
    if (!question) return null;
    const unindexed = new Set(this.#unindexed(name, most + 1));
    if (unindexed.size > most) return null;
    const { all, sure, tooLong } = question;
    const indexed = (match: string): number[] =>
      this.#matching(name, match, most + 1).filter((row) => !unindexed.has(row));
    const found = all === null ? [] : indexed(all);
    const others = indexed(tooLong);
    if (found.length + others.length + unindexed.size > most) return null;
    const unsure = new Set([...unindexed, ...others, ...(sure ? [] : found)]);
    return { sure: found.filter((row) => !unsure.has(row)), unsure: [...unsure] };
  }

  #unindexed(name: EntityName, most: number): number[] {
    const rows = this.#cache.statements
      .prepare(`SELECT row FROM ${unindexedTableOf(entityOf(name))} LIMIT ?`)
      .all(most) as { row: number }[];
    return rows.map(({ row }) => row);
  }

  #matching(name: EntityName, match: string, most: number): number[] {
    const index = searchTableOf(entityOf(name));
    const rows = this.#cache.statements
      .prepare(`SELECT rowid AS row FROM ${index} WHERE ${index} MATCH ? LIMIT ?`)
      .all(match, most) as { row: number }[];
    return rows.map(({ row }) => row);
  }

  /** Row numbers of the rows that the index has and that may hold all the terms: the latest ones, so many at most. */
  holding(name: EntityName, terms: readonly string[], most: number): number[] {
    const whole = this.#whole.get(name);
    const match = whole ? whole.question(terms)?.all : allPieces(terms);
    if (!match) return [];
    const index = searchTableOf(entityOf(name));
    const found = this.#cache.statements
      .prepare(`SELECT rowid AS row FROM ${index} WHERE ${index} MATCH ? ORDER BY rowid DESC LIMIT ?`)
      .all(match, most) as { row: number }[];
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

  /** Something was answered without the rows that the index lacks: it is told when they are there. */
  tellWhenCaughtUp(name: EntityName): void {
    this.#lacking.add(name);
  }
}

function addWords(words: Set<string>, text: string | null): void {
  for (const word of wordsIn(text ?? '')) if (word.length >= SHORTEST_MEANT) words.add(word);
}

/** What the index is asked for rows that hold the pieces of all the terms. */
const allPieces = (terms: readonly string[]): string => terms.flatMap(pieces).join(' AND ');

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
