import { createHmac, createSecretKey, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto';

/** What a signed text says, and whether this server signed it. */
export interface SignedText {
  parts: readonly unknown[];
  genuine: boolean;
}

/**
 * Signs what a desk keeps and brings back, so that nobody can make one up: a cursor decides which deletes are told, a
 * receipt whether work is offered again. The key follows from the server's secret and is good for nothing else.
 */
export class Signer {
  readonly #key: KeyObject;

  constructor(secret: string) {
    // As an object of Node's: bytes are made into one again for each signature, which costs more than the signature.
    this.#key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'sync cursors and receipts', 32)));
  }

  /** @param kind what the text is, so that one is not taken for another */
  write(kind: string, parts: readonly unknown[]): string {
    const content = Buffer.from(JSON.stringify(parts)).toString('base64url');
    return `${content}.${this.#signature(kind, content).toString('base64url')}`;
  }

  /** null where the text is not of this form at all. One without a signature is read as not genuine. */
  read(kind: string, text: string): SignedText | null {
    const [content = '', signature = ''] = text.split('.');
    let parts: unknown;
    try {
      parts = JSON.parse(Buffer.from(content, 'base64url').toString('utf8'));
    } catch {
      return null;
    }
    if (!Array.isArray(parts)) return null;
    const given = Buffer.from(signature, 'base64url');
    const right = this.#signature(kind, content);
    return { parts, genuine: given.length === right.length && timingSafeEqual(given, right) };
  }

  #signature(kind: string, content: string): Buffer {
    return createHmac('sha256', this.#key).update(`${kind}:${content}`).digest();
  }
}
