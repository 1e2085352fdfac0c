import { newId } from '#shared/model/new-id.ts';
import type { HeldOrPicked, Picked } from '#shared/protocol/list-calls.ts';
import { PlainError } from '#shared/protocol/errors.ts';

/** So many are kept, as long as the desk is open: each may be 50,000 ids. */
const MOST_HELD = 10;

/**
 * Rows that somebody was told the number of and asked about. What is done then is done with these alone: whoever comes into
 * the list while the question stands was not among them.
 */
export class HeldRows {
  /** The ones that were used last come last. */
  readonly #held = new Map<string, readonly string[]>();

  /** @returns under what they are known */
  hold(ids: readonly string[]): string {
    const held = newId();
    this.#held.set(held, ids);
    for (const [oldest] of this.#held) if (this.#held.size > MOST_HELD) this.#held.delete(oldest);
    return held;
  }

  /**
   * Held rows by their ids; others as they are.
   * @throws PlainError `conflict` where nobody knows any more which ones they were
   */
  named({ held, ...picked }: HeldOrPicked): Picked {
    if (held === undefined) return picked;
    const ids = this.#held.get(held);
    if (!ids) throw new PlainError('conflict', FORGOTTEN);
    this.#held.delete(held);
    this.#held.set(held, ids);
    return { ids: [...ids] };
  }
}

const FORGOTTEN = 'Nothing was done: it is no longer known which rows these were. Select them again.';
