import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { formatNumber } from '#shared/format/numbers.ts';
import { DATABASE_FILE } from '../data-files.ts';
import { DUMP_FILE, type Manifest } from './manifest.ts';

type Listed = Pick<Manifest, 'files'>;

/** Whether the database of a backup lies there in its size: a disk, or a program that makes room, may have taken it since. */
export function hasDatabase(backup: string, { files }: Listed): boolean {
  const listed = files.find(({ path }) => path === DATABASE_FILE || path === DUMP_FILE);
  return (
    listed !== undefined &&
    statSync(join(backup, listed.path), { throwIfNoEntry: false })?.size === listed.bytes
  );
}

/** How many of its files are not there any more. What is in the others is read by a restore alone. */
export async function filesGone(backup: string, { files }: Listed): Promise<number> {
  const there = new Set(
    (await readdir(backup, { recursive: true })).map((path) => path.replaceAll(sep, '/')),
  );
  return files.filter(({ path }) => !there.has(path)).length;
}

/** What an administrator reads then. */
export const goneSentence = (count: number): string =>
  `${formatNumber(count)} ${count === 1 ? 'file' : 'files'} of the last backup ${count === 1 ? 'is' : 'are'} not there any more. Look at the disk that it lies on, and back up now.`;
