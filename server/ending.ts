import { stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** Of what goes on: files, names of hosts, and what is packed. */
const ON_A_THREAD = /^(FSReq|FileHandleCloseReq|GetAddrInfo|GetNameInfo|QueryReq|Zlib|.*Job$)/;
const LOOK_EVERY_MS = 20;

/** How long the end of the process may take: calls under way have three seconds, closing the database the rest. */
export const END_PATIENCE_MS = 9_000;

/**
 * Ends the process once the work is done, and in any case: Node's own exit waits for its threads, for ever if one of
 * them never ends, and so does everything that waits for a file then. What is cut short is as after a power cut.
 */
export function endAfter(work: Promise<unknown>, patience: number = END_PATIENCE_MS): void {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), patience);
  work
    // Behind all that waits for a thread: when it is answered there is one that is free, and nothing waits.
    .then(() => stat('.'))
    // One of the others may still be at work on a disk that does not answer.
    .then(noneAtWork)
    .then(
      () => process.exit(0),
      () => process.exit(1),
    );
}

async function noneAtWork(): Promise<void> {
  while (process.getActiveResourcesInfo().some((name) => ON_A_THREAD.test(name))) await wait(LOOK_EVERY_MS);
}
