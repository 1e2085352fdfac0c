import { StringDecoder } from 'node:string_decoder';
import type { ENCODINGS } from '#shared/protocol/import.ts';
import { looksWide } from './file-kind.ts';

type Encoding = (typeof ENCODINGS)[number];

/** The encoding of a text, by its mark or by what it holds. What is no UTF-8 is of an old Windows. */
export function encodingOf(bytes: Buffer): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const wide = looksWide(bytes);
  if (wide !== null) return wide;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

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
