import { ContextualBalloon, LinkUI, type ClassicEditor } from 'ckeditor5';

/** With this attribute on its target, Escape is left alone by the dialog, which listens before everybody else. */
const KEEP = 'data-mantine-stop-propagation';

/**
 * Escape within the editor's toolbar, balloons and dialogs belongs to the editor, which closes what is open there; in
 * the text it closes the form, unless it has a link's balloon to close.
 * @param host holds everything of the editor. Returns the way to stop.
 */
export function keepEscape(editor: ClassicEditor, host: HTMLElement): () => void {
  const { view } = editor.editing;
  const balloon = editor.plugins.get(ContextualBalloon);
  const links = editor.plugins.get(LinkUI);
  const mark = (event: FocusEvent): void => {
    const { target } = event;
    if (target instanceof HTMLElement && target !== editor.ui.getEditableElement())
      target.setAttribute(KEEP, 'true');
  };
  host.addEventListener('focusin', mark);
  const markText = (): void => {
    if (editor.state !== 'ready') return;
    const shown = balloon.visibleView;
    const ofLink = shown !== null && (shown === links.toolbarView || shown === links.formView);
    view.change((writer) => {
      const root = view.document.getRoot();
      if (!root) return;
      if (ofLink) writer.setAttribute(KEEP, 'true', root);
      else writer.removeAttribute(KEEP, root);
    });
  };
  // Balloons come and go in the middle of other changes of the text, which must be over before the next.
  balloon.on('change:visibleView', () => void setTimeout(markText));
  return () => host.removeEventListener('focusin', mark);
}
