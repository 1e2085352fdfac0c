interface Work<Result> {
  run: () => Promise<Result>;
  result: Promise<Result>;
  settle: (result: Promise<Result>) => void;
}

/**
 * Work that is done one piece at a time, each once however many ask for it. Users take turns: who wants much waits for it
 * themselves, and holds up everybody else for one piece only.
 * A `rest` follows each piece before the next, and hears how many milliseconds the piece took.
 */
export class FairQueue<Result> {
  /** All that is not done yet, by its key. */
  readonly #work = new Map<string, Work<Result>>();
  /** The keys that each user waits for; the user whose turn is next comes first. */
  readonly #waiting = new Map<string, Set<string>>();
  /** Whose turn it was last. */
  #last = '';
  readonly #rest: ((tookMs: number) => Promise<void>) | undefined;
  #busy = false;

  constructor(rest?: (tookMs: number) => Promise<void>) {
    this.#rest = rest;
  }

  /** The result of the work of this key: that of `run`, unless somebody has asked for it before. */
  add(who: string, key: string, run: () => Promise<Result>): Promise<Result> {
    let work = this.#work.get(key);
    if (!work) {
      const { promise, resolve } = pending<Result>();
      work = { run, result: promise, settle: resolve };
      this.#work.set(key, work);
    }
    const own = this.#waiting.get(who);
    if (own) own.add(key);
    else this.#waiting.set(who, new Set([key]));
    if (!this.#busy) void this.#go();
    return work.result;
  }

  async #go(): Promise<void> {
    this.#busy = true;
    for (let key = this.#next(); key !== undefined; key = this.#next()) {
      const work = this.#work.get(key);
      if (!work) continue;
      const began = performance.now();
      const result = work.run();
      work.settle(result);
      await result.catch(() => undefined);
      this.#work.delete(key);
      await this.#rest?.(performance.now() - began);
    }
    this.#busy = false;
  }

  /** Takes the next key of the user whose turn it is, who then comes last. What somebody else got done is passed over. */
  #next(): string | undefined {
    const last = this.#waiting.get(this.#last);
    if (last && this.#waiting.delete(this.#last)) this.#waiting.set(this.#last, last);
    for (const [who, keys] of this.#waiting) {
      this.#waiting.delete(who);
      for (const key of keys) {
        keys.delete(key);
        if (!this.#work.has(key)) continue;
        if (keys.size > 0) this.#waiting.set(who, keys);
        this.#last = who;
        return key;
      }
    }
    return undefined;
  }
}

function pending<Value>(): { promise: Promise<Value>; resolve: (value: Promise<Value>) => void } {
  let resolve: (value: Promise<Value>) => void = () => undefined;
  const promise = new Promise<Value>((settle) => (resolve = settle));
  return { promise, resolve };
}
