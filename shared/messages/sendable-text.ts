/** Control characters but for the new line, and signs that turn the direction of what follows. */
const NOT_SENT = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/**
 * A text as it can leave for another program: new lines of one kind, no control characters, no halves of characters.
 * What joins letters of Indian scripts and emoji stays.
 */
export function sendableText(text: string): string {
  return text
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replaceAll('\t', ' ')
    .replace(NOT_SENT, '')
    .replace(/\p{Cs}/gu, '\ufffd');
}
