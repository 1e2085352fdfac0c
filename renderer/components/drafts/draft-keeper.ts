import type { Params } from '#shared/protocol/bridge.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { bridge } from '../../bridge/bridge.ts';
import { useSession } from '../../stores/session.ts';
import { holdDraft, letGoOfDraft } from './held-drafts.ts';

/** What is typed is kept when nothing was typed for so long, in milliseconds. */
const PAUSE_MS = 500;
/** Whoever types without a pause has it kept after so long, in milliseconds. */
const LONGEST_MS = 5_000;

type Draft = Params<'drafts.keep'>;

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
  readonly #onTooLarge: (isTooLarge: boolean) => void;
  #make: (() => Draft) | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the first of what is not kept yet was typed. */
  #since = 0;
  #isKept: boolean;
  #isOver = false;
  #stopWatching: () => void = () => undefined;

  /** @param isKept whether the desk has it already, from before. */
  constructor(id: string, isKept: boolean, onTooLarge: (isTooLarge: boolean) => void) {
    this.id = id;
    this.#isKept = isKept;
    this.#onTooLarge = onTooLarge;
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
      () => this.#onTooLarge(false),
      (error: unknown) => {
        const code = error instanceof PlainError ? error.code : null;
        this.#onTooLarge(code === 'too-large');
        if (code === 'unavailable' && !this.#isOver) this.#make ??= make;
      },
    );
  }
}
