/** Longer than any system takes two clicks for one double click. */
const HOLD_MS = 1_000;

function hold(event: MouseEvent): void {
  if (event.detail < 2) return;
  event.preventDefault();
  event.stopPropagation();
}

/**
 * To be called as a dialog goes: whoever clicked its button twice does not mean with the second click what lies below
 * the dialog, which would open. (Of a double Enter use-one-enter.ts takes care.)
 */
export function holdBackSecondPress(): void {
  const kinds = ['mousedown', 'click', 'dblclick'] as const;
  for (const kind of kinds) window.addEventListener(kind, hold, { capture: true });
  setTimeout(() => {
    for (const kind of kinds) window.removeEventListener(kind, hold, { capture: true });
  }, HOLD_MS);
}
