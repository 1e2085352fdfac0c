/**
 * Signs without width that come along when text is copied from web pages and chats, marks of how text runs, control
 * characters other than lines and tabs, and tags that belong to no flag. A NUL is left for who refuses it.
 */
const UNSEEN =
  /(?![\0\t-\r])\p{Cc}|[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|(?<![\u{1F3F4}\u{E0000}-\u{E007F}])[\u{E0000}-\u{E007F}]+/gu;
/** These join or part letters of Indian scripts, and signs of emoji; behind a Latin letter or a figure they do nothing. */
const IDLE_JOINERS = /(?<=[\p{Script=Latin}\d])[\u200C\u200D]+/gu;
/** Spaces at which no line is broken. */
const FIRM_SPACES = /[\u00A0\u2007\u202F]/g;
const PLAIN = /^[\x20-\x7E\r\n\t]*$/;
const SEEN = /[^\s\p{Cc}\u2800\uFFF9-\uFFFB\p{Default_Ignorable_Code_Point}]|\0/u;

/** A text as people see it: without what has no width, and with plain spaces. */
export function visibleText(text: string): string {
  if (PLAIN.test(text)) return text;
  return withoutJoinersAtEnds(text.replace(UNSEEN, '').replace(IDLE_JOINERS, '').replace(FIRM_SPACES, ' '));
}

/** Whether nothing of a text shows, as of blanks and signs without width. */
export const isUnseen = (text: string): boolean => !SEEN.test(text);

const AT_END = /[\s\u200C\u200D]/;
const JOINERS = /[\u200C\u200D]+/g;

/** At the ends joiners do nothing; blanks there stay, as they do elsewhere. By hand: an expression would begin anew at each blank. */
function withoutJoinersAtEnds(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && AT_END.test(text.charAt(from))) from += 1;
  while (to > from && AT_END.test(text.charAt(to - 1))) to -= 1;
  const [before, after] = [text.slice(0, from), text.slice(to)];
  return before.replace(JOINERS, '') + text.slice(from, to) + after.replace(JOINERS, '');
}
