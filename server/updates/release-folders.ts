import { constants, lstatSync, readFileSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DAY_MS } from '#shared/format/time.ts';
import {
  MANIFEST_FILE,
  MOST_MANIFEST_BYTES,
  SIGNATURE_FILE,
  type Offer,
  type UpdateManifest,
} from '#shared/protocol/updates.ts';
import { giveToOwner } from '../database/folder-owner.ts';
import { flushFile, flushFolder } from '#shared/node/whole-file.ts';
import { isWhole, NotARelease, verifiedManifest } from '#shared/node/update-manifest.ts';

/** In the data folder: published releases, a folder for each version. */
const UPDATES_FOLDER = 'updates';
const MOST_SIGNATURE_BYTES = 200;
const UNFINISHED = /^\..+\.new$/;

export interface Release {
  manifest: UpdateManifest;
  /** The two texts as desks are given them. */
  offer: NonNullable<Offer['offer']>;
}

/**
 * The release in a folder, as far as its manifest goes: its files were not looked at.
 * @param publicKey as `verifiedManifest` has it
 * @throws NotARelease
 */
export function readRelease(folder: string, publicKey: string | null): Release {
  const manifest = smallFile(join(folder, MANIFEST_FILE), MOST_MANIFEST_BYTES);
  const signature = smallFile(join(folder, SIGNATURE_FILE), MOST_SIGNATURE_BYTES).toString('utf8').trim();
  return {
    manifest: verifiedManifest(manifest, signature, publicKey),
    offer: { manifest: manifest.toString('utf8'), signature },
  };
}

function smallFile(path: string, most: number): Buffer {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found?.isFile()) throw new NotARelease(`There is no file ${path}.`);
  if (found.size > most) throw new NotARelease(`${path} is larger than it can be.`);
  return readFileSync(path);
}

const isPlainFile = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** The published releases of a data folder. */
export class ReleaseFolders {
  readonly #folder: string;
  readonly #publicKey: string | null;
  /** What stands in a folder never changes: it was moved there whole. */
  readonly #read = new Map<string, Release>();

  constructor(dataFolder: string, publicKey: string | null) {
    this.#folder = join(dataFolder, UPDATES_FOLDER);
    this.#publicKey = publicKey;
  }

  folderOf(version: string): string {
    return join(this.#folder, version);
  }

  /** A published release; undefined where its folder is not here, or not what it was. */
  read(version: string): Release | undefined {
    const known = this.#read.get(version);
    if (known) return known;
    try {
      const release = readRelease(this.folderOf(version), this.#publicKey);
      if (release.manifest.version !== version) return undefined;
      this.#read.set(version, release);
      return release;
    } catch (error) {
      if (error instanceof NotARelease) return undefined;
      throw error;
    }
  }

  /** Whether a published release is not here whole. Another build under its version does not put it right. */
  async isBroken({ manifest, offer }: Release): Promise<boolean> {
    const here = this.read(manifest.version);
    if (!here) return true;
    if (here.offer.manifest !== offer.manifest) return false;
    for (const file of manifest.files) {
      const path = join(this.folderOf(manifest.version), file.name);
      if (!isPlainFile(path) || !(await isWhole(path, file))) return true;
    }
    return false;
  }

  /**
   * Copies a release in, whole or not at all. What is compared with the manifest is the copy, not what was copied.
   * @throws NotARelease naming the file that is missing or another one
   */
  async take(from: string, { manifest, offer }: Release): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    giveToOwner(this.#folder);
    await this.#removeUnfinished();
    const unfinished = join(this.#folder, `.${manifest.version}.${randomUUID()}.new`);
    await mkdir(unfinished, { mode: 0o700 });
    try {
      for (const file of manifest.files) {
        const path = join(from, file.name);
        if (!isPlainFile(path))
          throw new NotARelease(`The release is not whole: there is no file ${file.name} in it.`);
        const copy = join(unfinished, file.name);
        await copyFile(path, copy, constants.COPYFILE_EXCL);
        await chmod(copy, 0o600);
        await flushFile(copy);
        if (!(await isWhole(copy, file)))
          throw new NotARelease(
            `${file.name} is not the file that the manifest names. Nothing was published.`,
          );
      }
      await writeFile(join(unfinished, MANIFEST_FILE), offer.manifest, { mode: 0o600, flush: true });
      await writeFile(join(unfinished, SIGNATURE_FILE), offer.signature, { mode: 0o600, flush: true });
      giveToOwner(unfinished);
      await flushFolder(unfinished);
      // Of a publication that broke off before it was written down.
      await this.remove(manifest.version);
      await rename(unfinished, this.folderOf(manifest.version));
      // Before the database says that it is published: a power cut would leave a release that no PC takes.
      await flushFolder(this.#folder);
    } finally {
      await rm(unfinished, { recursive: true, force: true });
    }
  }

  /** What a publication left that was ended in its middle; one of today may still be at work. */
  async #removeUnfinished(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name);
      const begun = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
      if (UNFINISHED.test(name) && Date.now() - begun > DAY_MS)
        await rm(path, { recursive: true, force: true });
    }
  }

  async remove(version: string): Promise<void> {
    await rm(this.folderOf(version), { recursive: true, force: true });
  }
}
