import { createCipheriv, createHash, randomBytes } from 'node:crypto';

/**
 * Encrypts pages of a database as SQLite3 Multiple Ciphers reads them with the cipher `aes256cbc` (its sources,
 * `sqlite3mcAES256`), for a file that is written page by page, read once and deleted: its key is in this process alone. The one
 * cipher of the library that Node has at full speed; what stays on the disk has others (decision 43).
 */

export const THROWAWAY_CIPHER = 'aes256cbc';

/** How often the library hashes a password. */
const ROUNDS = 4_001;
/** Bytes of the first page's head that stay readable, so that SQLite finds the size of pages. */
const HEAD = { from: 16, to: 24 } as const;
const HIDDEN_AT = 8;

const hash = (name: 'sha256' | 'md5', bytes: Buffer): Buffer => createHash(name).update(bytes).digest();

export class ThrowawayPages {
  /** 32 signs, so that the library adds none. */
  readonly password = randomBytes(24).toString('base64');
  readonly #key: Buffer;

  constructor() {
    let key = hash('sha256', Buffer.from(this.password, 'latin1'));
    for (let round = 0; round < ROUNDS; round += 1) key = hash('sha256', key);
    this.#key = key;
  }

  /** The page as it is written. Numbers begin at 1. */
  seal(number: number, page: Buffer): Buffer {
    const salted = Buffer.alloc(40);
    this.#key.copy(salted);
    salted.writeUInt32LE(number, 32);
    salted.write('sAlT', 36, 'latin1');
    const key = hash('sha256', salted);
    const vector = startOf(number);
    const encrypt = (bytes: Buffer): Buffer =>
      createCipheriv('aes-256-cbc', key, vector).setAutoPadding(false).update(bytes);
    if (number > 1) return encrypt(page);
    const sealed = Buffer.concat([encrypt(page.subarray(0, HEAD.from)), encrypt(page.subarray(HEAD.from))]);
    sealed.copy(sealed, HIDDEN_AT, HEAD.from, HEAD.to);
    page.copy(sealed, HEAD.from, HEAD.from, HEAD.to);
    return sealed;
  }
}

/** The initial vector of a page, by the library's row of numbers: each is 40692 times the one before, modulo 2147483399. */
function startOf(page: number): Buffer {
  const numbers = Buffer.alloc(16);
  let number = page + 1;
  for (let at = 0; at < 4; at += 1) {
    const whole = Math.trunc(number / 52_774);
    number = 40_692 * (number - 52_774 * whole) - 3_791 * whole;
    if (number < 0) number += 2_147_483_399;
    numbers.writeUInt32LE(number, at * 4);
  }
  return hash('md5', numbers);
}
