import type { ClassicEditor } from 'ckeditor5';

/**
 * Sets the caret where the text ends when the editor is entered by Tab or by its label, as in fields of plain text; a click
 * sets it where it is, and whoever was in the text before goes on there. Returns the way to stop.
 */
export function enterAtEnd(editor: ClassicEditor): () => void {
  const text = editor.ui.getEditableElement();
  let wasIn = false;
  const pointed = (): void => {
    wasIn = true;
  };
  const entered = (): void => {
    if (!text || wasIn) return;
    wasIn = true;
    // The browser's own caret: the editor takes it over, also where the first letter follows at once.
    const selection = document.getSelection();
    // Not in a picture or a table at the end: the next letter would take its place.
    const last = [...text.children].findLast((block) => !block.classList.contains('ck-widget'));
    if (!last) return;
    selection?.selectAllChildren(last);
    selection?.collapseToEnd();
    text.scrollTop = text.scrollHeight;
  };
  text?.addEventListener('mousedown', pointed);
  text?.addEventListener('focus', entered);
  return () => {
    text?.removeEventListener('mousedown', pointed);
    text?.removeEventListener('focus', entered);
  };
}
