import { decodeRow, type ColumnValue } from '#shared/model/columns.ts';
import { digitColumns } from '#shared/model/contact-keys.ts';
import { derivedColumns, type ReadColumn } from '#shared/model/derived-columns.ts';
import { storedFields, type AnyRecord, type EntityDefinition } from '#shared/model/entity.ts';
import type { Field } from '#shared/model/field.ts';
import { quote } from '#shared/model/list-query.ts';
import { cacheColumns, tableOf } from './cache-schema.ts';
import type { Preparing, SqlStatement } from './connection.ts';

/** The field columns of a record as the server gave them; what it did not give is absent. */
export type StoredRow = Readonly<Record<string, ColumnValue>>;

export interface CachedRow {
  row: StoredRow;
  seq: number;
  waiting: boolean;
}

type Asked = 'insert' | 'current' | 'remove' | 'wait' | 'has' | 'read';
type Source = (read: ReadColumn) => ColumnValue;

/** Reads the values of rows that lie one after the other, each in the order of the columns. */
export class RowCursor {
  readonly #places: ReadonlyMap<string, number>;
  #row: readonly ColumnValue[] = [];

  constructor(columns: readonly string[]) {
    this.#places = new Map(columns.map((column, index) => [column, index]));
  }

  at(row: readonly ColumnValue[]): this {
    this.#row = row;
    return this;
  }

  readonly read = (name: string): ColumnValue => {
    const place = this.#places.get(name);
    return place === undefined ? null : (this.#row[place] ?? null);
  };

  get id(): string {
    return String(this.read('_id'));
  }

  get seq(): number {
    return Number(this.read('_seq'));
  }
}

/** Reads and writes the rows of one entity, with the sort keys and search texts that follow from the fields. */
export class CacheRows {
  readonly entity: EntityDefinition;
  readonly #sources: Source[];
  /** All columns after `_id`, in the order of the values that are written. */
  readonly #columns: readonly string[];
  readonly #updates: Preparing;
  readonly #db: Preparing;
  readonly #sql: Readonly<Record<Asked, string>>;
  /** Prepared when they are first asked for: a desk that opens needs few of them. */
  readonly #statements: Partial<Record<Asked, SqlStatement>> = {};
  readonly #fields: readonly [name: string, field: Field][];

  /** @param updates keeps prepared statements by their text */
  constructor(db: Preparing, entity: EntityDefinition, updates: Preparing) {
    this.entity = entity;
    this.#fields = storedFields(entity);
    const columns = cacheColumns(entity).map(({ name }) => name);
    this.#sources = columns.slice(2).map((column) => sourceOf(entity, column));
    const names = ['_id', ...columns].map(quote);
    this.#columns = columns;
    this.#updates = updates;
    this.#db = db;
    const table = tableOf(entity);
    const fields = this.#fields.map(([name]) => quote(name));
    this.#sql = {
      insert: `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      current: `SELECT ${columns.map(quote).join(', ')} FROM ${table} WHERE "_id" = ?`,
      remove: `DELETE FROM ${table} WHERE "_id" = ?`,
      wait: `UPDATE ${table} SET "_waiting" = ? WHERE "_id" = ?`,
      has: `SELECT 1 FROM ${table} WHERE "_id" = ?`,
      read: `SELECT "_id", "_seq", "_waiting", ${fields.join(', ')} FROM ${table} WHERE "_id" = ?`,
    };
  }

  #statement(asked: Asked): SqlStatement {
    const known = this.#statements[asked];
    if (known) return known;
    const statement = this.#db.prepare(this.#sql[asked]);
    this.#statements[asked] = asked === 'current' ? statement.raw() : statement;
    return statement;
  }

  write(id: string, row: StoredRow, seq: number, waiting: boolean): void {
    this.writeFrom(id, seq, waiting, (name) => row[name] ?? null);
  }

  /** Writes a row whose fields are read one by one, so that pulled rows need not become objects first. */
  writeFrom(id: string, seq: number, waiting: boolean, read: ReadColumn): void {
    const values: ColumnValue[] = [seq, waiting ? 1 : 0];
    for (const source of this.#sources) values.push(source(read));
    const current = this.#statement('current').get(id) as ColumnValue[] | undefined;
    if (current) this.#update(id, current, values);
    else this.#statement('insert').run(id, ...values);
  }

  /** Only what differs: a column that is named in an UPDATE has its indexes written anew, changed or not. */
  #update(id: string, current: readonly ColumnValue[], values: readonly ColumnValue[]): void {
    const changed: ColumnValue[] = [];
    let assignments = '';
    for (const [at, value] of values.entries()) {
      if (current[at] === value) continue;
      changed.push(value);
      assignments += `${assignments ? ', ' : ''}${quote(this.#columns[at] ?? '')} = ?`;
    }
    if (changed.length === 0) return;
    this.#updates
      .prepare(`UPDATE ${tableOf(this.entity)} SET ${assignments} WHERE "_id" = ?`)
      .run(...changed, id);
  }

  setWaiting(id: string, waiting: boolean): void {
    this.#statement('wait').run(waiting ? 1 : 0, id);
  }

  /** Whether there was such a row. */
  remove(id: string): boolean {
    return this.#statement('remove').run(id).changes > 0;
  }

  has(id: string): boolean {
    return this.#statement('has').get(id) !== undefined;
  }

  read(id: string): CachedRow | undefined {
    const found = this.#statement('read').get(id) as Record<string, ColumnValue> | undefined;
    if (!found) return undefined;
    const { _id, _seq, _waiting, ...row } = found;
    return { row, seq: Number(_seq), waiting: _waiting === 1 };
  }

  /** The row as a record. */
  toRecord(id: string, row: StoredRow): AnyRecord {
    return decodeRow(this.entity, { ...row, _id: id });
  }
}

function sourceOf(entity: EntityDefinition, column: string): Source {
  const derived = [...derivedColumns(entity), ...digitColumns(entity)];
  return derived.find(({ name }) => name === column)?.value ?? ((read) => read(column));
}
