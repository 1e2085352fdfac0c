import { useCallback, useEffect, useRef, type RefObject } from 'react';
import type { GridQuery } from '../data-grid/grid-query.ts';

interface EnterRows {
  /** Leads from the search box into the rows that this text finds, as soon as they are there. */
  enterRows: (search: string) => void;
  /** Typing goes on: the focus stays where it is. */
  stay: () => void;
}

/** The way of the keyboard from the search box to the first row. Where nothing is found it stays in the box. */
export function useEnterRows(
  source: { state: () => { loading: boolean }; focusFirstRow: () => void },
  query: GridQuery,
  loading: boolean,
  box: RefObject<HTMLInputElement | null>,
): EnterRows {
  const wanted = useRef<string | null>(null);
  const enterWhenThere = useCallback(() => {
    // The list follows the text a moment later; until then its rows are those of an earlier one.
    if (wanted.current !== (query.search ?? '') || source.state().loading) return;
    wanted.current = null;
    // Rows just given are drawn in the next frame.
    requestAnimationFrame(() => {
      if (document.activeElement === box.current) source.focusFirstRow();
    });
  }, [query, source, box]);
  useEffect(enterWhenThere, [enterWhenThere, loading]);
  return {
    enterRows: (search) => {
      wanted.current = search.trim();
      enterWhenThere();
    },
    stay: () => {
      wanted.current = null;
    },
  };
}
