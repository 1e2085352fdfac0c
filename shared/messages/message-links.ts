import { chatLink, type ChatOpener } from '#shared/format/phone.ts';
import { sendableText } from './sendable-text.ts';

/** Windows opens addresses of 2,081 characters at most (Electron's `shell.openExternal`). */
export const LONGEST_LINK = 2_000;

/** A link that opens a message in another program. */
export interface MessageLink {
  href: string;
  /** Whether the text is in it; a longer one is left out, and must be pasted there. */
  whole: boolean;
}

/** One address and nothing else: what parts addresses would write to somebody else as well. */
const ONE_ADDRESS = /^[^\s@,;:<>()[\]"\\]+@[^\s@,;:<>()[\]"\\/?#&%]+$/;

/** The way to a WhatsApp chat with the text filled in; null where the number is not whole. */
export function chatMessageLink(number: string, text: string, opener: ChatOpener): MessageLink | null {
  const start = chatLink(number, opener);
  if (start === null) return null;
  return filledIn(start, opener === 'app' ? '&' : '?', [['text', sendableText(text)]]);
}

/** The way to a mail with subject and text filled in; null where the address is not a single one. */
export function mailMessageLink(email: string, subject: string, text: string): MessageLink | null {
  const address = email.trim();
  if (!canBeWrittenTo(address)) return null;
  // A line break in the subject would begin another head of the mail; RFC 6068 asks for %0D%0A in the body.
  const head = sendableText(subject).replace(/\s+/g, ' ').trim();
  return filledIn(`mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`, '?', [
    ['subject', head],
    ['body', sendableText(text).replaceAll('\n', '\r\n')],
  ]);
}

/** Whether a mail can be begun to what stands in a field. */
export function canBeWrittenTo(email: string): boolean {
  return ONE_ADDRESS.test(email.trim());
}

function filledIn(
  start: string,
  sign: '?' | '&',
  values: readonly (readonly [name: string, value: string])[],
): MessageLink {
  const given = values.filter(([, value]) => value !== '');
  const query = given.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  const href = query === '' ? start : `${start}${sign}${query}`;
  return href.length <= LONGEST_LINK ? { href, whole: true } : { href: start, whole: false };
}
