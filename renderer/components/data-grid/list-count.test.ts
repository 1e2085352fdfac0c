import type { ListPage } from '#shared/protocol/list-calls.ts';
import { describe, expect, it } from 'vitest';
import type { Bridge } from '../../bridge/client.ts';
import { countRows, ListCount, totalOf, type ListCounts } from './list-count.ts';

function shown(total: number | null): { count: ListCount; told: Partial<ListCounts> } {
  const told: Partial<ListCounts> = {};
  const count = new ListCount((change) => Object.assign(told, change));
  if (total !== null) count.take(total);
  return { count, told };
}

const page = (rows: number, total: number | null = null): ListPage => ({
  rows: Array.from({ length: rows }, (_, index) => ({ _id: String(index) })),
  total,
});

describe('the counts of a list', () => {
  it('keep the length that is shown, and say beside it what has come since', () => {
    const { count, told } = shown(10);
    expect(count.take(12)).toBe('fits');
    expect(told).toMatchObject({ total: 10, fresh: 2 });
    expect([count.hasMoved('come'), count.hasMoved('gone')]).toEqual([true, false]);
  });

  it('do not take a row for new where one on the screen has gone', () => {
    const { count, told } = shown(10);
    count.see('a', false);
    expect(count.take(9)).toBe('fits');
    expect(told).toMatchObject({ total: 10, fresh: 0, gone: 1 });
    count.see('a', true);
    expect(told.gone).toBe(0);
  });

  it('say where the list has become shorter than what is shown', () => {
    expect(shown(10).count.take(8)).toBe('outdated');
  });

  it('begin anew with the next answer', () => {
    const { count, told } = shown(10);
    count.take(12);
    count.see('a', false);
    count.restart();
    expect(told).toMatchObject({ total: 10, fresh: 0, gone: 0 });
    expect(count.take(11)).toBe('fits');
    expect(told).toMatchObject({ total: 11, fresh: 0 });
  });

  it('ask once to be counted where the rows came first, and keep the old length meanwhile', () => {
    const { count, told } = shown(10);
    count.restart();
    expect([count.take(null), count.take(null)]).toEqual(['uncounted', 'fits']);
    expect(told.total).toBe(10);
    count.takeCounted(11);
    expect(told.total).toBe(11);
  });

  it('do not show the length of another search beside new rows', () => {
    const { count, told } = shown(10);
    count.restartAsAnother();
    expect(told.total).toBe(10);
    expect(count.take(null)).toBe('uncounted');
    expect(told.total).toBeNull();
  });

  it('count strangers at the top, and never fewer than were told', () => {
    const { count, told } = shown(10);
    count.takeStrangers(3);
    count.takeStrangers(-1);
    expect(told.fresh).toBe(3);
  });
});

describe('the length that a page of rows says', () => {
  it('is what the desk counted, or follows from a last page', () => {
    expect(totalOf(page(100, 250), 0, 100)).toBe(250);
    expect(totalOf(page(7), 200, 100)).toBe(207);
    expect(totalOf(page(0), 0, 100)).toBe(0);
  });

  it('is open after a full page, and after one beyond the end', () => {
    expect(totalOf(page(100), 0, 100)).toBeNull();
    expect(totalOf(page(0), 200, 100)).toBeNull();
  });
});

it('the rows that a search in documents finds are counted, and not those that a search in fields would', async () => {
  const asked: unknown[] = [];
  const call = (async (_method: string, params: unknown) => {
    asked.push(params);
    return { total: 7 };
  }) as unknown as Bridge['call'];
  const rows = { entity: 'candidate', list: 'candidates', search: 'java', inDocuments: true } as const;
  const shown = { sort: { field: 'fullName', direction: 'asc' }, columns: ['fullName'] } as const;
  expect(await countRows({ call }, { ...rows, ...shown, columns: [...shown.columns] })).toBe(7);
  expect(asked).toEqual([rows]);
});
