import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ColumnValue } from '#shared/model/columns.ts';
import type { EntityName } from '#shared/model/entities.ts';
import { quote, type Condition } from '#shared/model/list-query.ts';
import { addContent, contentOf } from '#shared/protocol/content-sum.ts';
import type { Database, Transaction } from '../database/database.ts';
import { readAtOnce } from '../records/long-texts.ts';
import { jsonArray } from './page.ts';

/** Rows with these numbers are summed together; so few that reading them holds up nobody. */
const BLOCK = 128;
/** About 5 MB: a table of 100,000 rows has some 800. */
const MOST_BLOCKS = 50_000;

/** Rows of one table that a user sees with the same columns. */
export interface Scope {
  table: EntityName;
  columns: readonly string[];
  condition: Condition;
}

/** How many rows a block has, and the sum of their seqs: as long as both stay, so do its rows. */
export interface Block {
  block: number;
  count: number;
  seqSum: number;
}

type Summed = Block & { content: number };

/**
 * Sums of the content of rows, kept by blocks of the log's numbers. A row at a number never changes, so a block whose
 * count and sum of numbers are the same holds the same: only blocks in which something was written since the last time
 * are read again. Users who see the same rows and columns share them.
 */
export class ContentSums {
  readonly #database: Database;
  readonly #known = new Map<string, ReadonlyMap<number, Summed>>();
  readonly #turns = new Map<string, Promise<unknown>>();

  /** Grows when what was summed is of another history. */
  #putBacks = 0;

  constructor(database: Database) {
    this.#database = database;
    database.onPutBack(() => {
      this.#putBacks += 1;
      this.#known.clear();
    });
  }

  /** Counts the rows of the scope by blocks, in the order of a consistent view. */
  async blocks(trx: Transaction, { table, condition }: Scope): Promise<Block[]> {
    const rows = await trx.all<Block>(
      `SELECT "_seq" / ${BLOCK} AS "block", COUNT(*) AS "count", SUM("_seq") AS "seqSum" FROM ${quote(table)}
       WHERE "deletedAt" IS NULL AND ${condition.sql} GROUP BY 1`,
      condition.params,
    );
    return rows.map(({ block, count, seqSum }) => ({
      block: Number(block),
      count: Number(count),
      seqSum: Number(seqSum),
    }));
  }

  /** The sum over the blocks; null where somebody has written in them since they were counted. */
  async sum(scope: Scope, blocks: readonly Block[]): Promise<number | null> {
    const key = JSON.stringify(scope);
    // Who asks for the same at the same time finds what the first has summed.
    const before = this.#turns.get(key) ?? Promise.resolve();
    const turn = before.then(() => this.#sumNow(key, scope, blocks));
    const settled = turn.catch(() => undefined);
    this.#turns.set(key, settled);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(key) === settled) this.#turns.delete(key);
    }
  }

  async #sumNow(key: string, scope: Scope, blocks: readonly Block[]): Promise<number | null> {
    const known = this.#known.get(key);
    const putBacks = this.#putBacks;
    const summed = new Map<number, Summed>();
    let total: number | null = 0;
    for (const block of blocks) {
      const before = known?.get(block.block);
      let content: number | null;
      if (before?.count === block.count && before.seqSum === block.seqSum) content = before.content;
      else content = await this.#read(scope, block);
      if (content === null) {
        total = null;
        continue;
      }
      summed.set(block.block, { ...block, content });
      if (total !== null) total = addContent(total, content);
    }
    if (putBacks !== this.#putBacks) return null;
    this.#keep(key, summed);
    return total;
  }

  /** null where the block is not what was counted any more. */
  async #read(scope: Scope, { block, count, seqSum }: Block): Promise<number | null> {
    const seqAt = scope.columns.indexOf('_seq');
    const ofRow = contentOf(scope.columns);
    const atOnce = readAtOnce(scope.table, BLOCK);
    let [rows, seqs, content] = [0, 0, 0];
    for (let from = block * BLOCK, isMore = true; isMore;) {
      await nextTurn();
      const some = await this.#rows(scope, from, (block + 1) * BLOCK, atOnce);
      for (const { data } of some) {
        const values = JSON.parse(data) as ColumnValue[];
        from = Number(values[seqAt]) + 1;
        seqs += from - 1;
        content = addContent(content, ofRow(values));
      }
      rows += some.length;
      isMore = some.length === atOnce && rows < count;
    }
    return rows === count && seqs === seqSum ? content : null;
  }

  /** Rows from a number in the log on, up to another one. */
  #rows(
    { table, columns, condition }: Scope,
    from: number,
    to: number,
    limit: number,
  ): Promise<{ data: string }[]> {
    return this.#database.all(
      `SELECT ${jsonArray(columns, this.#database.dialect)} AS "data" FROM ${quote(table)}
       WHERE "_seq" >= ? AND "_seq" < ? AND "deletedAt" IS NULL AND ${condition.sql} ORDER BY "_seq" LIMIT ?`,
      [from, to, ...condition.params, limit],
    );
  }

  #keep(key: string, summed: ReadonlyMap<number, Summed>): void {
    // Last in the map's order: the first is the one that was not used for longest.
    this.#known.delete(key);
    this.#known.set(key, summed);
    let size = 0;
    for (const each of this.#known.values()) size += each.size;
    for (const [oldest, each] of this.#known) {
      if (size <= MOST_BLOCKS || oldest === key) return;
      size -= each.size;
      this.#known.delete(oldest);
    }
  }
}
