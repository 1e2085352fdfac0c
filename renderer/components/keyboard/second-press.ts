/** Within this time a second Enter belongs to the first. */
const DOUBLE_PRESS_MS = 300;
/** Longer than any system takes two clicks for one double click. */
const HOLD_MS = 1_000;

let enteredAt = Number.NEGATIVE_INFINITY;
window.addEventListener(
  'keydown',
  ({ key, timeStamp }) => {
    if (key === 'Enter') enteredAt = timeStamp;
  },
  { capture: true },
);

function isSecond(event: MouseEvent | KeyboardEvent, entered: number): boolean {
  if (event instanceof MouseEvent) return event.detail > 1;
  return event.key === 'Enter' && event.timeStamp - entered < DOUBLE_PRESS_MS;
}

/**
 * To be called as a dialog goes: whoever pressed its button twice, or Enter, does not mean with the second press what
 * lies below the dialog, which would open.
 */
export function holdBackSecondPress(): void {
  const entered = enteredAt;
  const hold = (event: MouseEvent | KeyboardEvent): void => {
    if (!isSecond(event, entered)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const kinds = ['keydown', 'mousedown', 'click', 'dblclick'] as const;
  for (const kind of kinds) window.addEventListener(kind, hold, { capture: true });
  setTimeout(() => {
    for (const kind of kinds) window.removeEventListener(kind, hold, { capture: true });
  }, HOLD_MS);
}
