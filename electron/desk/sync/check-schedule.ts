const CHECK_EVERY_MS = 6 * 60 * 60_000;
/** What was just fetched is looked at soon, but not while somebody waits for it. */
const AFTER_FIRST_SYNC_MS = 5 * 60_000;
/** The server reads all that the user sees: where others saved meanwhile, it is not asked again with the next change. */
const AGAIN_AFTER_MS = 60_000;

/** The time to note where a first sync has just ended. */
export const notedAfterFirstSync = (): number => Date.now() - CHECK_EVERY_MS + AFTER_FIRST_SYNC_MS;

/** When the copy is compared with the server's data again (docs/sync.md, "The check"). */
export class CheckSchedule {
  /** Moment of the last check in this run. */
  #checked: number | undefined;
  /** Moment of the last one that could not compare. */
  #tried: number | undefined;

  /**
   * Within a run by a clock that does not jump; a check noted in the future was noted by a clock that was wrong.
   * @param notedAt milliseconds since 1970 of the last check, as the cache has it.
   */
  isDue(notedAt: number): boolean {
    if (this.#tried !== undefined && performance.now() - this.#tried < AGAIN_AFTER_MS) return false;
    const since = Date.now() - notedAt;
    const isNoted = since >= 0 && since < CHECK_EVERY_MS;
    return !isNoted || performance.now() - (this.#checked ?? performance.now()) >= CHECK_EVERY_MS;
  }

  done(): void {
    this.#checked = performance.now();
  }

  /** The two stood at different places of the log. */
  inVain(): void {
    this.#tried = performance.now();
  }
}
