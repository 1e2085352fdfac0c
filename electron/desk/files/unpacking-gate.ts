import { setTimeout as wait } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';

/**
 * Node ends the whole process ("close before init") where a worker is terminated between the making of a zlib handle and its start,
 * also in a call that is synchronous. So nothing begins to unpack once the gate is closed, and it is closed before a worker is ended.
 */

const [FREE, BEGINNING, CLOSED] = [0, 1, 2];
const LOOK_EVERY_MS = 2;

export const newGate = (): SharedArrayBuffer => new SharedArrayBuffer(4);

/** Of the worker that this is, where it is one. */
let own: Int32Array | null = null;

/** Said by the program of a worker before it reads anything. What libraries unpack by is put behind the gate too. */
export function unpackBehind(gate: SharedArrayBuffer): void {
  own = new Int32Array(gate);
  globalThis.DecompressionStream = new Proxy(globalThis.DecompressionStream, {
    construct: (made, given, target) => begun(() => Reflect.construct(made, given, target) as object),
  });
}

/** Makes what unpacks. A worker that is being ended does not come back from it. */
export function begun<Made>(make: () => Made): Made {
  if (!own) return make();
  while (Atomics.compareExchange(own, 0, FREE, BEGINNING) !== FREE) Atomics.wait(own, 0, CLOSED);
  try {
    return make();
  } finally {
    Atomics.store(own, 0, FREE);
  }
}

/** Ends a worker at a moment when it does not begin to unpack. */
export async function endWorker(worker: Worker, gate: SharedArrayBuffer): Promise<void> {
  const state = new Int32Array(gate);
  // The id of one that has ended is negative.
  while (worker.threadId >= 0 && Atomics.compareExchange(state, 0, FREE, CLOSED) === BEGINNING)
    await wait(LOOK_EVERY_MS);
  await worker.terminate();
}
