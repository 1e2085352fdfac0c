import type { ClassicEditor } from 'ckeditor5';

/**
 * Sets the caret where the text ends when the editor is entered by Tab or by its label, as in fields of plain text; a click
 * sets it where it is, and whoever was in the text before goes on there. Returns the way to stop.
 */
export function enterAtEnd(editor: ClassicEditor): () => void {
  const text = editor.ui.getEditableElement();
  if (!text) return () => undefined;
  let byPointer = false;
  let entered = false;
  const pointed = (): void => {
    byPointer = true;
  };
  const left = (): void => {
    byPointer = false;
  };
  const focused = (): void => {
    const first = !entered;
    entered = true;
    if (!first || byPointer) return;
    const { model } = editor;
    model.change((writer) => {
      const root = model.document.getRoot();
      if (root) writer.setSelection(model.createRange(writer.createPositionAt(root, 'end')));
    });
    editor.editing.view.scrollToTheSelection();
  };
  text.addEventListener('mousedown', pointed);
  text.addEventListener('focus', focused);
  text.addEventListener('blur', left);
  return () => {
    text.removeEventListener('mousedown', pointed);
    text.removeEventListener('focus', focused);
    text.removeEventListener('blur', left);
  };
}
