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

export function codeOfError(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Whether the disk refused a write: full, over its quota, or read-only. Trying again helps once there is room. */
export function isDiskRefusal(error: unknown): boolean {
  const code = codeOfError(error);
  return NO_ROOM.has(code) || NOT_TAKEN.has(code);
}

/**
 * Whether a commit that failed in this way is certainly not in the file. The last frame of a commit is written after
 * all others, so where a write failed it is not there; where only the flush or what comes after it failed, it may be.
 */
export function isCertainlyNotWritten(error: unknown): boolean {
  return ['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_READONLY', 'SQLITE_READONLY_DIRECTORY'].includes(
    codeOfError(error),
  );
}

/** What the user reads of a disk that does not take what is written. @param then what to do when there is room. */
export function diskSentence(error: unknown, then: string): string {
  return NO_ROOM.has(codeOfError(error))
    ? `The disk of this computer is full. Make room${then}`
    : `The disk of this computer does not take what is written to it: it may be full, or failing. Make room${then}`;
}

export function diskRefusal(error: unknown, then = ', then try again.'): PlainError {
  return new PlainError('unavailable', diskSentence(error, then));
}
