import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFileOnce } from '#shared/node/make-file-once.ts';
import { giveToOwner } from '../database/folder-owner.ts';
import { keepFilePrivate } from '../database/private-files.ts';

export const SECRET_FILE = 'signing-secret';

/**
 * The secret that signs tokens: made at the first start and kept in a file of its own that only this system user
 * can read, beside the database and never in it, so that a copy of the data gives nobody a session.
 */
export function signingSecret(dataFolder: string): string {
  const path = join(dataFolder, SECRET_FILE);
  makeFileOnce(path, randomBytes(48).toString('base64url'));
  giveToOwner(path);
  keepFilePrivate(path);
  const secret = readFileSync(path, 'utf8').trim();
  if (secret.length < 32) {
    throw new Error(`${path} holds no secret. Delete the file and start again; everybody signs in anew.`);
  }
  return secret;
}
