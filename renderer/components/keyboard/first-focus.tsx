import { useEffect, useRef, type ReactNode } from 'react';

/**
 * In a dialog: gives its marked control (`data-autofocus`) the focus as the dialog comes. The library does so in a later
 * task, and a key pressed before that would go to the page below.
 */
export function FirstFocus(): ReactNode {
  const here = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    // After all effects: the library notes in one of them where the focus goes back to.
    queueMicrotask(() => {
      const dialog = here.current?.closest('[role="dialog"]');
      if (dialog?.contains(document.activeElement) === false)
        dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true });
    });
  }, []);
  return <span ref={here} hidden />;
}
