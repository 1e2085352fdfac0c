import type { ColumnType } from '#shared/model/columns.ts';
import { quote, type Dialect } from '#shared/model/list-query.ts';
import type { ColumnDefinition, TableDefinition, TableIndex } from './table-definition.ts';

/** A thing that a migration does by SQL alone. */
export type SqlStep =
  | { createTable: TableDefinition }
  | { addColumn: ColumnDefinition; to: string }
  | { createIndex: TableIndex; on: string }
  | { dropIndex: string; on: string }
  | Unsample;

/** PostgreSQL forgets its samples of these columns, by their types, and takes none any more. */
interface Unsample {
  unsample: Partial<Record<ColumnType, readonly string[]>>;
  of: string;
}

export function unsampleStep(of: string, columns: readonly ColumnDefinition[]): Unsample {
  const unsample: Partial<Record<ColumnType, string[]>> = {};
  for (const { name, type } of columns) (unsample[type] ??= []).push(name);
  return { unsample, of };
}

export const COLUMN_TYPES: Readonly<Record<Dialect, Readonly<Record<ColumnType, string>>>> = {
  sqlite: { text: 'text', integer: 'integer', real: 'real' },
  // Compared byte by byte, as SQLite does, whatever the database's own language.
  postgresql: { text: 'text COLLATE "C"', integer: 'bigint', real: 'double precision' },
};

function columnSql(column: ColumnDefinition, dialect: Dialect): string {
  const required = column.required || column.primary ? ' NOT NULL' : '';
  return `${quote(column.name)} ${COLUMN_TYPES[dialect][column.type]}${required}`;
}

export const names = (columns: readonly string[]): string => columns.map(quote).join(', ');

function indexSql(index: TableIndex, table: string): string {
  const rows = index.notNull ? ` WHERE ${names(index.columns.slice(0, 1))} IS NOT NULL` : '';
  return `CREATE ${index.unique ? 'UNIQUE ' : ''}INDEX ${quote(index.name)} ON ${quote(table)} (${names(index.columns)})${rows}`;
}

/** The SQL of a step that is done by SQL alone. */
export function stepSql(step: SqlStep, dialect: Dialect): string[] {
  if ('addColumn' in step) {
    return [`ALTER TABLE ${quote(step.to)} ADD COLUMN ${columnSql(step.addColumn, dialect)}`];
  }
  if ('createIndex' in step) return [indexSql(step.createIndex, step.on)];
  if ('dropIndex' in step) return [`DROP INDEX ${quote(step.dropIndex)}`];
  if ('unsample' in step) return dialect === 'sqlite' ? [] : [unsampleSql(step)];
  const table = step.createTable;
  const primary = table.columns.filter((column) => column.primary).map((column) => column.name);
  const columns = table.columns.map((column) => columnSql(column, dialect));
  const unsampled = table.columns.filter((column) => column.unsampled);
  return [
    `CREATE TABLE ${quote(table.name)} (${[...columns, `PRIMARY KEY (${names(primary)})`].join(', ')})`,
    ...table.indexes.map((index) => indexSql(index, table.name)),
    ...(unsampled.length > 0 ? stepSql(unsampleStep(table.name, unsampled), dialect) : []),
  ];
}

/** A target of 0 keeps the samples that are there; a type, be it the same, does away with them, and writes no row anew. */
function unsampleSql({ unsample, of }: Unsample): string {
  const changes = Object.entries(unsample).flatMap(([type, columns]) =>
    columns
      .map(quote)
      .flatMap((column) => [
        `ALTER COLUMN ${column} SET STATISTICS 0`,
        `ALTER COLUMN ${column} TYPE ${COLUMN_TYPES.postgresql[type as ColumnType]}`,
      ]),
  );
  return `ALTER TABLE ${quote(of)} ${changes.join(', ')}`;
}
