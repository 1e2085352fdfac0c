import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { hashRaw } from '@node-rs/argon2';

/**
 * The key of a kept session: 32 random bytes that are on the disk only locked, under the user's password or under the
 * system's keychain. What is sealed with it can be neither read nor made by whoever has the disk alone.
 */

/** argon2id is the library's default algorithm; 19 MiB and two passes take some 10 ms, off the main thread. */
export const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const;
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A key that a password opens: the salt, and the key sealed under what the password and the salt make; in base64. */
export interface PasswordLock {
  salt: string;
  box: string;
}

export function newKey(): Buffer {
  return randomBytes(32);
}

export async function lockWith(password: string, key: Buffer): Promise<PasswordLock> {
  const salt = randomBytes(16);
  return { salt: salt.toString('base64'), box: encrypt(await hashRaw(password, { ...COST, salt }), key) };
}

/** The key; null where the password is not the one it was locked with, or the lock was changed. */
export async function unlock(password: string, { salt, box }: PasswordLock): Promise<Buffer | null> {
  const bytes = Buffer.from(salt, 'base64');
  if (bytes.length !== 16) return null;
  return decrypt(await hashRaw(password, { ...COST, salt: bytes }), box);
}

/** A value as JSON that only the key reads and makes. */
export function seal(key: Buffer, value: unknown): string {
  return encrypt(key, Buffer.from(JSON.stringify(value)));
}

/** The value; undefined where it was not sealed with this key. */
export function unseal(key: Buffer, sealed: string): unknown {
  const bytes = decrypt(key, sealed);
  return bytes === null ? undefined : (JSON.parse(bytes.toString('utf8')) as unknown);
}

/** A mark that only the key makes for the text. */
export function markOf(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64');
}

function encrypt(key: Buffer, plain: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce);
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

export function decrypt(key: Buffer, text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  if (key.length !== 32 || bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}
