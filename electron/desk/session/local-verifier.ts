import { PlainError } from '#shared/protocol/errors.ts';
import { unlock, type PasswordLock } from '../storage/session-key.ts';

const FREE_ATTEMPTS = 5;
const LONGEST_WAIT_MS = 60_000;

/** Opens kept sessions with passwords while the server cannot be asked, and slows down whoever guesses. */
export class LocalVerifier {
  readonly #failures = new Map<string, { count: number; until: number }>();

  /**
   * The key that the password opens; null where it is wrong.
   * @throws PlainError `too-many-requests` while the account has to wait after wrong passwords.
   */
  async open(account: string, lock: PasswordLock, password: string): Promise<Buffer | null> {
    const failed = this.#failures.get(account);
    const left = (failed?.until ?? 0) - performance.now();
    if (left > 0) {
      const seconds = Math.ceil(left / 1000);
      throw new PlainError('too-many-requests', `Too many wrong passwords. Try again in ${seconds} seconds.`);
    }
    const key = await unlock(password, lock);
    if (key) {
      this.#failures.delete(account);
    } else {
      const count = (failed?.count ?? 0) + 1;
      const over = count - FREE_ATTEMPTS;
      const wait = over < 0 ? 0 : Math.min(LONGEST_WAIT_MS, 1000 * 2 ** over);
      this.#failures.set(account, { count, until: performance.now() + wait });
    }
    return key;
  }
}
