import { useEffect, useMemo, useRef, type FocusEvent } from 'react';
import { isRowInput } from './grid-keyboard.ts';
import type { ListSource } from './list-source.ts';

/** A press that ended the typing still lands where it was aimed: rows move only after it, in milliseconds. */
const PRESS_MS = 300;

const MISTAKE = '[data-row-control][aria-invalid]';

interface FocusHandlers {
  onFocus: (event: FocusEvent) => void;
  onBlur: (event: FocusEvent) => void;
}

/**
 * Holds the rows of a grid in their places while one of their inputs has the focus, or still shows a mistake: rows put in
 * order are drawn anew, and would take it away without a word.
 */
export function useTypingHold(source: ListSource): FocusHandlers {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useMemo(() => {
    const release = (grid: Element): void => {
      if (grid.querySelector(MISTAKE)) timer.current = setTimeout(() => release(grid), PRESS_MS);
      else source.hold(false);
    };
    return {
      onFocus: ({ target }) => {
        if (!isRowInput(target)) return;
        clearTimeout(timer.current);
        source.hold(true);
      },
      onBlur: ({ target, currentTarget }) => {
        if (!isRowInput(target)) return;
        clearTimeout(timer.current);
        timer.current = setTimeout(() => release(currentTarget), PRESS_MS);
      },
    };
  }, [source]);
}
