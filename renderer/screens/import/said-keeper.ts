import type { ImportState, SaidColumns } from '#shared/protocol/import.ts';

/** What is said of the columns is kept when nothing more was said for so long, in milliseconds. */
const PAUSE_MS = 500;

/** What is said of the columns of an import; null where that is no more than the desk was told. */
export interface Said {
  id: string;
  said: SaidColumns | null;
}

/** Has the desk keep what is said of the columns: soon after it is said, and at once when the step is left. */
export class SaidKeeper {
  readonly #keep: (said: Said) => Promise<ImportState>;
  readonly #onKept: (state: ImportState) => void;
  #waiting: Said | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #file = '';

  constructor(keep: (said: Said) => Promise<ImportState>, onKept: (state: ImportState) => void) {
    this.#keep = keep;
    this.#onKept = onKept;
  }

  /** @param file another where the columns are those of another file, or of one that is read in another way */
  about(file: string): void {
    if (file !== this.#file) this.forget();
    this.#file = file;
  }

  say(said: Said): void {
    this.#waiting = said;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.now(), PAUSE_MS);
  }

  /** Keeps what waits for a pause. */
  now(): void {
    clearTimeout(this.#timer);
    const said = this.#waiting;
    this.#waiting = null;
    if (!said) return;
    this.#keep(said).then(this.#onKept, () => {
      // The desk is gone for a moment, or the columns are others: kept when the next thing is said, or the step is left.
      this.#waiting ??= said;
    });
  }

  /** It is judged by now, or the columns are there no more. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#waiting = null;
  }
}
