import { existsSync, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { eraseFile } from './erase.ts';
import { COMPANIONS } from './sqlite-file.ts';
import { DAY_MS } from '#shared/format/time.ts';

/** So many damaged files are kept, for so long: for somebody who wants to look for what could not be read. */
const MOST_KEPT = 3;
const KEPT_MS = 30 * DAY_MS;

/** Those that this process put aside: they stay as long as it runs. */
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
    if (existsSync(path + ending)) renameSync(path + ending, aside + ending);
  }
}

/**
 * Since when which of them lie aside, in milliseconds since 1970 by the server's clock: that of the computer may be years off, as
 * after the power cut that did the damage.
 */
export interface AsideTimes {
  /** What the server said last; undefined where it was never heard. */
  now: number | undefined;
  since: (number: number) => number | undefined;
  note: (number: number, since: number | null) => void;
}

/** Deletes those beyond the newest three and those that lay aside for 30 days; never one of this process. */
export function pruneKeptAside(path: string, times: AsideTimes): void {
  for (const [at, { number, path: kept }] of keptBeside(path).entries()) {
    if (madeHere.has(kept)) continue;
    if (at >= MOST_KEPT || isOld(number, times)) {
      remove(kept);
      times.note(number, null);
    }
  }
}

/** It counts from when it was found first. */
function isOld(number: number, { now, since, note }: AsideTimes): boolean {
  if (now === undefined) return false;
  const found = since(number);
  if (found !== undefined && found <= now) return found + KEPT_MS < now;
  note(number, now);
  return false;
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
