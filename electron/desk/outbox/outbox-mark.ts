import { closeSync, fstatSync, openSync, readFileSync, writeSync } from 'node:fs';
import { setAsideNoFile } from '../storage/data-folders.ts';

/** What an outbox has promised: which one it is, the number of the last operation that was confirmed, and when. */
export interface Promised {
  id: string;
  n: number;
  at: string;
}

/** Always as many bytes, so that it is written over in one piece. */
const LENGTH = 160;

/**
 * A witness beside the outbox: it is written after each confirmed save, so that an outbox that was emptied, replaced or
 * has lost its write-ahead file is noticed when it is opened. It is not flushed: a power cut may take it back, and it
 * then promises less than there is, never more. A save pays some ten microseconds for it.
 */
export class OutboxMark {
  readonly #file: number;

  /** @param path of the outbox. */
  constructor(path: string) {
    const mark = markPath(path);
    setAsideNoFile(mark);
    closeSync(openSync(mark, 'a+', 0o600));
    this.#file = openSync(mark, 'r+');
  }

  /** A mark that cannot be written promises nothing; the save itself is safe. */
  write(promised: Promised): void {
    try {
      writeSync(this.#file, JSON.stringify(promised).padEnd(LENGTH), 0, 'utf8');
    } catch {
      // A full disk: the next save tries again.
    }
  }

  /** Whether the file is still in its folder. Where it was deleted, what is written goes with this process. */
  get isThere(): boolean {
    return fstatSync(this.#file).nlink > 0;
  }

  close(): void {
    closeSync(this.#file);
  }
}

const markPath = (path: string): string => path.replace(/\.db$/, '.mark');

/** What was promised; null where nothing is known of it. */
export function readMark(path: string): Promised | null {
  try {
    const read: unknown = JSON.parse(readFileSync(markPath(path), 'utf8'));
    if (typeof read !== 'object' || read === null) return null;
    const { id, n, at } = read as Partial<Promised>;
    return typeof id === 'string' && typeof n === 'number' && typeof at === 'string' ? { id, n, at } : null;
  } catch {
    return null;
  }
}
