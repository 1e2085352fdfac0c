import { candidate } from '#shared/model/candidate.ts';
import type { ListQuery } from '#shared/protocol/list-calls.ts';
import type { RecordView } from '#shared/protocol/record-view.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Bridge } from '../../bridge/client.ts';
import type { GridRow } from './list-row.ts';
import type { GridPort } from './grid-port.ts';
import { ListSource } from './list-source.ts';

/** A list of the newest first, as the desk would hold it; `fail` refuses the calls, `silent` never answers them. */
class Records {
  ids: string[];
  /** What is similar to any search, as far as the search index has it. */
  similar: string[] = [];
  names = new Map<string, string>();
  fail = false;
  silent = false;
  withTotal = true;
  /** How long an answer takes, in milliseconds, and how often it was asked for rows. */
  slow = 0;
  lists = 0;

  constructor(count: number) {
    this.ids = Array.from({ length: count }, (_, index) => `r${index}`);
  }

  readonly call = (async (method: string, params: Partial<ListQuery> & { id?: string }) => {
    if (this.silent) return new Promise(() => undefined);
    if (this.fail) throw new PlainError('unavailable', 'Not now.');
    const similar = params.search ? this.similar : [];
    const exact = this.ids.filter((id) => !params.search || id.includes(params.search));
    const found = [...exact, ...similar];
    if (method === 'records.count') return { total: found.length };
    if (method === 'records.get')
      return params.id && this.ids.includes(params.id) ? this.#view(params.id) : null;
    this.lists += 1;
    if (this.slow > 0) await new Promise((resolve) => setTimeout(resolve, this.slow));
    const rows = found.slice(params.offset, (params.offset ?? 0) + (params.limit ?? 0));
    return {
      rows: rows.map((id) => this.#view(id).record),
      total: this.withTotal ? found.length : null,
      ...(similar.length > 0 ? { similar: similar.length } : {}),
    };
  }) as unknown as Bridge['call'];

  #view(id: string): RecordView {
    const record = { _id: id, fullName: this.names.get(id) ?? id };
    return { record, base: 1, references: {}, waiting: false };
  }
}

/** AG Grid's own limit. */
const MOST_UNDER_WAY = 2;

/** The loaded blocks of a grid, which has a few requests under way at most. */
class Grid implements GridPort {
  readonly rows = new Map<number, GridRow[]>();
  total: number | undefined;
  readonly source: ListSource;
  atTop = 0;
  entered = 0;
  readonly #asked = new Set<number>();
  #underWay = 0;

  constructor(source: ListSource) {
    this.source = source;
  }

