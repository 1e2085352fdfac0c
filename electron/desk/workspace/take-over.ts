import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readPrivateJson, writePrivateJson } from '../storage/data-folders.ts';
import type { DataKeys } from '../storage/data-keys.ts';
import { takeOverSqlite } from '../storage/encrypted-copy.ts';
import { eraseFiles } from '../storage/erase.ts';
import { eraseImport, IMPORT_FILES } from '../storage/import-files.ts';
import { sealFile } from '../storage/sealed-file.ts';
import { sealPieces } from '../storage/sealed-pieces.ts';
import { markOf } from '../storage/session-key.ts';
import { isPlainSqlite } from '../storage/sqlite-file.ts';
import { returnFromEarlierVersion } from './earlier-version.ts';
import { finishRepair, openOutbox } from '../outbox/outbox-opening.ts';
import { isDamagedPlain } from '../outbox/outbox-salvage.ts';

/**
 * Takes over what an earlier version has left plain in a user's folder, once: after that a plain file in it is not ours.
 * That it is under way is noted with a mark that only the key makes.
 */
export class TakeOver {
  readonly #path: string;
  readonly #folder: string;
  readonly #keys: DataKeys;

  constructor(folder: string, keys: DataKeys) {
    this.#folder = folder;
    this.#keys = keys;
    this.#path = join(folder, 'taking-over.json');
  }

  get isUnderWay(): boolean {
    const noted = readPrivateJson(this.#path);
    return typeof noted === 'object' && noted !== null && 'mark' in noted && noted.mark === this.#mark();
  }

  /** Of a folder that has had no key yet. */
  begin(): void {
    writePrivateJson(this.#path, { mark: this.#mark() });
  }

  /**
   * The databases, before anything of them is opened.
   * @returns what was found as the plain outbox was opened for the last time
   */
  databases(nativeBinding: string | undefined): { repaired: boolean; isNew: boolean } {
    const found = { repaired: false, isNew: false };
    if (!this.isUnderWay) {
      returnFromEarlierVersion(this.#folder, this.#keys, nativeBinding);
      return found;
    }
    const inFolder = (name: string): string => join(this.#folder, name);
    const outbox = inFolder('outbox.db');
    const openPlain = (): void => {
      // Whatever is wrong with it is told and mended as ever.
      const { db, repaired, isNew } = openOutbox(outbox, { nativeBinding, encryption: undefined });
      db.close();
      Object.assign(found, { repaired: found.repaired || repaired, isNew });
    };
    finishRepair(outbox);
    // Its very beginning is damaged.
    if (isDamagedPlain(outbox)) openPlain();
    takeOverSqlite(outbox, { nativeBinding, encryption: this.#keys.outbox }, openPlain);
    this.#cache(inFolder('cache.db'), nativeBinding);
    this.#import(inFolder(IMPORT_FILES.rows), inFolder(IMPORT_FILES.bytes), nativeBinding);
    for (const name of readdirSync(this.#folder)) {
      const path = inFolder(name);
      if (/^outbox\.db\.damaged-\d+(-wal|-shm)?$/.test(name)) sealFile(path, this.#keys.files);
      else if (name.startsWith('cache.db.damaged')) eraseFiles(this.#folder, (each) => each === name);
    }
    // What was chosen for columns of files is chosen anew.
    eraseFiles(this.#folder, (name) => name === IMPORT_FILES.columns);
    return found;
  }

  #import(rows: string, bytes: string, nativeBinding: string | undefined): void {
    try {
      takeOverSqlite(rows, { nativeBinding, encryption: this.#keys.rows });
      sealPieces(bytes, this.#keys.files);
    } catch {
      // The file is still where it came from.
      eraseImport(this.#folder);
    }
  }

  #cache(path: string, nativeBinding: string | undefined): void {
    try {
      takeOverSqlite(path, { nativeBinding, encryption: this.#keys.cache });
    } catch {
      // It is fetched again.
    }
    if (isPlainSqlite(path) || !existsSync(path))
      eraseFiles(this.#folder, (name) => name.startsWith('cache.db'));
  }

  /** Everything is taken over. */
  end(): void {
    rmSync(this.#path, { force: true });
  }

  #mark(): string {
    return markOf(this.#keys.key, 'a plain folder is taken over');
  }
}
