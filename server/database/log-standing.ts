type Listener = (seq: number) => void;

/** Where the log stands, as far as this process knows, and who hears of it. */
export class LogStanding {
  readonly #onAdvance = new Set<Listener>();
  readonly #onPutBack = new Set<Listener>();
  /** The furthest number that was committed when this process read or heard of it. */
  #known = 0;
  #told = 0;
  #putBacks = 0;

  onAdvance(listener: Listener): () => void {
    this.#onAdvance.add(listener);
    return () => this.#onAdvance.delete(listener);
  }

  onPutBack(listener: Listener): () => void {
    this.#onPutBack.add(listener);
    return () => this.#onPutBack.delete(listener);
  }

  /** A commit was heard of, here or at another process; perhaps one after a later one. */
  advanced(seq: number): void {
    this.#known = Math.max(this.#known, seq);
    if (seq <= this.#told) return;
    this.#told = seq;
    for (const listener of this.#onAdvance) listener(seq);
  }

  /**
   * Called before the database is asked where the log stands; what it gives, with the answer. An answer is no less than what
   * was known before its question, or the data was put back to an older state under this process. What became known while the
   * question was under way says nothing.
   */
  asking(): (seq: number) => void {
    const known = this.#known;
    const putBacks = this.#putBacks;
    return (seq) => {
      // Of the questions from before it, the first answer that finds it out is enough.
      if (seq < known && putBacks === this.#putBacks) this.#putBack(seq);
      else this.#known = Math.max(this.#known, seq);
    };
  }

  #putBack(seq: number): void {
    this.#putBacks += 1;
    this.#known = seq;
    this.#told = Math.min(this.#told, seq);
    for (const listener of this.#onPutBack) listener(seq);
  }
}
