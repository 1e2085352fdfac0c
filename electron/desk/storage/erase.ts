import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

const CHUNK = Buffer.alloc(1024 * 1024);

/**
 * Deletes a file after writing zeros over its bytes. What a solid-state disk or a snapshot of the system keeps of the
 * old bytes is out of reach; on other disks nothing is left to be undeleted.
 */
export function eraseFile(path: string): void {
  try {
    // Never through a link to what lies elsewhere.
    if (lstatSync(path).isFile()) writeZeros(path);
  } catch {
    // It is not there, or the disk takes no writing any more; that still deletes.
  }
  rmSync(path, { force: true });
}

function writeZeros(path: string): void {
  const file = openSync(path, 'r+');
  try {
    let left = fstatSync(file).size;
    for (let at = 0; left > 0;) {
      const written = writeSync(file, CHUNK, 0, Math.min(left, CHUNK.length), at);
      at += written;
      left -= written;
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Erases the files that lie in a folder itself and whose name passes. What cannot be erased keeps none of the others. */
export function eraseFiles(folder: string, goes: (name: string) => boolean = () => true): void {
  if (!existsSync(folder)) return;
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  eachOf(
    files.filter(({ name }) => goes(name)),
    ({ name }) => eraseFile(join(folder, name)),
  );
}

/** Erases a folder with all that is in it. A link goes without what it leads to, and what cannot be erased keeps nothing else. */
export function eraseFolder(folder: string): void {
  if (!existsSync(folder)) return;
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  eachOf(
    [
      () => eraseFiles(folder),
      ...folders.map(
        ({ name }) =>
          () =>
            eraseFolder(join(folder, name)),
      ),
    ],
    (erase) => erase(),
  );
  rmSync(folder, { recursive: true, force: true });
}

/** Does the same with all of them. @throws what the first one threw that could not be done. */
function eachOf<Item>(items: readonly Item[], work: (item: Item) => void): void {
  const faults: unknown[] = [];
  for (const item of items) {
    try {
      work(item);
    } catch (fault) {
      faults.push(fault);
    }
  }
  if (faults.length > 0) throw faults[0];
}
