import { chacha20 } from '@noble/ciphers/chacha.js';
import type { Encryption } from './sqlite-file.ts';

/**
 * A page of a database encrypted with ChaCha20-Poly1305, as SQLite3 Multiple Ciphers writes it: behind its content the
 * page has a nonce of 16 bytes, the last four of which are mixed with the page's number into the counter, and a tag of 16
 * (utelle.github.io/SQLite3MultipleCiphers, "sqleet"). The first 24 bytes of the first page are not encrypted.
 */
const RESERVED = 32;
const COUNTER_AT = 12;
const PLAIN_OF_FIRST = 24;

/**
 * The content of a page without its reserved end. The tag is not looked at: of a damaged page all is wanted that is not
 * damaged, and one wrong byte stays one.
 * @throws Error where the cipher is none whose pages can be read so
 */
export function openPage({ cipher, key }: Encryption, number: number, page: Buffer): Buffer {
  if (cipher !== 'chacha20') throw new Error(`Pages of ${cipher} are not read one by one`);
  const end = page.length - RESERVED;
  const nonce = page.subarray(end, end + COUNTER_AT);
  const counter = (page.readUInt32LE(end + COUNTER_AT) ^ number) >>> 0;
  const once = chacha20(key, nonce, new Uint8Array(64), undefined, counter);
  const start = number === 1 ? PLAIN_OF_FIRST : 0;
  const content = Buffer.from(page.subarray(0, end));
  content.set(
    chacha20(once.subarray(32), nonce, content.subarray(start), undefined, (counter + 1) >>> 0),
    start,
  );
  return content;
}
