import {
  richTextAlignments,
  richTextAttributes,
  richTextClasses,
  richTextTags,
} from '#shared/model/rich-text.ts';
import { textPictureOf } from '#shared/model/named-files.ts';
import DOMPurify from 'dompurify';

/** Where a link in shown text may lead. */
const LINK = /^(?:https?|mailto):/i;

/**
 * HTML as elements that can be shown: sanitised again, since the desk also holds text that the server has not seen
 * yet. Pictures of ours have their hash (`data-hash`) and no address yet. Pictures of the web are not fetched, which would
 * tell others who reads what; a line says where they are.
 */
export function safeHtml(html: string): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: [...richTextTags],
    ALLOWED_ATTR: [...new Set(Object.values(richTextAttributes).flat()), 'class', 'style'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  // The elements still belong to a document of their own, in which nothing is loaded.
  for (const element of fragment.querySelectorAll<HTMLElement>('*')) keepPlainLook(element);
  for (const link of fragment.querySelectorAll('a')) keepOpenable(link);
  for (const picture of fragment.querySelectorAll('img')) {
    const hash = textPictureOf(picture.getAttribute('src') ?? '');
    if (hash === null) picture.replaceWith(pictureLine(picture));
    // The desk gives its bytes: fill-pictures.ts.
    else {
      picture.removeAttribute('src');
      picture.dataset['hash'] = hash;
    }
  }
  return fragment;
}

/** No style and no class by which a text could look like a part of the application. */
function keepPlainLook(element: HTMLElement): void {
  const align = element.style.textAlign;
  element.removeAttribute('style');
  if (richTextAlignments.includes(align)) element.style.textAlign = align;
  const allowed = richTextClasses[element.localName];
  const classes = [...element.classList].filter((name) => allowed?.test(name));
  if (classes.length > 0) element.className = classes.join(' ');
  else element.removeAttribute('class');
}

function keepOpenable(link: HTMLAnchorElement): void {
  const href = link.getAttribute('href') ?? '';
  link.removeAttribute('target');
  if (!LINK.test(href)) {
    link.removeAttribute('href');
  } else if (/^http/i.test(href)) {
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  }
}

function pictureLine(picture: HTMLImageElement): HTMLElement {
  const { ownerDocument } = picture;
  const address = picture.getAttribute('src') ?? '';
  const line = ownerDocument.createElement('span');
  line.dataset['picture'] = '';
  const name = ownerDocument.createElement('span');
  name.textContent = picture.alt === '' ? 'Picture' : `Picture: ${picture.alt}`;
  line.append(name);
  if (/^https?:/i.test(address)) {
    const where = ownerDocument.createElement('span');
    where.textContent = address;
    line.append(where);
    // Within a link the picture already leads where that leads.
    if (!picture.closest('a')) line.append(openLink(ownerDocument, address, picture.alt));
  }
  return line;
}

function openLink(inDocument: Document, address: string, alt: string): HTMLAnchorElement {
  const link = inDocument.createElement('a');
  link.href = address;
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
  link.textContent = 'Open';
  link.setAttribute('aria-label', `Open picture ${alt}`.trim());
  return link;
}
