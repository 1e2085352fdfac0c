import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Seals texts under a key that exists in this process's memory alone. */
export interface SessionKeychain {
  /** In base64. */
  seal(text: string): string;
  /** Throws where the text was sealed by an earlier start, or changed. */
  open(sealed: string): string;
}

/**
 * Stands in where the system has no keychain: what it seals can be opened until the application ends, so that a user
 * stays signed in when only the desk's process has to start again, and is kept for nobody who reads the disk.
 */
export function sessionKeychain(): SessionKeychain {
  const key = randomBytes(32);
  return {
    seal: (text) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, iv);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return Buffer.concat([
        decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)),
        decipher.final(),
      ]).toString('utf8');
    },
  };
}
