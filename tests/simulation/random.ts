/** Numbers that a seed decides (mulberry32): the same seed gives the same numbers everywhere. */
export class Random {
  #state: number;

  constructor(seed: number) {
    // Seeds that stand side by side begin far apart.
    this.#state = Math.imul(seed ^ 0x9e37_79b9, 0x85eb_ca6b) >>> 0;
    this.next();
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b_79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from 0 to below the one given. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** True once in so many times. */
  oneIn(times: number): boolean {
    return this.below(times) === 0;
  }

  of<Item>(items: readonly [Item, ...Item[]]): Item;
  of<Item>(items: readonly Item[]): Item | undefined;
  of<Item>(items: readonly Item[]): Item | undefined {
    return items[this.below(items.length)];
  }

  /** By weights. */
  weighted<Item>(items: readonly (readonly [Item, number])[]): Item | undefined {
    let at = this.next() * items.reduce((sum, [, weight]) => sum + weight, 0);
    return items.find(([, weight]) => (at -= weight) < 0)?.[0];
  }

  fill(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = this.below(256);
  }
}
