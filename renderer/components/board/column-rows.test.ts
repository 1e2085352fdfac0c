import { expect, it } from 'vitest';
import type { BlockRequest } from '../data-grid/grid-port.ts';
import type { GridRow } from '../data-grid/list-row.ts';
import { ColumnRows } from './column-rows.ts';

const row = (at: number, more = {}): GridRow => ({ _id: `r${at}`, ...more });
const block = (from: number, count = 100): GridRow[] =>
  Array.from({ length: count }, (_, at) => row(from + at));

function opened() {
  const asked: BlockRequest[] = [];
  const seen = { changes: 0, top: 0 };
  const rows = new ColumnRows(
    (request) => void asked.push(request),
    { scrollToTop: () => void (seen.top += 1), focusFirstRow: () => undefined },
    () => void (seen.changes += 1),
  );
  const take = (): BlockRequest => {
    const request = asked.shift();
    if (!request) throw new Error('Nothing was asked');
    return request;
  };
  return { rows, asked, seen, take };
}

it('asks for a block once, when it is scrolled to', () => {
  const { rows, asked, take } = opened();
  rows.need(0, 9);
  rows.need(2, 12);
  expect(asked.map(({ startRow, endRow }) => [startRow, endRow])).toEqual([[0, 100]]);
  take().success(block(0), 1_000);
  rows.need(95, 230);
  expect(asked.map(({ startRow }) => startRow)).toEqual([100, 200]);
  expect([rows.at(99)?._id, rows.at(100), rows.known]).toEqual(['r99', undefined, 100]);
});

it('asked anew it shows what it had until the answer, and forgets what is out of sight', () => {
  const { rows, asked, take } = opened();
  rows.need(0, 150);
  take().success(block(0), 1_000);
  take().success(block(100), 1_000);
  rows.need(120, 130);
  rows.refresh();
  expect(asked.map(({ startRow }) => startRow)).toEqual([100]);
  expect([rows.at(0), rows.at(120)?._id]).toEqual([undefined, 'r120']);
  take().success(block(101), 999);
  expect(rows.at(120)?._id).toBe('r121');
});

it('a late answer to an earlier question is not taken, and one that failed is asked again', () => {
  const { rows, take, asked } = opened();
  rows.need(0, 9);
  const early = take();
  rows.refresh();
  take().success(block(500), 1_000);
  early.success(block(0), 1_000);
  expect(rows.at(0)?._id).toBe('r500');
  rows.need(100, 110);
  take().fail();
  rows.need(100, 111);
  expect(asked).toHaveLength(1);
});

it('finds a row and puts another version in its place; what is beyond the end is gone', () => {
  const { rows, take, seen } = opened();
  rows.need(0, 150);
  take().success(block(0), 150);
  take().success(block(100, 50), 150);
  rows.setRow(row(120, { fullName: 'Asha' }));
  expect([rows.indexOf('r120'), rows.row('r120')?.['fullName'], rows.indexOf('x')]).toEqual([
    120,
    'Asha',
    -1,
  ]);
  rows.refresh();
  take().success(block(0, 30), 30);
  expect(rows.known).toBe(30);
  expect(seen.changes).toBe(4);
});

it('another order is asked from the top', () => {
  const { rows, take, seen, asked } = opened();
  rows.need(300, 310);
  take().success(block(300), 1_000);
  rows.orderBy({ field: 'nextCall', direction: 'asc' });
  rows.orderBy({ field: 'nextCall', direction: 'asc' });
  expect(asked.map(({ startRow, sort }) => [startRow, sort?.field])).toEqual([[0, 'nextCall']]);
  expect(seen.top).toBe(1);
});
