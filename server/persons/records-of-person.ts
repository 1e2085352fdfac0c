import { type DataSubject, isDataSubject } from '#shared/access/persons.ts';
import { fieldColumns } from '#shared/model/columns.ts';
import { storedFields, type EntityDefinition } from '#shared/model/entity.ts';
import type { Field } from '#shared/model/field.ts';
import { quote } from '#shared/model/list-query.ts';
import type { Database } from '../database/database.ts';
import type { Row } from '../database/rows.ts';
import { selectIn } from '../database/statements.ts';

/** A record that is about a person: one of theirs, or one that is shown with it. */
export interface PersonRecord {
  entity: EntityDefinition;
  /** Without long texts, where it is shown with one of theirs. */
  row: Row;
}

/** Records that are asked about, or changed, by one statement. */
const TOGETHER = 100;

/** Some records of one entity. */
export interface Together {
  entity: EntityDefinition;
  rows: readonly Row[];
  ids: readonly string[];
}

/** The same records, some at a time, each time of one entity. */
export function* together(records: readonly PersonRecord[]): Generator<Together> {
  for (let from = 0, to = 0; from < records.length; from = to) {
    const entity = records[from]?.entity;
    if (!entity) return;
    while (to < records.length && to - from < TOGETHER && records[to]?.entity === entity) to += 1;
    const rows = records.slice(from, to).map(({ row }) => row);
    yield { entity, rows, ids: rows.map(({ _id }) => _id) };
  }
}

/** SQL of the columns that say what a record is and of whom: the long texts of thousands of calls would take all memory. */
export const columnsWithoutTexts = (entity: EntityDefinition): string =>
  ['_id', 'deletedAt', ...fieldColumns(entity).flatMap(({ name, field }) => (isLong(field) ? [] : name))]
    .map(quote)
    .join(', ');

const isLong = ({ kind }: Field): boolean => kind === 'longText' || kind === 'richText';

type Reader = Pick<Database, 'all' | 'model'>;

const MERGED = 'mergedRecord';

/**
 * All records about somebody, deleted ones too: the record itself, what the same person was before and became since,
 * what was merged with these, and what is shown with any of them.
 */
export async function recordsOfPerson(
  database: Reader,
  entity: DataSubject,
  id: string,
): Promise<PersonRecord[]> {
  const own = await ownRecords(database, entity, id);
  return [...own, ...(await recordsShownWith(database, own))];
}

/** What is shown with any of a person's own records, deleted ones too. */
export async function recordsShownWith(
  database: Reader,
  own: readonly PersonRecord[],
): Promise<PersonRecord[]> {
  const found: PersonRecord[] = [];
  for (const shown of database.model.entities) {
    for (const [field, target] of ownersOf(shown)) {
      const ids = own.flatMap(({ entity: { name }, row }) => (name === target ? [row._id] : []));
      const rows = await selectIn<Row>(database, shown.name, field, ids, columnsWithoutTexts(shown));
      for (const row of rows) {
        const record = { entity: shown, row };
        if (!isUndoneMerge(record)) found.push(record);
      }
    }
  }
  return [...found, ...(await undoneMerges(database, own))];
}

const isUndoneMerge = ({ entity, row }: PersonRecord): boolean =>
  entity.name === MERGED && row['deletedAt'] !== null;

/** A merge that was undone has the name of who had been merged away: it is about that person, and not about the other one. */
async function undoneMerges(database: Reader, own: readonly PersonRecord[]): Promise<PersonRecord[]> {
  const entity = database.model.entities.find(({ name }) => name === MERGED);
  if (!entity) return [];
  const ids = own.map(({ row }) => row._id);
  const rows = await selectIn<Row>(database, MERGED, 'was', ids, columnsWithoutTexts(entity));
  return rows.map((row) => ({ entity, row })).filter(isUndoneMerge);
}

/** The person's own records: theirs by what they became, and by merges. */
export async function ownRecords(database: Reader, entity: DataSubject, id: string): Promise<PersonRecord[]> {
  const found = new Map<string, PersonRecord>();
  const waiting: { entity: DataSubject; id: string }[] = [{ entity, id }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const key = `${next.entity}/${next.id}`;
    if (found.has(key)) continue;
    const definition = database.model.entity(next.entity);
    const [row] = await database.all<Row>(`SELECT * FROM ${quote(next.entity)} WHERE "_id" = ?`, [next.id]);
    if (!row) continue;
    found.set(key, { entity: definition, row });
    waiting.push(...(await sameAs(database, definition, row)));
  }
  return [...found.values()];
}

/** Other records of the same person: those that this one names, those that name it, and those merged with it. */
async function sameAs(
  database: Reader,
  entity: EntityDefinition,
  row: Row,
): Promise<{ entity: DataSubject; id: string }[]> {
  const others: { entity: DataSubject; id: string }[] = [];
  for (const [name, target] of personFields(entity)) {
    const id = row[name];
    if (typeof id === 'string') others.push({ entity: target, id });
  }
  for (const other of database.model.entities) {
    if (!isDataSubject(other.name)) continue;
    for (const [name, target] of personFields(other)) {
      if (target !== entity.name) continue;
      for (const { _id } of await selectIn<{ _id: string }>(database, other.name, name, [row._id], '"_id"'))
        others.push({ entity: other.name, id: _id });
    }
  }
  if (!isDataSubject(entity.name)) return others;
  for (const id of await mergedWith(database, entity.name, row._id)) others.push({ entity: entity.name, id });
  return others;
}

/** What was merged into a record, and what it was merged into. A merge that was undone says nothing: they are two people. */
async function mergedWith(database: Reader, name: DataSubject, id: string): Promise<string[]> {
  const merged = database.model.entities.find((entity) => entity.name === MERGED);
  if (!merged || !Object.hasOwn(merged.fields, name)) return [];
  const leads = await database.all<{ was: string; into: string }>(
    `SELECT "was", ${quote(name)} AS "into" FROM ${quote(merged.name)}
     WHERE "deletedAt" IS NULL AND (${quote(name)} = ? OR ("was" = ? AND ${quote(name)} IS NOT NULL))`,
    [id, id],
  );
  return leads.map(({ was, into }) => (into === id ? was : into));
}

/** Fields of a person's record that lead to another record of the same person. */
function personFields(entity: EntityDefinition): [name: string, target: DataSubject][] {
  if (!isDataSubject(entity.name)) return [];
  return storedFields(entity).flatMap(([name, { target }]): [string, DataSubject][] =>
    target && isDataSubject(target.entity) ? [[name, target.entity]] : [],
  );
}

/** Fields of an entity that say of whom its records are, where they are shown with a person. */
export function ownersOf(entity: EntityDefinition): [name: string, target: string][] {
  if (!entity.shownWith || isDataSubject(entity.name)) return [];
  return storedFields(entity).flatMap(([name, { target }]): [string, string][] =>
    target && entity.shownWith?.includes(name) ? [[name, target.entity]] : [],
  );
}

/** Whether an entity's records are people's, or shown with theirs. */
export const isAboutPeople = (entity: EntityDefinition): boolean =>
  isDataSubject(entity.name) || ownersOf(entity).some(([, target]) => isDataSubject(target));
