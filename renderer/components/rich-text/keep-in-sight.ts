import type { ClassicEditor } from 'ckeditor5';

/** Between the toolbar and the line that lay below it, in pixels. */
const BESIDE = 20;

/**
 * Keeps the line that is written in from lying under the toolbar, which stays at the top of the form while that is
 * scrolled: the editor reckons with it only where the window is what scrolls, and the browser, whose the keys are that move
 * in the text, never.
 * @returns the way to end it
 */
export function keepInSight(editor: ClassicEditor): () => void {
  const { view } = editor.editing;
  let frame = 0;
  const look = (): void => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      if (!view.document.isFocused) return;
      view.scrollToTheSelection();
      uncover(editor);
    });
  };
  // What is typed, and where a key has moved to; who scrolls by the wheel or points somewhere is left there.
  view.on('render', look);
  view.document.on('keydown', look);
  return () => {
    cancelAnimationFrame(frame);
    view.off('render', look);
    view.document.off('keydown', look);
  };
}

function uncover({ ui, editing }: ClassicEditor): void {
  const text = editing.view.getDomRoot();
  const toolbar = ui.view.stickyPanel.contentPanelElement.getBoundingClientRect();
  const line = lineOfCaret();
  if (!text || !line || line.top >= toolbar.bottom || line.bottom <= toolbar.top) return;
  scrollerOf(text)?.scrollBy({ top: line.top - toolbar.bottom - BESIDE, behavior: 'instant' });
}

function lineOfCaret(): DOMRect | undefined {
  const selection = document.getSelection();
  const { focusNode: node, focusOffset: offset } = selection ?? { focusNode: null, focusOffset: 0 };
  if (!node) return undefined;
  const range = document.createRange();
  range.setStart(node, offset);
  const place = range.getClientRects()[0];
  // An empty paragraph has no letter whose place that would be.
  return place ?? (node instanceof Element ? node : node.parentElement)?.getBoundingClientRect();
}

/** What the form is scrolled in. */
function scrollerOf(text: HTMLElement): HTMLElement | null {
  for (let at = text.parentElement; at; at = at.parentElement)
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  return null;
}
