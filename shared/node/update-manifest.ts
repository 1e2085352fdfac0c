import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import {
  canonicalManifest,
  manifestSchema,
  MOST_MANIFEST_BYTES,
  type ReleaseFile,
  type UpdateManifest,
} from '../protocol/updates.ts';

/** What is signed begins with this: a signature made for anything else is none of a manifest. */
const MARK = Buffer.from('placement-desk update manifest 1\n');

/** A release, or what is offered as one, is not what it has to be; the message is a sentence. */
export class NotARelease extends Error {}

const signedBytes = (manifest: string): Buffer => Buffer.concat([MARK, Buffer.from(manifest)]);

/**
 * The manifest in these bytes, where it is signed by the key: nothing of it is looked at before.
 * @param signature base64
 * @param publicKey SubjectPublicKeyInfo, DER, base64; null where none is built in
 * @throws NotARelease
 */
export function verifiedManifest(
  bytes: Uint8Array,
  signature: string,
  publicKey: string | null,
): UpdateManifest {
  if (publicKey === null) {
    throw new NotARelease('This build has no key to know releases by, so that it takes none.');
  }
  if (bytes.byteLength > MOST_MANIFEST_BYTES)
    throw new NotARelease('The manifest is larger than any can be.');
  const given = Buffer.from(signature.trim(), 'base64');
  if (!verify(null, Buffer.concat([MARK, bytes]), readPublicKey(publicKey), given)) {
    throw new NotARelease('The manifest is not signed by the key of this application.');
  }
  const text = Buffer.from(bytes).toString('utf8');
  const manifest = manifestSchema.safeParse(parsed(text)).data;
  if (!manifest || canonicalManifest(manifest) !== text) {
    throw new NotARelease('The manifest is signed, but is none that this version understands.');
  }
  return manifest;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** @throws Error where it is no Ed25519 key. */
export function readPublicKey(text: string): KeyObject {
  const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
  return ed25519(key);
}

function ed25519(key: KeyObject): KeyObject {
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The key of updates must be an Ed25519 key.');
  return key;
}

/** The public half of a private key in PEM, as `UPDATE_PUBLIC_KEY` has it. */
export function publicHalf(privateKey: string): string {
  const key = createPublicKey(ed25519(createPrivateKey(privateKey)));
  return key.export({ format: 'der', type: 'spki' }).toString('base64');
}

/** Both files of a signed manifest. `privateKey` in PEM. */
export function signManifest(
  manifest: UpdateManifest,
  privateKey: string,
): { manifest: string; signature: string } {
  const text = canonicalManifest(manifest);
  const signature = sign(null, signedBytes(text), ed25519(createPrivateKey(privateKey)));
  return { manifest: text, signature: signature.toString('base64') };
}

/** Links are not followed: what is asked for is a file of this folder. Windows has no such flag. */
const NO_LINK = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);

/** Size and SHA-512 of a file, read once. @throws where it is a link or cannot be read */
export async function measure(path: string): Promise<Pick<ReleaseFile, 'size' | 'sha512'>> {
  const file = await open(path, NO_LINK);
  try {
    if (!(await file.stat()).isFile()) throw new NotARelease(`${path} is not a file.`);
    const hash = createHash('sha512');
    let size = 0;
    for await (const chunk of file.createReadStream({ autoClose: false })) {
      hash.update(chunk as Buffer);
      size += (chunk as Buffer).byteLength;
    }
    return { size, sha512: hash.digest('base64') };
  } finally {
    await file.close();
  }
}

/** Whether the file is the one that the manifest names, to the byte. */
export async function isWhole(path: string, { size, sha512 }: ReleaseFile): Promise<boolean> {
  try {
    const found = await measure(path);
    return found.size === size && found.sha512 === sha512;
  } catch {
    return false;
  }
}
