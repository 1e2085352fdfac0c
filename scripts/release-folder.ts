import { createHash } from 'node:crypto';
import { createReadStream, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { measure, publicHalf, signManifest } from '#shared/node/update-manifest.ts';
import {
  fileNameSchema,
  MANIFEST_FILE,
  SIGNATURE_FILE,
  versionSchema,
  type ReleaseFile,
  type UpdateManifest,
} from '#shared/protocol/updates.ts';

/** The folder of a release: what its files are, their sums, its manifest. */

export const SUMS_FILE = 'SHA256SUMS';

/** By which ending PCs update by themselves; those with a .deb update as the system's packages do, a Mac by hand. */
const UPDATES: readonly { ending: string; platform: 'linux' | 'win32' }[] = [
  { ending: '.AppImage', platform: 'linux' },
  { ending: '.exe', platform: 'win32' },
];

const ARCHITECTURES: Readonly<Record<string, 'x64' | 'arm64'>> = {
  x64: 'x64',
  x86_64: 'x64',
  amd64: 'x64',
  arm64: 'arm64',
  aarch64: 'arm64',
};

/**
 * Which PCs update by a file of this name, as electron-builder gives it: `placement-desk-linux-x86_64.AppImage`.
 * @throws Error where it is an installer whose name does not say for which processor it is
 */
export function updatedBy(name: string): ReleaseFile['updates'] {
  const found = UPDATES.find(({ ending }) => name.endsWith(ending));
  if (!found) return null;
  const arch = name.slice(0, -found.ending.length).split('-').at(-1) ?? '';
  const architecture = ARCHITECTURES[arch];
  if (!architecture)
    throw new Error(`The name of ${name} must end with the processor, as in -x64${found.ending}.`);
  return { platform: found.platform, architectures: [architecture] };
}

/** @throws Error where the folder has none, or one that has no plain name */
function filesOf(folder: string, without: readonly string[]): string[] {
  const names = readdirSync(folder)
    .filter((name) => !without.includes(name))
    .sort();
  if (names.length === 0) throw new Error(`${folder} is empty: build the installers first.`);
  for (const name of names) {
    if (!lstatSync(join(folder, name)).isFile()) throw new Error(`${name} in ${folder} is not a file.`);
    if (!fileNameSchema.safeParse(name).success)
      throw new Error(`${name} is not a name for a release: letters, digits, "-", "_", "." and "+" alone.`);
  }
  return names;
}

/** Writes the SHA-256 of each file, as `sha256sum --check` reads them. */
export async function writeSums(folder: string): Promise<void> {
  const lines: string[] = [];
  for (const name of filesOf(folder, [SUMS_FILE, MANIFEST_FILE, SIGNATURE_FILE])) {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(join(folder, name))) hash.update(chunk as Buffer);
    lines.push(`${hash.digest('hex')}  ${name}\n`);
  }
  writeFileSync(join(folder, SUMS_FILE), lines.join(''));
}

export interface Signing {
  /** PEM. */
  privateKey: string;
  /** As it is built in. */
  publicKey: string | null;
  version: string;
  /** The oldest version that may be updated to it in one step. */
  from: string;
}

/**
 * Writes the signed manifest of all that is in the folder.
 * @throws Error with one sentence, where PCs would not take it
 */
export async function signFolder(folder: string, signing: Signing): Promise<UpdateManifest> {
  const { privateKey, publicKey, version, from } = signing;
  if (publicKey === null)
    throw new Error(
      'No key is built in yet: put the public one into shared/node/update-key.ts, and build again.',
    );
  if (publicHalf(privateKey) !== publicKey)
    throw new Error(
      'This key is not the one of shared/node/update-key.ts: PCs would not take what it signs.',
    );
  const files: ReleaseFile[] = [];
  for (const name of filesOf(folder, [MANIFEST_FILE, SIGNATURE_FILE]))
    files.push({ name, ...(await measure(join(folder, name))), updates: updatedBy(name) });
  if (files.every(({ updates }) => updates === null))
    throw new Error(`${folder} has no installer by which PCs update (.AppImage, .exe).`);
  const manifest: UpdateManifest = {
    product: 'placement-desk',
    version: versionSchema.parse(version),
    date: new Date().toISOString(),
    from: versionSchema.parse(from),
    files,
  };
  const signed = signManifest(manifest, privateKey);
  writeFileSync(join(folder, MANIFEST_FILE), signed.manifest);
  writeFileSync(join(folder, SIGNATURE_FILE), `${signed.signature}\n`);
  return manifest;
}

/** Why the changes of this version are not written down; null where they are. */
export function missingChanges(changelog: string, version: string): string | null {
  if (changelog.split('\n').some((line) => line.trim() === `## ${version}`)) return null;
  return `CHANGELOG.md has no heading "## ${version}": say what changed, under it.`;
}

/** A private key from a file. @throws Error with one sentence */
export function readKey(path: string): string {
  try {
    const key = readFileSync(path, 'utf8');
    publicHalf(key);
    return key;
  } catch {
    throw new Error(`${path} is not a private key that npm run release -- --new-key made.`);
  }
}
