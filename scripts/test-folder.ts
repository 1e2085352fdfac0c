import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning } from './running-process.ts';

const MEMORY = '/dev/shm';
const PREFIX = 'placement-tests-';
/** What a run of all tests may need at once, with room to spare. */
const ROOM_BYTES = 8 * 2 ** 30;

/**
 * Has this process and those that it starts keep their temporary files in memory, where the system offers enough of it:
 * a thousand small databases wait for no disk. They are gone when the process ends.
 */
export function keepTestFilesInMemory(): void {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < ROOM_BYTES) return;
    removeLeft();
    const folder = join(MEMORY, `${PREFIX}${process.pid}`);
    // PostgreSQL runs as a user of its own, and finds its folder below.
    mkdirSync(folder, { mode: 0o711 });
    process.env['TMPDIR'] = folder;
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  } catch {
    // No such place, or not for this user: the disk serves as well.
  }
}

/** What runs have left that were killed. */
function removeLeft(): void {
  for (const name of readdirSync(MEMORY)) {
    if (!name.startsWith(PREFIX) || isRunning(Number(name.slice(PREFIX.length)))) continue;
    rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}
