/** Keys of the grid that the library does not have. */

const CONTROL = '[data-row-control]';

/**
 * Puts the controls of the row that has the focus, and no others, into the order of the Tab key: so Tab goes from a
 * cell to the links and buttons of its row and then out of the grid, not through every row on the screen.
 */
export function followFocusedRow(grid: HTMLElement, target: EventTarget | null): void {
  if (!(target instanceof HTMLElement)) return;
  const row = target.closest('[role="row"]');
  for (const control of grid.querySelectorAll<HTMLElement>(`${CONTROL}[tabindex="0"]`)) {
    if (!row?.contains(control)) control.tabIndex = -1;
  }
  row?.querySelectorAll<HTMLElement>(CONTROL).forEach((control) => (control.tabIndex = 0));
}

/** Whether a key went to a link or button inside a cell, which then acts by itself. */
export function isRowControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest(CONTROL) !== null;
}

/** Ctrl+C on a cell copies its text, unless text is selected: then the browser copies that. */
export function copyCell(event: KeyboardEvent, text: string): void {
  if (event.key.toLowerCase() !== 'c' || !(event.ctrlKey || event.metaKey)) return;
  if ((window.getSelection()?.toString() ?? '') !== '' || text === '') return;
  event.preventDefault();
  void navigator.clipboard.writeText(text);
}
