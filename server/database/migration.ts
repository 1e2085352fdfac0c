import type { Knex } from 'knex';
import { decodeRow } from '#shared/model/columns.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import { quote, type Dialect } from '#shared/model/list-query.ts';
import { normaliseText, searchText, sortKeyColumn } from '#shared/model/search-text.ts';
import type { Model } from './model.ts';
import { names, stepSql, unsampleStep, type SqlStep } from './step-sql.ts';
import type { TableDefinition, TableIndex, ColumnDefinition } from './table-definition.ts';
import { fillStudents } from './fill-students.ts';
import { OWE_VACUUM } from './owed-vacuum.ts';
import { rowsOf } from './rows.ts';

/** One thing that a migration does. There is no step that removes: migrations only add (sync rule 9). */
export type MigrationStep = SqlStep | FillSortKey | FillStudents | FillSearchText;

/** Gives the rows that are there the sort key of a field that had none. */
interface FillSortKey {
  fillSortKey: string;
  of: string;
}

/** Names the students in the candidates that are there. */
interface FillStudents {
  fillStudents: true;
}

/** Makes a search text anew in the rows that are there: it looks into other fields than before. */
interface FillSearchText {
  /** Name of its column. */
  fillSearchText: string;
  of: string;
  /** The fields that it is made of from now on; later ones may not have their columns yet. */
  searches: readonly string[];
}

export interface Migration {
  name: string;
  steps: readonly MigrationStep[];
}

/** The tables that running the migrations from empty gives. */
export function tablesAfter(migrations: readonly Migration[]): TableDefinition[] {
  const tables = new Map<string, TableDefinition>();
  const tableOf = (name: string): TableDefinition => {
    const table = tables.get(name);
    if (!table) throw new Error(`A migration names the table ${name} before it is created`);
    return table;
  };
  for (const step of migrations.flatMap((migration) => migration.steps)) {
    if ('createTable' in step) tables.set(step.createTable.name, structuredClone(step.createTable));
    else if ('addColumn' in step) tableOf(step.to).columns.push(step.addColumn);
    else if ('createIndex' in step) tableOf(step.on).indexes.push(step.createIndex);
    else if ('dropIndex' in step) {
      const table = tableOf(step.on);
      table.indexes = table.indexes.filter((index) => index.name !== step.dropIndex);
    } else if ('unsample' in step) {
      for (const column of tableOf(step.of).columns)
        if (step.unsample[column.type]?.includes(column.name)) column.unsampled = true;
    } else if ('fillSearchText' in step) {
      const column = tableOf(step.of).columns.find(({ name }) => name === step.fillSearchText);
      if (column) column.searches = step.searches;
    }
  }
  return [...tables.values()];
}

/**
 * The steps that lead from one set of tables to another.
 * @throws Error with a sentence where that would remove or change what is stored.
 */
export function stepsBetween(
  from: readonly TableDefinition[],
  to: readonly TableDefinition[],
): MigrationStep[] {
  const old = new Map(from.map((table) => [table.name, table]));
  const removed = from.find((table) => !to.some((other) => other.name === table.name));
  if (removed)
    throw new Error(`Migrations only add: the table ${removed.name} cannot be removed. Keep its entity.`);
  return to.flatMap((table) => {
    const before = old.get(table.name);
    return before ? tableSteps(before, table) : [{ createTable: table }];
  });
}

function tableSteps(before: TableDefinition, after: TableDefinition): MigrationStep[] {
  const steps: MigrationStep[] = [];
  for (const column of before.columns) {
    const now = after.columns.find((other) => other.name === column.name);
    if (!now) {
      throw new Error(
        `Migrations only add: ${after.name}.${column.name} cannot be removed or renamed. Keep the field, and hide it from forms and lists.`,
      );
    }
    if (now.type !== column.type || now.primary !== column.primary || now.required !== column.required) {
      throw new Error(
        `Migrations only add: ${after.name}.${column.name} cannot become another type. Add a field with a new name.`,
      );
    }
  }
  for (const column of after.columns) {
    if (before.columns.some((other) => other.name === column.name)) continue;
    if (column.required || column.primary) {
      throw new Error(
        `${after.name}.${column.name} is new and required: rows that exist have no value for it.`,
      );
    }
    // What a search text is made of is said by the step that fills it, and what is not sampled by one for all columns.
    const { searches: _, unsampled: __, ...added } = column;
    steps.push({ addColumn: added, to: after.name });
    const keyed = before.columns.find((other) => sortKeyColumn(other.name) === column.name);
    if (keyed) steps.push({ fillSortKey: keyed.name, of: after.name });
  }
  const isUnsampled = ({ name }: ColumnDefinition): boolean =>
    before.columns.some((column) => column.name === name && column.unsampled === true);
  const newlyUnsampled = after.columns.filter((column) => column.unsampled && !isUnsampled(column));
  if (newlyUnsampled.length > 0) steps.push(unsampleStep(after.name, newlyUnsampled));
  for (const { name, searches } of after.columns) {
    const old = before.columns.find((column) => column.name === name)?.searches;
    if (searches && searches.join() !== old?.join()) {
      steps.push({ fillSearchText: name, of: after.name, searches });
    }
  }
  for (const index of before.indexes) {
    if (!after.indexes.some((other) => sameIndex(other, index))) {
      steps.push({ dropIndex: index.name, on: after.name });
    }
  }
  for (const index of after.indexes) {
    if (!before.indexes.some((other) => sameIndex(other, index)))
      steps.push({ createIndex: index, on: after.name });
  }
  return steps;
}

