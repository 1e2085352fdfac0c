import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

/** Whether a letter was pressed by itself, with or without Caps Lock. */
export function isPlainKey(event: KeyboardEvent | ReactKeyboardEvent, letter: string): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  return key.toLowerCase() === letter.toLowerCase() && !(ctrlKey || metaKey || altKey || shiftKey);
}

const TYPED_IN = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]';

/** Whether a key went to a place where text is typed, or one of a list is chosen by its letters. */
export function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest(TYPED_IN) !== null;
}
