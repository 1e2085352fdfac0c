import { isSessionOver } from '../server/session-over.ts';
import type { ServerAccess } from '../server/server-access.ts';
import { LiveChannel } from './live-channel.ts';
import { retryWait } from './retry-wait.ts';

/** How often the server is asked where there is no channel, and how long one that never spoke is not tried again. */
export const POLL_WITHOUT_CHANNEL_MS = 15_000;
/** A live channel that ends sooner is one that does not work as it should. */
const SHORT_CHANNEL_MS = 10_000;

export interface Listener {
  /** The server says where its log stands. */
  onSeq(seq: number): void;
  /** The channel is gone: what happens from now on has to be asked for. */
  onEnd(): void;
  /** It is time for a round, which opens the next channel. */
  rouse(): void;
}

/** Keeps one live channel to the server, and says when the next is to be opened: ever later where they end soon. */
export class Listening {
  readonly #access: ServerAccess;
  readonly #listener: Listener;
  /** Ends with the session. */
  readonly #signal: AbortSignal;
  #channel: LiveChannel | undefined;
  /** Channels in a row that ended soon after they were opened. */
  #shortOnes = 0;

  constructor(access: ServerAccess, signal: AbortSignal, listener: Listener) {
    this.#access = access;
    this.#signal = signal;
    this.#listener = listener;
  }

  get hasChannel(): boolean {
    return this.#channel !== undefined;
  }

  /** Opens a channel where there is none. */
  open(): void {
    if (this.#channel || this.#signal.aborted) return;
    let heard = false;
    const opened = performance.now();
    const channel = new LiveChannel(
      this.#access,
      (seq) => {
        heard = true;
        this.#listener.onSeq(seq);
      },
      (error) => {
        if (this.#channel !== channel) return;
        this.#channel = undefined;
        this.#listener.onEnd();
        if (performance.now() - opened >= SHORT_CHANNEL_MS) this.#shortOnes = 0;
        // The first to end may be the network's end, which a round finds out at once. After it, one that never spoke is
        // not tried again before the next poll; one that ends again and again, ever later.
        if (isSessionOver(error) || this.#shortOnes === 0) this.#listener.rouse();
        else if (!heard) this.#rouseIn(POLL_WITHOUT_CHANNEL_MS);
        else this.#rouseIn(retryWait(this.#shortOnes));
        this.#shortOnes += 1;
      },
    );
    this.#channel = channel;
  }

  close(): void {
    this.#channel?.close();
  }

  #rouseIn(milliseconds: number): void {
    const timer = setTimeout(() => this.#listener.rouse(), milliseconds);
    this.#signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  }
}
