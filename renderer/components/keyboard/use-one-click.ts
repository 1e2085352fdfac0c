import { MODAL } from './open-dialogs.ts';
import { useWindowEvent } from '@mantine/hooks';
import { useRef } from 'react';

const DIALOG = '[role="dialog"]';

/**
 * Takes away the second click of a double click whose first one a dialog took, or called up: the dialog has gone meanwhile,
 * and what lies below it, such as a row, would be opened; or it lies over what was clicked on, and would be closed unread.
 * (Of a double Enter use-one-enter.ts takes care.)
 */
export function useOneClick(): void {
  const pressedIn = useRef<Element | null>(null);
  const among = useRef<readonly Element[]>([]);
  const hold = (event: MouseEvent): void => {
    if (event.detail < 2) return;
    const hasCome = [...document.querySelectorAll(MODAL)].some((dialog) => !among.current.includes(dialog));
    if (!hasCome && pressedIn.current?.isConnected !== false) return;
    event.preventDefault();
    event.stopPropagation();
  };
  useWindowEvent(
    'mousedown',
    (event) => {
      if (event.detail === 1) {
        pressedIn.current = event.target instanceof Element ? event.target.closest(DIALOG) : null;
        among.current = [...document.querySelectorAll(MODAL)];
      }
      hold(event);
    },
    { capture: true },
  );
  useWindowEvent('click', hold, { capture: true });
  useWindowEvent('dblclick', hold, { capture: true });
}
