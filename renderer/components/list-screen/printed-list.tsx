import { formatNumber } from '#shared/format/numbers.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { withColumns } from '#shared/model/list-columns.ts';
import { listOf } from '#shared/model/list-query.ts';
import { bridge } from '../../bridge/bridge.ts';
import type { ColumnSettings } from '../data-grid/grid-columns.tsx';
import type { GridQuery } from '../data-grid/grid-query.ts';
import { countRows } from '../data-grid/list-count.ts';
import type { GridRow } from '../data-grid/list-row.ts';
import { lastActivityText, readLastActivities } from '../activities/last-activities.ts';
import { isOfPeople } from '../activities/person.ts';
import { printedColumns, type PrintedColumn } from '../data-grid/printed-columns.ts';
import { PrintedTable } from '../print/printed-table.tsx';
import type { PrintedPage } from '../print/printing.ts';

/** Rows on paper, at most: some forty sheets. */
const MOST_ROWS = 1_000;
const ROWS_AT_ONCE = 500;

export interface PrintedListInput {
  query: GridQuery;
  heading: string;
  /** What narrows the list, in words. */
  filters: readonly string[];
  columns: Readonly<Record<string, ColumnSettings | false>>;
  numberHeading: string | null;
  /** Whether the last activity of each person comes after the columns. */
  lastActivity: boolean;
}

/** The rows of a list as it is filtered now, read page by page: all of them, not only those in sight. */
export async function printedList(input: PrintedListInput): Promise<PrintedPage> {
  const { query, heading, filters, numberHeading } = input;
  const definition = entityOf(query.entity);
  const rows = await readRows(query);
  const columns = [
    ...printedColumns(definition, withColumns(listOf(definition, query.list), query.columns), input.columns),
    ...(input.lastActivity ? [await lastActivityOf(query.entity, rows)] : []),
  ];
  return {
    title: heading,
    lines: [...(filters.length > 0 ? [filters.join(' · ')] : []), await countText(query, rows.length)],
    landscape: columns.length > 5,
    content: (
      <PrintedTable
        headings={[
          ...(numberHeading === null ? [] : [numberHeading]),
          ...columns.map((column) => column.heading),
        ]}
        rows={rows.map((row, index) => ({
          id: row._id,
          cells: [
            ...(numberHeading === null ? [] : [formatNumber(index + 1)]),
            ...columns.map((column) => column.text(row)),
          ],
        }))}
      />
    ),
  };
}

async function lastActivityOf(entity: EntityName, rows: readonly GridRow[]): Promise<PrintedColumn> {
  const ids = rows.map(({ _id }) => _id);
  const newest = isOfPeople(entity)
    ? await readLastActivities(bridge, entity, ids)
    : new Map<string, never>();
  return {
    heading: 'Last activity',
    text: ({ _id }) => {
      const last = newest.get(_id);
      return last ? lastActivityText(last) : '';
    },
  };
}

/** A list that others change all the time is printed as it was read last. */
const MOST_TRIES = 5;

async function readRows(query: GridQuery): Promise<GridRow[]> {
  let read = await readOnce(query);
  for (let tries = 1; tries < MOST_TRIES && read.isMoved; tries += 1) read = await readOnce(query);
  return read.rows;
}

/**
 * Each page begins with the last row of the one before. Where another one stands there, rows have come, gone or moved meanwhile, and
 * somebody who was there all along may be missing.
 */
async function readOnce(query: GridQuery): Promise<{ rows: GridRow[]; isMoved: boolean }> {
  const rows = new Map<string, GridRow>();
  let last: string | undefined;
  let isMoved = false;
  for (let offset = 0; offset < MOST_ROWS; offset += ROWS_AT_ONCE - 1) {
    const limit = Math.min(ROWS_AT_ONCE, MOST_ROWS - offset);
    const page = await bridge.call('records.list', { ...query, offset, limit });
    if (last !== undefined && page.rows[0]?._id !== last) isMoved = true;
    page.rows.forEach((row) => rows.set(row._id, row));
    last = page.rows.at(-1)?._id;
    if (page.rows.length < limit) break;
  }
  return { rows: [...rows.values()], isMoved };
}

async function countText(query: GridQuery, shown: number): Promise<string> {
  const total = shown < MOST_ROWS ? shown : await countRows(bridge, query);
  if (total <= shown) return shown === 1 ? '1 row' : `${formatNumber(shown)} rows`;
  return `The first ${formatNumber(shown)} of ${formatNumber(total)} rows. Narrow the list to print the others.`;
}
