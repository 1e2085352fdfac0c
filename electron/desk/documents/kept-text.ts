import { DOCUMENT_TEXT_LENGTH } from '#shared/model/document.ts';

/** What no text is kept with: signs that control something, and halves of signs. */
const UNKEPT = /[^\P{Cc}\t\n]|\p{Cs}/gu;

/** A document's text as it is kept: empty lines one at a time, and not longer than there is room for. */
export function keptText(content: string): string {
  return content
    .slice(0, 2 * DOCUMENT_TEXT_LENGTH)
    .replace(/\r\n?|[\f\v]/g, '\n')
    .replace(UNKEPT, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, DOCUMENT_TEXT_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, '');
}
