/** Well below the server's limit of a body. */
const MOST_BYTES = 2 * 1024 * 1024;
const FEWEST_BYTES = 16 * 1024;
/** A push or a page that takes longer is too large for the line, in milliseconds: nobody sees it go on, and what comes after it waits. */
export const LONG_MS = 8_000;

/**
 * How many bytes of operations are sent at once. What stands before the server may take less than the server: what it
 * called too large is not offered again in this run. A push that broke off is tried with half as much, since a line may
 * be too slow for more, or a proxy may end the connection instead of answering.
 */
export class PushSize {
  #most = MOST_BYTES;
  #bytes = MOST_BYTES;

  get bytes(): number {
    return this.#bytes;
  }

  /** @param bytes that were sent. */
  tooLarge(bytes: number): void {
    this.#most = Math.max(FEWEST_BYTES, Math.min(this.#most, Math.floor(bytes / 2)));
    this.#bytes = Math.min(this.#bytes, this.#most);
  }

  /** @param bytes that were being sent. */
  brokeOff(bytes: number): void {
    this.#bytes = Math.max(FEWEST_BYTES, Math.floor(Math.min(this.#bytes, bytes) / 2));
  }

  /** @param took milliseconds @param bytes counts what was sent */
  wentWell(took: number, bytes: () => number): void {
    if (took > LONG_MS) this.brokeOff(bytes());
    else this.#bytes = Math.min(this.#most, this.#bytes * 2);
  }
}
