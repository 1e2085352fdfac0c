import type { MouseEvent } from 'react';

/**
 * The click that enters a field where typing searches marks the text in it, as Tab does: what is typed then searches,
 * and is not appended to what is chosen. The next click sets the caret as anywhere.
 */
export function markTextOnEntering(event: MouseEvent<HTMLInputElement>): void {
  const input = event.currentTarget;
  if (event.button !== 0 || document.activeElement === input) return;
  // Else the press would set the caret after this.
  event.preventDefault();
  input.focus();
  input.select();
}
