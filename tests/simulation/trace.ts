import { createHash, type Hash } from 'node:crypto';

/** What happened in a simulated world, line by line: the same seed has the same. */
export class Trace {
  readonly #hash: Hash = createHash('sha256');
  readonly #lines: string[] = [];
  readonly #keeps: boolean;
  readonly #now: () => number;

  constructor(now: () => number, keeps: boolean) {
    this.#now = now;
    this.#keeps = keeps;
  }

  note(line: string): void {
    const text = `${new Date(this.#now()).toISOString()} ${line}`;
    this.#hash.update(text).update('\n');
    if (this.#keeps) this.#lines.push(text);
  }

  get lines(): readonly string[] {
    return this.#lines;
  }

  /** Of all that was noted so far. */
  get hash(): string {
    return this.#hash.copy().digest('hex').slice(0, 16);
  }
}
