import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { createReadStream, lstatSync, readFileSync } from 'node:fs';
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SECRET_FILE } from '../auth/signing-secret.ts';
import { MANIFEST_FILE, MOST_LIST_BYTES } from './manifest.ts';

/** Name of the file that shows by whose secret a backup was made. */
export const SEAL_FILE = 'backup.seal';
const MOST_BYTES = 1_000;
/** Read at once: others have their turn between two. */
const PIECE_BYTES = 1024 * 1024;

/**
 * Shows that a backup is of this server: whoever can write into the folder of the backups, and not into the data, cannot make
 * one up. The backup's list has a SHA-256 of each file, so that the list alone is sealed.
 */
export function seal(secret: string, manifest: string): string {
  return createHmac('sha256', keyOf(secret)).update(manifest).digest('base64url');
}

const keyOf = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret.trim(), '', 'seal of backups', 32));

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given.trim()), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Of lists that were looked at: whoever writes into one changes its times. */
const verdicts = new Map<string, boolean>();
const MOST_VERDICTS = 10_000;

/**
 * Whether a backup was made of this data folder, and its list is as it was. Looked at by a running server again and again: a
 * large list is read a piece at a time, and each is read once.
 */
export async function isOurs(backup: string, dataFolder: string): Promise<boolean> {
  try {
    const [list, sealed] = [join(backup, MANIFEST_FILE), join(backup, SEAL_FILE)];
    const files = await Promise.all([lstat(list), lstat(sealed)]);
    const [{ size: listSize }, { size: sealSize }] = files;
    if (!files.every((file) => file.isFile()) || listSize > MOST_LIST_BYTES || sealSize > MOST_BYTES)
      return false;
    const key = JSON.stringify([
      dataFolder,
      list,
      files.map(({ ino, size, ctimeMs }) => [ino, size, ctimeMs]),
    ]);
    const known = verdicts.get(key);
    if (known !== undefined) return known;
    const hmac = createHmac('sha256', keyOf(await readFile(join(dataFolder, SECRET_FILE), 'utf8')));
    for await (const piece of createReadStream(list, { highWaterMark: PIECE_BYTES }) as AsyncIterable<Buffer>)
      hmac.update(piece);
    const verdict = isSame(await readFile(sealed, 'utf8'), hmac.digest('base64url'));
    verdicts.set(key, verdict);
    const [oldest] = verdicts.keys();
    if (verdicts.size > MOST_VERDICTS && oldest !== undefined) verdicts.delete(oldest);
    return verdict;
  } catch {
    return false;
  }
}

/** The same for a list that was read: what is done with it is done with what was looked at. */
export function isSealed(backup: string, manifest: string, dataFolder: string): boolean {
  try {
    const path = join(backup, SEAL_FILE);
    const found = lstatSync(path);
    if (!found.isFile() || found.size > MOST_BYTES) return false;
    const secret = readFileSync(join(dataFolder, SECRET_FILE), 'utf8');
    return isSame(readFileSync(path, 'utf8'), seal(secret, manifest));
  } catch {
    return false;
  }
}
