import { referenceText } from '#shared/format/field-text.ts';
import type { ListExport } from '#shared/access/exports.ts';
import { activity } from '#shared/model/activity.ts';
import { decodeValue, type ColumnValue } from '#shared/model/columns.ts';
import { entityOf, isEntityName } from '#shared/model/entities.ts';
import type { Sort } from '#shared/model/entity.ts';
import type { Field } from '#shared/model/field.ts';
import { orderColumn } from '#shared/model/indexes.ts';
import { assertOrderable, quote } from '#shared/model/list-query.ts';
import type { Picked } from '#shared/protocol/list-calls.ts';
import type { Cache } from '../cache/cache.ts';
import type { CacheReader } from '../cache/cache-reader.ts';
import { tableOf } from '#shared/node/cache/cache-schema.ts';
import type { ListConditions } from '../records/list-conditions.ts';
import type { Cells, FileColumn } from './file-format.ts';

/** Work between two turns of the event loop, in milliseconds. */
const SLICE_MS = 4;
/** Rows that are looked at between two looks at the clock. */
const CHUNK = 100;

/** Makes a cell from the values of a row. */
type MakeCell<Cell> = (row: readonly ColumnValue[]) => Cell;

/** What is asked of the cache for each row, and the columns that are made of it. */
interface Reading<Cell> {
  selected: string[];
  columns: FileColumn[];
  cells: MakeCell<Cell>[];
}

/**
 * All that one list shows at one moment, in its order, read a slice at a time: first the rows are found and put in
 * order in a table of the connection's own, then their cells are read. So no slice takes long, whatever the filter
 * and the order, and no more than a slice is in memory.
 */
export class ListSnapshot<Cell> {
  readonly columns: readonly FileColumn[];
  readonly #reader: CacheReader;
  readonly #find: (from: number) => number;
  readonly #cells: readonly MakeCell<Cell>[];
  readonly #sql: string;
  readonly #end: number;
  #looked = 0;
  #total = 0;
  #rows: IterableIterator<unknown[]> | undefined;

