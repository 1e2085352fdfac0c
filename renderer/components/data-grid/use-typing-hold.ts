import { useEffect, useMemo, useRef, type FocusEvent } from 'react';
import { isRowInput } from './grid-keyboard.ts';
import type { ListSource } from './list-source.ts';

/** A press that ended the typing still lands where it was aimed: rows move only after it, in milliseconds. */
const PRESS_MS = 300;

interface FocusHandlers {
  onFocus: (event: FocusEvent) => void;
  onBlur: (event: FocusEvent) => void;
}

/** Holds the rows of a grid in their places while one of their inputs has the focus. */
export function useTypingHold(source: ListSource): FocusHandlers {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useMemo(
    () => ({
      onFocus: ({ target }) => {
        if (!isRowInput(target)) return;
        clearTimeout(timer.current);
        source.hold(true);
      },
      onBlur: ({ target }) => {
        if (!isRowInput(target)) return;
        clearTimeout(timer.current);
        timer.current = setTimeout(() => source.hold(false), PRESS_MS);
      },
    }),
    [source],
  );
}
