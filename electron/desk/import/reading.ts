import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { PROBLEMS } from './file-kind.ts';
import type { FileForm, KeptRow, ReadAsked, ReaderSays } from './reader-messages.ts';

/** Where the program of the worker is while the desk runs from its sources. */
const OWN_PROGRAM = join(import.meta.dirname, 'file-reader.ts');
/** Megabytes for what is read; a file that needs more is refused. */
const MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 48, stackSizeMb: 4 };
/** It is given up when nothing has come for so long, and after so long at the latest, in milliseconds. */
const LONGEST_SILENCE = 60_000;
const LONGEST = 600_000;
/** So long it may take to end by itself once it has said its last, in milliseconds. */
const PARTING = 2_000;

export interface ReadTaker {
  form: (form: FileForm) => void;
  /** The next rows; another batch is given when they are taken. */
  rows: (rows: KeptRow[]) => Promise<void>;
}

/**
 * Reads a file in a worker of its own. Gives null, or why it cannot be read, as a sentence for the user; also where
 * it takes too long, or more memory than there is for it.
 * @param signal ends the worker at once; what is given then means nothing
 * @param program of the worker, where it is another than the sources have
 * @throws what the taker throws; the worker is ended first
 */
export async function readFileInWorker(
  asked: Omit<ReadAsked, 'taken'>,
  taker: ReadTaker,
  signal: AbortSignal,
  program = OWN_PROGRAM,
): Promise<string | null> {
  const taken = new SharedArrayBuffer(4);
  const counter = new Int32Array(taken);
  const worker = new Worker(program, {
    workerData: { ...asked, taken } satisfies ReadAsked,
    resourceLimits: MEMORY,
    // It has nothing to do with what this process was started with.
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  let silence: NodeJS.Timeout | undefined;
  const longest = setTimeout(() => void worker.terminate(), LONGEST);
  const heard = (): void => {
    clearTimeout(silence);
    silence = setTimeout(() => void worker.terminate(), LONGEST_SILENCE);
  };
  heard();
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  try {
    return await new Promise<string | null>((resolve, reject) => {
      let queue = Promise.resolve();
      const inTurn = (work: () => void | Promise<void>): void => {
        queue = queue.then(work);
        queue.catch(reject);
      };
      worker.on('message', (said: ReaderSays) => {
        heard();
        inTurn(async () => {
          if (said.type === 'form') taker.form(said.form);
          else if (said.type === 'problem') resolve(said.message);
          else if (said.type === 'end') resolve(null);
          else {
            await taker.rows(said.rows);
            Atomics.add(counter, 0, 1);
            Atomics.notify(counter, 0);
            heard();
          }
        });
      });
      signal.addEventListener('abort', () => resolve(null), { once: true });
      if (signal.aborted) resolve(null);
      worker.on('error', (error) => inTurn(() => resolve(whyEnded(error))));
      worker.on('exit', () => inTurn(() => resolve(PROBLEMS.time)));
    });
  } finally {
    clearTimeout(silence);
    clearTimeout(longest);
    // Node 24 may take the whole process along where a worker is ended while it begins or ends to unpack.
    if (!signal.aborted) await endedWithin(exited, PARTING);
    await worker.terminate();
  }
}

async function endedWithin(exited: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([exited, patience]);
  clearTimeout(timer);
}

function whyEnded(error: Error & { code?: string }): string {
  return error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? PROBLEMS.memory : PROBLEMS.unreadable;
}
