import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

/** Whether a letter was pressed by itself, with or without Caps Lock. */
export function isPlainKey(event: KeyboardEvent | ReactKeyboardEvent, letter: string): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  return key.toLowerCase() === letter.toLowerCase() && !(ctrlKey || metaKey || altKey || shiftKey);
}

/** Whether a key went to a place where text is typed. */
export function isTextField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable="true"]') !== null
  );
}
