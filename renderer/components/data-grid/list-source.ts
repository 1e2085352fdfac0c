import { carriedFields, type EntityDefinition } from '#shared/model/entity.ts';
import { withColumns } from '#shared/model/list-columns.ts';
import { listOf } from '#shared/model/list-query.ts';
import type { Events } from '#shared/protocol/bridge.ts';
import { MOST_AT_ONCE, type ListPage, type ListRow } from '#shared/protocol/list-calls.ts';
import type { Bridge } from '../../bridge/client.ts';
import type { BlockRequest, GridPort, ListState } from './grid-port.ts';
import {
  carriesTheSame,
  concerns,
  isNewestFirst,
  isSameQuery,
  isSameSort,
  type GridQuery,
} from './grid-query.ts';
import { countRows, ListCount, totalOf } from './list-count.ts';
import { goneRow, rowOfView } from './list-row.ts';

/** Rows asked for at a time. */
export const BLOCK_SIZE = 100;
/** Changes from elsewhere are taken up together, at most this often, in milliseconds. */
const CHANGES_EVERY_MS = 250;
/** Restarts that nobody asked for come at most this often, in milliseconds. */
const RESTART_EVERY_MS = 1_000;
/** They leave the desk so many times as long to others as they take it. */
const REST = 4;
/** With more changed rows than this on the screen, whole blocks are fetched instead of single records. */
const SINGLE_ROWS = 60;
/** How far from the top unseen rows are looked for. */
const TOP_ROWS = 50;

/**
 * Feeds one grid from the desk and keeps it true while others work: rows change in place, new rows wait until the
 * user asks for them (decision 12), the user's own changes show at once.
 */
export class ListSource {
  readonly #desk: Pick<Bridge, 'call'>;
  readonly #entity: EntityDefinition;
  #query: GridQuery;
  #port: GridPort | null = null;
  #state: ListState = { total: null, similar: 0, fresh: 0, gone: 0, loading: true, error: null };
  readonly #listeners = new Set<() => void>();
  /** Counts queries, so that a late answer to an earlier one is dropped. */
  #generation = 0;
  readonly #count = new ListCount((change) => this.#set(change));
  #primed: ListPage | null = null;
  /** Counts what may have changed the rows, so that a page from before it is not shown after it. */
  #news = 0;
  /** Whether the grid is to ask again as soon as it is there: on a busy machine answers come before it. */
  #refreshOwed = false;
  /** What the grid waits for. It asks for a few blocks at a time and no more until one is answered. */
  readonly #waiting = new Set<BlockRequest>();
  #changedIds: Set<string> | null = new Set();
  #changesTimer: ReturnType<typeof setTimeout> | undefined;
  #lastRestart = 0;
  /** How long the last block took, in milliseconds. */
  #cost = 0;
  #restartTimer: ReturnType<typeof setTimeout> | undefined;
  /** While somebody types in a row, and whether a restart waits for the end of it. */
  #held = false;
  #postponed = false;

