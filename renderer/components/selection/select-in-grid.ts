import type { GridApi } from 'ag-grid-community';
import type { GridRow } from '../data-grid/list-row.ts';
import type { ListSource } from '../data-grid/list-source.ts';
import { isSelected } from './selected.ts';
import type { Selection } from './selection.ts';

/** Whether a row can be selected: what a search only nearly finds, and what is gone, is not in the list. */
function isListed(row: GridRow | undefined): row is GridRow {
  return row !== undefined && !row._gone && !row._similar;
}

interface SelectingIn {
  selection: Selection;
  source: ListSource;
  api: GridApi<GridRow>;
}

/** `selectRow` of the row at a place, which may have been reached before it was read. */
export async function selectAt(
  grid: SelectingIn,
  row: GridRow | undefined,
  index: number,
  withShift: boolean,
): Promise<void> {
  const [read] = row ? [row] : await grid.source.rowsBetween(index, index);
  if (read) await selectRow(grid, read, withShift);
}

/** The row changes sides; with Shift all from the one where a range begins come to where it goes. */
export async function selectRow(
  { selection, source, api }: SelectingIn,
  row: GridRow,
  withShift: boolean,
): Promise<void> {
  if (!isListed(row)) return;
  const { anchor } = selection;
  const wanted = !isSelected(selection.state().selected, row._id);
  const from = withShift && anchor !== null ? api.getRowNode(anchor)?.rowIndex : undefined;
  const to = api.getRowNode(row._id)?.rowIndex;
  if (typeof from !== 'number' || typeof to !== 'number') return selection.choose([row._id], wanted);
  const rows = await rowsBetween(api, source, Math.min(from, to), Math.max(from, to));
  selection.choose(
    rows.filter(isListed).map(({ _id }) => _id),
    wanted,
    row._id,
  );
}

/** Goes one row up or down, and takes the way along. */
export function extendTo(selection: Selection, api: GridApi<GridRow>, index: number, down: boolean): void {
  const rows = [index, index + (down ? 1 : -1)].map((at) => api.getDisplayedRowAtIndex(at)?.data);
  const listed = rows.filter(isListed).map(({ _id }) => _id);
  selection.choose(listed, true);
}

async function rowsBetween(
  api: GridApi<GridRow>,
  source: ListSource,
  from: number,
  to: number,
): Promise<GridRow[]> {
  const rows: GridRow[] = [];
  for (let at = from; at <= to; at += 1) {
    const row = api.getDisplayedRowAtIndex(at)?.data;
    // Rows in between may have been scrolled past long ago.
    if (!row) return source.rowsBetween(from, to);
    rows.push(row);
  }
  return rows;
}