  async load(startRow: number, sort?: ListQuery['sort']): Promise<void> {
    this.#asked.add(startRow);
    if (this.#underWay === MOST_UNDER_WAY) return;
    this.#underWay += 1;
    await this.source.block({
      startRow,
      endRow: startRow + 100,
      sort,
      success: (rows, total) => {
        this.#underWay -= 1;
        this.rows.set(startRow, rows);
        this.total = total;
      },
      fail: () => {
        this.#underWay -= 1;
      },
    });
  }

  shown(startRow = 0): string[] {
    return (this.rows.get(startRow) ?? []).map((row) => row._id);
  }

  row(id: string): GridRow | undefined {
    return [...this.rows.values()].flat().find((row) => row._id === id);
  }

  setRow(row: GridRow): void {
    for (const block of this.rows.values()) {
      const index = block.findIndex(({ _id }) => _id === row._id);
      if (index >= 0) block[index] = row;
    }
  }

  refresh(): void {
    for (const start of this.#asked) void this.load(start);
  }

  setTotal(total: number): void {
    this.total = total;
  }

  scrollToTop(): void {
    this.atTop += 1;
  }

  focusFirstRow(): void {
    this.entered += 1;
  }
}

const query = { entity: 'candidate', list: 'candidates' } as const;

async function opened(count: number): Promise<{ records: Records; grid: Grid; source: ListSource }> {
  const records = new Records(count);
  const source = new ListSource(records, candidate, query);
  const grid = new Grid(source);
  source.connect(grid);
  await grid.load(0);
  return { records, grid, source };
}

const elsewhere = (...ids: string[]) => ({ entity: 'candidate', ids, origin: 'elsewhere' }) as const;
const here = (...ids: string[]) => ({ entity: 'candidate', ids, origin: 'here' }) as const;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(2_000);

describe('a list while others work', () => {
  it('puts what the search index finds to be similar below the rows, and calls none of them new', async () => {
    const { records, grid, source } = await opened(3);
    await source.show({ ...query, search: 'r2' });
    await settle();
    expect(grid.shown()).toEqual(['r2']);
    records.similar = ['s1'];
    source.changed({ entity: 'candidate', ids: null, origin: 'elsewhere' }, false);
    await settle();
    expect(source.state()).toMatchObject({ total: 2, similar: 1, fresh: 0 });
    expect(grid.shown()).toEqual(['r2', 's1']);
  });

  it('lets new rows wait, and shows them when asked', async () => {
    const { records, grid, source } = await opened(250);
    records.ids.unshift('new1', 'new2', 'new3');
    source.changed(elsewhere('new1', 'new2', 'new3'), false);
    await settle();
    expect(source.state()).toMatchObject({ total: 250, fresh: 3 });
    expect(grid.shown()[0]).toBe('r0');

    source.restart();
    await settle();
    expect(source.state()).toMatchObject({ total: 253, fresh: 0 });
    expect(grid.shown().slice(0, 4)).toEqual(['new1', 'new2', 'new3', 'r0']);
  });

  it('goes on below without repeating rows while new ones wait above', async () => {
    const { records, grid, source } = await opened(250);
    records.ids.unshift('new1', 'new2');
    source.changed(elsewhere('new1', 'new2'), false);
    await settle();
    await grid.load(100);
    expect(grid.shown(100)[0]).toBe('r100');
    expect(grid.total).toBe(250);
  });

  it('does not repeat rows either when the new ones have not been heard of yet', async () => {
    const { records, grid, source } = await opened(250);
    records.ids.unshift('new1');
    await grid.load(100);
    expect(grid.shown(100)[0]).toBe('r100');
    expect(source.state().fresh).toBe(1);
  });

  it('changes rows in place', async () => {
    const { records, grid, source } = await opened(50);
    records.names.set('r7', 'Asha Rao');
    source.changed(elsewhere('r7'), false);
    await settle();
    expect(grid.row('r7')?.['fullName']).toBe('Asha Rao');
    expect(source.state().fresh).toBe(0);
  });

  it('leaves the place of a deleted row and nothing of its contents', async () => {
    const { records, grid, source } = await opened(50);
    records.ids.splice(7, 1);
    source.changed(elsewhere('r7'), false);
    await settle();
    expect(grid.row('r7')).toEqual({ _id: 'r7', _gone: true });
    expect(grid.shown()[8]).toBe('r8');
    expect(source.state()).toMatchObject({ gone: 1, total: 50 });
  });

  it('notices a new row although another has left the filter', async () => {
    const { records, source } = await opened(250);
    records.ids.unshift('new1');
    records.ids.splice(200, 1);
    source.changed(elsewhere('new1', 'r199'), false);
    await settle();
    expect(source.state().fresh).toBe(1);
  });

  it('shows the user’s own changes at once', async () => {
    const { records, grid, source } = await opened(50);
    records.ids.unshift('mine');
    source.changed(here('mine'), false);
    await settle();
    expect(grid.shown()[0]).toBe('mine');
    expect(source.state()).toMatchObject({ total: 51, fresh: 0 });
  });

  it('keeps all rows in their places while one types in a row, and puts them in order after', async () => {
    const { records, grid, source } = await opened(50);
    source.hold(true);
    records.ids.reverse();
    records.names.set('r7', 'Typed');
    source.changed(here('r7'), false);
    await settle();
    expect(grid.row('r7')?.['fullName']).toBe('Typed');
    expect(grid.shown()[0]).toBe('r0');
    source.hold(false);
    await settle();
    expect(grid.shown()[0]).toBe('r49');
  });

  it('fills an empty list by itself', async () => {
    const { records, grid, source } = await opened(0);
    expect(source.state().total).toBe(0);
    records.ids.push('first');
    source.changed(elsewhere('first'), false);
    await settle();
    expect(grid.shown()).toEqual(['first']);
  });

  it('asks the seldomer for what a first sync brings, the longer the desk needs to answer', async () => {
    const { records, source } = await opened(50);
    const asked = async (slow: number): Promise<number> => {
      records.slow = slow;
      records.lists = 0;
      for (let at = 0; at < 100; at += 1) {
        source.changed({ entity: 'candidate', ids: null, origin: 'elsewhere' }, true);
        await vi.advanceTimersByTimeAsync(200);
      }
      return records.lists;
    };
    expect(await asked(5)).toBeGreaterThan(15);
    expect(await asked(1_000)).toBeLessThan(8);
  });

  it('does not care about entities that it does not show', async () => {
    const { records, source } = await opened(50);
    records.ids.unshift('new1');
    source.changed({ entity: 'job', ids: ['x'], origin: 'elsewhere' }, false);
    await settle();
    expect(source.state().fresh).toBe(0);
  });
});

describe('a query', () => {
  it('keeps the old rows until the new ones are there, and starts at its top', async () => {
    const { grid, source } = await opened(250);
    const shown = source.show({ ...query, search: '24' });
    expect(grid.shown()[0]).toBe('r0');
    await shown;
    await settle();
    expect(grid.shown().slice(0, 2)).toEqual(['r24', 'r124']);
    expect(source.state()).toMatchObject({ total: 13, loading: false });
    expect(grid.atTop).toBe(1);
  });

  it('drops the answer to an earlier one', async () => {
    const { grid, source } = await opened(250);
    const first = source.show({ ...query, search: '24' });
    const second = source.show({ ...query, search: '249' });
    await Promise.all([first, second]);
    await settle();
    expect(grid.shown()).toEqual(['r249']);
  });

  it('does not show a page from before what has come since, as at the end of a first sync', async () => {
    const { records, grid, source } = await opened(250);
    records.slow = 500;
    void source.show({ ...query, search: '24' });
    await vi.advanceTimersByTimeAsync(100);
    records.ids.push('new24');
    records.slow = 100;
    source.restart();
    await settle();
    expect(grid.shown()).toContain('new24');
  });

  it('nor where what has come was looked for and answered before that page', async () => {
    const { records, grid, source } = await opened(250);
    await source.show({ ...query, search: '249' });
    records.slow = 1_000;
    void source.show({ ...query, search: '24' });
    await vi.advanceTimersByTimeAsync(100);
    records.ids.push('new24');
    records.slow = 50;
    source.changed(elsewhere('new24'), false);
    await settle();
    expect(grid.shown()).toContain('new24');
  });

  it('nor where the grid was busy when that page came', async () => {
    const { records, grid, source } = await opened(250);
    const busy = vi.spyOn(grid, 'refresh').mockImplementation(() => undefined);
    await source.show({ ...query, search: '24' });
    records.ids.push('new24');
    source.restart();
    busy.mockRestore();
    await grid.load(0);
    expect(grid.shown()).toContain('new24');
  });

  it('counts apart where the rows came first', async () => {
    const records = new Records(250);
    records.withTotal = false;
    const source = new ListSource(records, candidate, query);
    const grid = new Grid(source);
    source.connect(grid);
    await grid.load(0);
    await settle();
    expect(source.state().total).toBe(250);
    expect(grid.total).toBe(250);
  });

  it('has no length while it is counted: that of the search before is not its own', async () => {
    const { records, grid, source } = await opened(250);
    records.withTotal = false;
    const totals: (number | null)[] = [];
    source.subscribe(() => totals.push(source.state().loading ? -1 : source.state().total));
    await source.show({ ...query, search: 'r1' });
    await settle();
    expect(totals.filter((total) => total !== -1)).toEqual([null, 111]);
    expect(grid.total).toBe(111);
  });

  it('is empty at once where nothing is found, also before it has been counted', async () => {
    const { records, grid, source } = await opened(250);
    records.withTotal = false;
    await source.show({ ...query, search: 'nobody' });
    expect(source.state().total).toBe(0);
    expect(grid.total).toBe(0);
    source.focusFirstRow();
    expect(grid.entered).toBe(0);
  });

  it('is shown although its rows came before the grid was ready, as on a busy machine', async () => {
    const source = new ListSource(new Records(250), candidate, query);
    const grid = new Grid(source);
    await Promise.all([grid.load(0), source.show({ ...query, search: '24' })]);
    await settle();
    source.connect(grid);
    await settle();
    expect(source.state()).toMatchObject({ total: 13, loading: false });
    expect(grid.shown().slice(0, 2)).toEqual(['r24', 'r124']);
  });

  it('shows what changed before the grid was ready', async () => {
    const records = new Records(0);
    const source = new ListSource(records, candidate, query);
    const grid = new Grid(source);
    await grid.load(0);
    records.ids = ['r1'];
    source.changed(elsewhere('r1'), true);
    source.connect(grid);
    await settle();
    expect(grid.shown()).toEqual(['r1']);
  });

  it('never shows the rows of one order in another', async () => {
    const { records, grid, source } = await opened(250);
    const busy = vi.spyOn(grid, 'refresh').mockImplementation(() => undefined);
    await source.show({ ...query, search: '24' });
    busy.mockRestore();
    records.ids.reverse();
    await grid.load(0, { field: 'fullName', direction: 'asc' });
    expect(grid.shown()[0]).toBe('r249');
  });

  it('says that it failed, keeps what it has, and recovers on Retry', async () => {
    const { records, grid, source } = await opened(50);
    records.fail = true;
    await source.show({ ...query, search: '4' });
    expect(source.state().error?.message).toBe('Not now.');
    expect(grid.shown()).toHaveLength(50);
    records.fail = false;
    source.retry();
    await settle();
    expect(source.state()).toMatchObject({ error: null, total: 14 });
  });

  it('waits no longer on Retry for what is never answered', async () => {
    const { records, grid, source } = await opened(50);
    records.silent = true;
    source.restart();
    source.restart();
    await settle();
    records.silent = false;
    records.ids.unshift('new');
    source.restart();
    await settle();
    expect(grid.shown()[0]).toBe('r0');
    source.retry();
    await settle();
    expect(grid.shown()[0]).toBe('new');
    expect(source.state().total).toBe(51);
  });
});
