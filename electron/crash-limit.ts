const MOST = 3;
const WITHIN_MS = 60_000;

/** Whether a page that crashed is loaded again without asking: three times in a minute, then somebody is asked. */
export class CrashLimit {
  #crashes: number[] = [];

  /** @param now milliseconds on a clock that does not jump. */
  mayReload(now: number): boolean {
    this.#crashes = this.#crashes.filter((at) => now - at < WITHIN_MS);
    if (this.#crashes.length >= MOST) return false;
    this.#crashes.push(now);
    return true;
  }

  forget(): void {
    this.#crashes = [];
  }
}
