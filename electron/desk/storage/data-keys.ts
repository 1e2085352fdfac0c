import { hkdfSync } from 'node:crypto';
import type { Encryption } from './sqlite-file.ts';

/** What encrypts the data of one user on this computer (decision 43). All of it follows from one random key. */
export interface DataKeys {
  /** The key itself; it is on the disk only as `key-file.ts` seals it. */
  readonly key: Buffer;
  readonly outbox: Encryption;
  readonly cache: Encryption;
  readonly rows: Encryption;
  /** Of files that are encrypted as a whole (`sealed-file.ts`). */
  readonly files: Buffer;
}

/**
 * The keys that follow from a user's key of 32 bytes. The outbox has the cipher whose pages are read without SQLite where it
 * is damaged; the others have the fastest, and are fetched or given again.
 */
export function keysFrom(key: Buffer): DataKeys {
  const derive = (of: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', `desk ${of}`, 32));
  return {
    key,
    outbox: { cipher: 'chacha20', key: derive('outbox') },
    cache: { cipher: 'aegis', key: derive('cache') },
    rows: { cipher: 'aegis', key: derive('import') },
    files: derive('files'),
  };
}
