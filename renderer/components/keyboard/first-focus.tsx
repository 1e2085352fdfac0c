import { useEffect, useRef, type ReactNode } from 'react';

const MARK = 'data-autofocus';

/**
 * In a dialog: gives its marked control (`data-autofocus`) the focus as the dialog comes. The library does so in later
 * tasks: a key pressed before that would go to the page below, and whoever has gone on by Tab would be fetched back.
 */
export function FirstFocus(): ReactNode {
  const here = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    // After all effects: the library notes in one of them where the focus goes back to.
    queueMicrotask(() => {
      const dialog = here.current?.closest<HTMLElement>('[role="dialog"]');
      if (!dialog) return;
      if (!dialog.contains(document.activeElement))
        dialog.querySelector<HTMLElement>(`[${MARK}]`)?.focus({ preventScroll: true });
      // Until the library's tasks are done, what it gives the focus to is what has it.
      const follow = ({ target }: FocusEvent): void => {
        for (const marked of dialog.querySelectorAll(`[${MARK}]`)) marked.removeAttribute(MARK);
        if (target instanceof HTMLElement) target.setAttribute(MARK, 'true');
      };
      dialog.addEventListener('focusin', follow);
      setTimeout(() => dialog.removeEventListener('focusin', follow));
    });
  }, []);
  return <span ref={here} hidden />;
}
