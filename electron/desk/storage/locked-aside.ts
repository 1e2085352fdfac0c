import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { eraseFiles, eraseFolder } from './erase.ts';
import { eraseImports } from './import-files.ts';
import { KEY_FILES } from './key-file.ts';
import { noteForNextOpening } from './next-opening.ts';

/** What goes under a number of its own: the outbox with what witnesses it, the files that wait with it, and the key. */
const KEPT = ['outbox.db', 'outbox.db-wal', 'outbox.mark', 'files', ...KEY_FILES];
const LOCKED = /^locked-(\d{1,6})-/;

/**
 * Puts aside what no key opens any more, and erases what is fetched again. It stays until the user has the data removed
 * from this computer; the next opening says what is missing.
 * @param promised by the outbox: the number of its last change, and when it was made
 */
export function putLockedAside(folder: string, promised: { n: number; at: string } | null): void {
  if (existsSync(join(folder, 'outbox.db')))
    noteForNextOpening(folder, { lockedAway: { at: promised?.at ?? null, changes: promised?.n ?? 0 } });
  const taken = readdirSync(folder).flatMap((name) => Number(LOCKED.exec(name)?.[1] ?? 0));
  const number = Math.max(0, ...taken) + 1;
  // The key last: until then this is done again.
  for (const name of KEPT) {
    if (existsSync(join(folder, name)))
      renameSync(join(folder, name), join(folder, `locked-${number}-${name}`));
  }
  eraseFiles(
    folder,
    (name) =>
      name.startsWith('cache.db') ||
      // The next outbox would be taken for one of a repair that was broken off.
      name.startsWith('outbox.db.salvaged') ||
      ['outbox.db-shm', 'outbox.receipt'].includes(name),
  );
  eraseFolder(join(folder, 'thumbnails'));
  eraseImports(folder);
}
