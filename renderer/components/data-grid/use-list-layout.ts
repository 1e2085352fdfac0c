import type { ColumnResizedEvent } from 'ag-grid-community';
import { useState } from 'react';
import { keepColumns, keepWidths, keptColumns, keptWidths, type Widths } from '../../stores/list-layout.ts';
import { useUser } from '../../stores/session.ts';
import type { GridRow } from './list-row.ts';

/** What a list's columns are by themselves: the model's, or those of a saved view. */
export interface BasicLayout {
  columns: readonly string[] | null;
  widths: Widths;
}

export interface ListLayout {
  /** Names of the columns in their order; null for the list's own. */
  columns: readonly string[] | null;
  setColumns: (columns: readonly string[] | null) => void;
  /** In pixels by column; only of those that the user has drawn. */
  widths: Widths;
  onResized: (event: ColumnResizedEvent<GridRow>) => void;
  /** Back to the widths that the list has by itself. */
  resetWidths: () => void;
  /** Back to what the view has, once it has been saved or is shown as it was. */
  forget: () => void;
}

interface Kept {
  place: string;
  columns: readonly string[] | null;
  widths: Widths | null;
}

const NONE: Widths = {};

/**
 * The columns of a list and their widths as the signed-in user has them, kept over reloads on this PC.
 * @param view the saved view that is open; each has a layout of its own
 */
export function useListLayout(list: string, view: { _id: string; layout: BasicLayout } | null): ListLayout {
  const { _id } = useUser();
  const place = view === null ? list : `${list}@${view._id}`;
  const read = (): Kept => ({ place, columns: keptColumns(_id, place), widths: keptWidths(_id, place) });
  const [kept, setKept] = useState(read);
  let now = kept;
  if (kept.place !== place) {
    now = read();
    setKept(now);
  }
  const widths = now.widths ?? view?.layout.widths ?? NONE;
  const takeWidths = (next: Widths | null): void => {
    setKept({ ...now, widths: next });
    keepWidths(_id, place, next);
  };
  const takeColumns = (next: readonly string[] | null): void => {
    setKept((before) => ({ ...before, columns: next }));
    keepColumns(_id, place, next);
  };
  return {
    columns: now.columns ?? view?.layout.columns ?? null,
    setColumns: takeColumns,
    widths,
    onResized: ({ finished, source, column }) => {
      if (!finished || column === null || !source.startsWith('ui')) return;
      takeWidths({ ...widths, [column.getColId()]: Math.round(column.getActualWidth()) });
    },
    resetWidths: () => takeWidths(view === null || Object.keys(view.layout.widths).length === 0 ? null : {}),
    forget: () => {
      takeWidths(null);
      takeColumns(null);
    },
  };
}
