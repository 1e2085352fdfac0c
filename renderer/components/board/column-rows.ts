import type { BlockRequest, GridPort } from '../data-grid/grid-port.ts';
import type { GridQuery } from '../data-grid/grid-query.ts';
import type { GridRow } from '../data-grid/list-row.ts';
import { BLOCK_SIZE } from '../data-grid/list-source.ts';

/** How a column's place on the screen is moved. */
export interface ColumnView {
  scrollToTop: () => void;
  focusFirstRow: () => void;
}

interface Block {
  rows: readonly GridRow[];
}

/**
 * The rows of one column of a board, block by block as they are scrolled to. What is shown stays until it is answered
 * anew; blocks that are out of sight are forgotten then.
 */
export class ColumnRows implements GridPort {
  readonly #ask: (request: BlockRequest) => void;
  readonly #view: ColumnView;
  readonly #changed: () => void;
  #sort: GridQuery['sort'];
  #blocks = new Map<number, Block>();
  /** By block the question whose answer counts. */
  readonly #asked = new Map<number, BlockRequest>();
  #inSight = { from: 0, to: 0 };

  /**
   * @param ask has the source answer a request
   * @param changed hears whenever the rows are others
   */
  constructor(ask: (request: BlockRequest) => void, view: ColumnView, changed: () => void) {
    this.#ask = ask;
    this.#view = view;
    this.#changed = changed;
  }

  /** The row at a place of the column; undefined while it is on its way. */
  at(index: number): GridRow | undefined {
    return this.#blocks.get(Math.floor(index / BLOCK_SIZE))?.rows[index % BLOCK_SIZE];
  }

  indexOf(id: string): number {
    for (const [block, { rows }] of this.#blocks) {
      const at = rows.findIndex(({ _id }) => _id === id);
      if (at >= 0) return block * BLOCK_SIZE + at;
    }
    return -1;
  }

  /** Places up to the last row that is known. */
  get known(): number {
    return Math.max(0, ...[...this.#blocks].map(([block, { rows }]) => block * BLOCK_SIZE + rows.length));
  }

  /** Asks for what of these places is not there yet. */
  need(from: number, to: number): void {
    this.#inSight = { from, to };
    for (const block of this.#blocksInSight()) {
      if (!this.#blocks.has(block) && !this.#asked.has(block)) this.#askFor(block);
    }
  }

  /** Shows the rows in another order, from the top. */
  orderBy(sort: GridQuery['sort']): void {
    if (this.#sort?.field === sort?.field && this.#sort?.direction === sort?.direction) return;
    this.#sort = sort;
    this.scrollToTop();
    this.refresh();
  }

  row(id: string): GridRow | undefined {
    const at = this.indexOf(id);
    return at < 0 ? undefined : this.at(at);
  }

  setRow(row: GridRow): void {
    const at = this.indexOf(row._id);
    const number = Math.floor(at / BLOCK_SIZE);
    const block = this.#blocks.get(number);
    if (at < 0 || !block) return;
    this.#blocks.set(number, { rows: block.rows.map((each) => (each._id === row._id ? row : each)) });
    this.#changed();
  }

  refresh(): void {
    const inSight = this.#blocksInSight();
    this.#blocks = new Map([...this.#blocks].filter(([block]) => inSight.includes(block)));
    this.#asked.clear();
    for (const block of inSight) this.#askFor(block);
  }

  setTotal(): void {
    this.#changed();
  }

  scrollToTop(): void {
    this.#inSight = { from: 0, to: 0 };
    this.#view.scrollToTop();
  }

  focusFirstRow(): void {
    this.#view.focusFirstRow();
  }

  #blocksInSight(): number[] {
    const { from, to } = this.#inSight;
    const first = Math.floor(from / BLOCK_SIZE);
    const last = Math.max(first, Math.floor(to / BLOCK_SIZE));
    return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  }

  #askFor(block: number): void {
    const startRow = block * BLOCK_SIZE;
    const counts = (): boolean => this.#asked.get(block) === request && this.#asked.delete(block);
    const request: BlockRequest = {
      startRow,
      endRow: startRow + BLOCK_SIZE,
      sort: this.#sort,
      success: (rows) => {
        if (!counts()) return;
        this.#blocks.set(block, { rows });
        // Beyond the end there is nothing any more.
        if (rows.length < BLOCK_SIZE)
          for (const each of this.#blocks.keys()) if (each > block) this.#blocks.delete(each);
        this.#changed();
      },
      fail: () => void counts(),
    };
    this.#asked.set(block, request);
    this.#ask(request);
  }
}
