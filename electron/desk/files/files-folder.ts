import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FILE_HASH } from '#shared/model/picture.ts';
import { flushFolder, unfinishedNameOf, writeWholeFile } from '#shared/node/whole-file.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { eraseFile } from '../storage/erase.ts';
import { finishSealingIn, isSealed, openBytes, sealBytes, sealFile } from '../storage/sealed-file.ts';

/** Files looked at in one turn of the event loop. */
const SLICE = 200;

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Whether bytes may be what is kept under a hash. */
export type SoundFile = (hash: string, bytes: Uint8Array) => boolean;

/** Files of one user on this computer, each under a hash, by default that of its content; readable by this user alone. */
export class FilesFolder {
  readonly #path: string;
  readonly #isSound: SoundFile;
  readonly #key: Buffer | undefined;
  /** Whether plain files of an earlier version were here when it was opened: one may be read as it is taken over. */
  readonly #takingOver: boolean;
  /** Sizes in bytes by hash, those used longest ago first; read when first needed. */
  #known: Promise<Map<string, number>> | undefined;
  /** Hashes of what is being written just now, by the name of its unfinished file: no rest of a process that died. */
  readonly #writing = new Map<string, string>();
  #open = true;

  /**
   * @param settings `key` encrypts the files; without it, in tests alone, they are plain. `takingOver` lets plain ones of
   * an earlier version count until `takeOver` is done.
   */
  constructor(
    path: string,
    isSound: SoundFile = (hash, bytes) => hashOf(bytes) === hash,
    { key, takingOver = false }: { key?: Buffer | undefined; takingOver?: boolean } = {},
  ) {
    this.#path = path;
    this.#isSound = isSound;
    this.#key = key;
    this.#takingOver = takingOver;
    mkdirSync(path, { recursive: true, mode: 0o700 });
  }

  get open(): boolean {
    return this.#open;
  }

  #pathOf(hash: string): string {
    return join(this.#path, hash);
  }

  #files(): Promise<Map<string, number>> {
    this.#known ??= this.#list();
    return this.#known;
  }

  async #list(): Promise<Map<string, number>> {
    if (this.#takingOver) finishSealingIn(this.#path);
    const found: { name: string; size: number; usedAt: number }[] = [];
    for (const name of await readdir(this.#path)) {
      const path = join(this.#path, name);
      if (FILE_HASH.test(name)) {
        // One that was removed meanwhile is not here.
        const file = await stat(path).catch(() => null);
        if (file) found.push({ name, size: file.size, usedAt: file.mtimeMs });
      } else if (!this.#writing.has(name)) {
        // Left half written, or half taken over.
        eraseFile(path);
      }
    }
    found.sort((one, other) => one.usedAt - other.usedAt);
    return new Map(found.map(({ name, size }) => [name, size]));
  }

  /** The content; null where it is not here, or is no longer what it was. */
  async read(hash: string): Promise<Buffer<ArrayBuffer> | null> {
    const files = await this.#files();
    const isKnown = files.has(hash);
    const path = this.#pathOf(hash);
    // The disk says what is there; what is known is for the room alone, and a folder emptied meanwhile knows less.
    let found = await this.#readSound(hash);
    // It may have been overwritten while it was read, and its sealed one taken its place.
    if (!found.bytes && this.#takingOver) found = await this.#readSound(hash);
    const { stored, bytes } = found;
    if (!bytes) {
      if (isKnown || stored > 0) await this.#remove(files, hash);
      return null;
    }
    files.delete(hash);
    files.set(hash, stored);
    const now = new Date();
    await utimes(path, now, now).catch(() => undefined);
    return bytes;
  }

  /**
   * Writes a file whole or not at all; when this resolves it survives a power cut.
   * @throws PlainError `unauthenticated` where the user signed out, or the folder was emptied of it, meanwhile: nothing is
   * left behind.
   */
  async write(hash: string, bytes: Uint8Array): Promise<void> {
    const files = await this.#files();
    const path = this.#pathOf(hash);
    const stored = this.#key ? sealBytes(this.#key, hash, bytes) : bytes;
    const unfinishedName = unfinishedNameOf(hash);
    this.#writing.set(unfinishedName, hash);
    const stays = await writeWholeFile(path, (file) => file.writeFile(stored), {
      mode: 0o600,
      unfinishedName,
      mayStay: () => this.#open && this.#writing.has(unfinishedName),
    })
      .catch((error: unknown) => {
        if (this.#open) throw error;
        return false;
      })
      .finally(() => this.#writing.delete(unfinishedName));
    if (!stays || !this.#open) throw new PlainError('unauthenticated', 'Sign in first.');
    await flushFolder(this.#path);
    files.delete(hash);
    files.set(hash, stored.byteLength);
  }

  /** The content, null where it is not what it was; and how many bytes the file has. */
  async #readSound(hash: string): Promise<{ stored: number; bytes: Buffer<ArrayBuffer> | null }> {
    const stored = await readFile(this.#pathOf(hash)).catch(() => null);
    const bytes = stored && this.#opened(hash, stored);
    return { stored: stored?.byteLength ?? 0, bytes: bytes && this.#isSound(hash, bytes) ? bytes : null };
  }

  #opened(hash: string, stored: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> | null {
    if (!this.#key || (this.#takingOver && !isSealed(stored))) return stored;
    return openBytes(this.#key, hash, stored);
  }

  /** Encrypts what an earlier version left plain, one file in a turn of the event loop; whether all of it is done. */
  async takeOver(): Promise<boolean> {
    if (!this.#takingOver || !this.#key) return true;
    const files = await this.#files();
    const hashes = [...files.keys()];
    for (const hash of hashes) {
      await nextTurn();
      if (!this.#open) return false;
      sealFile(this.#pathOf(hash), this.#key);
    }
    return true;
  }

  async #remove(files: Map<string, number>, hash: string): Promise<void> {
    files.delete(hash);
    await rm(this.#pathOf(hash), { force: true });
  }

  /**
   * Removes what is not needed, and of the rest those used longest ago until all of it fits, in slices between turns of
   * the event loop. What is `held` always stays.
   */
  async tidy(rules: {
    isHeld: (hash: string) => boolean;
    isNeeded: (hash: string) => boolean;
    mostBytes: number;
  }): Promise<void> {
    const files = await this.#files();
    const optional: string[] = [];
    for (const [index, hash] of [...files.keys()].entries()) {
      if (index % SLICE === 0) await nextTurn();
      if (!this.#open) return;
      if (rules.isHeld(hash)) continue;
      if (rules.isNeeded(hash)) optional.push(hash);
      else await this.#remove(files, hash);
    }
    let total = 0;
    for (const size of files.values()) total += size;
    for (const hash of optional) {
      if (total <= rules.mostBytes || !this.#open) return;
      total -= files.get(hash) ?? 0;
      await this.#remove(files, hash);
    }
  }

  /** Removes all but what is held, at once; what is being written and not held does not stay. */
  empty(isHeld: (hash: string) => boolean): void {
    for (const name of readdirSync(this.#path)) {
      if (isHeld(this.#writing.get(name) ?? name)) continue;
      this.#writing.delete(name);
      eraseFile(join(this.#path, name));
    }
    this.#known = undefined;
  }

  close(): void {
    this.#open = false;
  }
}
