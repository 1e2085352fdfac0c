import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { PlainError } from '#shared/protocol/errors.ts';

/** Adds to the file; resolves once the system has taken it, so that whoever waits for it never runs ahead of the disk. */
export type Write = (text: string) => Promise<void>;

/**
 * Writes a file whole or not at all: under another name in the same folder, which it leaves once it is complete and on
 * the disk. Where `fill` rejects, nothing is left and a file that was there before stays as it was.
 */
export async function writeWholeFile(path: string, fill: (write: Write) => Promise<void>): Promise<void> {
  const partial = join(dirname(path), `.${randomBytes(8).toString('hex')}.part`);
  const file = await open(partial, 'wx');
  try {
    try {
      await fill((text) => file.appendFile(text));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw error;
  }
}

const FULL = 'The disk is full. Make room or choose another folder, then export again.';
const GONE = 'The folder is not there any more. Choose another one.';
const FOLDER = 'There is a folder of this name. Choose another name.';
const refused = (name: string): string =>
  `“${name}” cannot be written. If it is open in another program, close it there; if not, choose another folder.`;

const SENTENCES: Readonly<Record<string, string | ((name: string) => string)>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  SQLITE_FULL: FULL,
  ENOENT: GONE,
  ENOTDIR: GONE,
  EISDIR: FOLDER,
  ENOTEMPTY: FOLDER,
  EACCES: refused,
  EPERM: refused,
  EROFS: refused,
  EBUSY: refused,
};

/** The sentence for a file that could not be written; undefined where the system did not refuse it. */
export function writeFailure(error: unknown, path: string): PlainError | undefined {
  if (!(error instanceof Error) || !('code' in error) || error instanceof PlainError) return undefined;
  const sentence = SENTENCES[String(error.code)];
  if (sentence !== undefined) {
    return new PlainError('unavailable', typeof sentence === 'string' ? sentence : sentence(basename(path)));
  }
  if (!('syscall' in error)) return undefined;
  return new PlainError('unavailable', 'The file could not be written. Choose another folder and try again.');
}
