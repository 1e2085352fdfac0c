import sanitizeHtml from 'sanitize-html';

/** What the rich-text editor makes: text, lists, tables, links and pictures by web address. No script survives. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code', 'div', 'span'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'mark', 'a', 'ul', 'ol', 'li'],
    ...['figure', 'figcaption', 'img', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'caption', 'colgroup', 'col'],
  ],
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
