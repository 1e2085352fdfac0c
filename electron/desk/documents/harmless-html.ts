import sanitizeHtml from 'sanitize-html';

/** Of a document's HTML so many characters are shown: hundreds of pages. */
const MOST_SHOWN = 1_000_000;
const MOST_LEVELS = 50;
/** Cells that one may stretch over. */
const MOST_CELLS = 100;

/** Where a link may lead: a path would lead to wherever the document is shown. */
const LINK = /^(?:https?:\/\/|mailto:|tel:)/i;
const LONGEST_LINK = 2_000;

const TAGS =
  'h1 h2 h3 h4 h5 h6 p br blockquote ul ol li strong em b i u s sup sub a table thead tbody tr th td';

/** HTML of which nothing runs, fetches or leads anywhere but by links of the web, mail and telephone. */
export function harmlessHtml(html: string): string {
  return sanitizeHtml(cut(html), {
    allowedTags: TAGS.split(' '),
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title'],
    allowedAttributes: { a: ['href', 'rel'], td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    nestingLimit: MOST_LEVELS,
    transformTags: {
      a: (tagName, { href = '' }) => ({
        tagName,
        attribs: LINK.test(href) && href.length <= LONGEST_LINK ? { href, rel: 'noopener noreferrer' } : {},
      }),
      td: (tagName, attribs) => ({ tagName, attribs: spans(attribs) }),
      th: (tagName, attribs) => ({ tagName, attribs: spans(attribs) }),
    },
  });
}

type Attributes = Record<string, string>;

function spans(attributes: Attributes): Attributes {
  const kept = Object.entries(attributes).filter(
    ([name, value]) => /^(?:col|row)span$/.test(name) && /^\d+$/.test(value) && Number(value) <= MOST_CELLS,
  );
  return Object.fromEntries(kept);
}

/** Between two tags, so that no half of one is left; what is still open the sanitiser closes. */
function cut(html: string): string {
  if (html.length <= MOST_SHOWN) return html;
  return html.slice(0, html.lastIndexOf('<', MOST_SHOWN));
}
