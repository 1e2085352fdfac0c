import {
  richTextAlignments,
  richTextAttributes,
  richTextClasses,
  richTextSchemes,
  richTextTags,
} from '#shared/model/rich-text.ts';
import sanitizeHtml from 'sanitize-html';

const mutable = <Item>(lists: Readonly<Record<string, readonly Item[]>>): Record<string, Item[]> =>
  Object.fromEntries(Object.entries(lists).map(([tag, items]) => [tag, [...items]]));

/** What the rich-text editor makes: text, lists, tables, links and pictures by web address. No script survives. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [...richTextTags],
  allowedAttributes: { ...mutable(richTextAttributes), '*': ['style'] },
  allowedClasses: Object.fromEntries(Object.entries(richTextClasses).map(([tag, form]) => [tag, [form]])),
  allowedStyles: {
    '*': { 'text-align': [new RegExp(`^(?:${richTextAlignments.join('|')})$`)] },
  },
  allowedSchemes: [...richTextSchemes],
  allowedSchemesByTag: { img: ['https', 'http'] },
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
