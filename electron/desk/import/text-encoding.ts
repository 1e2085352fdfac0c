import { StringDecoder } from 'node:string_decoder';
import type { ENCODINGS } from '#shared/protocol/import.ts';
import { looksWide } from './file-kind.ts';

type Encoding = (typeof ENCODINGS)[number];

/**
 * The encoding of a text, by its mark or by what it holds. What is no UTF-8 is of an old Windows; but one that has letters of UTF-8
 * throughout, and a few bytes broken or cut off at its end, is damaged, and not another one.
 */
export function encodingOf(bytes: Buffer): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  return looksWide(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252');
}

function isUtf8(bytes: Buffer): boolean {
  let [letters, broken] = [0, 0];
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at] ?? 0;
    const length =
      first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    const isWhole = length > 0 && followers(bytes, at + 1, at + length) === length - 1;
    if (isWhole && length > 1) letters += 1;
    if (!isWhole) broken += 1;
    at += isWhole ? length : 1 + followers(bytes, at + 1, at + 4);
  }
  return broken * LETTERS_A_FAULT <= letters;
}

/** How many bytes there go on with a letter of UTF-8. */
function followers(bytes: Buffer, from: number, to: number): number {
  let at = from;
  while (at < to && ((bytes[at] ?? 0) & 0xc0) === 0x80) at += 1;
  return at - from;
}

/** One broken letter among so many of UTF-8: in a text of another encoding hardly any is one by chance. */
const LETTERS_A_FAULT = 10;

/** Bytes that are decoded at once: what is far longer can end the whole process where it is replaced or divided. */
const PIECE = 1_024 * 1_024;

/** The text of bytes in pieces, without the mark at its beginning; each line ends with a line feed alone. */
export function* textPieces(bytes: Buffer, encoding: Encoding): Generator<string> {
  const decode = decoderOf(encoding);
  let held = '';
  for (let at = 0; at < bytes.length; at += PIECE) {
    const piece = held + decode(bytes.subarray(at, at + PIECE));
    const text = at === 0 ? piece.replace(/^\uFEFF/, '') : piece;
    // The line feed that belongs to it may be in the next piece.
    const isLast = at + PIECE >= bytes.length;
    held = !isLast && text.endsWith('\r') ? '\r' : '';
    yield text.slice(0, text.length - held.length).replace(/\r\n?/g, '\n');
  }
}

/** Decodes one piece after the other: a letter may begin in one and end in the next. */
function decoderOf(encoding: Encoding): (bytes: Buffer) => string {
  if (encoding === 'utf-8' || encoding === 'utf-16le') {
    const decoder = new StringDecoder(encoding === 'utf-8' ? 'utf8' : 'utf16le');
    return (bytes) => decoder.write(bytes);
  }
  if (encoding === 'utf-16be')
    return (bytes) =>
      Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)))
        .swap16()
        .toString('utf16le');
  // Not every build of Node can decode it: it is Latin-1 but for these letters.
  return (bytes) =>
    bytes
      .toString('latin1')
      .replace(/[\u0080-\u009F]/g, (letter) => WINDOWS[letter.charCodeAt(0) - 0x80] ?? letter);
}

const WINDOWS = Array.from('€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ');
