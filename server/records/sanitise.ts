import {
  richTextAlignments,
  richTextAttributes,
  richTextClasses,
  richTextNumbers,
  richTextSchemes,
  richTextTags,
  richTextWithoutContent,
} from '#shared/model/rich-text.ts';
import type { Field } from '#shared/model/field.ts';
import sanitizeHtml from 'sanitize-html';

const mutable = <Item>(lists: Readonly<Record<string, readonly Item[]>>): Record<string, Item[]> =>
  Object.fromEntries(Object.entries(lists).map(([tag, items]) => [tag, [...items]]));

/**
 * What a text may be made of, so that no save holds the server up: an article has hundreds of tags, a few within each
 * other. Pieces of text are what stands between tags and written characters such as `&amp;`.
 */
const MOST = {
  tags: 10_000,
  levels: 100,
  pieces: 50_000,
  attributes: 50,
  value: 4_000,
  columns: 10_000,
} as const;
/** Ends of tags, comments and mere signs besides the tags. */
const MOST_SIGNS = 3 * MOST.tags;

const COLUMNS = new Set(['colspan', 'span']);
const ALIGNMENT = new RegExp(
  `(?:^|;)\\s*text-align\\s*:\\s*(${richTextAlignments.join('|')})\\s*(?:;|$)`,
  'i',
);

/** The text is made of more than any article is. */
export class RichTextTooComplex extends Error {
  constructor() {
    super('The text has too many parts');
    this.name = 'RichTextTooComplex';
  }
}

/** What the rich-text editor makes: text, lists, tables, links and pictures by web address. No script survives. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [...richTextTags],
  nonTextTags: [...richTextWithoutContent],
  allowedAttributes: { ...mutable(richTextAttributes), '*': ['style'] },
  allowedClasses: Object.fromEntries(Object.entries(richTextClasses).map(([tag, form]) => [tag, [form]])),
  // The one style there is was written anew before: parsing styles takes far longer than all the rest.
  parseStyleAttributes: false,
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

/**
 * HTML without anything that could run, or that costs far more than it weighs.
 * @throws RichTextTooComplex as soon as it is found to be.
 */
export function sanitiseRichText(html: string): string {
  assertFewSigns(html);
  let [tags, levels, pieces, columns] = [0, 0, 0, 0];
  const assertAtMost = (count: number, most: number): void => {
    if (count > most) throw new RichTextTooComplex();
  };
  return sanitizeHtml(html, {
    ...ALLOWED,
    onOpenTag: (_name, attributes) => {
      assertAtMost((tags += 1), MOST.tags);
      assertAtMost((levels += 1), MOST.levels);
      assertAtMost(Object.keys(attributes).length, MOST.attributes);
      columns += boundAttributes(attributes, MOST.columns - columns);
    },
    onCloseTag: () => {
      levels -= 1;
    },
    textFilter: (text) => {
      assertAtMost((pieces += 1), MOST.pieces);
      return text;
    },
  });
}

/** What a field takes of HTML; where it takes nothing, why, as the beginning of a sentence. */
export function takeRichText(
  { label, maxLength = Infinity }: Pick<Field, 'label' | 'maxLength'>,
  given: string,
): { html: string; refusal?: undefined } | { html?: undefined; refusal: string } {
  try {
    const html = sanitiseRichText(given);
    // Written safely a text can be longer: it must fit in when it is sent back.
    if (html.length <= maxLength) return { html };
  } catch (error) {
    if (!(error instanceof RichTextTooComplex)) throw error;
  }
  return { refusal: `${label} is made of too many parts. Take formatting away or divide it into several` };
}

/** Before anything is parsed: of what is only the beginning of a tag the parser makes a piece of text each time. */
function assertFewSigns(html: string): void {
  let signs = 0;
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1)) {
    signs += 1;
    if (signs > MOST_SIGNS) throw new RichTextTooComplex();
  }
}

/** Leaves out what is too long or too large, and all style but the alignment. Gives the columns that are asked for. */
function boundAttributes(attributes: Record<string, string>, columnsLeft: number): number {
  let columns = 0;
  for (const [name, value] of Object.entries(attributes)) {
    const most = Object.hasOwn(richTextNumbers, name) ? richTextNumbers[name] : undefined;
    const style = name === 'style' ? ALIGNMENT.exec(value)?.[1] : undefined;
    if (value.length > MOST.value) delete attributes[name];
    else if (style !== undefined) attributes[name] = `text-align:${style.toLowerCase()}`;
    else if (name === 'style') delete attributes[name];
    else if (most !== undefined) {
      const number = /^\d{1,6}$/.test(value.trim()) ? Number(value) : Infinity;
      const isColumns = COLUMNS.has(name);
      if (number > most || (isColumns && columns + number > columnsLeft)) delete attributes[name];
      else if (isColumns) columns += number;
    }
  }
  return columns;
}
