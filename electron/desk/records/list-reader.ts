import type { Actor } from '#shared/access/permissions.ts';
import type { ValueCount } from '#shared/model/board.ts';
import { decodeValue, type ColumnValue } from '#shared/model/columns.ts';
import { carriedFields, fieldOf, type Sort } from '#shared/model/entity.ts';
import { assertOrderable, assertReadable, orderBy, quote } from '#shared/model/list-query.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Params } from '#shared/protocol/bridge.ts';
import type { ListPage, ListQuery, ListRow } from '#shared/protocol/list-calls.ts';
import type { Cache } from '../cache/cache.ts';
import { tableOf } from '#shared/node/cache/cache-schema.ts';
import {
  asksOnlyOf,
  listConditions,
  sievedTexts,
  type ListConditions,
  type RowsQuery,
} from './list-conditions.ts';
import { allRowsWithDocuments, rowsWithDocuments } from './document-search.ts';
import type { ReferenceTexts } from '../cache/reference-texts.ts';
import { ResultWindow } from './result-window.ts';
import { countByIndex, countInSlices, valuesByIndex, valuesByLooking, type FoundRows } from './row-count.ts';
import { similarRows } from './similar-rows.ts';
import { indexableOf, type SearchIndex } from '../cache/search-index.ts';

/** More candidates than this are a common word: the list's own order finds the first rows sooner. */
const MOST_CANDIDATES = 2_000;
/** More than this are not counted by looking at each: the search index alone would take too long to tell which they are. */
const MOST_COUNTED = 50_000;
/** Where a search finds as many rows, what is similar to it is not looked for. */
const FEW = 20;
/** Queries whose windows and counts are kept. */
const MOST_KEPT = 40;

interface Kept<Value> {
  version: number;
  value: Value;
}

/** Answers lists by query from the cache: columns of the list only, in the order of an index. */
export class ListReader {
  readonly #cache: Cache;
  readonly #index: SearchIndex;
  readonly #texts: ReferenceTexts;
  readonly #windows = new Map<string, Kept<ResultWindow>>();
  readonly #counts = new Map<string, Kept<Promise<number | null> | number>>();
  readonly #values = new Map<string, Kept<Promise<ValueCount[] | null>>>();
  readonly #similar = new Map<string, Kept<Promise<number[]>>>();

  constructor(cache: Cache, index: SearchIndex, texts: ReferenceTexts) {
    this.#cache = cache;
    this.#index = index;
    this.#texts = texts;
  }

