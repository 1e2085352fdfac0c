/** Signs without width that come along when cells are copied from web pages and chats, and the marks of how text runs. */
const UNSEEN = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g;
/** These join or part letters of Indian scripts; at the ends of a text they do nothing. */
const JOINERS_AT_ENDS = /^[\s\u200C\u200D]+|[\s\u200C\u200D]+$/g;
/** Spaces at which no line is broken. */
const FIRM_SPACES = /[\u00A0\u2007\u202F]/g;
const PLAIN = /^[\x20-\x7E\r\n\t]*$/;

/** A text as people see it: without what has no width, and with plain spaces. */
export function visibleText(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(UNSEEN, '').replace(FIRM_SPACES, ' ').replace(JOINERS_AT_ENDS, trimmedTo);
}

/** Blanks at the ends stay, as they do elsewhere. */
const trimmedTo = (end: string): string => end.replace(/[\u200C\u200D]/g, '');
