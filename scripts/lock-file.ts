import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { isRunning } from './running-process.ts';

/** How long a second process waits for the first one's work before it does the work itself. */
const PATIENCE_MS = 10 * 60_000;

/** Does work that processes do one after the other, as the file says; one whose process is gone holds nobody up. */
export async function whileLocked<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  const release = await takeLock(file);
  try {
    return await work();
  } finally {
    release();
  }
}

async function takeLock(file: string): Promise<() => void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      const handle = openSync(file, 'wx');
      writeSync(handle, String(process.pid));
      closeSync(handle);
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'EEXIST') throw error;
    }
    if (ownerIsGone(file) || Date.now() > deadline) rmSync(file, { force: true });
    else await delay(300);
  }
}

function ownerIsGone(file: string): boolean {
  let owner: number;
  try {
    owner = Number(readFileSync(file, 'utf8'));
  } catch {
    return false;
  }
  // Between creating the file and writing the number it is empty: its owner is at work.
  if (!owner) return false;
  return !isRunning(owner);
}
