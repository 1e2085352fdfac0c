import { tooManyRequests } from '../auth/rate-limit.ts';
import { ownTurn } from './turns.ts';

/** How many answers of a kind may be under way at once, and how long one more waits for a place, in milliseconds. */
export interface PlaceLimits {
  ofOne: number;
  inAll: number;
  waitMs: number;
}

interface Waiting {
  who: string;
  enter: () => void;
}

/** Gives a place back; more than once is as good as once. */
export type Leave = () => void;

/**
 * Bounds how many answers that take memory or a core for as long as they last are under way at once, for one user and in all. Who
 * comes when all places are taken waits a little, in turn. Each server process counts for itself: it is its memory.
 */
export class Places {
  readonly #limits: PlaceLimits;
  readonly #refusal: string;
  readonly #taken = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();
  #inAll = 0;

  /** @param refusal what is too much, as a whole sentence */
  constructor(limits: PlaceLimits, refusal = 'Too much is being read from the server at once.') {
    this.#limits = limits;
    this.#refusal = refusal;
  }

  /**
   * Takes a place for a user, or for the network of a visitor.
   * @throws PlainError `too-many-requests` where none has become free in time.
   */
  async take(who: string): Promise<Leave> {
    if (!this.#hasRoom(who)) await this.#wait(who);
    else this.#enter(who);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#leave(who);
    };
  }

  /** How many places somebody has now. */
  of(who: string): number {
    return this.#taken.get(who) ?? 0;
  }

  #hasRoom(who: string): boolean {
    return this.of(who) < this.#limits.ofOne && this.#inAll < this.#limits.inAll;
  }

  #enter(who: string): void {
    this.#taken.set(who, this.of(who) + 1);
    this.#inAll += 1;
  }

  #wait(who: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const { waitMs } = this.#limits;
      const patience = setTimeout(() => {
        this.#waiting.delete(waiting);
        reject(tooManyRequests(this.#refusal, Math.ceil(waitMs / 1000)));
      }, waitMs);
      const waiting: Waiting = {
        who,
        enter: () => {
          clearTimeout(patience);
          this.#waiting.delete(waiting);
          this.#enter(who);
          // In a turn of its own: what was waited for may be work in one go, and others are heard in between.
          void ownTurn().then(resolve);
        },
      };
      this.#waiting.add(waiting);
    });
  }

  #leave(who: string): void {
    const others = this.of(who) - 1;
    if (others > 0) this.#taken.set(who, others);
    else this.#taken.delete(who);
    this.#inAll -= 1;
    for (const waiting of this.#waiting) if (this.#hasRoom(waiting.who)) waiting.enter();
  }
}
