import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FILE_HASH } from '#shared/model/picture.ts';
import { flushFolder, UNFINISHED_ENDING, writeWholeFile } from '#shared/node/whole-file.ts';
import { FilesDisk } from './files-disk.ts';

/** Digits of the hash that name the folder of a file: no folder grows too large to be listed. */
const FOLDER_DIGITS = 2;

export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Files on the disk, each under the hash of its content: FOLDER/ab/cdef…. It knows nothing of who may see them. */
export class FileStore {
  readonly #folder: string;
  readonly #disk: FilesDisk;

  constructor(folder: string, disk = new FilesDisk()) {
    this.#folder = folder;
    this.#disk = disk;
  }

  /** Only a hash ever becomes part of a path. @throws Error for anything else: a fault of the program. */
  #pathOf(hash: string): string {
    if (!FILE_HASH.test(hash)) throw new Error('A file is named by the hash of its content only');
    return join(this.#folder, hash.slice(0, FOLDER_DIGITS), hash.slice(FOLDER_DIGITS));
  }

  has(hash: string): Promise<boolean> {
    return this.#disk.ask(async () => (await this.#sizeOf(hash)) !== null);
  }

  /** Null where there is no such file. */
  async #sizeOf(hash: string): Promise<number | null> {
    try {
      const found = await stat(this.#pathOf(hash));
      return found.isFile() ? found.size : null;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /** The content; null where there is no such file. */
  async read(hash: string): Promise<Buffer | null> {
    try {
      return await this.#disk.ask(() => readFile(this.#pathOf(hash)));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /** Some bytes of a file, fewer at its end; null where there is no such file. */
  readFrom(hash: string, at: number, most: number): Promise<Buffer | null> {
    return this.#disk.ask(() => this.#readFrom(hash, at, most));
  }

  async #readFrom(hash: string, at: number, most: number): Promise<Buffer | null> {
    let file;
    try {
      file = await open(this.#pathOf(hash));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
    try {
      const bytes = Buffer.alloc(most);
      const { bytesRead } = await file.read(bytes, 0, most, at);
      return bytes.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }

  /** Writes a file whole or not at all; when this resolves it survives a power cut. One that is there in its size stays. */
  write(hash: string, bytes: Uint8Array): Promise<void> {
    return this.#disk.ask(() => this.#write(hash, bytes));
  }

  async #write(hash: string, bytes: Uint8Array): Promise<void> {
    const path = this.#pathOf(hash);
    if ((await this.#sizeOf(hash)) === bytes.byteLength) return;
    const folder = dirname(path);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeWholeFile(path, (file) => file.writeFile(bytes), { mode: 0o600 });
    await flushFolder(folder);
    await flushFolder(this.#folder);
  }

  async remove(hash: string): Promise<void> {
    await this.#disk.ask(() => rm(this.#pathOf(hash), { force: true }));
  }

  /** The hashes of the files last written before a time, in milliseconds since 1970. What was left half written goes. */
  async writtenBefore(time: number): Promise<string[]> {
    const found: string[] = [];
    for (const folder of await this.#disk.ask(() => names(this.#folder))) {
      for (const name of await this.#disk.ask(() => names(join(this.#folder, folder)))) {
        const path = join(this.#folder, folder, name);
        const { mtimeMs } = await this.#disk.ask(() => stat(path));
        if (mtimeMs >= time) continue;
        if (FILE_HASH.test(folder + name)) found.push(folder + name);
        else if (name.endsWith(UNFINISHED_ENDING)) await this.#disk.ask(() => rm(path, { force: true }));
      }
    }
    return found;
  }
}

async function names(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error) || (error instanceof Error && 'code' in error && error.code === 'ENOTDIR'))
      return [];
    throw error;
  }
}
