import { ASK_EVERY_MS, HangWatch } from './hang-watch.ts';

/** Asks a server for its health for as long as it should run, and has it ended where it hangs. */
export class HealthWatch {
  readonly #address: string;
  readonly #isRunning: () => boolean;
  readonly #onHung: () => void;
  readonly #hang = new HangWatch();
  readonly #asking: NodeJS.Timeout;

  /**
   * @param address is asked; whatever it answers, the server lives.
   * @param isRunning whether there is a process now that could answer.
   * @param onHung ends that process.
   */
  constructor(address: string, isRunning: () => boolean, onHung: () => void, everyMs = ASK_EVERY_MS) {
    this.#address = address;
    this.#isRunning = isRunning;
    this.#onHung = onHung;
    this.#asking = setInterval(() => this.#ask(), everyMs);
  }

  /** A new process has taken the place of the former one. */
  started(): void {
    this.#hang.started();
  }

  stop(): void {
    clearInterval(this.#asking);
  }

  #ask(): void {
    if (!this.#isRunning()) return;
    if (this.#hang.isHung()) this.#onHung();
    else void this.#listen();
  }

  /** However late: a server that is busy has as long as its questions are counted. */
  async #listen(): Promise<void> {
    try {
      const answer = await fetch(this.#address);
      this.#hang.answered();
      await answer.body?.cancel();
    } catch {
      // It stays unanswered: the process ended, or does not listen yet.
    }
  }
}
