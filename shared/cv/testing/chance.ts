/** Reproducible chance (mulberry32): the same seed gives the same CVs on every machine. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** From 0 up to, not including, 1. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  }

  /** From least to most, both included. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1));
  }

  /** Whether what happens `percent` times in a hundred happens now. */
  happens(percent: number): boolean {
    return this.fraction() * 100 < percent;
  }

  pick<Value>(values: readonly Value[]): Value {
    const value = values[this.integer(0, values.length - 1)];
    if (value === undefined) throw new Error('Nothing to pick from');
    return value;
  }

  digits(count: number): string {
    return Array.from({ length: count }, () => String(this.integer(0, 9))).join('');
  }

  shuffled<Value>(values: readonly Value[]): Value[] {
    return values
      .map((value) => ({ value, at: this.fraction() }))
      .sort((a, b) => a.at - b.at)
      .map(({ value }) => value);
  }
}
