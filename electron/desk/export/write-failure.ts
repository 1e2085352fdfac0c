import { basename } from 'node:path';
import { NOT_A_FILE } from '#shared/node/whole-file.ts';
import { PlainError } from '#shared/protocol/errors.ts';

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
  [NOT_A_FILE]: 'There is something of this name that is not a file. Choose another name.',
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
