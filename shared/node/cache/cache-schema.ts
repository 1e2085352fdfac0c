import { createHash } from 'node:crypto';
import { fieldColumns, type ColumnType } from '#shared/model/columns.ts';
import { BETWEEN_NUMBERS, contactFields, digitColumns } from '#shared/model/contact-keys.ts';
import { model } from '#shared/model/entities.ts';
import { fieldOf, type EntityDefinition } from '#shared/model/entity.ts';
import { NOTES_LENGTH } from '#shared/model/field.ts';
import { indexesOf, orderColumn } from '#shared/model/indexes.ts';
import { quote } from '#shared/model/list-query.ts';
import { fileFieldsOf } from '#shared/model/picture.ts';
import { hasSortKey, searchColumn, sortKeyColumn } from '#shared/model/search-text.ts';
import { todayIndexSql, uncalledSql } from './today-sql.ts';

/** Raised when the tables change for a reason that the model does not show. */
const LAYOUT = 1;

export interface CacheColumn {
  name: string;
  type: ColumnType;
}

/** Printable signs of ASCII that are neither letters nor digits, and the last of its control signs. */
const ASCII_SIGNS = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~\x7F';
const LONG_KINDS = new Set(['longText', 'richText']);
/** Whether pages of text are searched: three-letter pieces would name nearly every row of them, whole words do not. */
export const isIndexedByWords = (entity: EntityDefinition): boolean =>
  Object.values(entity.searchScopes).some((names) =>
    names.some((name) => {
      const field = fieldOf(entity, name);
      return field.kind === 'longText' && (field.maxLength ?? 0) > NOTES_LENGTH;
    }),
  );

/**
 * The columns of an entity's table after `_id`. Long texts come last: a row is read from its start, so what is
 * searched and listed is found without reading them.
 */
export function cacheColumns(entity: EntityDefinition): CacheColumn[] {
  const fields = fieldColumns(entity);
  const isLong = (kind: string): boolean => LONG_KINDS.has(kind);
  const searched = Object.keys(entity.searchScopes).map((scope): CacheColumn => {
    return { name: searchColumn(scope), type: 'text' };
  });
  const isLongSearched = isIndexedByWords(entity);
  return [
    { name: '_seq', type: 'integer' },
    { name: '_waiting', type: 'integer' },
    ...(isLongSearched ? [] : searched),
    ...fields
      .filter(({ field }) => hasSortKey(field))
      .map(({ name }) => ({ name: sortKeyColumn(name), type: 'text' as const })),
    ...digitColumns(entity).map(({ name }) => ({ name, type: 'text' as const })),
    ...fields.filter(({ field }) => !isLong(field.kind)).map(({ name, type }) => ({ name, type })),
    ...(isLongSearched ? searched : []),
    ...fields.filter(({ field }) => isLong(field.kind)).map(({ name, type }) => ({ name, type })),
  ];
}

export const tableOf = (entity: EntityDefinition): string => quote(entity.name);
export const searchTableOf = (entity: EntityDefinition): string => quote(`${entity.name}_search`);
/** Row numbers whose entry in the search index is missing, or (`stale`) may be there and out of date. */
export const unindexedTableOf = (entity: EntityDefinition): string => quote(`${entity.name}_unindexed`);

/** A word is what stands between two spaces, with all its signs: a term that has no space is then part of one word. */
const WORDS = `"ascii tokenchars '${ASCII_SIGNS.replaceAll(/['"]/g, (quoteSign) => (quoteSign === '"' ? '""' : `''`))}'"`;

/** SQL that makes the tables of an entity: rows, search index and the list of rows it lacks. */
function entitySql(entity: EntityDefinition): string[] {
  const table = tableOf(entity);
  const unindexed = unindexedTableOf(entity);
  const columns = cacheColumns(entity).map(({ name, type }) => `${quote(name)} ${type}`);
  const scopes = Object.keys(entity.searchScopes).map((scope) => quote(searchColumn(scope)));
  const changed = scopes.map((column) => `old.${column} IS NOT new.${column}`).join(' OR ');
  // Not "INSERT OR IGNORE": within a trigger the conflict rule of the outer statement takes its place.
  const mark = (row: string, stale: 0 | 1): string =>
    `INSERT INTO ${unindexed} SELECT ${row}.rowid, ${stale} WHERE NOT EXISTS (SELECT 1 FROM ${unindexed} WHERE row = ${row}.rowid);`;
  return [
    `CREATE TABLE ${table} ("_id" text PRIMARY KEY NOT NULL, ${columns.join(', ')})`,
    // The one index that a first sync keeps up: most lists are in this order. The others come after it.
    `CREATE INDEX ${quote(`${entity.name}_by_createdAt`)} ON ${table} ("createdAt", "_id")`,
    `CREATE VIRTUAL TABLE ${searchTableOf(entity)} USING fts5(text, content='', contentless_delete=1,
      tokenize=${isIndexedByWords(entity) ? WORDS : `'trigram'`}, detail='none')`,
    `CREATE TABLE ${unindexed} (row integer PRIMARY KEY, stale integer NOT NULL)`,
    // By triggers, so that no way of writing a row can forget the search index.
    `CREATE TRIGGER ${quote(`${entity.name}_added`)} AFTER INSERT ON ${table} BEGIN ${mark('new', 0)} END`,
    `CREATE TRIGGER ${quote(`${entity.name}_changed`)} AFTER UPDATE ON ${table} WHEN ${changed}
      BEGIN ${mark('new', 1)} END`,
    `CREATE TRIGGER ${quote(`${entity.name}_removed`)} AFTER DELETE ON ${table} BEGIN ${mark('old', 1)} END`,
  ];
}

