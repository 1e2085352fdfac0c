import { PlainError } from '#shared/protocol/errors.ts';

/** Each call takes one of the four threads that this process has for files, passwords and names of hosts. */
const MOST_AT_ONCE = 2;
/** A disk that has not answered for so long is away: a whole document is written to a slow one in less. */
const PATIENCE_MS = 10_000;

const away = (): PlainError =>
  new PlainError(
    'unavailable',
    'The disk of pictures and documents on the server does not answer just now. Try again later; if it stays, tell your administrator.',
  );

/**
 * The disk of pictures and documents, which may be a shared folder that goes away: its calls hang then, and cannot be called
 * off. Few are under way at once, so that sign-ins go on, and nobody waits for long.
 */
export class FilesDisk {
  readonly #patienceMs: number;
  readonly #waiting: { begin: () => void; refuse: () => void }[] = [];
  #underWay = 0;
  #isAway = false;

  constructor(patienceMs = PATIENCE_MS) {
    this.#patienceMs = patienceMs;
  }

  /**
   * Does something on the disk, when it is its turn. What is within `work` must not ask again.
   * @throws PlainError `unavailable` where the disk does not answer; it may be done later all the same.
   */
  async ask<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#underWay >= MOST_AT_ONCE) {
      if (this.#isAway) throw away();
      await new Promise<void>((begin, reject) => this.#waiting.push({ begin, refuse: () => reject(away()) }));
    } else this.#underWay += 1;
    return new Promise<Result>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#isAway = true;
        for (const { refuse } of this.#waiting.splice(0)) refuse();
        reject(away());
      }, this.#patienceMs);
      void Promise.resolve()
        .then(work)
        .then(resolve, reject)
        .finally(() => {
          clearTimeout(timer);
          this.#isAway = false;
          const next = this.#waiting.shift();
          if (next) next.begin();
          else this.#underWay -= 1;
        });
    });
  }
}
