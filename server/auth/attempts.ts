import { PlainError } from '#shared/protocol/errors.ts';

const WINDOW_MS = 15 * 60 * 1000;
/** Failed sign-ins within the window: for one account from one address, for one account, from one address. */
const LIMITS = { pair: 10, account: 100, address: 200 } as const;
const MOST_KEYS = 50_000;

/**
 * Counts failed sign-ins in memory. A pair of account and address is stopped early, so that a stranger elsewhere
 * cannot lock a user out of the office.
 */
export class SignInAttempts {
  readonly #failures = new Map<string, number[]>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Counts an attempt before its password is looked at. @throws PlainError `too-many-requests`. */
  begin(account: string, address: string): void {
    const keys = this.#keys(account, address);
    if (keys.some(([key, limit]) => this.#recent(key).length >= limit)) {
      throw new PlainError(
        'too-many-requests',
        'Too many failed sign-ins. Wait 15 minutes and try again, or ask an administrator for a new password.',
      );
    }
    for (const [key] of keys) this.#failures.set(key, [...this.#recent(key), this.#now()]);
    if (this.#failures.size > MOST_KEYS) this.#forgetOld();
  }

  /** The attempt was right after all: it does not count, nor do the account's failures from that address. */
  succeeded(account: string, address: string): void {
    for (const [key] of this.#keys(account, address)) {
      const left = this.#recent(key).slice(0, -1);
      if (key.startsWith('pair') || left.length === 0) this.#failures.delete(key);
      else this.#failures.set(key, left);
    }
  }

  #keys(account: string, address: string): [string, number][] {
    return [
      [`pair ${account} ${address}`, LIMITS.pair],
      [`account ${account}`, LIMITS.account],
      [`address ${address}`, LIMITS.address],
    ];
  }

  #recent(key: string): number[] {
    const since = this.#now() - WINDOW_MS;
    return (this.#failures.get(key) ?? []).filter((time) => time > since);
  }

  #forgetOld(): void {
    for (const key of this.#failures.keys()) if (this.#recent(key).length === 0) this.#failures.delete(key);
  }
}
