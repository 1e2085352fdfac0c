import { Worker } from 'node:worker_threads';
import { endWorker, newGate } from './unpacking-gate.ts';

/** What each worker that reads a file is given besides what it is asked. */
export interface Gated {
  /** Of what it unpacks (`unpacking-gate.ts`). */
  gate: SharedArrayBuffer;
}

/** A worker that reads a file somebody gave, and the only way to end it. */
export interface ReadingWorker {
  worker: Worker;
  end: () => Promise<void>;
}

/** @param megabytes for what is read; a file that needs more costs the worker */
export function startReading(program: string, asked: object, megabytes: number): ReadingWorker {
  const gate = newGate();
  const worker = new Worker(program, {
    workerData: { ...asked, gate } satisfies Gated,
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 48, stackSizeMb: 4 },
    // It has nothing to do with what this process was started with.
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  return { worker, end: () => endWorker(worker, gate) };
}