/** SQL that makes the indexes of an entity that are missing: each row of a bulk load would touch all of them. */
export function indexSql(entity: EntityDefinition): string[] {
  return [
    ...indexesOf(entity).map(
      ({ name, columns }) =>
        `CREATE INDEX IF NOT EXISTS ${quote(name)} ON ${tableOf(entity)} (${columns.map(quote).join(', ')})`,
    ),
    ...partialIndexes(entity),
    ...todayIndexSql(entity.name),
    ...contactIndexes(entity),
    // Which rows name a picture; most name none.
    ...fileFieldsOf(entity).map(
      (name) =>
        `CREATE INDEX IF NOT EXISTS ${quote(`${entity.name}_by_${name}`)} ON ${tableOf(entity)} (${quote(name)})
          WHERE ${quote(name)} IS NOT NULL`,
    ),
  ];
}

/**
 * A list that hides rows with an empty field would look at each of them on its way to a deep page: an index of the
 * rows that it shows spares that.
 */
function partialIndexes(entity: EntityDefinition): string[] {
  const statements: string[] = [];
  for (const [name, list] of Object.entries(entity.lists)) {
    for (const [field, value] of Object.entries(list.baseFilter ?? {})) {
      if (typeof value !== 'object' || !('empty' in value) || value.empty) continue;
      statements.push(
        `CREATE INDEX IF NOT EXISTS ${quote(`${entity.name}_in_${name}`)} ON ${tableOf(entity)}
          (${quote(orderColumn(entity, list.sort.field))}, "_id") WHERE ${quote(field)} IS NOT NULL`,
      );
    }
  }
  return statements;
}

/** Who has a number or an address: of a field with several numbers, each is looked for in the few rows that have any such. */
function contactIndexes(entity: EntityDefinition): string[] {
  const index = (name: string, on: string): string =>
    `CREATE INDEX IF NOT EXISTS ${quote(`${entity.name}_${name}`)} ON ${tableOf(entity)} (${on})`;
  return [
    ...digitColumns(entity).flatMap(({ name }) => [
      index(`by_${name}`, quote(name)),
      `${index(`with_several_${name}`, quote(name))} WHERE ${holdsSeveral(name)}`,
    ]),
    ...contactFields(entity, 'email')
      .filter((name) => !hasSortKey(fieldOf(entity, name)))
      .map((name) => index(`by_lower_${name}`, lowerOf(name))),
  ];
}

/** A condition that SQLite answers by the index of such rows only where it is written so. */
export const holdsSeveral = (digits: string): string => `instr(${quote(digits)}, '${BETWEEN_NUMBERS}') > 0`;
/** The same of an address without a key. */
export const lowerOf = (field: string): string => `lower(${quote(field)})`;

/** SQL that makes the whole cache. */
export function cacheSql(entities: readonly EntityDefinition[] = model): string[] {
  return [
    `CREATE TABLE sync_state (name text PRIMARY KEY NOT NULL, value text) WITHOUT ROWID`,
    // The record as the server last gave it, for records with operations laid over; row is null where it gave none.
    `CREATE TABLE overlay_base (entity text NOT NULL, recordId text NOT NULL, seq integer NOT NULL, row text,
      PRIMARY KEY (entity, recordId)) WITHOUT ROWID`,
    ...entities.flatMap(entitySql),
    ...(['inquiry', 'activity'].every((name) => entities.some((entity) => entity.name === name))
      ? uncalledSql()
      : []),
  ];
}

/** Changes when the tables that the model asks for change, or what is kept in them: a cache with another one is made anew. */
export function cacheSchemaHash(entities: readonly EntityDefinition[] = model): string {
  if (entities === model) return (hashOfModel ??= hashOf(model));
  return hashOf(entities);
}

/** Asked for with each piece of a snapshot: all SQL is written for it. */
let hashOfModel: string | undefined;

function hashOf(entities: readonly EntityDefinition[]): string {
  const searched = entities.map(({ searchScopes }) => searchScopes);
  return createHash('sha256')
    .update(JSON.stringify([LAYOUT, cacheSql(entities), entities.flatMap(indexSql), searched]))
    .digest('hex')
    .slice(0, 32);
}
