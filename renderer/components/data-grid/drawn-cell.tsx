import type { ColDef, ICellRendererParams } from 'ag-grid-community';
import { createContext, memo, useContext, type ReactNode } from 'react';
import type { GridRow } from './list-row.ts';

type DrawCell = (params: ICellRendererParams<GridRow>) => ReactNode;

/** How the cells of each column that holds more than text are drawn, by the column's id. */
export type DrawnCells = ReadonlyMap<string, DrawCell>;

/** Where the cells of a grid look up how they are drawn now. */
export const DrawnCellsContext = createContext<DrawnCells>(new Map());

/**
 * One component for the cells of all columns: with one of its own for each, the library would make every cell anew
 * whenever the columns are told anew (another action in the rows, a dialog's news), and the button with the focus would
 * be gone. Memoised, for the library draws each cell again as soon as its element is there, with nothing new in it.
 */
const DrawnCell = memo(function DrawnCell(params: ICellRendererParams<GridRow>): ReactNode {
  return useContext(DrawnCellsContext).get(params.column?.getColId() ?? '')?.(params) ?? null;
});

/** Takes from the columns how their cells are drawn, for `DrawnCellsContext`. */
export function withDrawnCells(columns: readonly ColDef<GridRow>[]): {
  columnDefs: ColDef<GridRow>[];
  cells: DrawnCells;
} {
  const cells = new Map<string, DrawCell>();
  const columnDefs = columns.map((column) => {
    if (!column.cellRenderer) return column;
    cells.set(column.colId ?? '', column.cellRenderer as DrawCell);
    return { ...column, cellRenderer: DrawnCell };
  });
  return { columnDefs, cells };
}
