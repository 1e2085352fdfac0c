import { ErasedList } from './erased-list.ts';

/** So long an erasing, or a start, waits for the disk of the backups. */
export const PATIENCE_MS = 3_000;

export interface ErasedBesideBackupsOptions {
  /** null where there is none; asked each time. */
  folder: () => string | null;
  /** Of which data the records are. */
  epoch: string;
  /** Hears of each failure, and with null that the list is whole again. */
  tell: (error: unknown) => void;
  patienceMs?: number;
}

/**
 * The list of erased records in the folder of the backups. That disk may be full, away or hang: the list is written outside of
 * every transaction, nobody is refused for it, and what it lacks comes with the next erasing, backup or start.
 */
export class ErasedBesideBackups {
  readonly #options: ErasedBesideBackupsOptions;
  /** What the list lacks. */
  readonly #waiting = new Set<string>();
  #writing: Promise<void> | null = null;
  #hangs = false;

  constructor(options: ErasedBesideBackupsOptions) {
    this.#options = options;
  }

  get folder(): string | null {
    return this.#options.folder();
  }

  /** Adds records; never fails, and waits only for a disk that answers. */
  async add(hashes: readonly string[]): Promise<void> {
    for (const hash of hashes) this.#waiting.add(hash);
    // One after the other: a disk that hangs blocks one thread of this process, and sign-ins have the others.
    this.#writing ??= this.#write().finally(() => {
      this.#writing = null;
      this.#hangs = false;
    });
    if (this.#hangs) return;
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        if (!this.#hangs) this.#options.tell(new Error('The disk of the backups does not answer'));
        this.#hangs = true;
        resolve();
      }, this.#options.patienceMs ?? PATIENCE_MS);
    });
    await Promise.race([this.#writing, patience]);
    clearTimeout(timer);
  }

  async #write(): Promise<void> {
    while (this.#waiting.size > 0) {
      const hashes = [...this.#waiting];
      const folder = this.folder;
      try {
        if (folder !== null) await new ErasedList(folder).add(hashes, this.#options.epoch);
      } catch (error) {
        this.#options.tell(error);
        return;
      }
      for (const hash of hashes) this.#waiting.delete(hash);
    }
    this.#options.tell(null);
  }
}
