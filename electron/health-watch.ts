import { get as inTheClear, type IncomingMessage } from 'node:http';
import { get as overTls } from 'node:https';
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
    if (await answers(this.#address)) this.#hang.answered();
  }
}

/** Whether anything answers. Nothing is sent but the question, so that it does not matter who it is. */
function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const take = (response: IncomingMessage): void => {
      response.destroy();
      resolve(true);
    };
    const asked = address.startsWith('https:')
      ? overTls(address, { rejectUnauthorized: false, agent: false }, take)
      : inTheClear(address, { agent: false }, take);
    // It stays unanswered: the process ended, or does not listen yet.
    asked.on('error', () => resolve(false));
  });
}
