import { Worker } from 'node:worker_threads';
import { endWorker, newGate } from './unpacking-gate.ts';

/** What each worker that reads a file is given besides what it is asked. */
export interface Gated {
  /** Of what it unpacks (`unpacking-gate.ts`). */
  gate: SharedArrayBuffer;
}

/** A worker that reads a file somebody gave, and the only ways to end it. */
export interface ReadingWorker {
  worker: Worker;
  /** At once. */
  end: () => Promise<void>;
  /** Of one that has said its last: it ends by itself, with what it still unpacks; one that does not is ended. */
  part: () => Promise<void>;
}

/** So long a worker may take to end by itself, in milliseconds. */
const PARTING = 2_000;

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
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const end = (): Promise<void> => endWorker(worker, gate);
  const part = async (): Promise<void> => {
    const late = setTimeout(() => void end(), PARTING);
    await exited;
    clearTimeout(late);
  };
  return { worker, end, part };
}
