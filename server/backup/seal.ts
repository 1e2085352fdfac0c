import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SECRET_FILE } from '../auth/signing-secret.ts';
import { textOfManifest } from './manifest.ts';

/** Name of the file that shows by whose secret a backup was made. */
export const SEAL_FILE = 'backup.seal';
const MOST_BYTES = 1_000;

/**
 * Shows that a backup is of this server: whoever can write into the folder of the backups, and not into the data, cannot make
 * one up. The backup's list has a SHA-256 of each file, so that the list alone is sealed.
 */
export function seal(secret: string, manifest: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'seal of backups', 32));
  return createHmac('sha256', key).update(manifest).digest('base64url');
}

/** Whether a backup was made of this data folder, and its list is as it was. */
export function isOurs(backup: string, dataFolder: string): boolean {
  try {
    return isSealed(backup, textOfManifest(backup), dataFolder);
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
    const given = Buffer.from(readFileSync(path, 'utf8').trim());
    const secret = readFileSync(join(dataFolder, SECRET_FILE), 'utf8').trim();
    const right = Buffer.from(seal(secret, manifest));
    return given.length === right.length && timingSafeEqual(given, right);
  } catch {
    return false;
  }
}
