import { fieldOf, storedFields, type AnyRecord, type EntityDefinition } from '#shared/model/entity.ts';
import type { Compared } from '#shared/protocol/duplicates.ts';

/** In the place of a record's id: the texts of all of them, one below the other. */
export const ALL = '*';

/** Fields that are chosen together: a person's name and that person's id. The first is shown. */
export type Together = readonly [shown: string, ...with_: string[]];

/** Whose value is kept, by field. */
export type Picks = Readonly<Record<string, string>>;

export const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** The fields to choose in, in the model's order, and how many more all records have alike. */
export function rowsToChoose(
  entity: EntityDefinition,
  records: readonly AnyRecord[],
  coupled: readonly (readonly [string, string])[],
): { rows: Together[]; alike: string[] } {
  const followers = new Set(coupled.map(([, follower]) => follower));
  const rows: Together[] = [];
  const alike: string[] = [];
  for (const [name, field] of storedFields(entity)) {
    if (field.serverSet || followers.has(name)) continue;
    const together: Together = [name, ...coupled.filter(([shown]) => shown === name).map(([, id]) => id)];
    if (records.every((record) => isEmpty(record[name]))) continue;
    const differs = records.some((record) =>
      together.some((each) => !isSame(record[each], records[0]?.[each])),
    );
    if (differs) rows.push(together);
    else alike.push(name);
  }
  return { rows, alike };
}

/** The start: filled over empty, newer over older, and of two that are as good the value of the record that stays. */
export function startingPicks(
  rows: readonly Together[],
  stays: string,
  { records, written }: Pick<Compared, 'records' | 'written'>,
): Picks {
  return Object.fromEntries(
    rows.map(([name]) => {
      const filled = records.map(({ record }) => record).filter((record) => !isEmpty(record[name]));
      const at = (record: AnyRecord): string => written[record._id]?.[name] ?? '';
      const newest = filled.reduce<AnyRecord | undefined>((best, record) => {
        if (!best) return record;
        if (at(record) === at(best)) return record._id === stays ? record : best;
        return at(record) > at(best) ? record : best;
      }, undefined);
      return [name, newest?._id ?? stays];
    }),
  );
}

/** What is to be written to the record that stays: where a chosen value is not its own. */
export function chosenValues(
  entity: EntityDefinition,
  rows: readonly Together[],
  picks: Picks,
  stays: string,
  records: readonly AnyRecord[],
): Record<string, unknown> {
  const own = records.find(({ _id }) => _id === stays);
  const values: Record<string, unknown> = {};
  for (const together of rows) {
    const pick = picks[together[0]] ?? stays;
    // A record that is gone has no value to give: its own stays.
    const giver = records.find(({ _id }) => _id === pick) ?? own;
    for (const name of together) {
      const value = pick === ALL ? allTexts(name, stays, records) : (giver?.[name] ?? null);
      if (fieldOf(entity, name).serverSet || isSame(value, own?.[name])) continue;
      values[name] = value;
    }
  }
  return values;
}

/** The texts of all, that of the record that stays first, each once. */
export function allTexts(name: string, stays: string, records: readonly AnyRecord[]): string {
  const inOrder = [...records].sort((one, other) => Number(other._id === stays) - Number(one._id === stays));
  const texts = inOrder
    .map((record) => record[name])
    .filter((text) => typeof text === 'string' && text !== '');
  return [...new Set(texts)].join('\n\n');
}

/** The record to begin with: the one that was there first, by which people know the person. */
export function firstAdded(records: readonly AnyRecord[]): string {
  const added = ({ createdAt }: AnyRecord): string => (typeof createdAt === 'string' ? createdAt : '');
  const [first] = [...records].sort((one, other) => (added(one) < added(other) ? -1 : 1));
  return first?._id ?? '';
}
