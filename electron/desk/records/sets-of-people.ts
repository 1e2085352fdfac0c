/** Which of so many people belong together: sets that grow into one where two of them have a member in common. */
export class SetsOfPeople {
  readonly #parents: Int32Array;
  readonly #sizes: Int32Array;

  constructor(count: number) {
    this.#parents = new Int32Array(count);
    for (let at = 0; at < count; at += 1) this.#parents[at] = at;
    this.#sizes = new Int32Array(count).fill(1);
  }

  /** The same for all of one set. */
  of(person: number): number {
    let root = person;
    for (let above = this.#parents[root] ?? root; above !== root; above = this.#parents[root] ?? root)
      root = above;
    for (let at = person; at !== root;) {
      const above = this.#parents[at] ?? root;
      this.#parents[at] = root;
      at = above;
    }
    return root;
  }

  size(person: number): number {
    return this.#sizes[this.of(person)] ?? 1;
  }

  join(one: number, other: number): void {
    const [a, b] = [this.of(one), this.of(other)];
    if (a === b) return;
    const [large, small] = (this.#sizes[a] ?? 1) >= (this.#sizes[b] ?? 1) ? [a, b] : [b, a];
    this.#parents[small] = large;
    this.#sizes[large] = (this.#sizes[large] ?? 1) + (this.#sizes[small] ?? 1);
  }
}
