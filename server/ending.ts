import { stat } from 'node:fs/promises';

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
    .then(
      () => process.exit(0),
      () => process.exit(1),
    );
}
