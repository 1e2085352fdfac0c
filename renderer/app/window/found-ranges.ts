import { MOST_PLACES, placesIn } from './found-places.ts';

const NOT_TEXT = 'script, style, noscript, [data-find-bar], [aria-hidden="true"], textarea, option';

/** What lies on top of the screen: that is what is searched. */
function topmost(): Element {
  const dialogs = [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')];
  return dialogs.at(-1) ?? document.querySelector('main') ?? document.body;
}

/** Whether all of what lies on top is there: of a long document only the first pages and those in sight are. */
export const isAllRead = (): boolean => topmost().querySelector('[data-unread]') === null;

/** Where what is on the screen says what is looked for, from top to bottom. Each part of a page is a text of its own. */
export function rangesOf(wanted: string): Range[] {
  const ranges: Range[] = [];
  for (const nodes of texts(topmost())) {
    const whole = nodes.map(({ data }) => data).join('');
    for (const { at, length } of placesIn(whole, wanted)) {
      const range = document.createRange();
      range.setStart(...pointAt(nodes, at));
      range.setEnd(...pointAt(nodes, at + length, true));
      ranges.push(range);
      if (ranges.length === MOST_PLACES) return ranges;
    }
  }
  return ranges;
}

/** The text that is shown, node by node, those of a line or a paragraph together. */
function texts(root: Element): Text[][] {
  const groups: Text[][] = [];
  let block: Element | null = null;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!(node instanceof Text) || !parent || parent.closest(NOT_TEXT) || !parent.checkVisibility()) continue;
    const own = blockOf(parent);
    if (own !== block) groups.push([]);
    block = own;
    groups.at(-1)?.push(node);
  }
  return groups;
}

function blockOf(element: Element): Element {
  let found = element;
  while (found.parentElement && getComputedStyle(found).display.startsWith('inline'))
    found = found.parentElement;
  return found;
}

/** A point of the joined text; an end stays in the node that it ends. */
function pointAt(nodes: readonly Text[], at: number, isEnd = false): [Text, number] {
  let left = at;
  for (const node of nodes) {
    if (left < node.length || (isEnd && left === node.length)) return [node, left];
    left -= node.length;
  }
  throw new Error('The place lies behind the text');
}
