import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EntityDefinition } from '#shared/model/entity.ts';
import type { Cache } from './cache.ts';
import { searchTableOf } from '#shared/node/cache/cache-schema.ts';
import { BETWEEN_WORDS, indexedWords, LONGEST_WORD, TOO_LONG } from '#shared/node/cache/index-rows.ts';

/** Words read between two turns of the event loop: a few milliseconds' work. */
const SLICE = 500;
/** What is in more words than this is left to the texts: to ask the index for so many takes longer. */
const MOST_WORDS = 400;
/** So many words that came later are looked through one by one; more are taken in among the others. */
const MOST_ADDED = 5_000;
/**
 * Every word of an entity's search texts, by which the words that hold a term are found: the index knows whole ones alone. In
 * memory, because they are personal data, read from the index when they are first asked for. Some may be of rows that are gone.
 */
export class Words {
  readonly #cache: Cache;
  readonly #index: string;
  readonly #list: string;
  /** A word a line, so that one look finds a term in any of them; null until they have been read. */
  #known: string | null = null;
  #reading: Promise<void> | undefined;
  readonly #added = new Set<string>();

  constructor(cache: Cache, entity: EntityDefinition) {
    this.#cache = cache;
    this.#index = searchTableOf(entity);
    this.#list = `temp."${entity.name}_words"`;
  }

  /** Rows with these search texts were indexed. */
  added(texts: readonly string[]): void {
    if (this.#known === null && !this.#reading) return;
    for (const word of indexedWords(texts)) this.#added.add(word);
    if (this.#added.size > MOST_ADDED && this.#known !== null) {
      this.#known += asLines(this.#added);
      this.#added.clear();
    }
  }

  /**
   * What to ask the index: for rows that hold all the terms (`all`), and for those whose words were too long to keep. `sure` is
   * false where some term is left to the texts. null before the words have been read, which this begins, and where no term
   * narrows the rows.
   */
  question(terms: readonly string[]): { all: string | null; sure: boolean; tooLong: string } | null {
    if (this.#known === null) {
      this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
      // A damaged file shows itself to whoever reads it next.
      this.#reading.catch(() => undefined);
      return null;
    }
    const found = terms.map((term) => this.#holding(term));
    const answered = found.filter((words) => words !== null);
    if (answered.length === 0) return null;
    const isNone = answered.some((words) => words.length === 0);
    const parts = answered.map((words) => `(${words.map(asPhrase).join(' OR ')})`);
    return {
      all: isNone ? null : parts.join(' AND '),
      sure: isNone || answered.length === found.length,
      tooLong: asPhrase(TOO_LONG),
    };
  }

  /** The words that hold a term; null where they are too many, or the term is no part of one. */
  #holding(term: string): string[] | null {
    if (term.length > LONGEST_WORD || BETWEEN_WORDS.test(term)) return null;
    const known = this.#known ?? '';
    const found = new Set<string>();
    for (let at = known.indexOf(term); at >= 0;) {
      const end = known.indexOf('\n', at);
      found.add(known.slice(known.lastIndexOf('\n', at) + 1, end));
      if (found.size > MOST_WORDS) return null;
      at = known.indexOf(term, end);
    }
    for (const word of this.#added) {
      if (!word.includes(term)) continue;
      found.add(word);
      if (found.size > MOST_WORDS) return null;
    }
    return [...found];
  }

  async #read(): Promise<void> {
    const { db } = this.#cache;
    const index = this.#index.slice(1, -1);
    db.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS ${this.#list} USING fts5vocab(main, '${index}', row)`);
    const slice = db.prepare(`SELECT term FROM ${this.#list} WHERE term >= ? LIMIT ${SLICE}`).pluck();
    const parts: string[] = [];
    for (let last: string | undefined = '', more = true; more;) {
      if (!this.#cache.open) return;
      const words = slice.all(last) as string[];
      parts.push(asLines(words));
      more = words.length === SLICE;
      last = words.at(-1);
      await nextTurn();
    }
    this.#known = `\n${parts.join('')}`;
  }
}

const asLines = (words: Iterable<string>): string => [...words].map((word) => `${word}\n`).join('');

/** A word in the index's query language. */
const asPhrase = (word: string): string => `"${word.replaceAll('"', '""')}"`;
