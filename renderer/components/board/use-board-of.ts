import { formatNumber } from '#shared/format/numbers.ts';
import { useMemo, useRef, type RefObject } from 'react';
import type { GridQuery } from '../data-grid/grid-query.ts';
import { useBoardColumns, type BoardColumns } from './use-board-columns.ts';

/** A list while it is shown as a board. */
export interface ShownBoard {
  name: string;
  columns: BoardColumns;
  /** How many cards there are, as a heading says it. */
  total: string;
  loading: boolean;
  /** Leads the focus to the first card; set by the board. */
  focus: RefObject<(() => void) | null>;
  /** The same as the search box knows it. */
  entry: { state: () => { loading: boolean }; focusFirstRow: () => void };
}

/** The board of a list; null while it is shown as a list. @param name the field by whose values it stands */
export function useBoardOf(query: GridQuery, name: string | null): ShownBoard | null {
  const columns = useBoardColumns(query, name);
  const focus = useRef<(() => void) | null>(null);
  const { loading, store } = columns;
  // Asked of the store: a search that has just been begun is known there before anything is drawn.
  const entry = useMemo(() => ({ state: store.state, focusFirstRow: () => focus.current?.() }), [store]);
  if (name === null) return null;
  const total = columns.total === null ? '' : `(${formatNumber(columns.total)})`;
  return { name, columns, total, loading, focus, entry };
}
