/** A dialog that keeps keys and focus from what lies below it. */
export const MODAL = '[role="dialog"][aria-modal="true"]';

export const isDialogOpen = (): boolean => document.querySelector(MODAL) !== null;

/** The dialogs that are open, the uppermost last. */
export const openDialogs = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(MODAL)].toSorted((one, other) => layerOf(one) - layerOf(other));

function layerOf(dialog: HTMLElement): number {
  return Number(getComputedStyle(dialog.parentElement ?? dialog).zIndex) || 0;
}
