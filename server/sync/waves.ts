import { Pace } from './pace.ts';

/**
 * Each desk that is told of a change asks for it. With many desks, and many changes, that would be the product of both: beyond
 * so many a second, changes are told together, to all desks in one wave. Desks that were told together ask for the same,
 * which is read once; in turns of their own, each would be read for alone. A wave begins with so many and goes on
 * with fewer at a time, so that those who save stand in no long line behind it. Thirty desks never wait.
 */
const TOLD_PER_SECOND = 1_000;
const TOLD_AFTER_REST = 400;
export const FIRST_OF_WAVE = 100;
const NEXT_OF_WAVE = 25;
const TURN_MS = 10;
/**
 * The next wave waits until all but so many of those who were told have been answered. Where that took longer than a moment, it waits for
 * as long again: of a server at its limit, half stays for saves. Offices of so many desks never wait, and nobody for long.
 */
export const FEW_UNANSWERED = 50;
const MOMENT_MS = 100;
export const LONGEST_WAIT_MS = 2_000;

interface Standing {
  /** Where it was told that the log stands. */
  told: number;
  /** It has asked since it was told the last time. */
  asks: boolean;
  /** It asked the last time, was told again, and has no answer yet. */
  isAwaited: boolean;
}

/** Who listens, and when each is told how far the log goes. */
export class Waves<Listener> {
  readonly #say: (listener: Listener, seq: number) => void;
  readonly #listeners = new Map<Listener, Standing>();
  readonly #pace = new Pace(TOLD_PER_SECOND, TOLD_AFTER_REST);
  #seq = 0;
  /** Who is still to be told in the wave that is under way, and of what: all of the same, for which they ask then. */
  #wave: Listener[] = [];
  #waveSeq = 0;
  #began = 0;
  #awaited = 0;
  /** No wave begins before. */
  #restsUntil = 0;
  #soon: NodeJS.Immediate | undefined;
  #turn: NodeJS.Timeout | undefined;

  constructor(say: (listener: Listener, seq: number) => void) {
    this.#say = say;
  }

  /**
   * Adds a listener.
   * @param seq where the log stood when it was looked up; it may have gone on since
   * @returns how far the log goes, which the listener is to be told first
   */
  add(listener: Listener, seq: number): number {
    const told = Math.max(seq, this.#seq);
    this.#listeners.set(listener, { told, asks: false, isAwaited: false });
    return told;
  }

  delete(listener: Listener): void {
    const standing = this.#listeners.get(listener);
    if (!standing) return;
    this.#listeners.delete(listener);
    this.#setAwaited(standing, false);
  }

  /** The log goes as far as this. It is told after the answer to who wrote; commits that follow at once are told as one. */
  advanced(seq: number): void {
    this.#seq = seq;
    if (this.#soon || this.#turn) return;
    this.#soon = setImmediate(() => {
      this.#soon = undefined;
      this.#next();
    });
  }

  /** The numbers stand for other changes from here on: whoever listens has to begin anew. */
  putBack(seq: number): void {
    this.#seq = seq;
  }

  /** What a listener asked for was answered. */
  answered(listener: Listener): void {
    const standing = this.#listeners.get(listener);
    if (!standing) return;
    standing.asks = true;
    this.#setAwaited(standing, false);
  }

  close(): void {
    clearImmediate(this.#soon);
    clearTimeout(this.#turn);
  }

  /** Tells the next part of the wave, or begins one where that may be, and goes on in a moment where not all are told. */
  #next(): void {
    this.#turn = undefined;
    let most = NEXT_OF_WAVE;
    if (this.#wave.length === 0) {
      const behind = this.#behind();
      if (behind.length > 0 && this.#mayBegin() && this.#pace.take(behind.length)) {
        this.#wave = behind;
        this.#waveSeq = this.#seq;
        this.#began = performance.now();
      }
      most = FIRST_OF_WAVE;
    }
    for (const listener of this.#wave.splice(0, most)) this.#tell(listener);
    // Where the log went on meanwhile, those who were told first are behind again.
    if (this.#wave.length === 0 && this.#behind().length === 0) return;
    this.#turn = setTimeout(() => this.#next(), TURN_MS);
    this.#turn.unref();
  }

  #mayBegin(): boolean {
    const now = performance.now();
    if (now < this.#restsUntil) return false;
    return this.#awaited <= FEW_UNANSWERED || now - this.#began >= LONGEST_WAIT_MS;
  }

  #tell(listener: Listener): void {
    const standing = this.#listeners.get(listener);
    if (!standing) return;
    standing.told = this.#waveSeq;
    // Who did not ask when it was told the last time may not ask now.
    this.#setAwaited(standing, standing.asks);
    standing.asks = false;
    this.#say(listener, this.#waveSeq);
  }

  #setAwaited(standing: Standing, isAwaited: boolean): void {
    if (standing.isAwaited === isAwaited) return;
    standing.isAwaited = isAwaited;
    this.#awaited += isAwaited ? 1 : -1;
    if (isAwaited || this.#awaited !== FEW_UNANSWERED) return;
    const now = performance.now();
    const took = Math.min(now - this.#began, LONGEST_WAIT_MS);
    if (took > MOMENT_MS) this.#restsUntil = now + took;
  }

  #behind(): Listener[] {
    return [...this.#listeners].flatMap(([listener, { told }]) => (told < this.#seq ? [listener] : []));
  }
}
