import type { Encryption } from '../../storage/sqlite-file.ts';

/** What the worker that takes a snapshot in is given. */
export interface SnapshotReading {
  /** Where the pages lie until they are copied, and the cache that they become. */
  pages: string;
  cache: string;
  encryption: Encryption | undefined;
  /** SHA-256 of each piece. */
  sha256: readonly string[];
  mark: string;
  nativeBinding: string | undefined;
}

/** A piece as it came, that all are there, or that nobody wants it any more. */
export type ToReader = { piece: number; bytes: Uint8Array } | { finish: true } | { stop: true };

/** `damaged`: what came is not what was offered. */
export type FromReader =
  | { taken: number }
  | { copied: true }
  | { failed: 'damaged' | 'disk'; code: string; message: string };
