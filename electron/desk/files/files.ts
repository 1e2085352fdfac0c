import { join } from 'node:path';
import { entityNames, entityOf, type EntityName } from '#shared/model/entities.ts';
import { quote } from '#shared/model/list-query.ts';
import { filesNamedBy, type NamedFile, type SentFor } from '#shared/model/named-files.ts';
import { documentRefusal } from '#shared/model/document-file.ts';
import {
  FILE_HASH,
  fileFieldsOf,
  pictureRefusal,
  pictureTypeOf,
  type FileRefusal,
} from '#shared/model/picture.ts';
import type { Results } from '#shared/protocol/bridge.ts';
import { PlainError, type ErrorCode } from '#shared/protocol/errors.ts';
import {
  filePath,
  pieceFrom,
  textFilePath,
  type FileSize,
  type Operation,
  type OperationResult,
} from '#shared/protocol/sync.ts';
import { tableOf } from '#shared/node/cache/cache-schema.ts';
import type { Cache } from '../cache/cache.ts';
import { FilesFolder, hashOf } from './files-folder.ts';
import { PicturesInTexts } from './pictures-in-texts.ts';
import { DocumentPieces } from './fetch-document.ts';
import { sendDocument } from './send-document.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { ServerAccess } from '../server/server-access.ts';
import { NetworkFailure } from '../server/server-connection.ts';

const FILES_FOLDER = 'files';
const THUMBNAILS_FOLDER = 'thumbnails';
/** Fetched pictures and documents may take this much of the disk; those used longest ago go first. */
const MOST_FETCHED_BYTES = 200 * 1024 * 1024;
const MOST_THUMBNAIL_BYTES = 50 * 1024 * 1024;
/** So many pictures are sent before the operations that name them, then the next. */
const MOST_SENT_AHEAD = 10;
/** Tidying waits a little, so that it is done once for many changes. */
const TIDY_AFTER_MS = 1_000;

/** For so long a small square that the server does not give is not asked for again. */
const ASK_AGAIN_MS = 10 * 60_000;

/** How the files are kept: under which key, and whether plain ones are still taken over. */
export type KeptFiles = NonNullable<ConstructorParameters<typeof FilesFolder>[2]>;

/** Refusals that do not pass: the record goes to the tray with the reason. */
const FINAL: ReadonlySet<ErrorCode> = new Set([
  'bad-request',
  'too-large',
  'invalid',
  'forbidden',
  'not-found',
]);

/**
 * The user's pictures and documents on this computer: those that wait to be sent with a record, and copies of fetched ones. They go
 * with the rows that name them: what leaves the cache leaves the disk.
 */
export class LocalFiles {
  readonly #folder: FilesFolder;
  /** Small squares that the server made, each under the hash of the whole picture. */
  readonly #thumbnails: FilesFolder;
  readonly #outbox: Outbox;
  readonly #cache: () => Cache;
  readonly #fetching = new Map<string, Promise<Uint8Array | null>>();
  /** When the server had no small square, by the hash of the whole picture. */
  readonly #notGiven = new Map<string, number>();
  readonly #inTexts = new PicturesInTexts();
  readonly #pieces = new DocumentPieces();
  readonly #closing = new AbortController();
  #tidying: NodeJS.Timeout | undefined;

