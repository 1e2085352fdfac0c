const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

/** How long to wait before the next attempt: doubled each time, with full jitter, so that desks do not come back in step. */
export function retryWait(failures: number): number {
  return Math.random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 10));
}
