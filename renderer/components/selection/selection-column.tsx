import type { EntityDefinition } from '#shared/model/entity.ts';
import type { ColDef, ICellRendererParams } from 'ag-grid-community';
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { titleOf, type GridRow } from '../data-grid/list-row.ts';
import { isNothing, isSelected } from './selected.ts';
import classes from './selection.module.css';
import type { Selection } from './selection.ts';

export const SELECTION_COLUMN = 'row-selection';

/** Whether a press went to the column of boxes. */
export function isInSelectionColumn(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`[col-id="${SELECTION_COLUMN}"]`) !== null;
}

/** What the column needs of its grid. */
export interface SelectionColumn {
  selection: Selection;
  /** A press on the box of a row; with Shift from the one before. */
  press: (row: GridRow, withShift: boolean) => void;
  /** Selects all that the list finds, or nothing. */
  pressAll: () => void;
}

/** The narrow column with a box in each row, and one for all in its heading. */
export function selectionColumn(
  entity: EntityDefinition,
  column: SelectionColumn,
  tight: boolean,
): ColDef<GridRow> {
  return {
    colId: SELECTION_COLUMN,
    headerName: '',
    width: tight ? 26 : 36,
    minWidth: tight ? 26 : 36,
    resizable: false,
    suppressMovable: true,
    lockPosition: 'left',
    cellClass: classes.cell ?? '',
    headerClass: classes.heading ?? '',
    headerComponent: () => <AllBox column={column} />,
    suppressHeaderKeyboardEvent: ({ event }) => {
      if (event.key !== ' ' && event.key !== 'Enter') return false;
      event.preventDefault();
      column.pressAll();
      return true;
    },
    cellRenderer: ({ data, rowIndex }: { rowIndex?: number } & ICellRendererParams<GridRow>) =>
      data && !data._gone && !data._similar ? (
        <RowBox
          column={column}
          row={data}
          label={`Select ${titleOf(entity, data) || `row ${(rowIndex ?? 0) + 1}`}`}
        />
      ) : null,
  };
}

function RowBox({ column, row, label }: { column: SelectionColumn; row: GridRow; label: string }): ReactNode {
  const { selection, press } = column;
  const checked = useSyncExternalStore(selection.subscribe, () =>
    isSelected(selection.state().selected, row._id),
  );
  const box = useRef<HTMLInputElement>(null);
  // The row tells it too, in its colour.
  useLayoutEffect(() => {
    const line = box.current?.closest('.ag-row');
    line?.toggleAttribute('data-chosen', checked);
    return () => line?.removeAttribute('data-chosen');
  }, [checked]);
  return (
    // The whole cell is the target.
    <label className={classes.target}>
      <input
        ref={box}
        type="checkbox"
        className={classes.box}
        tabIndex={-1}
        aria-label={label}
        checked={checked}
        // The focus stays in the grid, where arrows and Space work.
        onMouseDown={(event) => event.preventDefault()}
        onChange={({ nativeEvent }) => press(row, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  );
}

function AllBox({ column: { selection, pressAll } }: { column: SelectionColumn }): ReactNode {
  const { selected } = useSyncExternalStore(selection.subscribe, selection.state);
  const box = useRef<HTMLInputElement>(null);
  const isAll = selected.all && selected.ids.size === 0;
  const isSome = !isAll && !isNothing(selected);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome;
  }, [isSome]);
  return (
    <label className={classes.target}>
      <input
        ref={box}
        type="checkbox"
        className={classes.box}
        tabIndex={-1}
        aria-label="Select all"
        checked={isAll}
        onChange={pressAll}
      />
    </label>
  );
}