function sameIndex(one: TableIndex, other: TableIndex): boolean {
  return (
    one.name === other.name &&
    one.unique === other.unique &&
    one.notNull === other.notNull &&
    one.columns.join('\n') === other.columns.join('\n')
  );
}

/**
 * Older programs do not know what newer ones have made of the data, and would write rows that lack it.
 * @param had names of the migrations that the data has had
 * @throws Error with one sentence where one of them is not known.
 */
export function assertKnown(had: readonly string[], migrations: readonly Migration[], what: string): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = had.filter((name) => !known.has(name)).sort();
  if (unknown.length === 0) return;
  throw new Error(
    `${what} was written by a newer version of this program (${unknown.join(', ')}): use that version or a newer one. Nothing was changed.`,
  );
}

/**
 * Runs the migrations that the database has not had yet, inside the transaction given.
 * @throws Error with one sentence where the database has had one that is not among them.
 */
export async function migrate(
  trx: Knex.Transaction,
  migrations: readonly Migration[],
  model: Model,
  dialect: Dialect,
  place: string,
): Promise<string[]> {
  await trx.raw(
    'CREATE TABLE IF NOT EXISTS "migrations" ("name" text NOT NULL PRIMARY KEY, "at" text NOT NULL)',
  );
  const had = rowsOf<{ name: string }>(await trx.raw('SELECT "name" FROM "migrations"'), dialect);
  assertKnown(
    had.map(({ name }) => name),
    migrations,
    `The data in ${place}`,
  );
  const missing = migrations.filter((migration) => !had.some((row) => row.name === migration.name));
  for (const migration of missing) {
    for (const step of migration.steps) {
      if ('fillSortKey' in step) await fillSortKey(trx, step.of, step.fillSortKey, dialect);
      else if ('fillStudents' in step)
        await fillStudents(async (sql, params) => rowsOf(await trx.raw(sql, [...params]), dialect));
      else if ('fillSearchText' in step) await fillSearchText(trx, step, model.entity(step.of), dialect);
      else for (const sql of stepSql(step, dialect)) await trx.raw(sql);
    }
    await trx.raw('INSERT INTO "migrations" ("name", "at") VALUES (?, ?)', [
      migration.name,
      new Date().toISOString(),
    ]);
  }
  // The samples that were there stand in the statistics' own file until it is vacuumed.
  const unsamples = missing.some(({ steps }) => steps.some((step) => 'unsample' in step));
  if (dialect === 'postgresql' && had.length > 0 && unsamples) await trx.raw(OWE_VACUUM);
  return missing.map((migration) => migration.name);
}

/** Two rows of the same text both stay: a field is unique for what is written from now on. */
function fillSortKey(trx: Knex.Transaction, table: string, field: string, dialect: Dialect): Promise<void> {
  return fillTexts(trx, table, [field], sortKeyColumn(field), dialect, (row) => {
    const text = row[field];
    return typeof text === 'string' ? normaliseText(text) : null;
  });
}

/** A field never changes its kind, so the model of now tells how to read it. */
function fillSearchText(
  trx: Knex.Transaction,
  { of, fillSearchText: column, searches }: FillSearchText,
  entity: EntityDefinition,
  dialect: Dialect,
): Promise<void> {
  const searching = { ...entity, searchScopes: { made: searches } };
  return fillTexts(trx, of, searches, column, dialect, (row) =>
    searchText(searching, 'made', decodeRow(entity, row)),
  );
}

type StoredRow = { _id: string } & Record<string, unknown>;

/** Rows read and written at once: a table may be larger than the memory. */
const CHUNK = 500;

/** Gives each row a text made from some of its columns, where it is another one. */
async function fillTexts(
  trx: Knex.Transaction,
  table: string,
  from: readonly string[],
  column: string,
  dialect: Dialect,
  textOf: (row: StoredRow) => string | null,
): Promise<void> {
  const read = `SELECT ${names([...new Set(['_id', column, ...from])])} FROM ${quote(table)}`;
  for (let after: string | undefined, length = CHUNK; length === CHUNK;) {
    const beyond = after === undefined ? '' : ' WHERE "_id" > ?';
    const sql = `${read}${beyond} ORDER BY "_id" LIMIT ${CHUNK}`;
    const rows = rowsOf<StoredRow>(await trx.raw(sql, after === undefined ? [] : [after]), dialect);
    const changed = rows.flatMap((row) => {
      const text = textOf(row);
      return text === null || text === row[column] ? [] : [[row._id, text]];
    });
    if (changed.length > 0) {
      await trx.raw(
        `UPDATE ${quote(table)} SET ${quote(column)} = "made"."column2"
          FROM (VALUES ${changed.map(() => '(?, ?)').join(', ')}) AS "made" WHERE "_id" = "made"."column1"`,
        changed.flat(),
      );
    }
    length = rows.length;
    after = rows.at(-1)?._id;
  }
}
