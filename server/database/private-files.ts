import { chmodSync, closeSync, openSync, readdirSync, statSync } from 'node:fs';

const OWNER_ONLY = { file: 0o600, folder: 0o700 } as const;
const STICKY = 0o1000;

/** Takes everybody else's rights to a file away, where it is ours and has any. */
export function keepFilePrivate(file: string): void {
  restrict(file, OWNER_ONLY.file);
}

/**
 * Makes a database file that is ours alone, or makes one so that is there, with what SQLite keeps beside it: it gives
 * those the rights of the file when it makes them.
 */
export function makeFilePrivate(file: string): void {
  closeSync(openSync(file, 'a', OWNER_ONLY.file));
  for (const end of ['', '-wal', '-shm']) keepFilePrivate(file + end);
}

/**
 * Takes everybody else's rights to the data folder away. A folder that holds other things and none of our data was
 * named by mistake, or is everybody's: it stays as it is.
 * @param mark name of a file by which the folder is known as ours
 */
export function keepFolderPrivate(folder: string, mark: string): void {
  const names = readdirSync(folder);
  if (names.length === 0 || names.includes(mark)) restrict(folder, OWNER_ONLY.folder);
}

/** What belongs to another user, or lies where there are no such rights, stays as it is. */
function restrict(path: string, most: number): void {
  if (process.platform === 'win32') return;
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found || (found.mode & STICKY) !== 0 || found.uid !== process.getuid?.()) return;
  const mode = found.mode & 0o777;
  if ((mode & ~most) === 0) return;
  try {
    chmodSync(path, mode & most);
  } catch {
    // A file system that keeps no rights, such as that of a memory stick.
  }
}
