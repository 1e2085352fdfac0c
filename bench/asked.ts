import { setTimeout as after } from 'node:timers/promises';

/**
 * Asks again and again until the signal, at least once, and gives how long each answer took, in milliseconds.
 * @param pause between two questions, in milliseconds: oftener than anybody scrolls, and not so often that answering is
 * most of the work
 */
export async function asked(signal: AbortSignal, ask: () => Promise<unknown>, pause = 25): Promise<number[]> {
  const times: number[] = [];
  do {
    const started = performance.now();
    await ask();
    times.push(performance.now() - started);
    await after(pause);
  } while (!signal.aborted);
  return times;
}
