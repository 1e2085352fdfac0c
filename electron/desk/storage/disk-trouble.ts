import { PlainError } from '#shared/protocol/errors.ts';

/** Nothing was written for want of room. */
const NO_ROOM: ReadonlySet<string> = new Set([
  'SQLITE_FULL',
  'SQLITE_IOERR_SHMSIZE',
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
]);

/** The disk, or what is before it, did not take what was written. */
const NOT_TAKEN: ReadonlySet<string> = new Set([
  'SQLITE_IOERR_WRITE',
  'SQLITE_IOERR_FSYNC',
  'SQLITE_IOERR_DIR_FSYNC',
  'SQLITE_IOERR_TRUNCATE',
  'SQLITE_IOERR_SHMOPEN',
  'SQLITE_IOERR_SHMMAP',
  'SQLITE_READONLY',
  'SQLITE_READONLY_DIRECTORY',
  'EROFS',
]);

/** Another program has the file, as a backup or a virus scanner may. */
const HELD: ReadonlySet<string> = new Set([
  'SQLITE_BUSY',
  'SQLITE_BUSY_RECOVERY',
  'SQLITE_BUSY_SNAPSHOT',
  'SQLITE_BUSY_TIMEOUT',
  'EBUSY',
]);

export function codeOfError(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/**
 * Whether a write was refused for now: the disk is full, over its quota or read-only, or another program holds the file.
 * Trying again helps once that is over.
 */
export function isDiskRefusal(error: unknown): boolean {
  const code = codeOfError(error);
  return NO_ROOM.has(code) || NOT_TAKEN.has(code) || HELD.has(code);
}

/**
 * Whether a commit that failed in this way is certainly not in the file. The last frame of a commit is written after
 * all others, so where a write failed it is not there; where only the flush or what comes after it failed, it may be.
 */
export function isCertainlyNotWritten(error: unknown): boolean {
  const code = codeOfError(error);
  return (
    HELD.has(code) ||
    ['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_READONLY', 'SQLITE_READONLY_DIRECTORY'].includes(code)
  );
}

/** What the user reads where nothing could be written. @param then what to do when that is over. */
export function diskSentence(error: unknown, then: string): string {
  if (HELD.has(codeOfError(error)))
    return `Another program, such as a backup or a virus scanner, holds a file of this application. Wait until it has ended${then}`;
  return NO_ROOM.has(codeOfError(error))
    ? `The disk of this computer is full. Make room${then}`
    : `The disk of this computer does not take what is written to it: it may be full, or failing. Make room${then}`;
}

export function diskRefusal(error: unknown, then = ', then try again.'): PlainError {
  return new PlainError('unavailable', diskSentence(error, then));
}
