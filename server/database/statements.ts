import type { ColumnType, ColumnValue } from '#shared/model/columns.ts';
import { quote } from '#shared/model/list-query.ts';
import type { Transaction } from './database.ts';
import type { ColumnDefinition } from './table-definition.ts';

/** SQLite takes 32,766 bound values in a statement, PostgreSQL 65,535. */
const MOST_VALUES = 30_000;
const MOST_ROWS = 500;
const CASTS: Readonly<Record<ColumnType, string>> = {
  text: 'text',
  integer: 'bigint',
  real: 'double precision',
};

function chunksOf<Item>(items: readonly Item[], width: number): Item[][] {
  const size = Math.max(1, Math.min(MOST_ROWS, Math.floor(MOST_VALUES / width)));
  const chunks: Item[][] = [];
  for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size));
  return chunks;
}

/** Of so many values, in brackets. */
export const placeholders = (count: number): string => `(${Array<string>(count).fill('?').join(', ')})`;

/** Inserts rows given as values in the order of the columns, many a statement. */
export async function insertRows(
  trx: Transaction,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly ColumnValue[])[],
): Promise<void> {
  const row = placeholders(columns.length);
  for (const chunk of chunksOf(rows, columns.length)) {
    await trx.all(
      `INSERT INTO ${quote(table)} (${columns.map(quote).join(', ')}) VALUES ${Array<string>(chunk.length).fill(row).join(', ')}`,
      chunk.flat(),
    );
  }
}

/** Updates the columns of many rows in one statement; each row is its `_id` and the columns' values. */
export async function updateRows(
  trx: Transaction,
  table: string,
  columns: readonly Pick<ColumnDefinition, 'name' | 'type'>[],
  rows: readonly (readonly ColumnValue[])[],
): Promise<void> {
  const row = placeholders(columns.length + 1);
  // PostgreSQL takes bound values without a column of their own for texts.
  const cast = (type: ColumnType): string => (trx.dialect === 'postgresql' ? `::${CASTS[type]}` : '');
  const sets = columns
    .map(({ name, type }, at) => `${quote(name)} = "v"."column${at + 2}"${cast(type)}`)
    .join(', ');
  for (const chunk of chunksOf(rows, columns.length + 1)) {
    await trx.all(
      `UPDATE ${quote(table)} SET ${sets} FROM (VALUES ${Array<string>(chunk.length).fill(row).join(', ')}) AS "v"
       WHERE ${quote(table)}."_id" = "v"."column1"`,
      chunk.flat(),
    );
  }
}

/** The rows whose column has one of the values. */
export async function selectIn<Row>(
  trx: Pick<Transaction, 'all'>,
  table: string,
  column: string,
  values: readonly string[],
  columns = '*',
): Promise<Row[]> {
  const found: Row[] = [];
  for (const chunk of chunksOf(values, 1)) {
    const rows = await trx.all<Row>(
      `SELECT ${columns} FROM ${quote(table)} WHERE ${quote(column)} IN ${placeholders(chunk.length)}`,
      chunk,
    );
    // One by one: as arguments of a call there may be too many.
    for (const row of rows) found.push(row);
  }
  return found;
}

/** About what the rows take. */
export const bytesOf = (rows: readonly (readonly ColumnValue[])[]): number =>
  rows.reduce(
    (sum, row) =>
      sum +
      row.reduce<number>((of, value) => of + (typeof value === 'string' ? Buffer.byteLength(value) : 8), 0),
    0,
  );
