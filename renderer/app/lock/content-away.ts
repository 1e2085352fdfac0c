/** An element and how far it was scrolled: out of the document that is lost. */
type Scrolled = readonly [element: Element, top: number, left: number];

/** What the browser tells a field that is taken out of the document. */
const LEAVING = ['blur', 'focusout'] as const;
const stop = (event: Event): void => event.stopImmediatePropagation();

/**
 * Takes all that the page shows out of the document, so that neither eyes nor a screen reader nor the developer tools'
 * tree find it there; it lives on as it is, with what was typed.
 * @param instead what stands in its place
 * @returns the way to put it back
 */
export function takeContentAway(instead: Element): () => void {
  const { body } = document;
  const focused = document.activeElement;
  const select = selectionWithin(focused);
  const { title } = document;
  const scrolled = [...body.querySelectorAll('*')].flatMap((element): Scrolled[] =>
    element.scrollTop > 0 || element.scrollLeft > 0 ? [[element, element.scrollTop, element.scrollLeft]] : [],
  );
  const away = document.createDocumentFragment();
  const take = (): void => {
    away.append(...[...body.childNodes].filter((node) => node !== instead));
  };
  // Nobody has left the field that is typed in: what saves on leaving it would save half a word.
  for (const event of LEAVING) window.addEventListener(event, stop, true);
  take();
  for (const event of LEAVING) window.removeEventListener(event, stop, true);
  body.append(instead);
  // What the content would open meanwhile, such as a message, goes the same way before it is drawn.
  const observer = new MutationObserver(take);
  observer.observe(body, { childList: true });

  return () => {
    observer.disconnect();
    instead.remove();
    body.append(away);
    document.title = title;
    for (const [element, top, left] of scrolled) element.scrollTo({ top, left, behavior: 'instant' });
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    select();
  };
}

/**
 * What is selected in a text such as an article, which forgets that out of the document; fields keep theirs themselves.
 * @returns the way to select it again
 */
function selectionWithin(focused: Element | null): () => void {
  const { anchorNode, anchorOffset, focusNode, focusOffset } = document.getSelection() ?? {};
  const isText = focused instanceof HTMLElement && focused.isContentEditable;
  if (!isText || !anchorNode || !focusNode) return () => undefined;
  return () => {
    // What was changed from elsewhere meanwhile has places of its own.
    const isThere = (node: Node, offset = 0): boolean =>
      focused.contains(node) &&
      offset <= (node.nodeType === Node.TEXT_NODE ? (node.nodeValue ?? '') : node.childNodes).length;
    if (isThere(anchorNode, anchorOffset) && isThere(focusNode, focusOffset))
      document.getSelection()?.setBaseAndExtent(anchorNode, anchorOffset ?? 0, focusNode, focusOffset ?? 0);
  };
}
