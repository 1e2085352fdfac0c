import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { canonicalManifest, type UpdateManifest } from '../protocol/updates.ts';
import { isWhole, measure, publicHalf, signManifest, verifiedManifest } from './update-manifest.ts';

/** Decision 42: nothing of a release is believed before its manifest's signature is. */

const newKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
const key = newKey();
const manifest: UpdateManifest = {
  product: 'placement-desk',
  version: '1.4.0',
  date: '2030-01-02T03:04:05.000Z',
  from: '1.3.0',
  files: [{ name: 'a.AppImage', size: 3, sha512: `${'A'.repeat(86)}==`, updates: null }],
};
const verified = (text: string, signature: string, known: string | null = publicHalf(key)): UpdateManifest =>
  verifiedManifest(Buffer.from(text), signature, known);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placement-manifest-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('what was signed is read; by another key, changed by a letter or cut, it is none', () => {
  const signed = signManifest(manifest, key);
  expect(verified(signed.manifest, signed.signature)).toEqual(manifest);
  const notSigned = /not signed by the key/;
  const forged = signManifest(manifest, newKey());
  expect(() => verified(forged.manifest, forged.signature)).toThrow(notSigned);
  expect(() => verified(signed.manifest.replace('1.4.0', '1.4.1'), signed.signature)).toThrow(notSigned);
  expect(() => verified(signed.manifest.slice(0, -9), signed.signature)).toThrow(notSigned);
  for (const none of ['', 'x', signed.signature.slice(4), Buffer.alloc(64).toString('base64')])
    expect(() => verified(signed.manifest, none)).toThrow(notSigned);
});

test('a build without a key takes nothing', () => {
  const signed = signManifest(manifest, key);
  expect(() => verified(signed.manifest, signed.signature, null)).toThrow(/no key to know releases by/);
});

test('a signature of the same bytes for something else is none', () => {
  const text = canonicalManifest(manifest);
  const bare = sign(null, Buffer.from(text), key).toString('base64');
  expect(() => verified(text, bare)).toThrow(/not signed by the key/);
});

test('signed or not, a manifest has one form and a size', () => {
  const signAny = (text: string): string => {
    const bytes = Buffer.concat([Buffer.from('placement-desk update manifest 1\n'), Buffer.from(text)]);
    return sign(null, bytes, key).toString('base64');
  };
  const text = canonicalManifest(manifest);
  const other = [
    `${text} `,
    text.replace('{', '{ '),
    text.replace('"version"', '"version":"9.0.0","version"'),
    text.replace('"product"', '"more":1,"product"'),
    text.replace('a.AppImage', '../a.AppImage'),
    text.replace('"size":3', '"size":1e300'),
    'null\n',
    '[',
    '',
  ];
  for (const each of other)
    expect(() => verified(each, signAny(each)), each).toThrow(/none that this version/);
  const huge = ' '.repeat(64 * 1024 + 1);
  expect(() => verified(huge, signAny(huge))).toThrow(/larger than any/);
});

test('a file is the one that is named, or it is none: another byte, another length, a link', async () => {
  const path = join(folder, 'a');
  writeFileSync(path, 'abc');
  const file = { name: 'a', updates: null, ...(await measure(path)) };
  expect(file.size).toBe(3);
  expect(await isWhole(path, file)).toBe(true);
  for (const text of ['abd', 'ab', 'abcd']) {
    writeFileSync(path, text);
    expect(await isWhole(path, file), text).toBe(false);
  }
  writeFileSync(path, 'abc');
  symlinkSync(path, join(folder, 'link'));
  expect(await isWhole(join(folder, 'link'), file)).toBe(false);
  expect(await isWhole(join(folder, 'none'), file)).toBe(false);
});
