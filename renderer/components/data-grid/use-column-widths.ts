import type { ColumnResizedEvent } from 'ag-grid-community';
import { useState } from 'react';
import { keepWidths, keptWidths } from '../../stores/column-widths.ts';
import { useUser } from '../../stores/session.ts';
import type { GridRow } from './list-row.ts';

export interface ColumnWidths {
  /** In pixels by column; only of those that the user has drawn. */
  widths: Readonly<Record<string, number>>;
  onResized: (event: ColumnResizedEvent<GridRow>) => void;
  /** Back to the widths that the list has by itself. */
  reset: () => void;
}

/** The widths that the signed-in user gives to a list's columns, kept over reloads on this PC. */
export function useColumnWidths(list: string): ColumnWidths {
  const { _id } = useUser();
  const [widths, setWidths] = useState(() => keptWidths(_id, list));
  const take = (next: ColumnWidths['widths']): void => {
    setWidths(next);
    keepWidths(_id, list, next);
  };
  return {
    widths,
    onResized: ({ finished, source, column }) => {
      if (!finished || column === null || !source.startsWith('ui')) return;
      take({ ...widths, [column.getColId()]: Math.round(column.getActualWidth()) });
    },
    reset: () => take({}),
  };
}
