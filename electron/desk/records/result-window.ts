import type { ColumnValue } from '#shared/model/columns.ts';
import type { Sort } from '#shared/model/entity.ts';
import { orderColumn } from '#shared/model/indexes.ts';
import { joinConditions, orderBy, quote, type Condition } from '#shared/model/list-query.ts';
import type { Cache } from '../cache/cache.ts';
import { tableOf } from '#shared/node/cache/cache-schema.ts';
import type { ListConditions } from './list-conditions.ts';

interface Place {
  row: number;
  key: ColumnValue;
  id: string;
}

/**
 * The rows of one query in their order, as far as anybody has looked: the next page goes on where the last one ended
 * instead of walking from the start again. Good until the entity's rows change.
 */
export class ResultWindow {
  readonly #cache: Cache;
  readonly #conditions: ListConditions;
  readonly #sort: Sort;
  readonly #found: number[] = [];
  #last: Place | undefined;
  #complete = false;
  /** Row numbers that the search index has found; null where the order has to be walked. */
  readonly #candidates: string | null;

  constructor(cache: Cache, conditions: ListConditions, sort: Sort, candidates: readonly number[] | null) {
    this.#cache = cache;
    this.#conditions = conditions;
    this.#sort = sort;
    this.#candidates = candidates ? JSON.stringify(candidates) : null;
  }

  /** How many rows the query has; null while its end has not been reached. */
  get total(): number | null {
    return this.#complete ? this.#found.length : null;
  }

  /** Row numbers of a page. */
  page(offset: number, limit: number): number[] {
    // One more than asked tells whether that was the end.
    const wanted = offset + limit + 1;
    if (!this.#complete && this.#found.length < wanted) this.#extend(wanted - this.#found.length);
    return this.#found.slice(offset, offset + limit);
  }

  #extend(count: number): void {
    if (this.#candidates !== null) {
      this.#add(this.#rows([], -1));
      this.#complete = true;
      return;
    }
    let left = count;
    if (this.#sort.field !== '_id' && this.#last?.key !== null) {
      const column = quote(orderColumn(this.#conditions.definition, this.#sort.field));
      const beyond = this.#last
        ? [{ sql: `(${column}, "_id") ${this.#beyond} (?, ?)`, params: [this.#last.key, this.#last.id] }]
        : [];
      const rows = this.#rows([{ sql: `${column} IS NOT NULL`, params: [] }, ...beyond], left);
      this.#add(rows);
      left -= rows.length;
      if (left === 0) return;
      this.#empties(column, undefined, left);
    } else if (this.#sort.field !== '_id') {
      const column = quote(orderColumn(this.#conditions.definition, this.#sort.field));
      this.#empties(column, this.#last?.id, left);
    } else {
      const beyond = this.#last ? [{ sql: `"_id" ${this.#beyond} ?`, params: [this.#last.id] }] : [];
      const rows = this.#rows(beyond, left);
      this.#add(rows);
      this.#complete = rows.length < left;
    }
  }

  /** Rows without a value come last, by their id. */
  #empties(column: string, after: string | undefined, left: number): void {
    const conditions: Condition[] = [{ sql: `${column} IS NULL`, params: [] }];
    if (after !== undefined) conditions.push({ sql: `"_id" ${this.#beyond} ?`, params: [after] });
    const rows = this.#rows(conditions, left);
    this.#add(rows);
    this.#complete = rows.length < left;
  }

  get #beyond(): string {
    return this.#sort.direction === 'asc' ? '>' : '<';
  }

  #add(rows: readonly Place[]): void {
    for (const place of rows) this.#found.push(place.row);
    this.#last = rows.at(-1) ?? this.#last;
  }

  #rows(beyond: readonly Condition[], limit: number): Place[] {
    const { definition, readable, where } = this.#conditions;
    const among: Condition[] =
      this.#candidates === null
        ? []
        : [{ sql: 'rowid IN (SELECT value FROM json_each(?))', params: [this.#candidates] }];
    const all = joinConditions([...among, where, ...beyond], 'AND');
    const key = this.#sort.field === '_id' ? 'NULL' : quote(orderColumn(definition, this.#sort.field));
    const sql = `SELECT rowid AS row, ${key} AS key, "_id" AS id FROM ${tableOf(definition)} WHERE ${all.sql}
      ORDER BY ${orderBy(definition, this.#sort, readable)} LIMIT ?`;
    return this.#cache.statements.prepare(sql).all(...all.params, limit) as Place[];
  }
}
