import { readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** A link in the data folder by which Chromium keeps a second start away: to the name of the computer and a process. */
const LOCK = 'SingletonLock';

/**
 * Whether Chromium refuses its lock because the application is running already with this data folder. Where it could not
 * make the lock, for want of room or because something else lies in its place, it refuses it likewise.
 */
export function isRunningAlready(dataFolder: string, pid: number = process.pid): boolean {
  // There the lock is nothing that lies on the disk.
  if (process.platform === 'win32') return true;
  try {
    return !readlinkSync(join(dataFolder, LOCK)).endsWith(`-${pid}`);
  } catch {
    return false;
  }
}

/** What the user reads where Chromium's lock could not be made. */
export function noLockSentence(dataFolder: string): string {
  return `The lock of the data folder ${dataFolder} cannot be made. The disk may be full, or something else lies there as ${LOCK}. Make room or take it away, then start again; or choose another folder with --data.`;
}
