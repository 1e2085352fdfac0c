import type { EntityDefinition } from '#shared/model/entity.ts';
import { quote } from '#shared/model/list-query.ts';
import { searchColumn } from '#shared/model/search-text.ts';
import { isIndexedByWords, searchTableOf, tableOf, unindexedTableOf } from './cache-schema.ts';
import type { Preparing } from './connection.ts';

/** Longer words are not kept: no index takes a word of any length. */
export const LONGEST_WORD = 500;
/** Stands for them. No text has its first sign, because words are taken to end there. */
export const TOO_LONG = '\x7Ftoolong';
/** What words stand between: what the index takes for the end of one. */
export const BETWEEN_WORDS = /[\0-\x20\x7F]+/;

/** The columns of an entity that hold its search texts, as SQL. */
export const searchColumns = (entity: EntityDefinition): string =>
  Object.keys(entity.searchScopes)
    .map((scope) => quote(searchColumn(scope)))
    .join(', ');

/** Each line of the texts once: what several scopes share is indexed once. */
const linesOf = (texts: readonly string[]): string => [...new Set(texts.join('\n').split('\n'))].join('\n');

/** The words of the texts, each once, as an index of words has them. */
export function indexedWords(texts: readonly string[]): Set<string> {
  const words = new Set(
    texts
      .flatMap((text) => text.split(BETWEEN_WORDS))
      .map((word) => (word.length > LONGEST_WORD ? TOO_LONG : word)),
  );
  words.delete('');
  return words;
}

/** What the index is given of a row's search texts. */
const indexedText = (entity: EntityDefinition, texts: readonly string[]): string =>
  isIndexedByWords(entity) ? [...indexedWords(texts)].join(' ') : linesOf(texts);

/**
 * Indexes up to so many of the rows that the search index lacks, in a transaction of the caller's. Gives how many there were.
 * @param seen hears of the search texts of each
 */
export function indexRows(
  statements: Preparing,
  entity: EntityDefinition,
  most: number,
  seen: (texts: readonly string[]) => void = () => undefined,
): number {
  const [table, index, unindexed] = [tableOf(entity), searchTableOf(entity), unindexedTableOf(entity)];
  const rows = statements.prepare(`SELECT row, stale FROM ${unindexed} LIMIT ${most}`).all() as {
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
  for (const { row, stale } of rows) {
    if (stale) remove.run(row);
    const texts = read.get(row) as string[] | undefined;
    if (texts) {
      add.run(row, indexedText(entity, texts));
      seen(texts);
    }
    done.run(row);
  }
  return rows.length;
}