  /** @param path folder of the user's data on this computer. */
  constructor(path: string, outbox: Outbox, cache: () => Cache, kept: KeptFiles = {}) {
    this.#folder = new FilesFolder(join(path, FILES_FOLDER), undefined, kept);
    this.#thumbnails = new FilesFolder(
      join(path, THUMBNAILS_FOLDER),
      (_hash, bytes) => pictureTypeOf(bytes) !== null,
      kept,
    );
    this.#outbox = outbox;
    this.#cache = cache;
  }

  /** Encrypts what an earlier version left plain; gives whether all of it is done. */
  async takeOver(): Promise<boolean> {
    return (await this.#folder.takeOver()) && (await this.#thumbnails.takeOver());
  }

  /**
   * Keeps a picture to be sent with the record that will name it. When it answers, the picture survives a power cut.
   * @throws PlainError `too-large` or `invalid`.
   */
  async add(base64: string): Promise<Results['files.add']> {
    const bytes = Buffer.from(base64, 'base64');
    return { hash: await this.#keep(bytes, pictureRefusal(bytes)) };
  }

  /** The same of a document: gives its hash. @throws PlainError `too-large` or `invalid`. */
  addDocument(bytes: Uint8Array): Promise<string> {
    return this.#keep(bytes, documentRefusal(bytes));
  }

  async #keep(bytes: Uint8Array, refusal: FileRefusal | null): Promise<string> {
    if (refusal) throw new PlainError(refusal.code, refusal.message);
    const hash = hashOf(bytes);
    // Known to the outbox first, so that tidying lets it be.
    this.#outbox.files.add(hash);
    try {
      await this.#folder.write(hash, bytes);
    } catch (error) {
      if (this.#folder.open) this.#outbox.files.remove(hash);
      throw error;
    }
    return hash;
  }

  /** A picture from this computer, else from the server; null where neither has it for this user now. */
  async get(hash: string, access: ServerAccess, size?: FileSize): Promise<Results['files.get']> {
    if (!FILE_HASH.test(hash)) return null;
    const bytes =
      (size && (await this.#thumbnails.read(hash))) ??
      // The whole one, where it is here, spares a call: it waits to be sent, or was looked at before.
      (await this.#folder.read(hash)) ??
      (await this.#fetchOnce(hash, access, size));
    const type = bytes && pictureTypeOf(bytes);
    return type ? { type, base64: Buffer.from(bytes).toString('base64') } : null;
  }

  /**
   * A document from this computer, else from the server in pieces; null where neither has it for this user now.
   * @param bytes that it has, where that is known
   */
  async document(hash: string, bytes: number | null, access: ServerAccess): Promise<Uint8Array | null> {
    if (!FILE_HASH.test(hash)) return null;
    const here = await this.#folder.read(hash);
    return here ?? this.#once(pieceFrom(hash, 0), () => this.#fetchDocument(hash, bytes, access));
  }

  async #fetchDocument(hash: string, size: number | null, access: ServerAccess): Promise<Uint8Array | null> {
    const bytes = await this.#pieces.fetch(hash, size, access, this.#closing.signal);
    return bytes && this.#keepFetched(this.#folder, hash, bytes);
  }

  #fetchOnce(hash: string, access: ServerAccess, size?: FileSize): Promise<Uint8Array | null> {
    return this.#once(filePath(hash, size), () => this.#fetch(hash, access, size));
  }

  #once(path: string, fetch: () => Promise<Uint8Array | null>): Promise<Uint8Array | null> {
    let fetching = this.#fetching.get(path);
    if (!fetching) {
      fetching = fetch().finally(() => this.#fetching.delete(path));
      this.#fetching.set(path, fetching);
    }
    return fetching;
  }

  async #fetch(hash: string, access: ServerAccess, size?: FileSize): Promise<Uint8Array | null> {
    if (size && Date.now() - (this.#notGiven.get(hash) ?? -Infinity) < ASK_AGAIN_MS) return null;
    let bytes: Uint8Array;
    try {
      bytes = await access.download(filePath(hash, size), this.#closing.signal);
    } catch (error) {
      if (size && error instanceof PlainError && error.code === 'not-found')
        this.#notGiven.set(hash, Date.now());
      if (error instanceof PlainError || error instanceof NetworkFailure) return null;
      throw error;
    }
    if (!size && hashOf(bytes) !== hash) return null;
    return this.#keepFetched(size ? this.#thumbnails : this.#folder, hash, bytes);
  }

  /** Gives what was fetched; null where the user signed out meanwhile. */
  async #keepFetched(folder: FilesFolder, hash: string, bytes: Uint8Array): Promise<Uint8Array | null> {
    if (!this.#folder.open) return null;
    // What cannot be kept, for want of room, can still be shown.
    await folder.write(hash, bytes).catch(() => undefined);
    this.tidySoon();
    return this.#folder.open ? bytes : null;
  }

  /**
   * Sends the pictures that the first of these operations name and the server may not have, before the operations
   * themselves: a few, since the server bounds those that no record names yet; the next come after these operations. Gives
   * a refusal for each operation whose picture the server does not take.
   * @throws PlainError or NetworkFailure where trying again later may help.
   */
  async send(
    operations: readonly Operation[],
    access: ServerAccess,
    signal: AbortSignal,
  ): Promise<OperationResult[]> {
    const refused: OperationResult[] = [];
    let sent = 0;
    for (const operation of operations) {
      if (sent >= MOST_SENT_AHEAD) break;
      for (const { field, hash, sentFor } of this.#unsentOf(operation)) {
        sent += 1;
        const refusal = await this.#sendOne(hash, sentFor, access, signal);
        if (!refusal) continue;
        const { code, message } = refusal;
        const fields = [{ field, code: 'invalid' as const, message }];
        refused.push({ id: operation.id, status: 'refused', code, error: message, fields });
        break;
      }
    }
    return refused;
  }

  /** Whether the operation must wait for a picture to be sent. */
  isReady(operation: Operation): boolean {
    return this.#unsentOf(operation).length === 0;
  }

  #unsentOf({ entity, changes }: Operation): NamedFile[] {
    return filesNamedBy(entityOf(entity), changes).filter(({ hash }) => this.#outbox.files.isUnsent(hash));
  }

  async #sendOne(
    hash: string,
    sentFor: SentFor,
    access: ServerAccess,
    signal: AbortSignal,
  ): Promise<PlainError | null> {
    const bytes = await this.#folder.read(hash);
    try {
      // Where the disk has lost it, the server says whether it has the picture: it looks when the record comes.
      if (bytes && sentFor === 'document') await sendDocument(hash, bytes, access, signal);
      else if (bytes)
        await access.upload(sentFor === 'text' ? textFilePath(hash) : filePath(hash), bytes, signal);
    } catch (error) {
      if (error instanceof PlainError && FINAL.has(error.code)) return error;
      throw error;
    }
    this.#outbox.files.markSent(hash);
    return null;
  }

  /** Removes, in a while, what nothing here names any more. */
  tidySoon(): void {
    if (this.#tidying || !this.#folder.open) return;
    this.#tidying = setTimeout(() => {
      this.#tidying = undefined;
      // What fails now is done after a later change.
      this.#tidy().catch(() => undefined);
    }, TIDY_AFTER_MS);
    this.#tidying.unref();
  }

  async #tidy(): Promise<void> {
    this.#outbox.files.prune();
    await this.#folder.tidy({
      isHeld: (hash) => this.#outbox.files.holds(hash),
      isNeeded: (hash) => this.#isNamed(hash),
      mostBytes: MOST_FETCHED_BYTES,
    });
    await this.#thumbnails.tidy({
      isHeld: () => false,
      isNeeded: (hash) => this.#isNamed(hash),
      mostBytes: MOST_THUMBNAIL_BYTES,
    });
  }

  /** Whether a record that the user may see names the file. */
  #isNamed(hash: string): boolean {
    const cache = this.#cache();
    // Not all rows are here yet.
    if (!cache.open || !cache.position.complete) return true;
    if (this.#inTexts.of(cache).has(hash)) return true;
    return named.some(({ entity, field }) => {
      const sql = `SELECT 1 FROM ${tableOf(entityOf(entity))} WHERE ${quote(field)} = ? LIMIT 1`;
      return cache.statements.prepare(sql).get(hash) !== undefined;
    });
  }

  /** Removes at once all but what waits to be sent: when the cache goes, its pictures go with it. */
  forgetFetched(): void {
    this.#outbox.files.forgetSent();
    this.#pieces.forget();
    this.#folder.empty((hash) => this.#outbox.files.holds(hash));
    this.#thumbnails.empty(() => false);
  }

  close(): void {
    clearTimeout(this.#tidying);
    this.#closing.abort();
    this.#folder.close();
    this.#thumbnails.close();
  }
}

const named: readonly { entity: EntityName; field: string }[] = entityNames.flatMap((entity) =>
  fileFieldsOf(entityOf(entity)).map((field) => ({ entity, field })),
);