  list(query: ListQuery, actor: Actor): ListPage {
    const conditions = listConditions(query, actor, this.#texts);
    const sort = query.sort ?? conditions.list.sort;
    assertOrderable(conditions.definition, sort.field, conditions.readable);
    const { offset, limit } = query;
    if (conditions.indexed) {
      const total = this.#count(conditions);
      return { rows: this.#rowsAt(conditions, sort, offset, limit, total), total };
    }
    const window = this.#window(conditions, sort);
    const rows = this.#rowsOf(conditions, window.page(offset, limit));
    return { rows, total: window.total ?? this.#counted(conditions) };
  }

  /** The list, and where its search finds few rows, those that are similar below them. */
  async listWithSimilar(query: ListQuery, actor: Actor): Promise<ListPage> {
    const page = this.list(query, actor);
    const conditions = listConditions(query, actor, this.#texts);
    if (conditions.terms.length === 0) return page;
    // Whoever types goes on typing: the words are there when they are needed.
    this.#index.words(query.entity).catch(() => undefined);
    const sort = query.sort ?? conditions.list.sort;
    const window = this.#window(conditions, sort);
    const few = window.page(0, FEW);
    const exact = window.total;
    if (exact === null || exact >= FEW) return page;
    const similar = await this.#similarRows(conditions, sort, few);
    if (similar.length === 0) return page;
    const from = Math.max(0, query.offset - exact);
    const room = similar.slice(from, from + query.limit - page.rows.length);
    const rows = this.#rowsOf(conditions, room).map((row) => ({ ...row, _similar: true }));
    return { rows: [...page.rows, ...rows], total: exact + similar.length, similar: similar.length };
  }

  async #similarRows(conditions: ListConditions, sort: Sort, exact: readonly number[]): Promise<number[]> {
    const { entity } = conditions;
    const key = `${conditions.key}\n${sort.field} ${sort.direction}`;
    const found = this.#keep(this.#similar, conditions, key, () =>
      similarRows(this.#cache, this.#index, conditions, sort, new Set(exact)),
    );
    // What the index lacks may be found in a moment.
    if (this.#index.isBehind(entity)) {
      this.#similar.delete(key);
      this.#index.tellWhenCaughtUp(entity);
    }
    return found;
  }

  /** How many rows a list has; with those that are similar where it asks for them. */
  async count(query: Params<'records.count'>, actor: Actor): Promise<number> {
    if (query.similar) {
      const { total } = await this.listWithSimilar({ ...query, offset: 0, limit: FEW }, actor);
      if (total !== null) return total;
    }
    const conditions = listConditions(query, actor, this.#texts);
    if (conditions.indexed) return this.#count(conditions);
    const counted = this.#window(conditions, conditions.list.sort).total ?? this.#counted(conditions);
    if (counted !== null) return counted;
    const { key } = conditions;
    const counting = this.#keep(this.#counts, conditions, key, async () =>
      countInSlices(this.#cache, conditions, await this.#found(conditions)),
    );
    const total = await counting;
    if (total === null) return 0;
    const kept = this.#counts.get(key);
    if (kept?.value === counting) kept.value = total;
    return total;
  }

  /**
   * How many rows of a list have each value of a field.
   * @throws PlainError `bad-request` for a field whose rows cannot be told apart so, and as lists do
   */
  async countBy(query: RowsQuery, name: string, actor: Actor): Promise<ValueCount[]> {
    const conditions = listConditions(query, actor, this.#texts);
    const { definition, readable, key } = conditions;
    assertReadable(definition, name, readable, 'counted');
    const kind = name === '_id' ? 'text' : fieldOf(definition, name).kind;
    if (kind !== 'option' && kind !== 'reference')
      throw new PlainError('bad-request', `${definition.plural} cannot be counted by "${name}".`);
    const found = await this.#keep(this.#values, conditions, `${key}\n${name}`, () =>
      asksOnlyOf(conditions, query, name)
        ? Promise.resolve(valuesByIndex(this.#cache, conditions, name))
        : this.#found(conditions).then((found) => valuesByLooking(this.#cache, conditions, name, found)),
    );
    return found ?? [];
  }

  /** The rows that an index finds for a search, where it tells: counting looks at no others. */
  async #found(conditions: ListConditions): Promise<FoundRows | null> {
    const { documents, entity, narrowing, terms, where } = conditions;
    if (documents) {
      const rows = await allRowsWithDocuments(this.#cache, this.#index, documents);
      return rows && { rows, where: narrowing };
    }
    const texts = indexableOf(sievedTexts(conditions, terms));
    const rows = texts.length === 0 ? null : this.#index.candidates(entity, texts, MOST_COUNTED);
    // Of so many it is quicker to look at all, one after the other.
    return rows && rows.length < this.#lastRow(conditions) / 4 ? { rows, where } : null;
  }

  #lastRow({ definition }: ListConditions): number {
    const sql = `SELECT max(rowid) AS last FROM ${tableOf(definition)}`;
    return (this.#cache.statements.prepare(sql).get() as { last: number | null }).last ?? 0;
  }

  #count(conditions: ListConditions): number {
    const count = this.#keep(this.#counts, conditions, conditions.key, () =>
      countByIndex(this.#cache, conditions),
    );
    return typeof count === 'number' ? count : countByIndex(this.#cache, conditions);
  }

  /** A count that an earlier question has made; null where there is none. */
  #counted(conditions: ListConditions): number | null {
    const kept = this.#counts.get(conditions.key);
    return kept?.version === this.#versionOf(conditions) && typeof kept.value === 'number'
      ? kept.value
      : null;
  }

  /** A page in the order of an index; from the end where that is nearer. */
  #rowsAt(conditions: ListConditions, sort: Sort, offset: number, limit: number, total: number): ListRow[] {
    const { definition, readable, where } = conditions;
    const size = Math.min(limit, total - offset);
    if (size <= 0) return [];
    const reversed = offset > total / 2;
    const skipped = reversed ? total - offset - size : offset;
    // Row numbers first: the rows that are skipped are then never read.
    const sql = `SELECT rowid AS row FROM ${tableOf(definition)} WHERE ${where.sql}
      ORDER BY ${orderBy(definition, sort, readable, reversed)} LIMIT ? OFFSET ?`;
    const found = this.#cache.statements.prepare(sql).all(...where.params, size, skipped) as {
      row: number;
    }[];
    const rows = found.map(({ row }) => row);
    return this.#rowsOf(conditions, reversed ? rows.reverse() : rows);
  }

  #window(conditions: ListConditions, sort: Sort): ResultWindow {
    const key = `${conditions.key}\n${sort.field} ${sort.direction}`;
    return this.#keep(this.#windows, conditions, key, () => {
      const { documents, narrowing } = conditions;
      if (!documents) return new ResultWindow(this.#cache, conditions, sort, this.#candidates(conditions));
      const rows = rowsWithDocuments(this.#cache, this.#index, documents);
      // What is sure needs no look at the texts of the documents.
      return new ResultWindow(
        this.#cache,
        rows ? { ...conditions, where: narrowing } : conditions,
        sort,
        rows,
      );
    });
  }

  /**
   * What the search index says; terms that a reference may answer, and short ones, are left to the conditions. Without a
   * search the few rows that fit what is asked of single fields.
   */
  #candidates(conditions: ListConditions): number[] | null {
    const indexed = indexableOf(sievedTexts(conditions, conditions.terms));
    if (indexed.length > 0) return this.#index.candidates(conditions.entity, indexed, MOST_CANDIDATES);
    return conditions.conditioned ? this.#few(conditions) : null;
  }

  /**
   * All rows that fit, where they are few. Walked in the order of the list they would be looked for all over the table;
   * looked for as the table has them, or as an index of a condition has them, it takes a tenth of that.
   */
  #few({ definition, where }: ListConditions): number[] | null {
    const found = this.#cache.statements
      .prepare(`SELECT rowid AS row FROM ${tableOf(definition)} WHERE ${where.sql} LIMIT ?`)
      .all(...where.params, MOST_CANDIDATES + 1) as { row: number }[];
    return found.length > MOST_CANDIDATES ? null : found.map(({ row }) => row);
  }

