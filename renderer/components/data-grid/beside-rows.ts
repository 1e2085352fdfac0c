import { MOST_AT_ONCE } from '#shared/protocol/list-calls.ts';

/** Changes are taken up together, at most this often, in milliseconds. */
const CHANGES_EVERY_MS = 250;

/**
 * What is shown beside each row on the screen and asked for apart. Rows that come together are asked for in one call; when it
 * is asked again, all of them are, and show what they had until the answer is there.
 */
export abstract class BesideRows<Value> {
  readonly #known = new Map<string, Value>();
  /** Who shows a row's, by id. */
  readonly #shown = new Map<string, Set<() => void>>();
  readonly #wanted = new Set<string>();
  /** Whether it is about to ask. */
  #asking = false;

  /** Those of these rows for which there is any, the best of a row first; null where the answer is not wanted any more. */
  protected abstract fetch(ids: string[]): Promise<readonly Value[] | null>;

  /** Of which row it is. */
  protected abstract idOf(value: Value): string;

  /** null where there is none, or none is known yet. */
  of(id: string): Value | null {
    return this.#known.get(id) ?? null;
  }

  /** Keeps it known for as long as it is shown. Returns the way to stop. */
  show(id: string, listener: () => void): () => void {
    const listeners = this.#shown.get(id) ?? new Set();
    this.#shown.set(id, listeners.add(listener));
    this.#ask([id], 0);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      this.#shown.delete(id);
      this.#known.delete(id);
    };
  }

  /** After a change of what it is made from: soon, and once for many. */
  askAgain(): void {
    this.#ask(this.#shown.keys(), CHANGES_EVERY_MS);
  }

  protected askNow(): void {
    this.#ask(this.#shown.keys(), 0);
  }

  protected forget(): void {
    const known = [...this.#known.keys()];
    this.#known.clear();
    for (const id of known) this.#tell(id);
  }

  #ask(ids: Iterable<string>, afterMs: number): void {
    for (const id of ids) this.#wanted.add(id);
    if (this.#wanted.size === 0 || this.#asking) return;
    this.#asking = true;
    setTimeout(() => void this.#fetchWanted(), afterMs);
  }

  async #fetchWanted(): Promise<void> {
    this.#asking = false;
    const ids = [...this.#wanted].filter((id) => this.#shown.has(id));
    this.#wanted.clear();
    for (let from = 0; from < ids.length; from += MOST_AT_ONCE) {
      const asked = ids.slice(from, from + MOST_AT_ONCE);
      try {
        const found = await this.fetch(asked);
        if (found === null) return;
        this.#take(asked, found);
      } catch {
        // Nothing the user asked for has failed: what is shown stays, and the next change asks again.
      }
    }
  }

  #take(asked: readonly string[], found: readonly Value[]): void {
    const values = new Map(found.toReversed().map((value) => [this.idOf(value), value]));
    for (const id of asked) {
      if (!this.#shown.has(id)) continue;
      const value = values.get(id);
      if (value === undefined) this.#known.delete(id);
      else this.#known.set(id, value);
      this.#tell(id);
    }
  }

  #tell(id: string): void {
    this.#shown.get(id)?.forEach((listener) => listener());
  }
}
