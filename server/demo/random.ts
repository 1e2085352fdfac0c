/**
 * Reproducible chance. The generator is sfc32: 128 bits of state that start from seed, stream and index, so
 * every record has a stream of its own and no two records of a large load share one.
 */

/** FNV-1a, 32 bits: a number for a name. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Values with their weights; a value of twice the weight comes twice as often. */
export type Weighted<Value> = readonly (readonly [value: Value, weight: number])[];

const WARM_UP_ROUNDS = 12;
const TWO_TO_32 = 0x1_0000_0000;

export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  /** The same seed, stream and index give the same numbers on every machine. */
  constructor(seed: number, stream: string, index = 0) {
    this.#a = seed | 0;
    this.#b = hashText(stream) | 0;
    this.#c = index | 0;
    for (let round = 0; round < WARM_UP_ROUNDS; round += 1) this.uint32();
  }

  /** A whole number from 0 to 2^32 - 1. */
  uint32(): number {
    const result = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + result) | 0;
    return result >>> 0;
  }

  /** From 0 up to, not including, 1. */
  fraction(): number {
    return this.uint32() / TWO_TO_32;
  }

  /** A whole number from least to most, both included. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1));
  }

  /** True with the given probability, 0 to 1. */
  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** One of the list. Throws for an empty list: a fault of the program. */
  pick<Value>(values: readonly Value[]): Value {
    const value = values[this.integer(0, values.length - 1)];
    if (value === undefined) throw new Error('Nothing to pick from');
    return value;
  }

  /** One of the values, by weight. Throws for an empty list: a fault of the program. */
  weighted<Value>(values: Weighted<Value>): Value {
    let total = 0;
    for (const [, weight] of values) total += weight;
    let rest = this.fraction() * total;
    for (const [value, weight] of values) {
      rest -= weight;
      if (rest < 0) return value;
    }
    const last = values.at(-1);
    if (!last) throw new Error('Nothing to pick from');
    return last[0];
  }

  /** Several different ones of the list, in the list's order; fewer where the list is shorter. */
  several<Value>(values: readonly Value[], count: number): Value[] {
    const chosen: Value[] = [];
    let needed = Math.min(count, values.length);
    for (const [at, value] of values.entries()) {
      if (this.fraction() * (values.length - at) < needed) {
        chosen.push(value);
        needed -= 1;
      }
    }
    return chosen;
  }
}
