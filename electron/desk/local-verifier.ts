import { hash, verify } from '@node-rs/argon2';
import { PlainError } from '#shared/protocol/errors.ts';

/** argon2id is the library's default algorithm; 19 MiB and two passes take some 10 ms, off the main thread. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function makeVerifier(password: string): Promise<string> {
  return hash(password, COST);
}

const FREE_ATTEMPTS = 5;
const LONGEST_WAIT_MS = 60_000;

/** Checks passwords against local verifiers, and slows down whoever guesses. */
export class LocalVerifier {
  readonly #failures = new Map<string, { count: number; until: number }>();

  /** Throws `too-many-requests` while the account has to wait after wrong passwords. */
  async check(account: string, verifier: string, password: string): Promise<boolean> {
    const failed = this.#failures.get(account);
    const left = (failed?.until ?? 0) - performance.now();
    if (left > 0) {
      const seconds = Math.ceil(left / 1000);
      throw new PlainError('too-many-requests', `Too many wrong passwords. Try again in ${seconds} seconds.`);
    }
    const right = await verify(verifier, password).catch(() => false);
    if (right) {
      this.#failures.delete(account);
    } else {
      const count = (failed?.count ?? 0) + 1;
      const over = count - FREE_ATTEMPTS;
      const wait = over < 0 ? 0 : Math.min(LONGEST_WAIT_MS, 1000 * 2 ** over);
      this.#failures.set(account, { count, until: performance.now() + wait });
    }
    return right;
  }
}
