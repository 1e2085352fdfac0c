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

/** Erases the files that lie in a folder itself and whose name passes. */
export function eraseFiles(folder: string, goes: (name: string) => boolean = () => true): void {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isFile() && goes(entry.name)) eraseFile(join(folder, entry.name));
  }
}

/** Erases a folder with all that is in it. A link goes without what it leads to. */
export function eraseFolder(folder: string): void {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) eraseFolder(join(folder, entry.name));
  }
  eraseFiles(folder);
  rmSync(folder, { recursive: true, force: true });
}
