import type { GridApi } from 'ag-grid-community';
import { useMemo, useSyncExternalStore, type RefObject } from 'react';
import type { GridRow } from '../data-grid/list-row.ts';
import type { ListSource } from '../data-grid/list-source.ts';
import { extendTo, selectAt, selectRow } from './select-in-grid.ts';
import type { SelectionColumn } from './selection-column.tsx';
import { everythingSelected, isNothing } from './selected.ts';
import type { Selection } from './selection.ts';

export interface SelectingGrid {
  column: SelectionColumn;
  /** Takes a key that went to a row. */
  key: (event: KeyboardEvent, row: GridRow | undefined, index: number | null) => void;
}

/**
 * What selects rows of a grid; null where its list has no selection.
 * @param grid the grid once there is one: its columns are said before that, and said anew they would all be drawn anew
 */
export function useSelectionColumn(
  selection: Selection | undefined,
  source: ListSource,
  grid: RefObject<GridApi<GridRow> | null>,
): SelectingGrid | null {
  return useMemo(() => {
    if (!selection) return null;
    const press = (row: GridRow, withShift: boolean): void => {
      const api = grid.current;
      if (!api) return;
      const index = api.getRowNode(row._id)?.rowIndex;
      const column = api.getFocusedCell()?.column ?? api.getAllDisplayedColumns()[0];
      // One goes on from there by keys.
      if (typeof index === 'number' && column) api.setFocusedCell(index, column);
      void selectRow({ selection, source, api }, row, withShift);
    };
    const key: SelectingGrid['key'] = (event, row, index) => {
      const api = grid.current;
      if (!api || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === ' ' && index !== null)
        void selectAt({ selection, source, api }, row, index, event.shiftKey);
      const isStep = event.key === 'ArrowDown' || event.key === 'ArrowUp';
      if (isStep && event.shiftKey && index !== null)
        extendTo(selection, api, index, event.key === 'ArrowDown');
    };
    const pressAll = (): void => chooseAll(selection, source);
    return { column: { selection, press, pressAll }, key };
  }, [selection, source, grid]);
}

/** Selects all that the list finds; where all are selected, nothing. */
export function chooseAll(selection: Selection, source: ListSource, orNothing = true): void {
  const { total, similar } = source.state();
  const { selected } = selection.state();
  const isAll = selected.all && selected.ids.size === everythingSelected.ids.size;
  if (orNothing && isAll) selection.clear();
  else selection.chooseAll(total === null ? null : total - similar);
}

const follows = (): (() => void) => () => undefined;

/** Whether any row of a list is selected. */
export function useIsChoosing(selection: Selection | undefined): boolean {
  return useSyncExternalStore(
    selection?.subscribe ?? follows,
    () => selection !== undefined && !isNothing(selection.state().selected),
  );
}
