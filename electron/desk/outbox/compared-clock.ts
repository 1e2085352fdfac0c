import os from 'node:os';

/** A difference that nobody notices: answers take their time, and pages are shared for some seconds. */
const TOLERATED_MS = 5 * 60_000;

/** This computer's clock beside the server's, which goes on by the one that nobody sets. */
export class ComparedClock {
  #heard: { at: number; uptime: number } | null = null;

  /** @param at ISO time of the server, now */
  hear(at: string): void {
    this.#heard = { at: Date.parse(at), uptime: os.uptime() };
  }

  /** Milliseconds by which this computer's clock is ahead of the server's, negative where it is behind; null where the two agree, as far as is known. */
  get ahead(): number | null {
    if (!this.#heard) return null;
    const there = this.#heard.at + (os.uptime() - this.#heard.uptime) * 1_000;
    const ahead = Date.now() - there;
    return Math.abs(ahead) < TOLERATED_MS ? null : ahead;
  }
}
