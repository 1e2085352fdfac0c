import { join } from 'node:path';
import { startReading } from '../files/reading-worker.ts';
import { PROBLEMS } from './file-kind.ts';
import type { FileForm, KeptRow, ReadAsked, ReaderSays } from './reader-messages.ts';

/** Where the program of the worker is while the desk runs from its sources. */
const OWN_PROGRAM = join(import.meta.dirname, 'file-reader.ts');
/** Megabytes for what is read; a file that needs more is refused. */
const MEMORY = 512;
/** It is given up when nothing has come for so long, and after so long at the latest, in milliseconds. */
const LONGEST_SILENCE = 60_000;
const LONGEST = 600_000;

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
  const { worker, end, part } = startReading(program, { ...asked, taken } satisfies ReadAsked, MEMORY);
  let silence: NodeJS.Timeout | undefined;
  let hasSaidAll = false;
  const longest = setTimeout(() => void end(), LONGEST);
  const heard = (): void => {
    clearTimeout(silence);
    silence = setTimeout(() => void end(), LONGEST_SILENCE);
  };
  heard();
  try {
    return await new Promise<string | null>((resolve, reject) => {
      let queue = Promise.resolve();
      const inTurn = (work: () => void | Promise<void>): void => {
        queue = queue.then(work);
        queue.catch(reject);
      };
      worker.on('message', (said: ReaderSays) => {
        heard();
        hasSaidAll = said.type === 'problem' || said.type === 'end';
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
    await (hasSaidAll && !signal.aborted ? part() : end());
  }
}

function whyEnded(error: Error & { code?: string }): string {
  return error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? PROBLEMS.memory : PROBLEMS.unreadable;
}