  #rowsOf({ definition, list }: ListConditions, rows: readonly number[]): ListRow[] {
    const names = carriedFields(definition, list);
    const fields = names.map((name) => ({ name, field: fieldOf(definition, name) }));
    const columns = ['_id', '_waiting', ...names].map(quote).join(', ');
    const read = this.#cache.statements.prepare(
      `SELECT ${columns} FROM ${tableOf(definition)} WHERE rowid = ?`,
    );
    const found: ListRow[] = [];
    for (const row of rows) {
      const stored = read.get(row) as Record<string, ColumnValue> | undefined;
      if (!stored) continue;
      const shown: Record<string, unknown> & { _id: string } = { _id: String(stored['_id']) };
      for (const { name, field } of fields) {
        const value = stored[name] ?? null;
        shown[name] = decodeValue(field, value);
        if (!field.target) continue;
        const text = this.#texts.shown(definition, name, value);
        if (text !== undefined) shown[`${name}.${field.target.display}`] = text;
      }
      if (stored['_waiting'] === 1) shown['_waiting'] = true;
      found.push(shown);
    }
    return found;
  }

  /** Rises with each change of the rows, and of the documents that are searched in their place. */
  #versionOf({ entity, documents }: ListConditions): number {
    return this.#cache.version(entity) + (documents ? this.#cache.version('document') : 0);
  }

  #keep<Value>(
    kept: Map<string, Kept<Value>>,
    conditions: ListConditions,
    key: string,
    make: () => Value,
  ): Value {
    const version = this.#versionOf(conditions);
    const found = kept.get(key);
    if (found?.version === version) {
      kept.delete(key);
      kept.set(key, found);
      return found.value;
    }
    kept.delete(key);
    const value = make();
    kept.set(key, { version, value });
    if (kept.size > MOST_KEPT) {
      for (const oldest of kept.keys()) {
        kept.delete(oldest);
        break;
      }
    }
    return value;
  }
}
