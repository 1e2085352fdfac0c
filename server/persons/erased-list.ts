import { constants, type Stats } from 'node:fs';
import { lstat, open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { giveToOwner, isOfOwner } from '../database/folder-owner.ts';
import { flushFolder } from '#shared/node/whole-file.ts';

export const ERASED_FILE = 'erased';
/** A link that somebody laid there leads nowhere. Windows does not know the flag, and lets only administrators make links. */
const APPEND = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0);
/** A record; with a minus one whose erasing came to nothing; with an id behind it, of which data it is (its epoch). */
const LINE = /^(-?)([\da-f]{64})(?: ([\w-]+))?$/;

/**
 * The list of erased records, apart from the database and the backups of it: what a restored backup has again is found by it
 * and erased once more. Hashes alone, a line each; lines are added and never changed.
 */
export class ErasedList {
  readonly #folder: string;
  readonly #left = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * The hashes of all erased records.
   * @param of gives only those that were added as of this data
   */
  async read(of?: string): Promise<Set<string>> {
    const hashes = new Set<string>();
    const path = join(this.#folder, ERASED_FILE);
    if (!(await isOfOwner(path))) return hashes;
    for (const line of (await readFile(path, 'utf8')).split('\n')) {
      const [, minus, hash, data] = LINE.exec(line) ?? [];
      if (hash === undefined || data !== of) continue;
      if (minus === '') hashes.add(hash);
      else hashes.delete(hash);
    }
    return hashes;
  }

  /**
   * For a start: later each erasing would fail.
   * @throws Error with one sentence where something else has the name of the list.
   */
  async assertUsable(): Promise<void> {
    const path = join(this.#folder, ERASED_FILE);
    const list = await found(lstat(path));
    if (list === null || list.isFile()) return;
    throw new Error(
      `${path} is a folder or a link, where the list of those who were erased belongs. Put that file in its place, or remove what is there if nobody was ever erased.`,
    );
  }

  /**
   * Adds records; when this resolves they survive a power cut. Where the folder is missing there is nothing to add to.
   * @param of of which data they are, where several may share the list
   */
  add(hashes: readonly string[], of?: string): Promise<void> {
    // An earlier version of this program reads those of any data alone.
    return this.#append(hashes.flatMap((hash) => (of === undefined ? [hash] : [hash, `${hash} ${of}`])));
  }

  /** Takes back what was added, since they were not erased after all. */
  takeBack(hashes: readonly string[]): Promise<void> {
    return this.#append(hashes.map((hash) => `-${hash}`));
  }

  /** These were not erased after all, and are still to be taken back. */
  toTakeBack(hashes: readonly string[]): void {
    for (const hash of hashes) this.#left.add(hash);
  }

  tookBack(hashes: readonly string[]): void {
    for (const hash of hashes) this.#left.delete(hash);
  }

  get leftToTakeBack(): readonly string[] {
    return [...this.#left];
  }

  async #append(lines: readonly string[]): Promise<void> {
    // By a thread: where the disk hangs, all else goes on.
    if ((await found(stat(this.#folder))) === null) return;
    const path = join(this.#folder, ERASED_FILE);
    const file = await open(path, APPEND, 0o600);
    try {
      giveToOwner(path);
      // A line that was cut off is none, and stands alone.
      await file.writeFile(lines.map((line) => `\n${line}\n`).join(''));
      await file.sync();
    } finally {
      await file.close();
    }
    await flushFolder(this.#folder);
  }
}

/** What somebody else has laid in the place of the list is none, be it a pipe: it puts off no backup. */
export async function setAsideUnlessOurs(folder: string): Promise<void> {
  const path = join(folder, ERASED_FILE);
  if ((await found(lstat(path))) === null || (await isOfOwner(path))) return;
  await rename(path, `${path}.not-ours-${Date.now()}`);
}

const found = (asked: Promise<Stats>): Promise<Stats | null> =>
  asked.catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return null;
    throw error;
  });

/**
 * Takes the list of one folder along to another, adding what that lacks: beside backups when one is made, and into the data
 * when one is restored.
 */
export async function carryErased(from: string, to: string): Promise<void> {
  const list = new ErasedList(to);
  const known = await list.read();
  const more = [...(await new ErasedList(from).read())].filter((hash) => !known.has(hash));
  if (more.length > 0) await list.add(more);
}
