import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FILE_HASH } from '#shared/model/picture.ts';
import { FilesDisk } from './files-disk.ts';
import { isMissing } from './store.ts';

/** Documents that a user may have begun at once: a desk sends one after the other. What was begun longest ago goes. */
const MOST_BEGUN = 5;

/**
 * Documents of which pieces have arrived, each under whose it is and the hash that it is to have: FOLDER/whose/hash. What
 * is in them is looked at once they are whole.
 */
export class UnfinishedUploads {
  readonly #folder: string;
  readonly #disk: FilesDisk;

  constructor(folder: string, disk = new FilesDisk()) {
    this.#folder = folder;
    this.#disk = disk;
  }

  /** Ids of users come from elsewhere too: only a hash becomes part of a path. */
  #of(userId: string): string {
    return join(this.#folder, createHash('sha256').update(userId).digest('hex').slice(0, 32));
  }

  /** @throws Error where `hash` is none: a fault of the program. */
  #path(userId: string, hash: string): string {
    if (!FILE_HASH.test(hash)) throw new Error('A file is named by the hash of its content only');
    return join(this.#of(userId), hash);
  }

  /** How many bytes have arrived, from the beginning. */
  async received(userId: string, hash: string): Promise<number> {
    try {
      return (await this.#disk.ask(() => stat(this.#path(userId, hash)))).size;
    } catch (error) {
      if (isMissing(error)) return 0;
      throw error;
    }
  }

  /** Writes a piece that follows what is there, or that is there already; gives how many bytes there are then. */
  append(userId: string, hash: string, at: number, bytes: Uint8Array): Promise<number> {
    return this.#disk.ask(() => this.#append(userId, hash, at, bytes));
  }

  async #append(userId: string, hash: string, at: number, bytes: Uint8Array): Promise<number> {
    await mkdir(this.#of(userId), { recursive: true, mode: 0o700 });
    if (at === 0) await this.#makeRoom(userId, hash);
    // Never cut off: the same user may be sending the same content from another computer, which has come further.
    const file = await open(this.#path(userId, hash), constants.O_RDWR | constants.O_CREAT, 0o600);
    try {
      await file.write(bytes, 0, bytes.byteLength, at);
      return (await file.stat()).size;
    } finally {
      await file.close();
    }
  }

  /** All that has arrived; null where there is nothing any more. */
  async read(userId: string, hash: string): Promise<Buffer | null> {
    try {
      return await this.#disk.ask(() => readFile(this.#path(userId, hash)));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async remove(userId: string, hash: string): Promise<void> {
    await this.#disk.ask(() => rm(this.#path(userId, hash), { force: true }));
  }

  async #makeRoom(userId: string, hash: string): Promise<void> {
    const begun = (await this.#list(this.#of(userId))).filter(({ name }) => name !== hash);
    begun.sort((one, other) => one.mtimeMs - other.mtimeMs);
    for (const { path } of begun.slice(0, Math.max(0, begun.length - MOST_BEGUN + 1)))
      await rm(path, { force: true });
  }

  async #list(folder: string): Promise<{ name: string; path: string; mtimeMs: number }[]> {
    const names = await readdir(folder).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    const found: { name: string; path: string; mtimeMs: number }[] = [];
    for (const name of names) {
      const path = join(folder, name);
      // One that has become whole meanwhile is gone.
      const known = await stat(path).catch(() => null);
      if (known) found.push({ name, path, mtimeMs: known.mtimeMs });
    }
    return found;
  }

  /** Removes what was begun and not gone on with since a time, in milliseconds since 1970. */
  async removeOlderThan(time: number): Promise<void> {
    for (const { path: folder } of await this.#disk.ask(() => this.#list(this.#folder))) {
      for (const { path, mtimeMs } of await this.#disk.ask(() => this.#list(folder)))
        if (mtimeMs < time) await this.#disk.ask(() => rm(path, { force: true }));
    }
  }
}
