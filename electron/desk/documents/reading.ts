import { join } from 'node:path';
import { startReading } from '../files/reading-worker.ts';
import type { DocumentAsked, DocumentRead } from './reader-messages.ts';

/** Where the program of the worker is while the desk runs from its sources. */
const OWN_PROGRAM = join(import.meta.dirname, 'document-reader.ts');
/** Megabytes for what is read; a document that needs more has no text. */
const MEMORY = 384;
/** What is unfolded outside of the worker's own memory is seen in that of the process alone: by so much it may grow. */
const MOST_GROWN = 600 * 1_024 * 1_024;
const LOOK_EVERY_MS = 50;
/** A document that takes longer, in milliseconds, has no text. */
const LONGEST = 15_000;

/** Reads documents in a worker, one at a time. */
export class DocumentReading {
  readonly #program: string;
  #last: Promise<unknown> = Promise.resolve();

  /** @param program of the worker, where it is another than the sources have */
  constructor(program = OWN_PROGRAM) {
    this.#program = program;
  }

  /** Never throws for a document: whatever is wrong with it is told. */
  read(asked: DocumentAsked): Promise<DocumentRead> {
    const read = this.#last.then(() => readInWorker(asked, this.#program));
    this.#last = read.catch(() => undefined);
    return read;
  }
}

async function readInWorker(asked: DocumentAsked, program: string): Promise<DocumentRead> {
  const { worker, end, part } = startReading(program, asked, MEMORY);
  let hasSaidAll = false;
  const before = process.memoryUsage.rss();
  const longest = setTimeout(() => void end(), LONGEST);
  const look = setInterval(() => {
    if (process.memoryUsage.rss() - before > MOST_GROWN) void end();
  }, LOOK_EVERY_MS);
  try {
    return await new Promise<DocumentRead>((resolve) => {
      worker.on('message', (read: DocumentRead) => {
        hasSaidAll = true;
        resolve(read);
      });
      worker.on('error', () => resolve({ trouble: 'unreadable' }));
      worker.on('exit', () => resolve({ trouble: 'unreadable' }));
    });
  } finally {
    clearTimeout(longest);
    clearInterval(look);
    await (hasSaidAll ? part() : end());
  }
}
