import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { PasswordKey } from './password-key.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Texts are filled up to a multiple of this, so that a sealed one does not show how long it is. */
const BLOCK_BYTES = 64;

/**
 * Seals a text with AES-256-GCM.
 * @param boundTo what it belongs to: sealed for one user, it does not open for another.
 */
export function seal({ key }: PasswordKey, boundTo: string, plain: string): string {
  const text = Buffer.from(plain, 'utf8');
  // The byte that ends the text tells it from what fills it up.
  const filler = Buffer.alloc(BLOCK_BYTES - (text.length % BLOCK_BYTES));
  filler[0] = 0x80;
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(boundTo));
  const sealed = Buffer.concat([cipher.update(Buffer.concat([text, filler])), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}

/** The text; null where it was changed, belongs to something else or was sealed under another key. */
export function open({ key }: PasswordKey, boundTo: string, text: string): string | null {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length < IV_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(boundTo));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    const filled = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    return filled.subarray(0, filled.lastIndexOf(0x80)).toString('utf8');
  } catch {
    return null;
  }
}