  /**
   * Takes the moment. Throws `bad-request` or `forbidden` for an order that the list cannot have.
   * @param picked the rows of the list that are meant; without it all of them
   */
  constructor(
    cache: Cache,
    conditions: ListConditions,
    sort: Sort,
    exported: ListExport,
    cells: Cells<Cell>,
    picked: Picked = {},
  ) {
    const { definition, where, readable } = conditions;
    assertOrderable(definition, sort.field, readable);
    const table = tableOf(definition);
    const direction = sort.direction === 'asc' ? 'ASC' : 'DESC';
    const key = sort.field === '_id' ? 'NULL' : quote(orderColumn(definition, sort.field));
    const reading = readCells(exported, cells);
    if (exported.lastActivity) addLastActivity(reading, cells, definition.name);
    this.columns = reading.columns;
    this.#reader = cache.openReader();
    try {
      const { db } = this.#reader;
      // The list's order as this table's own: rows without a value last, then by their id.
      db.exec(`CREATE TEMP TABLE found (empty integer NOT NULL, key NOT NULL, id text NOT NULL, row integer NOT NULL,
        PRIMARY KEY (empty, key ${direction}, id ${direction})) WITHOUT ROWID`);
      const insert = `INSERT OR IGNORE INTO temp.found SELECT ${key} IS NULL, coalesce(${key}, ''), "_id", rowid FROM ${table}`;
      const { ids, except = [] } = picked;
      if (ids) {
        const named = db.prepare<unknown[], unknown>(
          `${insert} WHERE "_id" IN (SELECT value FROM json_each(?)) AND ${where.sql}`,
        );
        this.#find = (from) =>
          named.run(JSON.stringify(ids.slice(from, from + CHUNK)), ...where.params).changes;
      } else {
        const others = except.length > 0 ? ' AND "_id" NOT IN (SELECT value FROM json_each(?))' : '';
        const all = db.prepare<unknown[], unknown>(
          `${insert} NOT INDEXED WHERE rowid > ? AND rowid <= ? AND ${where.sql}${others}`,
        );
        const params = [...where.params, ...(others === '' ? [] : [JSON.stringify(except)])];
        this.#find = (from) => all.run(from, from + CHUNK, ...params).changes;
      }
      this.#cells = reading.cells;
      this.#sql = `SELECT ${reading.selected.join(', ')} FROM temp.found CROSS JOIN ${table} AS listed ON listed.rowid = found.row
        ORDER BY found.empty, found.key ${direction}, found.id ${direction}`;
      const last = db.prepare<[], { row: number | null }>(`SELECT max(rowid) AS row FROM ${table}`).get();
      this.#end = ids?.length ?? last?.row ?? 0;
    } catch (error) {
      this.#reader.close();
      throw error;
    }
  }

  /** False once it was closed, by its user or with the cache. */
  get open(): boolean {
    return this.#reader.open;
  }

  /** Rows in all, as far as they have been found. */
  get total(): number {
    return this.#total;
  }

  /** Looks for more rows; returns whether all are found. */
  findSome(): boolean {
    const started = performance.now();
    while (this.#looked < this.#end && performance.now() - started < SLICE_MS) {
      const from = this.#looked;
      this.#looked += CHUNK;
      this.#total += this.#find(from);
    }
    return this.#looked >= this.#end;
  }

  /** More rows of the file; none when all have been read. */
  readSome(): Cell[][] {
    this.#rows ??= this.#reader.rows(this.#sql);
    const started = performance.now();
    const rows: Cell[][] = [];
    // At least one: none means that there are no more.
    do {
      const { value, done } = this.#rows.next() as IteratorResult<ColumnValue[], undefined>;
      if (done) break;
      rows.push(this.#cells.map((cell) => cell(value)));
    } while (performance.now() - started < SLICE_MS);
    return rows;
  }

  close(): void {
    this.#reader.close();
  }
}

/** The SQL that reads the columns, and how cells are made of what it gives. */
function readCells<Cell>({ columns }: ListExport, { value, text }: Cells<Cell>): Reading<Cell> {
  const selected: string[] = [];
  const cells = columns.map(({ name, part, field }): MakeCell<Cell> => {
    const at = selected.push(`listed.${quote(name)}`) - 1;
    if (part !== undefined) return (row) => value(field, partOf(row[at], part));
    const { target } = field;
    if (!target || !isEntityName(target.entity)) return (row) => value(field, decodeValue(field, row[at]));
    const shown = `SELECT ${quote(target.display)} FROM ${tableOf(entityOf(target.entity))}`;
    selected.push(`(${shown} WHERE "_id" = listed.${quote(name)})`);
    return (row) => text(referenceText(field, row[at], row[at + 1]));
  });
  return { selected, columns: columns.map(({ heading, field }) => ({ heading, field })), cells };
}

/** What came of the last activity about the person of each row, and when it was. */
function addLastActivity<Cell>(
  { selected, columns, cells }: Reading<Cell>,
  { value }: Cells<Cell>,
  entity: string,
): void {
  const { outcome, at } = activity.fields;
  const newest = `FROM ${tableOf(activity)} WHERE ${quote(entity)} = listed."_id" ORDER BY "at" DESC, "_id" DESC LIMIT 1`;
  const add = (heading: string, field: Field, read: string): void => {
    const index = selected.push(`(SELECT ${read} ${newest})`) - 1;
    columns.push({ heading, field });
    cells.push((row) => value(field, decodeValue(field, row[index])));
  };
  add('Last activity', outcome, 'coalesce("outcome", "kind")');
  add('Last activity at', at, '"at"');
}

/** A part of an object as its column holds it: JSON text. */
function partOf(stored: ColumnValue | undefined, part: string): unknown {
  const whole: unknown = typeof stored === 'string' ? JSON.parse(stored) : null;
  return typeof whole === 'object' && whole !== null ? Reflect.get(whole, part) : null;
}
