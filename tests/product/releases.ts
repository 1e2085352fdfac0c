import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publicHalf, signManifest } from '#shared/node/update-manifest.ts';
import { MANIFEST_FILE, SIGNATURE_FILE, type UpdateManifest } from '#shared/protocol/updates.ts';

/** Releases as `npm run release` leaves them, with small files and a key of the test's own. */

export interface ReleaseKey {
  /** PEM. */
  privateKey: string;
  /** As `UPDATE_PUBLIC_KEY` and `UPDATE_KEY` have it. */
  publicKey: string;
}

export function newReleaseKey(): ReleaseKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  return { privateKey: pem, publicKey: publicHalf(pem) };
}

export const IMAGE = 'placement-desk.AppImage';

/** For a PC with Linux on x64. @returns the manifest that was written */
export function writeRelease(
  folder: string,
  key: ReleaseKey,
  version: string,
  { bytes = Buffer.from(`the program ${version}`), from = '0.0.1' } = {},
): UpdateManifest {
  const described = (name: string, content: Buffer): { name: string; size: number; sha512: string } => {
    writeFileSync(join(folder, name), content);
    return { name, size: content.byteLength, sha512: createHash('sha512').update(content).digest('base64') };
  };
  mkdirSync(folder, { recursive: true });
  const manifest: UpdateManifest = {
    product: 'placement-desk',
    version,
    date: new Date().toISOString(),
    from,
    files: [
      { ...described(IMAGE, bytes), updates: { platform: 'linux', architectures: ['x64'] } },
      { ...described('latest-linux.yml', Buffer.from(`version: ${version}\n`)), updates: null },
    ],
  };
  const signed = signManifest(manifest, key.privateKey);
  writeFileSync(join(folder, MANIFEST_FILE), signed.manifest);
  writeFileSync(join(folder, SIGNATURE_FILE), `${signed.signature}\n`);
  return manifest;
}
