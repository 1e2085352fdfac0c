import { useWindowEvent } from '@mantine/hooks';
import { useRef } from 'react';

const DIALOG = '[role="dialog"]';

/**
 * Takes away the second click of a double click whose first one a dialog took: the dialog has gone meanwhile, and what
 * lies below it, such as a row, would be opened. (Of a double Enter use-one-enter.ts takes care.)
 */
export function useOneClick(): void {
  const pressedIn = useRef<Element | null>(null);
  const hold = (event: MouseEvent): void => {
    if (event.detail < 2 || pressedIn.current?.isConnected !== false) return;
    event.preventDefault();
    event.stopPropagation();
  };
  useWindowEvent(
    'mousedown',
    (event) => {
      if (event.detail === 1)
        pressedIn.current = event.target instanceof Element ? event.target.closest(DIALOG) : null;
      hold(event);
    },
    { capture: true },
  );
  useWindowEvent('click', hold, { capture: true });
  useWindowEvent('dblclick', hold, { capture: true });
}
