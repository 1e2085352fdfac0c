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
import {
  MOST_TEXT_PICTURES,
  picturesInText,
  textPictureOf,
  tooManyPictures,
} from '#shared/model/named-files.ts';
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
  /** As they are written, some perhaps twice. */
  written: 500,
  value: 4_000,
  columns: 10_000,
} as const;
/** Ends of tags, comments and mere signs besides the tags. */
const MOST_SIGNS = 3 * MOST.tags;

const WEB = /^https?:\/\//i;
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

/** A picture that stands in the text itself, and not at an address. */
const INLINE = /^[\s\0]*data:/i;

/**
 * What the rich-text editor makes: text, lists, tables, links and pictures, of ours or by web address. No script survives.
 */
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
    img: (tagName, { src, ...attribs }) => ({
      tagName,
      attribs: src !== undefined && isPicture(src) ? { src, ...attribs } : attribs,
    }),
  },
};

/** Of paths only those of our pictures: any other would lead anywhere on whichever site shows the text. */
const isPicture = (address: string): boolean => WEB.test(address) || textPictureOf(address) !== null;

/**
 * HTML without anything that could run, or that costs far more than it weighs.
 * @param onInlinePicture hears that a picture was left out which stood in the text itself
 * @throws RichTextTooComplex as soon as it is found to be.
 */
export function sanitiseRichText(html: string, onInlinePicture?: () => void): string {
  assertFewSigns(html);
  assertFewAttributes(html);
  let [tags, levels, pieces, columns] = [0, 0, 0, 0];
  const assertAtMost = (count: number, most: number): void => {
    if (count > most) throw new RichTextTooComplex();
  };
  return sanitizeHtml(html, {
    ...ALLOWED,
    onOpenTag: (name, attributes) => {
      if (name === 'img' && INLINE.test(attributes['src'] ?? '')) onInlinePicture?.();
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

/** What a field takes of HTML that a person saves: all, or nothing. */
export function takeRichText(
  field: Pick<Field, 'label' | 'maxLength'>,
  given: string,
): { html: string; refusal?: undefined } | { html?: undefined; refusal: string } {
  let inline = false;
  const taken = takeSafely(field, given, () => (inline = true));
  if (taken.html === undefined) return taken;
  if (inline) {
    return {
      refusal: `${field.label} holds a picture in the text itself. Save the picture as a file and insert that`,
    };
  }
  const tooMany = picturesInText(taken.html).length > MOST_TEXT_PICTURES;
  return tooMany ? { refusal: tooManyPictures(field.label) } : taken;
}

const OWN_PICTURE = / src="\/api\/files\/[^"]*"/g;

/**
 * What a field takes of HTML that comes from another system: its files are not here, so what looks like a picture of ours
 * is none; pictures in the text itself are left out.
 */
export function takeForeignRichText(
  field: Pick<Field, 'label' | 'maxLength'>,
  given: string,
): { html?: string | undefined; refusal?: string | undefined } {
  let inline = false;
  const taken = takeSafely(field, given, () => (inline = true));
  if (taken.html === undefined) return taken;
  const html = picturesInText(taken.html).length === 0 ? taken.html : taken.html.replaceAll(OWN_PICTURE, '');
  if (html === taken.html && !inline) return { html };
  return { html, refusal: `Pictures of ${field.label} do not come with an export; insert them again` };
}

function takeSafely(
  { label, maxLength = Infinity }: Pick<Field, 'label' | 'maxLength'>,
  given: string,
  onInlinePicture: () => void,
): { html: string; refusal?: undefined } | { html?: undefined; refusal: string } {
  try {
    const html = sanitiseRichText(given, onInlinePicture);
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

const BEGINS_TAG = /<[a-z]/gi;
const BLANK = /[\s/]/;

/** Before anything is parsed: the parser hears of a tag when it has read all attributes, of which one can have a hundred thousand. */
function assertFewAttributes(html: string): void {
  BEGINS_TAG.lastIndex = 0;
  for (let tag = BEGINS_TAG.exec(html); tag; tag = BEGINS_TAG.exec(html)) {
    BEGINS_TAG.lastIndex = endOfTag(html, tag.index + 1);
  }
}

/** Where a tag that begins there ends. @throws RichTextTooComplex */
function endOfTag(html: string, begin: number): number {
  let attributes = 0;
  let isApart = false;
  for (let at = begin; at < html.length; at += 1) {
    const sign = html.charAt(at);
    if (sign === '>') return at;
    if (BLANK.test(sign)) isApart = true;
    else if (sign === '=') {
      at = endOfValue(html, at + 1) - 1;
      isApart = true;
    } else if (isApart) {
      isApart = false;
      attributes += 1;
      if (attributes > MOST.written) throw new RichTextTooComplex();
    }
  }
  return html.length;
}

const VALUE = /\s*(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^\s>]*)/y;

/** Where the value that is given there ends, with its quotes. */
function endOfValue(html: string, begin: number): number {
  VALUE.lastIndex = begin;
  return begin + (VALUE.exec(html)?.[0].length ?? 0);
}

/** How many beginnings of tags and of written characters a text has: what it costs to make it safe follows from these. */
export function signsIn(html: string): number {
  let signs = 0;
  for (let at = 0; at < html.length; at += 1) {
    const code = html.charCodeAt(at);
    if (code === TAG || code === WRITTEN) signs += 1;
  }
  return signs;
}

const TAG = '<'.charCodeAt(0);
const WRITTEN = '&'.charCodeAt(0);

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
