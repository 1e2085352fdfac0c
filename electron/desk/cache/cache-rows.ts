import { decodeRow, type ColumnValue } from '#shared/model/columns.ts';
import { digitColumns } from '#shared/model/contact-keys.ts';
import { derivedColumns, type ReadColumn } from '#shared/model/derived-columns.ts';
import { storedFields, type AnyRecord, type EntityDefinition } from '#shared/model/entity.ts';
import type { Field } from '#shared/model/field.ts';
import { quote } from '#shared/model/list-query.ts';
import { cacheColumns, tableOf } from './cache-schema.ts';
import { StatementCache, type SqliteDatabase, type Statement } from '../storage/sqlite-file.ts';

/** The field columns of a record as the server gave them; what it did not give is absent. */
export type StoredRow = Readonly<Record<string, ColumnValue>>;

export interface CachedRow {
  row: StoredRow;
  seq: number;
  waiting: boolean;
}

type Source = (read: ReadColumn) => ColumnValue;

/** Reads and writes the rows of one entity, with the sort keys and search texts that follow from the fields. */
export class CacheRows {
  readonly entity: EntityDefinition;
  readonly #sources: Source[];
  /** All columns after `_id`, in the order of the values that are written. */
  readonly #columns: readonly string[];
  readonly #updates: StatementCache;
  readonly #insert: Statement;
  readonly #current: Statement;
  readonly #remove: Statement;
  readonly #wait: Statement;
  readonly #has: Statement;
  readonly #read: Statement;
  readonly #fields: readonly [name: string, field: Field][];

  constructor(db: SqliteDatabase, entity: EntityDefinition) {
    this.entity = entity;
    this.#fields = storedFields(entity);
    const columns = cacheColumns(entity).map(({ name }) => name);
    this.#sources = columns.slice(2).map((column) => sourceOf(entity, column));
    const names = ['_id', ...columns].map(quote);
    this.#columns = columns;
    this.#updates = new StatementCache(db);
    this.#insert = db.prepare<unknown[], unknown>(
      `INSERT INTO ${tableOf(entity)} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    );
    this.#current = db
      .prepare<unknown[], unknown>(
        `SELECT ${columns.map(quote).join(', ')} FROM ${tableOf(entity)} WHERE "_id" = ?`,
      )
      .raw();
    this.#remove = db.prepare<unknown[], unknown>(`DELETE FROM ${tableOf(entity)} WHERE "_id" = ?`);
    this.#wait = db.prepare<unknown[], unknown>(
      `UPDATE ${tableOf(entity)} SET "_waiting" = ? WHERE "_id" = ?`,
    );
    this.#has = db.prepare<unknown[], unknown>(`SELECT 1 FROM ${tableOf(entity)} WHERE "_id" = ?`);
    this.#read = db.prepare<unknown[], unknown>(
      `SELECT "_id", "_seq", "_waiting", ${this.#fields.map(([name]) => quote(name)).join(', ')}
       FROM ${tableOf(entity)} WHERE "_id" = ?`,
    );
  }

  write(id: string, row: StoredRow, seq: number, waiting: boolean): void {
    this.writeFrom(id, seq, waiting, (name) => row[name] ?? null);
  }

  /** Writes a row whose fields are read one by one, so that pulled rows need not become objects first. */
  writeFrom(id: string, seq: number, waiting: boolean, read: ReadColumn): void {
    const values: ColumnValue[] = [seq, waiting ? 1 : 0];
    for (const source of this.#sources) values.push(source(read));
    const current = this.#current.get(id) as ColumnValue[] | undefined;
    if (current) this.#update(id, current, values);
    else this.#insert.run(id, ...values);
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
    this.#wait.run(waiting ? 1 : 0, id);
  }

  /** Whether there was such a row. */
  remove(id: string): boolean {
    return this.#remove.run(id).changes > 0;
  }

  has(id: string): boolean {
    return this.#has.get(id) !== undefined;
  }

  read(id: string): CachedRow | undefined {
    const found = this.#read.get(id) as Record<string, ColumnValue> | undefined;
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
