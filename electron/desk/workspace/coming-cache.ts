import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { deleteSqlite } from '../storage/sqlite-file.ts';

const COMING = 'coming.';

/** Where a cache is put together that the server has made ready, and the pages that it is made of. */
export const comingFiles = (folder: string): { pages: string; cache: string } => ({
  pages: join(folder, `${COMING}pages`),
  cache: join(folder, `${COMING}db`),
});

/** Whether a file of a user's folder is one of these, or of its companions. */
export const isComing = (name: string): boolean => name.startsWith(COMING);

/** Deletes what a process that died has left of one; it is encrypted as the cache is. */
export function removeComing(folder: string): void {
  const { pages, cache } = comingFiles(folder);
  rmSync(pages, { force: true });
  deleteSqlite(cache);
}
