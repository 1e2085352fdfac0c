import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fileFor } from '#shared/protocol/updates.ts';
import { newReleaseKey } from '../tests/product/releases.ts';
import { readRelease } from '../server/updates/release-folders.ts';
import { PROJECT } from './project.ts';
import { missingChanges, readKey, signFolder, SUMS_FILE, updatedBy, writeSums } from './release-folder.ts';

/** docs/releasing.md: what the command writes is what a server publishes. */

const key = newReleaseKey();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placement-release-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const put = (...names: string[]): void => {
  for (const name of names) writeFileSync(join(folder, name), name);
};
const signing = { ...key, version: '1.4.0', from: '1.0.0' };

test('a folder of installers becomes a release that a server reads', async () => {
  put('placement-desk-linux-x86_64.AppImage', 'placement-desk-linux-amd64.deb', 'placement-desk-win-x64.exe');
  await writeSums(folder);
  await signFolder(folder, signing);
  // Signing it again takes the manifest in place of the old one, not into it.
  await signFolder(folder, signing);
  const { manifest } = readRelease(folder, key.publicKey);
  expect(manifest.files.map(({ name }) => name)).toEqual([
    SUMS_FILE,
    'placement-desk-linux-amd64.deb',
    'placement-desk-linux-x86_64.AppImage',
    'placement-desk-win-x64.exe',
  ]);
  const name = (platform: string, arch: string) => fileFor(manifest, { platform, arch })?.name;
  expect([
    name('linux', 'x64'),
    name('win32', 'x64'),
    name('linux', 'arm64'),
    name('darwin', 'arm64'),
  ]).toEqual(['placement-desk-linux-x86_64.AppImage', 'placement-desk-win-x64.exe', undefined, undefined]);
  expect(execFileSync('sha256sum', ['--check', '--quiet', SUMS_FILE], { cwd: folder }).toString()).toBe('');
});

test('what PCs would not take is not signed', async () => {
  await expect(signFolder(folder, signing)).rejects.toThrow(/is empty/);
  put('notes.txt');
  await expect(signFolder(folder, signing)).rejects.toThrow(/no installer by which PCs update/);
  put('placement-desk-win-x64.exe');
  await expect(signFolder(folder, { ...signing, publicKey: null })).rejects.toThrow(/No key is built in/);
  const another = newReleaseKey().publicKey;
  await expect(signFolder(folder, { ...signing, publicKey: another })).rejects.toThrow(/not the one of/);
  put('has blanks.txt');
  await expect(signFolder(folder, signing)).rejects.toThrow(/not a name for a release/);
  expect(() => updatedBy('placement-desk.exe')).toThrow(/must end with the processor/);
  expect(existsSync(join(folder, 'manifest.json'))).toBe(false);
});

test('the changes of a version stand under its heading', () => {
  expect(missingChanges('# Changes\n\n## 1.4.0\n', '1.4.0')).toBe(null);
  expect(missingChanges('# Changes\n\n## Next\n\n## 1.4.0-rc.1\n', '1.4.0')).toContain('no heading');
});

test('a new key lies outside the sources, private, and is never written over', () => {
  const run = (path: string) =>
    spawnSync(process.execPath, [join(PROJECT, 'scripts/release.ts'), '--new-key', path], {
      encoding: 'utf8',
    });
  const path = join(folder, 'release.key');
  const { status, stdout } = run(path);
  expect([status, statSync(path).mode & 0o777]).toEqual([0, 0o600]);
  const made = readKey(path);
  expect(stdout.trim().split('\n').at(-1)).toMatch(/^MCowBQYDK2VwAyEA/);
  expect(run(path).status).toBe(1);
  expect(readFileSync(path, 'utf8')).toBe(made);
  expect(run(join(PROJECT, 'release.key')).stderr).toContain('must not lie within the sources');
  expect(() => readKey(join(PROJECT, 'package.json'))).toThrow(/is not a private key/);
});
