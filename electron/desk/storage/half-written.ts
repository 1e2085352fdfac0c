import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { readPrivateJson, removeFile, writePrivateJson } from './data-folders.ts';
import { eraseFile } from './erase.ts';

/**
 * Where files for the user are being written. They are in the clear and hidden until they are whole: one that a killed
 * application has left in the user's folder would be found by nobody, and kept for good.
 */
const FILE = 'half-written.json';
const NAME = /^\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.part$/;
/** The newest ones; of those before them all but what lies on a stick that is away is gone. */
const MOST = 200;

const noted = z.array(z.string()).catch([]);

/** The names of files for the user until they are whole. */
export class HalfWritten {
  readonly #file: string;

  constructor(dataFolder: string) {
    this.#file = join(dataFolder, FILE);
  }

  /** A name for a file until it is whole, beside where it is to be; after a kill it goes at the next start. */
  nameBeside(path: string): string {
    const name = `.${randomUUID()}.part`;
    try {
      writePrivateJson(this.#file, [...this.#noted(), join(dirname(path), name)].slice(-MOST));
    } catch {
      // Without room for the note it is written all the same.
    }
    return name;
  }

  /** At a start: what an earlier run has left. Of a folder that is not there now it is looked for again. */
  clear(): void {
    const left = this.#noted().filter((path) => {
      // Nothing else is taken away, whatever the note says.
      if (!NAME.test(basename(path))) return false;
      if (!existsSync(dirname(path))) return true;
      eraseFile(path);
      return false;
    });
    if (left.length === 0) return removeFile(this.#file);
    try {
      writePrivateJson(this.#file, left);
    } catch {
      // It stays as it was: what is gone is not found the next time.
    }
  }

  #noted(): string[] {
    return noted.parse(readPrivateJson(this.#file));
  }
}
