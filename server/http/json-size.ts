import { PlainError } from '#shared/protocol/errors.ts';

/** No record comes near it; what is far beyond would overflow whatever looks into it. */
const MOST_LEVELS = 50;
/** A push of 500 changes of every field is far below it; a few bytes each, millions of them take a second to unfold. */
const MOST_VALUES = 100_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const BRACKETS = { open: 0x5b, close: 0x5d } as const;
const BRACES = { open: 0x7b, close: 0x7d } as const;

/**
 * Why a JSON text may not be unfolded, told by its bytes alone: too many levels within each other, or too many values.
 * null where it may; whether it is JSON at all is for the parser to say.
 */
export function jsonRefusal(bytes: Buffer): PlainError | null {
  let levels = 0;
  let values = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) at = endOfText(bytes, at);
    else if (byte === COMMA) values += 1;
    else if (byte === BRACKETS.open || byte === BRACES.open) {
      levels += 1;
      values += 1;
    } else if (byte === BRACKETS.close || byte === BRACES.close) levels -= 1;
    if (levels > MOST_LEVELS) {
      return new PlainError('bad-request', 'The request has too many levels. Send plain values.');
    }
    if (values > MOST_VALUES) {
      return new PlainError('too-large', 'The request has too many values. Send less at once.');
    }
  }
  return null;
}

/** Where the text that begins here ends: at the next quote that is not written as a part of it. */
function endOfText(bytes: Buffer, begin: number): number {
  for (let at = begin + 1; ; at += 1) {
    at = bytes.indexOf(QUOTE, at);
    if (at === -1) return bytes.length;
    let before = at;
    while (bytes[before - 1] === BACKSLASH) before -= 1;
    if ((at - before) % 2 === 0) return at;
  }
}
