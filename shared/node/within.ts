import { setTimeout as after } from 'node:timers/promises';

/** Waits for the work, so many milliseconds at most; it goes on. @throws what the work throws until then */
export async function within(work: Promise<unknown>, most: number): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  try {
    await Promise.race([work, after(most, undefined, { signal }).catch(() => undefined)]);
  } finally {
    over.abort();
  }
}
