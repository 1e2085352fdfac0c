import type {
  CellFocusedEvent,
  Column,
  FocusGridInnerElementParams,
  GridApi,
  ProcessRowParams,
} from 'ag-grid-community';
import { SELECTION_COLUMN } from '../selection/selection-column.tsx';
import type { GridRow } from './list-row.ts';

// Tab goes through the links and buttons of the focused row and then on: see grid-keyboard.ts.
export const leaveTabToBrowser = (): boolean => false;
export const takeRowOutOfTabOrder = ({ eRow }: ProcessRowParams<GridRow>): void => {
  eRow.tabIndex = -1;
};

/** The row with the focus is the selected one: so one row is marked, also while a dialog is open over the grid. */
export const selectFocusedRow = ({ api, rowIndex }: CellFocusedEvent<GridRow>): GridRow | undefined => {
  const row = rowIndex === null ? undefined : api.getDisplayedRowAtIndex(rowIndex);
  // A row that is still on its way is selected when it arrives.
  if (row?.data) row.setSelected(true, true);
  return row?.data;
};

/** What stands beside a grid can move the focus in it. */
export interface GridControl {
  /** Goes to the row below (1) or above (-1) that of the record; where that is not in sight, the one with the focus. */
  step: (id: string, by: 1 | -1) => void;
  /** Goes to the row of the record. */
  focus: (id: string) => void;
  /** The record below (1) or above (-1) that one; null where none is, or it is still fetched. The focus stays. */
  next: (id: string, by: 1 | -1) => string | null;
}

export function gridControl(api: GridApi<GridRow> | null): GridControl {
  const go = (id: string, by: number): void => {
    const column = api?.getFocusedCell()?.column ?? (api && firstColumn(api));
    const at = api?.getRowNode(id)?.rowIndex ?? api?.getFocusedCell()?.rowIndex;
    if (!api || !column || typeof at !== 'number') return;
    const to = at + by;
    if (to < 0 || to >= api.getDisplayedRowCount()) return;
    api.ensureIndexVisible(to);
    api.setFocusedCell(to, column);
  };
  const next: GridControl['next'] = (id, by) => {
    const at = api?.getRowNode(id)?.rowIndex;
    const to = typeof at === 'number' ? at + by : -1;
    if (!api || to < 0 || to >= api.getDisplayedRowCount()) return null;
    api.ensureIndexVisible(to);
    return api.getDisplayedRowAtIndex(to)?.data?._id ?? null;
  };
  return { step: go, focus: (id) => go(id, 0), next };
}

function isOnThisPage(api: GridApi<GridRow>, row: number): boolean {
  if (row >= api.getDisplayedRowCount()) return false;
  const paged = api.getGridOption('pagination') === true;
  return !paged || Math.floor(row / api.paginationGetPageSize()) === api.paginationGetCurrentPage();
}

function firstColumn(api: GridApi<GridRow>): Column | undefined {
  const columns = api.getAllDisplayedColumns();
  return columns.find((each) => each.getColId() !== SELECTION_COLUMN) ?? columns[0];
}

/** Tab leads into the rows, to where one was: not through all headings, nor to the last of a hundred thousand rows. */
export const enterGrid = ({ api }: FocusGridInnerElementParams<GridRow>): boolean => {
  const focused = api.getFocusedCell();
  const before = focused && isOnThisPage(api, focused.rowIndex) ? focused : null;
  const row = before?.rowIndex ?? api.getFirstDisplayedRowIndex();
  const column = before?.column ?? firstColumn(api);
  if (row < 0 || !column) return false;
  api.ensureIndexVisible(row);
  api.setFocusedCell(row, column);
  return true;
};
