/**
 * What rich text may consist of. The server writes nothing else, the screens show nothing else, and the editor keeps the words of
 * all of it when an article from elsewhere is edited, and the form but for what its settings name: so the three build on this one list.
 */

const TEXT = 'a b br code em i mark s span strong sub sup u';
const BLOCKS = 'h1 h2 h3 h4 h5 h6 p div blockquote pre hr ol ul li figure figcaption img';
const TABLES = 'table caption colgroup col thead tbody tfoot tr th td';

export const richTextTags: readonly string[] = [TEXT, BLOCKS, TABLES].flatMap((tags) => tags.split(' '));

/** Tags whose content is no text of the article, and goes with them: what a page runs, or shows in place of that. */
export const richTextWithoutContent: readonly string[] = [
  'script',
  'style',
  'noscript',
  'template',
  'textarea',
  'option',
  'xmp',
];

/** Attributes by tag. */
export const richTextAttributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'target', 'rel', 'title'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  col: ['span'],
  colgroup: ['span'],
  ol: ['start', 'type'],
};

/** Classes by tag: what a figure is, and the language of a block of code (`language-javascript`). */
export const richTextClasses: Readonly<Record<string, RegExp>> = {
  figure: /^(?:table|image)$/,
  code: /^language-[a-z\d+#-]{1,40}$/,
};

/** The one style that any of the tags may have. */
export const richTextAlignments: readonly string[] = ['left', 'right', 'center', 'justify'];

/** Schemes of links. Pictures are files of ours (named-files.ts) or web addresses: of these, the first two. */
export const richTextSchemes: readonly string[] = ['https', 'http', 'mailto', 'tel'];

/**
 * The largest number that an attribute may hold, by its name; a larger one, or what is no whole number, is left out. A
 * span makes columns and rows that a browser lays out, whatever is in them.
 */
export const richTextNumbers: Readonly<Record<string, number>> = {
  colspan: 100,
  rowspan: 100,
  span: 100,
  start: 999_999,
  width: 9_999,
  height: 9_999,
};
