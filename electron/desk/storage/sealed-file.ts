import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import {
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readPrivateJson, setAsideNoFile, writePrivateJson } from './data-folders.ts';
import { eraseFile } from './erase.ts';
import { flushFolderNow, writeWholeFileNow } from '#shared/node/whole-file.ts';

/**
 * Files that are encrypted whole with AES-256-GCM. A sealed file is a mark of eight bytes, a nonce of 12, the tag of 16
 * and the content. It opens under its own name alone, so that none is taken for another.
 */
const MARK = Buffer.from('EMS-SEAL');
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = MARK.length + NONCE_BYTES + TAG_BYTES;
const CIPHER = 'aes-256-gcm';
/** How a plain file is called while it is taken over, or erased. */
const PLAIN_ENDING = '.plain';
const SEALING_ENDING = '.sealing';

export const isSealed = (bytes: Uint8Array): boolean =>
  MARK.equals(bytes.subarray(0, MARK.length)) && bytes.length >= HEAD_BYTES;

/** @param name of the file that it will be. */
export function sealBytes(key: Buffer, name: string, plain: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(name));
  const content = [cipher.update(plain), cipher.final()];
  return Buffer.concat([MARK, nonce, cipher.getAuthTag(), ...content]);
}

/** The content; null where the bytes are not those that were sealed under this name with this key. */
export function openBytes(key: Buffer, name: string, bytes: Uint8Array): Buffer<ArrayBuffer> | null {
  if (!isSealed(bytes)) return null;
  const nonceEnd = MARK.length + NONCE_BYTES;
  const opening = createDecipheriv(CIPHER, key, bytes.subarray(MARK.length, nonceEnd), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(name))
    .setAuthTag(bytes.subarray(nonceEnd, HEAD_BYTES));
  try {
    return Buffer.concat([opening.update(bytes.subarray(HEAD_BYTES)), opening.final()]);
  } catch {
    return null;
  }
}

/** The content of a sealed JSON file; undefined where there is none that can be read. Without a key it is plain. */
export function readSealedJson(path: string, key: Buffer | undefined): unknown {
  if (!key) return readPrivateJson(path);
  try {
    const bytes = openBytes(key, basename(path), Buffer.from(readFileSync(path, 'utf8'), 'base64'));
    return bytes === null ? undefined : (JSON.parse(bytes.toString('utf8')) as unknown);
  } catch {
    return undefined;
  }
}

export function writeSealedJson(path: string, value: unknown, key: Buffer | undefined): void {
  if (!key) return writePrivateJson(path, value);
  setAsideNoFile(path);
  const sealed = sealBytes(key, basename(path), Buffer.from(JSON.stringify(value)));
  writeWholeFileNow(path, sealed.toString('base64'));
}

/** What an earlier taking over left half done: a plain file whose sealed one is there goes, one without comes back. */
export function finishSealing(path: string): void {
  rmSync(path + SEALING_ENDING, { force: true });
  if (!existsSync(path + PLAIN_ENDING)) return;
  if (!existsSync(path)) return renameSync(path + PLAIN_ENDING, path);
  flushFolderNow(dirname(path));
  erasePlain(path);
}

/** Where it is the file itself by another name, nothing has taken its place yet. */
function erasePlain(path: string): void {
  if (statSync(path + PLAIN_ENDING).nlink > 1) rmSync(path + PLAIN_ENDING);
  else eraseFile(path + PLAIN_ENDING);
}

/** The same of all files in a folder. */
export function finishSealingIn(folder: string): void {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (name.endsWith(PLAIN_ENDING)) finishSealing(join(folder, name.slice(0, -PLAIN_ENDING.length)));
  }
}

/**
 * Puts other bytes in the place of a plain file whose old ones are overwritten. Killed at any moment, the old or the new
 * is there whole; `finishSealing` ends what was begun.
 */
export function replacePlain(path: string, bytes: Uint8Array): void {
  writeFileSync(path + SEALING_ENDING, bytes, { mode: 0o600, flush: true });
  try {
    // Whoever reads it meanwhile finds the one or the other.
    linkSync(path, path + PLAIN_ENDING);
  } catch {
    // A disk without links.
    renameSync(path, path + PLAIN_ENDING);
  }
  renameSync(path + SEALING_ENDING, path);
  // Before a power cut could leave the old name with zeros.
  flushFolderNow(dirname(path));
  erasePlain(path);
}

/** Takes a plain file over as it lies; a sealed one stays. */
export function sealFile(path: string, key: Buffer): void {
  finishSealing(path);
  if (!existsSync(path)) return;
  const bytes = readFileSync(path);
  if (!isSealed(bytes)) replacePlain(path, sealBytes(key, basename(path), bytes));
}
