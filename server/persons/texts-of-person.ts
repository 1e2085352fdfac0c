import { namingFields } from '#shared/model/naming-fields.ts';
import { isOwnWord } from '#shared/model/own-words.ts';
import type { Transaction } from '../database/database.ts';
import { linesOf } from '../records/lines-of.ts';
import { together, type PersonRecord } from './records-of-person.ts';

/** Shorter ones stand in other words too. */
const SHORTEST = 4;
const MOST = 200;
/** Lines of a log that are read at once: each may hold two long texts, and somebody may have written thousands of them. */
const LINES_AT_ONCE = 50;

/** The texts by which somebody is known: names, numbers and addresses, as they are and as they ever were. */
export async function textsOfPerson(
  trx: Transaction,
  records: readonly PersonRecord[],
): Promise<readonly string[]> {
  const [now, ever] = [new Set<string>(), new Set<string>()];
  for (const { entity, rows, ids } of together(records)) {
    const naming = namingFields(entity);
    if (naming.length === 0) continue;
    const take = (texts: Set<string>, values: Readonly<Record<string, unknown>>): void => {
      for (const name of naming) {
        const value = values[name];
        if (typeof value !== 'string' || value.trim().length < SHORTEST || isOwnWord(value)) continue;
        texts.add(value.trim());
      }
    };
    for (const row of rows) take(now, row);
    for await (const values of pastValues(trx, entity.name, ids)) take(ever, values);
  }
  // What somebody is called now is not pushed out by what they were called once.
  return longestFirst([...new Set([...now, ...longestFirst(ever)])].slice(0, MOST));
}

/** What a short one is part of goes as a whole. */
export const longestFirst = (texts: Iterable<string>): string[] =>
  [...texts].toSorted((one, other) => other.length - one.length);

/**
 * A text that tells of this person wherever it stands: a name of several words, an address, a whole number. One word may be
 * anybody's, or stand for something else.
 */
export const isDistinctive = (text: string): boolean =>
  /^\S+@\S+$/u.test(text) || /\S\s+\S/u.test(text) || (text.match(/\d/g)?.length ?? 0) >= 10;

/** What the log has of records: the values before and after each of their changes. */
export async function* pastValues(
  trx: Transaction,
  entityName: string,
  ids: readonly string[],
): AsyncGenerator<Readonly<Record<string, unknown>>> {
  const asked = { columns: '"before", "after"', atOnce: LINES_AT_ONCE };
  const pages = linesOf<{ before: string | null; after: string | null }>(
    trx.all.bind(trx),
    entityName,
    ids,
    asked,
  );
  for await (const lines of pages)
    for (const { before, after } of lines)
      for (const json of [before, after])
        if (json !== null) yield JSON.parse(json) as Record<string, unknown>;
}
