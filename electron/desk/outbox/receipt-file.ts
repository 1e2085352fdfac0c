import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * The newest receipt of the server beside the outbox: before a sign-in it may be wanted while nothing opens the outbox. It
 * is signed by the server and says where its log stood, nothing of anybody. It is not flushed: an older one proves less,
 * and nothing that is wrong.
 */
export class ReceiptFile {
  readonly #path: string;

  /** @param outbox path of the outbox. */
  constructor(outbox: string) {
    this.#path = outbox.replace(/\.db$/, '.receipt');
  }

  read(): string | undefined {
    try {
      return readFileSync(this.#path, 'utf8') || undefined;
    } catch {
      return undefined;
    }
  }

  /** One that cannot be written is the one before; a full disk is no reason not to work on. */
  write(receipt: string | null): void {
    try {
      if (receipt === null) return rmSync(this.#path, { force: true });
      writeFileSync(`${this.#path}.new`, receipt, { mode: 0o600 });
      renameSync(`${this.#path}.new`, this.#path);
    } catch {
      // The next receipt tries again.
    }
  }
}
