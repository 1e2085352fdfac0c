import { constants, existsSync, lstatSync, statSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { flushFolder } from '#shared/node/whole-file.ts';

export const ERASED_FILE = 'erased';
/** A link that somebody laid there leads nowhere. Windows does not know the flag, and lets only administrators make links. */
const APPEND = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0);
const HASH = /^[\da-f]{64}$/;

/**
 * The list of erased records, apart from the database and the backups of it: what a restored backup has again is found by it
 * and erased once more. Hashes alone, a line each; lines are added and never changed.
 */
export class ErasedList {
  readonly #folders: () => readonly string[];

  /** @param folders the data folder, and that of the backups, where there is one; asked each time. */
  constructor(folders: () => readonly string[]) {
    this.#folders = folders;
  }

  /** The hashes of all erased records, from whichever folder has them. */
  async read(): Promise<Set<string>> {
    const hashes = new Set<string>();
    for (const folder of this.#folders()) {
      const path = join(folder, ERASED_FILE);
      if (!isBelieved(path, folder)) continue;
      for (const line of (await readFile(path, 'utf8')).split('\n')) if (HASH.test(line)) hashes.add(line);
    }
    return hashes;
  }

  /** Adds records; when this resolves they survive a power cut. */
  async add(hashes: readonly string[]): Promise<void> {
    for (const folder of this.#folders()) {
      if (!existsSync(folder)) continue;
      // A line that was cut off is none, and stands alone.
      const lines = hashes.map((hash) => `\n${hash}\n`).join('');
      const file = await open(join(folder, ERASED_FILE), APPEND, 0o600);
      try {
        await file.writeFile(lines);
        await file.sync();
      } finally {
        await file.close();
      }
      await flushFolder(folder);
    }
  }
}

/**
 * Whether a list is one of ours: whom it names is erased. One that another user of this computer laid into a folder in which
 * they may write is not; whoever owns the folder can do anything with it.
 */
function isBelieved(path: string, folder: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found?.isFile()) return false;
  return [process.getuid?.() ?? found.uid, 0, statSync(folder).uid].includes(found.uid);
}

/**
 * Takes the list of one folder along to another, adding what that lacks: beside backups when one is made, and into the data
 * when one is restored.
 */
export async function carryErased(from: string, to: string): Promise<void> {
  const known = await new ErasedList(() => [to]).read();
  const more = [...(await new ErasedList(() => [from]).read())].filter((hash) => !known.has(hash));
  if (more.length > 0) await new ErasedList(() => [to]).add(more);
}
