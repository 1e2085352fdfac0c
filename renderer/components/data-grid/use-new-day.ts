import type { GridApi } from 'ag-grid-community';
import { useEffect, useRef } from 'react';
import { useToday } from '../use-now.ts';
import type { GridRow } from './list-row.ts';

/** On the next day other times are "today" and "tomorrow": a row that nobody changes is not read anew for it. */
export function useNewDay(api: GridApi<GridRow> | null): void {
  const today = useToday();
  const shown = useRef(today);
  useEffect(() => {
    if (shown.current === today) return;
    shown.current = today;
    api?.refreshCells();
  }, [api, today]);
}
