import { useWindowEvent } from '@mantine/hooks';
import { useRef } from 'react';

/** As long as a slow hand takes between the two presses of a double Enter, in milliseconds. */
const DOUBLE_MS = 800;

/**
 * Takes away the second press of an Enter that a dialog took: the dialog has gone meanwhile, and the row or button that
 * it came from would be opened again. With any other key in between, or a click, it is meant.
 */
export function useOneEnter(): void {
  const takenAt = useRef(-Infinity);
  const forget = (): void => {
    takenAt.current = -Infinity;
  };
  useWindowEvent('pointerdown', forget, { capture: true });
  useWindowEvent(
    'keydown',
    (event) => {
      const { key, target, timeStamp, repeat } = event;
      if (key !== 'Enter') return forget();
      const inDialog = target instanceof Element && target.closest('[role="dialog"]') !== null;
      if (!inDialog) {
        if (timeStamp - takenAt.current >= DOUBLE_MS) return;
        event.preventDefault();
        event.stopPropagation();
      }
      // Held, it is one press, however long.
      if (inDialog || repeat) takenAt.current = timeStamp;
    },
    { capture: true },
  );
}
