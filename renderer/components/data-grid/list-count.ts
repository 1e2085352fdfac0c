import type { ListPage } from '#shared/protocol/list-calls.ts';
import type { Bridge } from '../../bridge/client.ts';
import type { GridQuery } from './grid-query.ts';

/** How many rows the list on the screen has, and how far the desk has gone on since. */
export interface ListCounts {
  /** Rows in the list as it is shown; null until they are counted. */
  total: number | null;
  /** How many of them, the last ones, are only similar to what is searched for. */
  similar: number;
  /** Rows that have arrived elsewhere and are not shown yet. */
  fresh: number;
  /** Rows on the screen that are no longer in the list. */
  gone: number;
}

/**
 * What the desk's answer means: nothing to do, rows to be counted, or rows that are shown no longer fit: there are fewer, or
 * others are similar to the search.
 */
type Finding = 'fits' | 'uncounted' | 'outdated';

/**
 * Keeps the counts of one list: the length that it had when it was shown, and beside it what has come and gone since. A
 * list on the screen keeps its length until it is shown anew, so that no row moves under the pointer (decision 12).
 */
export class ListCount {
  readonly #tell: (change: Partial<ListCounts>) => void;
  #counts: ListCounts = { total: null, similar: 0, fresh: 0, gone: 0 };
  readonly #goneIds = new Set<string>();
  /** Whether `total` belongs to the rows shown now; false from a restart to its first answer. */
  #settled = false;
  /** Whether `total` is of an earlier filter or search: it is no longer true once new rows are there. */
  #outdated = false;

  /** @param tell hears of each change of a count */
  constructor(tell: (change: Partial<ListCounts>) => void) {
    this.#tell = tell;
  }

  get total(): number | null {
    return this.#counts.total;
  }

  get fresh(): number {
    return this.#counts.fresh;
  }

  /** Whether rows have come or gone since the list was shown, so that places in it do not fit any more. */
  hasMoved(what: 'come' | 'gone'): boolean {
    return this.#settled && (what === 'come' ? this.#counts.fresh : this.#counts.gone) > 0;
  }

  /** The list is shown anew: what came is among its rows, what has gone is not. The next answer says its length. */
  restart(): void {
    this.#settled = false;
    this.#goneIds.clear();
    this.#set({ fresh: 0, gone: 0 });
  }

  /** Another filter or search is shown anew. Its length takes the place of the old one, and not before it is known. */
  restartAsAnother(): void {
    this.#outdated = true;
    this.restart();
  }

  /** A row on the screen has gone, or is back. */
  see(id: string, isThere: boolean): void {
    if (isThere) this.#goneIds.delete(id);
    else this.#goneIds.add(id);
    this.#set({ gone: this.#goneIds.size });
  }

  /** Takes what a page of rows says. */
  takePage(page: ListPage, offset: number, limit: number): Finding {
    return this.take(totalOf(page, offset, limit), page.similar);
  }

  /**
   * Takes the length of the list on the desk, and how many of its rows are only similar; null where the desk answered the rows
   * before counting.
   */
  take(total: number | null, similar = 0): Finding {
    const outdated = this.#outdated;
    this.#outdated = false;
    // What the search index finds in a moment is no row that came: it has its place below the others.
    if (this.#settled && similar !== this.#counts.similar) return 'outdated';
    this.#set({ similar });
    if (total === null) {
      if (outdated) this.#set({ total: null });
      if (this.#settled) return 'fits';
      this.#settled = true;
      return 'uncounted';
    }
    if (!this.#settled || this.#counts.total === null) {
      this.#settled = true;
      this.#set({ total });
      return 'fits';
    }
    const unseen = total - (this.#counts.total - this.#goneIds.size);
    this.#set({ fresh: Math.max(0, unseen) });
    return unseen < 0 ? 'outdated' : 'fits';
  }

  /** Takes the length of the list as it is shown, which was counted after its rows came. */
  takeCounted(total: number): void {
    this.#set({ total });
  }

  /** One row may have left the filter while another came: then the lengths agree, but the top has strangers. */
  takeStrangers(count: number): void {
    if (count > this.#counts.fresh) this.#set({ fresh: count });
  }

  #set(change: Partial<ListCounts>): void {
    this.#counts = { ...this.#counts, ...change };
    this.#tell(change);
  }
}

/** The length of the list, where a page of its rows says it; null where it has to be counted. */
export function totalOf(page: ListPage, offset: number, limit: number): number | null {
  if (page.total !== null) return page.total;
  const isLast = page.rows.length < limit && (page.rows.length > 0 || offset === 0);
  return isLast ? offset + page.rows.length : null;
}

/** Has the desk count the rows of a list. Throws as the bridge does. */
export async function countRows(desk: Pick<Bridge, 'call'>, query: GridQuery): Promise<number> {
  const { sort: _sort, columns: _columns, ...counted } = query;
  const { total } = await desk.call('records.count', counted);
  return total;
}
