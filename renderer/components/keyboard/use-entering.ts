import { useRef, type FocusEvent } from 'react';

interface Entering<Part extends HTMLElement> {
  onMouseDown: () => void;
  onFocus: (event: FocusEvent<Part>) => void;
  onBlur: (event: FocusEvent<Part>) => void;
}

/**
 * Sets the caret of a field that is entered by Tab or by the dialog; a click sets it where it is. The window that comes
 * back to the front finds it where it was.
 * @param place sets the caret.
 */
export function useEntering<Part extends HTMLElement>(place: (field: Part) => void): Entering<Part> {
  const byPointer = useRef(false);
  const windowLeft = useRef(false);
  return {
    onMouseDown: () => {
      byPointer.current = true;
    },
    onFocus: ({ currentTarget }) => {
      if (!byPointer.current && !windowLeft.current) place(currentTarget);
      byPointer.current = false;
      windowLeft.current = false;
    },
    onBlur: ({ currentTarget }) => {
      byPointer.current = false;
      // A field of a window that is left stays the active one of its page.
      windowLeft.current = document.activeElement === currentTarget;
    },
  };
}

/** One goes on where the text ends, or where one was in it before. */
export function caretToEnd(field: HTMLTextAreaElement): void {
  if (field.selectionEnd > 0) return;
  const end = field.value.length;
  field.setSelectionRange(end, end);
  field.scrollTop = field.scrollHeight;
}
