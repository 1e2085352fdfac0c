import type { Params } from '#shared/protocol/bridge.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { bridge } from '../../bridge/bridge.ts';
import { useSession } from '../../stores/session.ts';
import { holdDraft, letGoOfDraft } from './held-drafts.ts';

/** What is typed is kept when nothing was typed for so long, in milliseconds. */
const PAUSE_MS = 500;
/** What could not be written is tried again after so long, in milliseconds. */
const AGAIN_MS = 10_000;
/** Whoever types without a pause has it kept after so long, in milliseconds. */
const LONGEST_MS = 5_000;

type Draft = Params<'drafts.keep'>;

/** Why what is typed would be lost if the application stopped: it holds too much, or the PC's disk took nothing. */
export type NotKept = 'too-large' | 'not-written';

/** The forms of this page that are open. */
const open = new Set<DraftKeeper>();

/** The user has said that what is typed on this page may go. */
export function discardDrafts(): void {
  for (const keeper of open) keeper.forget();
}

/** Has the desk keep what is typed in one form until that is saved, thrown away, or as it was before. */
export class DraftKeeper {
  readonly id: string;
  /** Who types: whatever comes in between, it is kept for nobody else. */
  readonly #user = useSession.getState().user?._id;
  readonly #onNotKept: (why: NotKept | null) => void;
  #make: (() => Draft) | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the first of what is not kept yet was typed. */
  #since = 0;
  #isKept: boolean;
  #isOver = false;
  #isClosed = false;
  #stopWatching: () => void = () => undefined;

  /** @param isKept whether the desk has it already, from before. */
  constructor(id: string, isKept: boolean, onNotKept: (why: NotKept | null) => void) {
    this.id = id;
    this.#isKept = isKept;
    this.#onNotKept = onNotKept;
  }

  opened(): void {
    open.add(this);
    // What could not be kept while the desk was gone is kept when it is back.
    this.#stopWatching = bridge.onConnection((connection) => {
      if (connection === 'open' && this.#make) this.#soon();
    });
  }

  /** @param make makes the draft once it is to be kept. */
  typed(make: () => Draft): void {
    if (this.#isOver) return;
    this.#make = make;
    this.#soon();
  }

  /** Nothing of it is to be kept any more. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#make = null;
    if (!this.#isKept) return;
    this.#isKept = false;
    bridge.call('drafts.forget', { id: this.id }, this.#user).catch(() => {
      // The desk is gone for a moment: it is offered after the next start, and can be thrown away there.
      this.#isKept = true;
    });
  }

  /** It was saved or thrown away. */
  end(): void {
    this.forget();
    this.#isOver = true;
  }

  /** The form is gone; what was typed in it last is kept. */
  closed(): void {
    this.#isClosed = true;
    if (this.#make) this.#keep();
    open.delete(this);
    this.#stopWatching();
    letGoOfDraft(this.id);
  }

  #soon(): void {
    const now = performance.now();
    if (this.#timer === undefined) this.#since = now;
    clearTimeout(this.#timer);
    const longest = Math.max(0, this.#since + LONGEST_MS - now);
    this.#timer = setTimeout(() => this.#keep(), Math.min(PAUSE_MS, longest));
  }

  #keep(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const make = this.#make;
    if (!make) return;
    this.#make = null;
    this.#isKept = true;
    void holdDraft(this.id);
    bridge.call('drafts.keep', make(), this.#user).then(
      () => this.#onNotKept(null),
      (error: unknown) => {
        const code = error instanceof PlainError ? error.code : null;
        const isForNow = code === 'unavailable' || code === 'internal';
        this.#onNotKept(code === 'too-large' ? code : isForNow ? 'not-written' : null);
        if (!isForNow || this.#isOver || this.#make) return;
        this.#make = make;
        if (!this.#isClosed) this.#timer = setTimeout(() => this.#keep(), AGAIN_MS);
      },
    );
  }
}
