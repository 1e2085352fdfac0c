import type { OutboxMeta } from './outbox-meta.ts';

/**
 * An undo that is not, or not wholly, among the operations.
 * `here`: parts of it are still to be appended. `asked`: of the server, which has not answered. `going`: the server has done the first of it and not all. `done`: the
 * server has done it. `again`: the server was put back to an older state since then, and may have lost it.
 */
export interface KnownUndo {
  /** The set that takes back, and when that began, in milliseconds since 1970. */
  by: string;
  at: number;
  state: 'here' | 'asked' | 'going' | 'done' | 'again';
  /** ISO time of the server when it had done all of it. */
  ackedAt: string | null;
}

const PREFIX = 'undo:';

/**
 * The part of the outbox that remembers undos by the id of the set that they take back: what was interrupted goes on under
 * the same id, and what the server did goes to it again, as operations do, where it was put back to an older state.
 */
export class OutboxUndos {
  readonly #meta: OutboxMeta;
  /** Those that somebody waits for: nobody else goes on with them. */
  readonly busy = new Set<string>();
  /** Titles of the sets that went out before they had left: another window may still offer to take them back. */
  readonly takenOut = new Map<string, string>();

  constructor(meta: OutboxMeta) {
    this.#meta = meta;
  }

  get(setId: string): KnownUndo | undefined {
    const known = this.#meta.read(PREFIX + setId);
    return known === undefined ? undefined : (JSON.parse(known) as KnownUndo);
  }

  keep(setId: string, undo: KnownUndo): void {
    this.#meta.write(PREFIX + setId, JSON.stringify(undo));
  }

  forget(setId: string): void {
    this.#meta.write(PREFIX + setId, null);
  }

  /** Whether some of it is still to be done under the id. */
  goesOn(setId: string, by: string | null): boolean {
    const known = this.get(setId);
    return known !== undefined && known.by === by && known.state !== 'done';
  }

  #all(): { setId: string; undo: KnownUndo }[] {
    return this.#meta
      .below(PREFIX)
      .map(({ name, value }) => ({ setId: name, undo: JSON.parse(value) as KnownUndo }))
      .sort((one, other) => one.undo.at - other.undo.at);
  }

  /** Those that the server has still to do, in their order. */
  toSend(): { setId: string; undo: KnownUndo }[] {
    return this.#all().filter(
      ({ setId, undo }) => ['going', 'again'].includes(undo.state) && !this.busy.has(setId),
    );
  }

  /** Takes note of those that the end of the desk has interrupted. Gives how many there are of which nobody was told. */
  takeInterrupted(): number {
    const found = this.#all().filter(({ undo }) => undo.state === 'here' && undo.ackedAt === null);
    // The time says that it was told: such an undo has none of its own.
    const ackedAt = new Date().toISOString();
    for (const { setId, undo } of found) this.keep(setId, { ...undo, ackedAt });
    return found.length;
  }

  /** After the server was put back to an older state. */
  offerAgain(): void {
    for (const { setId, undo } of this.#all())
      if (!['here', 'asked'].includes(undo.state)) this.keep(setId, { ...undo, state: 'again' });
  }

  /** Forgets what the server was asked for before that time, and has done, or was not asked for again. */
  forgetDone(before = Infinity): void {
    for (const { setId, undo } of this.#all())
      if (['done', 'asked'].includes(undo.state) && undo.at < before) this.forget(setId);
  }
}
