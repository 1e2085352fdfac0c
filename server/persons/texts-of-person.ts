import { namingFields } from '#shared/model/naming-fields.ts';
import type { Transaction } from '../database/database.ts';
import type { PersonRecord } from './records-of-person.ts';

/** Shorter ones stand in other words too. */
const SHORTEST = 4;
const MOST = 200;

/** The texts by which somebody is known: names, numbers and addresses, as they are and as they ever were. */
export async function textsOfPerson(
  trx: Transaction,
  records: readonly PersonRecord[],
): Promise<readonly string[]> {
  const texts = new Set<string>();
  for (const { entity, row } of records) {
    const naming = namingFields(entity);
    const take = (values: Readonly<Record<string, unknown>>): void => {
      for (const name of naming) {
        const value = values[name];
        if (typeof value === 'string' && value.trim().length >= SHORTEST) texts.add(value.trim());
      }
    };
    take(row);
    for await (const values of pastValues(trx, entity.name, row._id)) take(values);
  }
  // The longest first: what a short one is part of goes as a whole.
  return [...texts].toSorted((one, other) => other.length - one.length).slice(0, MOST);
}

/**
 * A text that tells of this person wherever it stands: a name of several words, an address, a whole number. One word may be
 * anybody's, or stand for something else.
 */
export const isDistinctive = (text: string): boolean =>
  text.includes('@') || /\S\s+\S/u.test(text) || (text.match(/\d/g)?.length ?? 0) >= 10;

/** What the log has of a record: the values before and after each of its changes. */
export async function* pastValues(
  trx: Transaction,
  entityName: string,
  id: string,
): AsyncGenerator<Readonly<Record<string, unknown>>> {
  const lines = await trx.all<{ before: string | null; after: string | null }>(
    'SELECT "before", "after" FROM "change_log" WHERE "entity" = ? AND "recordId" = ?',
    [entityName, id],
  );
  for (const { before, after } of lines) {
    for (const json of [before, after]) if (json !== null) yield JSON.parse(json) as Record<string, unknown>;
  }
}
