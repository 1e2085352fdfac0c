import { basename, join } from 'node:path';
import type { Actor } from './actor.ts';
import { realFiles as fs } from './real-files.ts';
import type { World } from './world.ts';

export interface Kept {
  folder: string;
  actor: Actor;
  losesPower: boolean;
}

/**
 * Leaves in a folder what a crashed process has left there: the files as they stand, without SQLite's shared memory. The
 * dead process goes on with the former files, which are out of everybody's way.
 */
export function crashFolder(world: World, { folder, actor, losesPower }: Kept): void {
  const fresh = `${folder}.fresh`;
  fs.cpSync(folder, fresh, { recursive: true, filter: (path) => !path.endsWith('-shm') });
  world.crashes += 1;
  fs.renameSync(folder, join(world.folder, `dead-${world.crashes}`));
  fs.renameSync(fresh, folder);
  if (losesPower) loseUnsynced(world, folder, actor);
}

/** Of databases that do not sync each commit, the end of the write-ahead file may be lost, or be torn. */
function loseUnsynced(world: World, folder: string, actor: Actor): void {
  for (const entry of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (!entry.endsWith('-wal')) continue;
    const path = join(folder, entry);
    const danger = actor.logs.inDanger(path.slice(0, -'-wal'.length));
    if (!danger) continue;
    const left = danger.from + world.random.below(danger.to - danger.from + 1);
    if (world.random.oneIn(2)) fs.truncateSync(path, left);
    else tear(world, path, left, danger.to);
    world.trace.note(`${actor.name} loses what was written to ${basename(entry)} after ${left} bytes`);
  }
}

function tear(world: World, path: string, from: number, size: number): void {
  const bytes = Buffer.alloc(Math.min(512, size - from));
  world.random.fill(bytes);
  const file = fs.openSync(path, 'r+');
  fs.writeSync(file, bytes, 0, bytes.length, from);
  fs.closeSync(file);
  fs.truncateSync(path, from + bytes.length);
}
