import sanitizeHtml from 'sanitize-html';

const TEXT_TAGS = ['a', 'b', 'br', 'code', 'em', 'i', 'mark', 's', 'span', 'strong', 'sub', 'sup', 'u'];
const STRUCTURE_TAGS =
  'blockquote caption col colgroup div figcaption figure h1 h2 h3 h4 h5 h6 hr img li ol p pre table tbody td tfoot th thead tr ul'.split(
    ' ',
  );

/** What the rich-text editor makes: text, lists, tables, links and pictures by web address. No script survives. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [...TEXT_TAGS, ...STRUCTURE_TAGS],
  allowedAttributes: {
    a: ['href', 'target', 'rel', 'title'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    ol: ['start', 'type'],
    '*': ['style'],
  },
  allowedStyles: {
    '*': { 'text-align': [/^(?:left|right|center|justify)$/] },
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: {
    // A page opened from a blog must not get hold of the page it came from.
    a: (tagName, attributes) => ({
      tagName,
      attribs: attributes['target'] ? { ...attributes, rel: 'noopener noreferrer' } : attributes,
    }),
  },
};

/** HTML without anything that could run. */
export function sanitiseRichText(html: string): string {
  return sanitizeHtml(html, ALLOWED);
}
