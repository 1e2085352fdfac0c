import { existsSync, lstatSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { eraseFile } from './erase.ts';
import { COMPANIONS } from './sqlite-file.ts';
import { DAY_MS } from '#shared/format/time.ts';

/** So many damaged files are kept, for so long: for somebody who wants to look for what could not be read. */
const MOST_KEPT = 3;
const KEPT_MS = 30 * DAY_MS;

/** Those that this process put aside: they stay as long as it runs, whatever the clock says. */
const madeHere = new Set<string>();

/** The damaged databases beside one, the newest first. They hold what the user wrote. */
export function keptBeside(path: string): { number: number; path: string }[] {
  const start = `${basename(path)}.damaged-`;
  const numbers = readdirSync(dirname(path)).flatMap((name) => {
    const number = name.startsWith(start) ? /^(\d{1,9})(?:-wal|-shm)?$/.exec(name.slice(start.length)) : null;
    return number ? [Number(number[1])] : [];
  });
  return [...new Set(numbers)]
    .toSorted((one, other) => other - one)
    .map((number) => ({ number, path: join(dirname(path), `${start}${number}`) }));
}

/** Puts a damaged database aside: beside those put aside earlier, under the next number. */
export function keepAsideSqlite(path: string): void {
  const aside = `${path}.damaged-${(keptBeside(path)[0]?.number ?? 0) + 1}`;
  madeHere.add(aside);
  for (const ending of COMPANIONS) {
    if (!existsSync(path + ending)) continue;
    renameSync(path + ending, aside + ending);
    touch(aside + ending);
  }
}

/** From now on it counts how long it lies aside, not how long ago it was written. */
function touch(path: string): void {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // It counts from its last write.
  }
}

/** Deletes those beyond the newest three and those that lay aside for 30 days; never one of this process. */
export function pruneKeptAside(path: string): void {
  for (const [at, kept] of keptBeside(path).entries()) {
    if (madeHere.has(kept.path)) continue;
    if (at >= MOST_KEPT || asideSince(kept.path) + KEPT_MS < Date.now()) remove(kept.path);
  }
}

/** Milliseconds since 1970, of the part that was touched last. */
function asideSince(path: string): number {
  const times = COMPANIONS.map((ending) => statSync(path + ending, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return Math.max(...times);
}

function remove(path: string): void {
  for (const ending of COMPANIONS) {
    try {
      rmSync(path + ending, { recursive: true, force: true });
    } catch {
      // Somebody has it open: the next opening tries again.
    }
  }
}

/** Erases all of them: with what they hold of a closed account, or of people who were erased or taken from the user. */
export function forgetKeptAside(path: string): void {
  for (const kept of keptBeside(path)) {
    for (const part of COMPANIONS.map((ending) => kept.path + ending)) {
      // Whatever lies there by that name: it must hold nothing up.
      if (lstatSync(part, { throwIfNoEntry: false })?.isDirectory()) rmSync(part, { recursive: true });
      else eraseFile(part);
    }
  }
}