  constructor(desk: Pick<Bridge, 'call'>, entity: EntityDefinition, query: GridQuery) {
    this.#desk = desk;
    this.#entity = entity;
    this.#query = query;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly state = (): ListState => this.#state;

  connect(port: GridPort): void {
    this.#port = port;
    if (this.#refreshOwed) this.restart();
  }

  /** Stops everything under way; a new grid asks for its rows, and connects. */
  disconnect(): void {
    this.#port = null;
    this.#refreshOwed = false;
    this.#primed = null;
    this.#waiting.clear();
    this.#generation += 1;
    clearTimeout(this.#changesTimer);
    clearTimeout(this.#restartTimer);
    this.#changesTimer = undefined;
    this.#restartTimer = undefined;
  }

  /** Shows another filter or search, from its top. The old rows stay until the first new ones are there. */
  async show(query: GridQuery): Promise<void> {
    const isSame = isSameQuery(query, this.#query);
    if (isSame && carriesTheSame(query, this.#query)) return;
    this.#query = { ...query, ...(this.#query.sort ? { sort: this.#query.sort } : {}) };
    if (isSame) return this.retry();
    const generation = (this.#generation += 1);
    const news = this.#news;
    this.#primed = null;
    this.#set({ loading: true });
    try {
      const page = await this.#desk.call('records.list', { ...this.#query, offset: 0, limit: BLOCK_SIZE });
      if (generation !== this.#generation) return;
      this.#primed = news === this.#news ? page : null;
      this.#count.restartAsAnother();
      this.#port?.scrollToTop();
      this.#refresh();
    } catch (error) {
      if (generation === this.#generation) this.#failed(error);
    }
  }

  /** Answers the grid's request for a block. */
  async block(request: BlockRequest): Promise<void> {
    if (!isSameSort(request.sort, this.#query.sort)) {
      const { sort: _, ...rest } = this.#query;
      this.#query = request.sort ? { ...rest, sort: request.sort } : rest;
      this.#generation += 1;
      this.#primed = null;
      this.#count.restart();
    }
    const generation = this.#generation;
    this.#waiting.add(request);
    const asked = Date.now();
    try {
      const page = await this.#page(request.startRow, request.endRow - request.startRow);
      this.#cost = Date.now() - asked;
      if (generation !== this.#generation) return this.#give(request, null);
      this.#set({ loading: false, error: null });
      this.#give(request, page);
    } catch (error) {
      this.#give(request, null);
      if (generation === this.#generation) this.#failed(error);
    }
  }

  /** Answers a request of the grid, once. */
  #give(request: BlockRequest, page: ListPage | null): void {
    if (!this.#waiting.delete(request)) return;
    if (page) request.success(page.rows, this.#count.total ?? undefined);
    else request.fail();
  }

  async #page(start: number, limit: number): Promise<ListPage> {
    if (start === 0 && this.#primed) {
      const page = this.#primed;
      this.#primed = null;
      this.#follow(this.#count.takePage(page, 0, limit));
      return page;
    }
    const generation = this.#generation;
    // Places below a row that has gone, or among rows that wait, cannot be told: the user is on the way to other
    // rows anyway, so this is the moment to show the list as it is.
    if (this.#count.hasMoved('gone') || (this.#count.hasMoved('come') && !this.#newestFirst()))
      this.#restartSoon();
    for (;;) {
      // Rows that wait at the top push everything else down by as many places.
      const shift = this.#newestFirst() ? this.#count.fresh : 0;
      const offset = start + shift;
      const page = await this.#desk.call('records.list', { ...this.#query, offset, limit });
      if (generation !== this.#generation) return page;
      this.#follow(this.#count.takePage(page, offset, limit));
      if (!this.#newestFirst() || this.#count.fresh === shift) return page;
    }
  }

  /** Takes up what happened elsewhere. `syncing` while a first sync fills the list. */
  changed(event: Events['changed'], filling: boolean): void {
    if (!concerns(this.#entity, this.#query, event.entity)) return;
    this.#news += 1;
    if (!this.#port) {
      this.#refreshOwed = true;
      return;
    }
    const own = event.entity === this.#entity.name;
    if (own && event.origin === 'here') {
      if (!this.#held) return this.restart();
      this.#postponed = true;
    }
    if (own && filling) return this.#restartSoon();
    if (event.ids === null || !own) this.#changedIds = null;
    else event.ids.forEach((id) => this.#changedIds?.add(id));
    this.#changesTimer ??= setTimeout(() => {
      this.#changesTimer = undefined;
      void this.#takeChanges();
    }, CHANGES_EVERY_MS);
  }

  /** The rows between two places of the list as it is shown, also those that the grid does not hold. Throws as the desk. */
  async rowsBetween(from: number, to: number): Promise<ListRow[]> {
    const rows: ListRow[] = [];
    const shift = this.#newestFirst() ? this.#count.fresh : 0;
    while (from + rows.length <= to) {
      const offset = from + rows.length;
      const limit = Math.min(MOST_AT_ONCE, to - offset + 1);
      const page = await this.#desk.call('records.list', { ...this.#query, offset: offset + shift, limit });
      rows.push(...page.rows);
      if (page.rows.length < limit) break;
    }
    return rows;
  }

  /** While somebody types in a row, all rows keep their places: what changes, changes there, and is put in order after. */
  hold(held: boolean): void {
    this.#held = held;
    if (!held && this.#postponed) this.restart();
  }

  /** Shows everything as it is now: what waited comes in, what is gone leaves. Keeps the place in the list. */
  restart(): void {
    this.#postponed = false;
    this.#news += 1;
    this.#primed = null;
    this.#lastRestart = Date.now();
    this.#count.restart();
    this.#set({ error: null });
    this.#refresh();
  }

  /** Asks once more where there was no answer or a bad one, and waits no longer for what was asked before. */
  retry(): void {
    this.#generation += 1;
    this.#primed = null;
    for (const request of this.#waiting) this.#give(request, null);
    this.restart();
  }

  #refresh(): void {
    this.#refreshOwed = this.#port === null;
    this.#port?.refresh();
  }

  /** Goes to the top where the newest stands there: to see what was just added. */
  showTop(): void {
    if (this.#newestFirst()) this.#port?.scrollToTop();
  }

  /** Leads the keyboard into the rows; the first of none is nowhere. */
  focusFirstRow(): void {
    if (this.#count.total !== 0) this.#port?.focusFirstRow();
  }

  #restartSoon(): void {
    this.#restartTimer ??= setTimeout(
      () => {
        this.#restartTimer = undefined;
        if (this.#held) this.#postponed = true;
        else this.restart();
      },
      Math.max(0, this.#lastRestart + Math.max(RESTART_EVERY_MS, REST * this.#cost) - Date.now()),
    );
  }

  async #takeChanges(): Promise<void> {
    const ids = this.#changedIds;
    this.#changedIds = new Set();
    const generation = this.#generation;
    try {
      const shown = ids === null ? null : [...ids].filter((id) => this.#port?.row(id));
      if (shown === null || shown.length > SINGLE_ROWS) {
        await this.#lookForFresh();
        if (this.#held) this.#postponed = true;
        else if (generation === this.#generation) this.#refresh();
        return;
      }
      await Promise.all(shown.map((id) => this.#takeRow(id)));
      if (ids !== null && (ids.size > shown.length || this.#count.fresh > 0)) await this.#lookForFresh();
    } catch {
      // Nothing the user asked for has failed: the rows shown stay, and the next change or Retry asks again.
    }
  }

  async #takeRow(id: string): Promise<void> {
    const view = await this.#desk.call('records.get', { entity: this.#query.entity, id });
    if (!this.#port?.row(id)) return;
    if (view) {
      const { list, columns } = this.#query;
      const fields = carriedFields(this.#entity, withColumns(listOf(this.#entity, list), columns));
      this.#port.setRow(rowOfView(this.#entity, fields, view));
    } else {
      this.#port.setRow(goneRow(id));
    }
    this.#count.see(id, view !== null);
  }

  async #lookForFresh(): Promise<void> {
    const generation = this.#generation;
    const page = await this.#desk.call('records.list', { ...this.#query, offset: 0, limit: TOP_ROWS });
    const total = totalOf(page, 0, TOP_ROWS) ?? (await countRows(this.#desk, this.#query));
    if (generation !== this.#generation) return;
    if (this.#count.total === 0 && total > 0) return this.restart();
    this.#follow(this.#count.take(total, page.similar));
    if (this.#newestFirst())
      this.#count.takeStrangers(page.rows.findIndex((row) => this.#port?.row(row._id)));
  }

  #follow(finding: ReturnType<ListCount['take']>): void {
    if (finding === 'uncounted') this.#countLater();
    if (finding === 'outdated') this.#restartSoon();
  }

  #countLater(): void {
    const generation = this.#generation;
    countRows(this.#desk, this.#query).then(
      (total) => {
        if (generation !== this.#generation) return;
        this.#count.takeCounted(total);
        if (this.#port) this.#port.setTotal(total);
        else this.#refreshOwed = true;
      },
      () => undefined,
    );
  }

  #newestFirst(): boolean {
    return isNewestFirst(this.#entity, this.#query);
  }

  #failed(error: unknown): void {
    this.#set({ loading: false, error: error instanceof Error ? error : new Error(String(error)) });
  }

  #set(change: Partial<ListState>): void {
    const next = { ...this.#state, ...change };
    const keys = Object.keys(change) as (keyof ListState)[];
    if (keys.every((key) => next[key] === this.#state[key])) return;
    this.#state = next;
    this.#listeners.forEach((listener) => listener());
  }
}
