import type { GridApi } from 'ag-grid-community';
import type { GridRow } from './list-row.ts';
import { isFocusLost } from '../keyboard/keep-focus.ts';

const CELL = '[role="gridcell"]';

/**
 * The grid knows a focused place, people a focused row: when rows come in another order, the focus goes along with its
 * row, into the same cell, and to the same button where it was on one.
 * @returns to be called when the rows have been put in place.
 */
export function focusFollowsRow(api: GridApi<GridRow>): () => void {
  const active = document.activeElement;
  const cell = active?.closest(CELL);
  const column = cell?.getAttribute('col-id');
  const index = rowIndexOf(cell);
  const id = Number.isNaN(index) ? undefined : api.getDisplayedRowAtIndex(index)?.data?._id;
  if (!active || !cell || !column || id === undefined) return () => undefined;
  const control = controlsIn(cell).indexOf(active);

  return () => {
    const next = api.getRowNode(id)?.rowIndex ?? null;
    if (next === null || next === index) return;
    // The rows on the screen are drawn in the next frame.
    requestAnimationFrame(() => {
      // Meanwhile the user may have gone elsewhere.
      if (!cell.contains(document.activeElement) && !isFocusLost()) return;
      api.setFocusedCell(next, column);
      const there = document.activeElement?.closest(CELL);
      if (control >= 0 && there) focusOn(controlsIn(there)[control]);
    });
  };
}

/**
 * Paging by keys goes faster than rows arrive: a focused row that was not there yet is selected when it is.
 * @returns to be called when the rows have been put in place.
 */
export function selectFocusedWhenThere(api: GridApi<GridRow>): () => void {
  const index = rowIndexOf(document.activeElement);
  if (Number.isNaN(index) || api.getDisplayedRowAtIndex(index)?.data) return () => undefined;
  return () => {
    const row = api.getDisplayedRowAtIndex(index);
    if (row?.data) row.setSelected(true, true);
  };
}

function rowIndexOf(part: Element | null | undefined): number {
  return Number(part?.closest('[row-index]')?.getAttribute('row-index') ?? Number.NaN);
}

function controlsIn(cell: Element): Element[] {
  return [...cell.querySelectorAll('[data-row-control]')];
}

function focusOn(control: Element | undefined): void {
  if (control instanceof HTMLElement) control.focus();
}
