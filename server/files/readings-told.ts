/** So long a document counts as being fetched after the audit log was told: a desk goes on with one that was cut off. */
const FOR_MS = 60 * 60_000;
const MOST = 10_000;

/**
 * Which documents the audit log has just been told of, so that the other pieces of one make no lines of their own. In the
 * memory of one process: another one tells once more.
 */
export class ReadingsTold {
  readonly #until = new Map<string, number>();

  /**
   * Whether the audit log is to be told of this piece: of the first one always, and of any other whose beginning nobody
   * was told of, or a piece would be all that somebody asks for.
   * @param at the byte at which the piece begins
   * @param now milliseconds that no clock sets back
   */
  isNew(sessionId: string, hash: string, at: number, now = performance.now()): boolean {
    return at === 0 || (this.#until.get(`${sessionId}/${hash}`) ?? 0) < now;
  }

  /** The line is written: before that, another piece has one of its own. */
  wasTold(sessionId: string, hash: string, now = performance.now()): void {
    const key = `${sessionId}/${hash}`;
    this.#until.delete(key);
    this.#until.set(key, now + FOR_MS);
    const [oldest] = this.#until.keys();
    if (this.#until.size > MOST && oldest !== undefined) this.#until.delete(oldest);
  }
}
