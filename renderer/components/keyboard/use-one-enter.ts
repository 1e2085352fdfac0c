import { useWindowEvent } from '@mantine/hooks';
import { useRef } from 'react';

/** As long as a slow hand still presses once more after the dialog has given the focus back, in milliseconds. */
const DOUBLE_MS = 800;

const DIALOG = '[role="dialog"]';
const MENU = '[role="menu"]';

interface Taken {
  /** When it was pressed, or the focus came back. */
  at: number;
  by: Element;
  /** The dialogs that were there: one that came since lies on top, and asks something else. */
  among: readonly Element[];
}

/**
 * Takes away the second press of an Enter that a dialog took: the dialog has gone meanwhile, and the row or button that
 * it came from would be opened again; and of one that chose from a menu: it would be an answer to what the first has opened.
 * With any other key in between, or a click, it is meant. A key that is held presses
 * what it was put down on alone: it would answer the question that it has called up.
 */
export function useOneEnter(): void {
  const taken = useRef<Taken | null>(null);
  const pressedOn = useRef<EventTarget | null>(null);
  const forget = (): void => {
    taken.current = null;
  };
  useWindowEvent(
    'focusin',
    ({ target, timeStamp }) => {
      const { current: first } = taken;
      if (first && !(target instanceof Node && first.by.contains(target))) first.at = timeStamp;
    },
    { capture: true },
  );
  useWindowEvent('pointerdown', forget, { capture: true });
  useWindowEvent(
    'keydown',
    (event) => {
      const { key, target, timeStamp, repeat } = event;
      if (!repeat) pressedOn.current = target;
      else if ((key === 'Enter' || key === ' ') && target !== pressedOn.current) {
        event.preventDefault();
        event.stopPropagation();
        // Held, it is one press, however long.
        if (taken.current && key === 'Enter') taken.current.at = timeStamp;
        return;
      }
      if (key !== 'Enter') return forget();
      const closest = (what: string): Element | null =>
        target instanceof Element ? target.closest(what) : null;
      const dialog = closest(DIALOG);
      const { current: first } = taken;
      const isWithin = target instanceof Node && first?.by.contains(target) === true;
      const wasThere = dialog === null || first?.among.includes(dialog) === true;
      const isSecond = first && !isWithin && (wasThere || first.by.matches(MENU));
      if (isSecond && timeStamp - first.at < DOUBLE_MS) {
        event.preventDefault();
        event.stopPropagation();
        if (repeat) first.at = timeStamp;
      } else {
        const by = closest(MENU) ?? dialog;
        if (by) taken.current = { at: timeStamp, by, among: [...document.querySelectorAll(DIALOG)] };
      }
    },
    { capture: true },
  );
}
