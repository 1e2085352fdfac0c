import { closeSync, openSync, writeSync } from 'node:fs';
import { openKept } from './kept-keys.ts';

const PAGE = 4_096;

/** Whether a page of a database holds rows of a table. */
export const isLeaf = (page: Buffer): boolean => page[0] === 0x0d;

/**
 * Overwrites the pages of a database that `isHit` names, as a failing disk does, while a desk has it open. Another
 * connection's write has the desk read its pages anew: a disk that fails does so at a reading too.
 */
export function spoil(path: string, isHit: (page: Buffer) => boolean): void {
  const other = openKept(path, 'NORMAL');
  try {
    other.pragma('wal_checkpoint(RESTART)');
    other.exec('CREATE TABLE IF NOT EXISTS other (n)');
    other.pragma('wal_checkpoint(RESTART)');
    const file = openSync(path, 'r+');
    try {
      // What stands on them is seen through the key.
      const bytes = other.serialize();
      for (let at = PAGE; at + PAGE <= bytes.length; at += PAGE) {
        if (isHit(bytes.subarray(at, at + PAGE))) writeSync(file, Buffer.alloc(PAGE, 0xa5), 0, PAGE, at);
      }
    } finally {
      closeSync(file);
    }
    other.exec('INSERT INTO other VALUES (1)');
  } finally {
    other.close();
  }
}
