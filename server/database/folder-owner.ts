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
