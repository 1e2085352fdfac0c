import type { SyncState } from '#shared/protocol/sync-calls.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { isPassing } from '../server/server-connection.ts';
import { UntrustedServer } from '../server/untrusted-server.ts';
import { diskSentence, isDiskRefusal } from '../storage/disk-trouble.ts';
import { retryWait } from './retry-wait.ts';

/** Only the user can help: until then it is tried now and then. */
const USER_WAIT_MS = 5 * 60_000;
/** A refusal that repeating does not help is not repeated often. */
export const REFUSED_WAIT_MS = 30_000;
/** How often a full disk is tried again. */
const DISK_WAIT_MS = 5_000;

const TOO_OLD =
  'This PC is too old for the server: update it. Your changes are safe here, and are sent once it is updated.';

/** How syncing stands after a round that failed. */
export interface Standing {
  state: SyncState;
  /** What the user reads; null where there is just no network. */
  problem: string | null;
  /** Milliseconds until the next attempt. */
  wait: number;
  /** Nobody foresaw it: it belongs into the log. */
  isUnknown?: true;
}

/** @param failures rounds in a row that failed for a reason that passes, before this one. */
export function standingAfter(error: unknown, failures: number): Standing {
  if (error instanceof PlainError && error.code === 'unauthenticated') {
    const problem = 'Sign in again to go on syncing. Your changes are safe here.';
    return { state: 'sign-in', problem, wait: USER_WAIT_MS };
  }
  if (error instanceof PlainError && error.code === 'second-factor-setup') {
    return { state: 'set-up', problem: `${error.message} Your changes are safe here.`, wait: USER_WAIT_MS };
  }
  if (error instanceof PlainError && error.code === 'client-too-old') {
    return { state: 'too-old', problem: TOO_OLD, wait: USER_WAIT_MS };
  }
  if (isDiskRefusal(error)) {
    const problem = diskSentence(error, '; syncing goes on by itself.');
    return { state: 'offline', problem, wait: DISK_WAIT_MS };
  }
  if (error instanceof UntrustedServer) {
    const problem = `${error.message} Your changes are safe here.`;
    return { state: 'offline', problem, wait: REFUSED_WAIT_MS };
  }
  const sentence = error instanceof PlainError ? error.message : null;
  if (isPassing(error)) return { state: 'offline', problem: sentence, wait: retryWait(failures) };
  const problem = sentence ?? 'Syncing failed. Restart the application; your changes are safe.';
  return { state: 'offline', problem, wait: REFUSED_WAIT_MS, isUnknown: true };
}
