import {
  closeSync,
  constants,
  existsSync,
  fchownSync,
  fstatSync,
  openSync,
  readdirSync,
  statSync,
} from 'node:fs';
import { lstat, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const OPEN = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);

/**
 * A command that an administrator runs as root beside a server with a user of its own: what it has made in that user's folder is
 * given to the owner of the folder, as SQLite does with the files beside a database. The server could not read it else.
 * @param path of a file or a folder, with all that is in it
 */
export function giveToOwner(path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(path));
  if (uid !== 0) give(path, uid, gid);
}

/**
 * Whether there is a file, of this user, of root or of whoever owns the folder, who can do anything with it. What another user of this
 * computer has laid into a folder in which they may write is none, nor are links and pipes.
 */
export async function isOfOwner(path: string): Promise<boolean> {
  const file = await lstat(path).catch(noneThere);
  if (!file?.isFile()) return false;
  return [process.getuid?.() ?? file.uid, 0, (await stat(dirname(path))).uid].includes(file.uid);
}

function noneThere(error: unknown): null {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
    return null;
  throw error;
}

/** That user may lay a link in the way at any moment: what is given is what was opened, and only what is root's own. */
function give(path: string, uid: number, gid: number): void {
  const opened = openSync(path, OPEN);
  try {
    const found = fstatSync(opened);
    if (found.uid !== 0 || (!found.isDirectory() && found.nlink > 1)) return;
    if (found.isDirectory()) {
      const held = `/proc/self/fd/${opened}`;
      const folder = existsSync(held) ? held : path;
      for (const name of readdirSync(folder)) give(join(folder, name), uid, gid);
    }
    fchownSync(opened, uid, gid);
  } finally {
    closeSync(opened);
  }
}
