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

/** The text of bytes, without the mark at its beginning. */
export function decoded(bytes: Buffer, encoding: Encoding): string {
  return textOf(bytes, encoding).replace(/^\uFEFF/, '');
}

function textOf(bytes: Buffer, encoding: Encoding): string {
  switch (encoding) {
    case 'utf-8':
      return bytes.toString('utf8');
    case 'utf-16le':
      return bytes.toString('utf16le');
    case 'utf-16be':
      return Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)))
        .swap16()
        .toString('utf16le');
    case 'windows-1252':
      // Not every build of Node can decode it: it is Latin-1 but for these letters.
      return bytes
        .toString('latin1')
        .replace(/[\u0080-\u009F]/g, (letter) => WINDOWS[letter.charCodeAt(0) - 0x80] ?? letter);
  }
}

const WINDOWS = Array.from('€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ');
