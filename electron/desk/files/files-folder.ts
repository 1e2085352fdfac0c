import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FILE_HASH } from '#shared/model/picture.ts';
import { flushFolder, writeWholeFile } from '#shared/node/whole-file.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { eraseFile } from '../storage/erase.ts';

/** Files looked at in one turn of the event loop. */
const SLICE = 200;

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Whether bytes may be what is kept under a hash. */
export type SoundFile = (hash: string, bytes: Uint8Array) => boolean;

/** Files of one user on this computer, each under a hash, by default that of its content; readable by this user alone. */
export class FilesFolder {
  readonly #path: string;
  readonly #isSound: SoundFile;
  /** Sizes in bytes by hash, those used longest ago first; read when first needed. */
  #known: Promise<Map<string, number>> | undefined;
  #open = true;

  constructor(path: string, isSound: SoundFile = (hash, bytes) => hashOf(bytes) === hash) {
    this.#path = path;
    this.#isSound = isSound;
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
    const found: { name: string; size: number; usedAt: number }[] = [];
    for (const name of await readdir(this.#path)) {
      const path = join(this.#path, name);
      if (FILE_HASH.test(name)) {
        const { size, mtimeMs } = await stat(path);
        found.push({ name, size, usedAt: mtimeMs });
      } else {
        // Left half written.
        await rm(path, { force: true });
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
    const bytes = await readFile(path).catch(() => null);
    if (!bytes || !this.#isSound(hash, bytes)) {
      if (isKnown || bytes) await this.#remove(files, hash);
      return null;
    }
    files.delete(hash);
    files.set(hash, bytes.byteLength);
    const now = new Date();
    await utimes(path, now, now).catch(() => undefined);
    return bytes;
  }

  /**
   * Writes a file whole or not at all; when this resolves it survives a power cut.
   * @throws PlainError `unauthenticated` where the user signed out meanwhile: nothing is left behind.
   */
  async write(hash: string, bytes: Uint8Array): Promise<void> {
    const files = await this.#files();
    const path = this.#pathOf(hash);
    const stays = await writeWholeFile(path, (file) => file.writeFile(bytes), {
      mode: 0o600,
      mayStay: () => this.#open,
    }).catch((error: unknown) => {
      if (this.#open) throw error;
      return false;
    });
    if (!stays || !this.#open) throw new PlainError('unauthenticated', 'Sign in first.');
    await flushFolder(this.#path);
    files.delete(hash);
    files.set(hash, bytes.byteLength);
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

  /** Removes all but what is held, at once. */
  empty(isHeld: (hash: string) => boolean): void {
    for (const name of readdirSync(this.#path)) {
      if (!isHeld(name)) eraseFile(join(this.#path, name));
    }
    this.#known = undefined;
  }

  close(): void {
    this.#open = false;
  }
}
