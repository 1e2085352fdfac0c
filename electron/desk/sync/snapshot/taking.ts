import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { snapshotPiecePath, type OfferedSnapshot } from '#shared/protocol/snapshot.ts';
import type { ServerAccess } from '../../server/server-access.ts';
import { comingFiles } from '../../workspace/coming-cache.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { FromReader, SnapshotReading, ToReader } from './reader-messages.ts';

/** Pieces on their way at once: while one is unpacked, others come in. */
const AT_ONCE = 4;

/** What came is not what was offered, or cannot be used: the data is fetched page by page. */
export class UselessSnapshot extends Error {}

/**
 * A snapshot on its way into a cache of this desk. What has come in stays when the connection is lost, and the rest is fetched
 * when it is back, for as long as this runs.
 */
export class SnapshotTaking {
  readonly offer: OfferedSnapshot;
  readonly cacheFile: string;
  readonly mark = randomUUID();
  readonly #worker: Worker;
  readonly #ended: Promise<void>;
  readonly #missing: Set<number>;
  readonly #waiting = new Map<number | 'copied', { resolve: () => void; reject: (error: Error) => void }>();
  #failure: Error | undefined;

  /** @param program of the worker */
  constructor(offer: OfferedSnapshot, { folder, keys, nativeBinding }: Workspace, program: string) {
    this.offer = offer;
    const { pages, cache } = comingFiles(folder);
    this.cacheFile = cache;
    this.#missing = new Set(offer.pieces.keys());
    const workerData: SnapshotReading = {
      pages,
      cache,
      encryption: keys?.cache,
      sha256: offer.pieces.map(({ sha256 }) => sha256),
      mark: this.mark,
      nativeBinding,
    };
    // It has nothing to do with what this process was started with.
    this.#worker = new Worker(program, { workerData, env: {}, execArgv: [] });
    this.#worker.on('message', (message: FromReader) => this.#heard(message));
    this.#worker.on('error', (error: unknown) => this.#fail(new UselessSnapshot(String(error))));
    this.#ended = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.#fail(new UselessSnapshot('The worker that takes snapshots in has ended'));
        resolve();
      });
    });
  }

  /** How much has come in, from 0 to 1. */
  get share(): number {
    return 1 - this.#missing.size / this.offer.pieces.length;
  }

  /**
   * Fetches what is missing and makes the cache of it.
   * @param onPiece called after each piece, one at a time, before the next is asked for
   * @throws UselessSnapshot; an error of the disk; or as ServerAccess.download
   */
  async take(access: ServerAccess, signal: AbortSignal, onPiece: () => Promise<unknown>): Promise<void> {
    const left = [...this.#missing].values();
    const others = new AbortController();
    const either = AbortSignal.any([signal, others.signal]);
    let turn: Promise<unknown> = Promise.resolve();
    const fetchSome = async (): Promise<void> => {
      for (const piece of left) {
        const bytes = await access.download(snapshotPiecePath(this.offer.ticket, piece), either);
        await this.#give(piece, bytes);
        this.#missing.delete(piece);
        await (turn = turn.then(onPiece));
      }
    };
    const fetching = Array.from({ length: AT_ONCE }, fetchSome);
    try {
      await Promise.all(fetching);
    } catch (error) {
      // None goes on by itself: the next attempt asks for what is missing, and each piece has one who waits for it.
      others.abort();
      await Promise.allSettled(fetching);
      throw error;
    }
    await this.#ask('copied', { finish: true });
    await this.#ended;
  }

  /** Ends the worker, which deletes what is not finished. Never in the middle: it may be unpacking. */
  async stop(): Promise<void> {
    this.#worker.postMessage({ stop: true } satisfies ToReader);
    await this.#ended;
  }

  #give(piece: number, bytes: Uint8Array): Promise<void> {
    // A buffer of its own is handed over; of a larger one, which others have parts of, a copy goes.
    const own = bytes.byteLength === bytes.buffer.byteLength;
    return this.#ask(
      piece,
      { piece, bytes },
      own && bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : [],
    );
  }

  #ask(what: number | 'copied', message: ToReader, transferred: ArrayBuffer[] = []): Promise<void> {
    if (this.#failure) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#waiting.set(what, { resolve, reject });
      this.#worker.postMessage(message, transferred);
    });
  }

  #heard(message: FromReader): void {
    if ('failed' in message) {
      const { failed, code, message: text } = message;
      return this.#fail(
        failed === 'disk' ? Object.assign(new Error(text), { code }) : new UselessSnapshot(text),
      );
    }
    const what = 'taken' in message ? message.taken : 'copied';
    this.#waiting.get(what)?.resolve();
    this.#waiting.delete(what);
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#failure);
    this.#waiting.clear();
  }
}

/** Where the program of the worker is while the desk runs from its sources. */
export const OWN_PROGRAM = join(import.meta.dirname, 'snapshot-reader.ts');
