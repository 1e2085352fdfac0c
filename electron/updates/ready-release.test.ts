import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import electronUpdater, { type BaseUpdater } from 'electron-updater';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { IMAGE, newReleaseKey, writeRelease } from '../../tests/product/releases.ts';
import { handOver, readReady, type InstalledHere } from './ready-release.ts';

/** Decision 42: the real electron-updater takes what was fetched, puts it in the place of the old file and starts it. */

const key = newReleaseKey();
let folder: string;
let oldImage: string;
let before: string | undefined;
const here: InstalledHere = { version: '1.0.0', platform: 'linux', arch: 'x64', publicKey: key.publicKey };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placement-update-'));
  oldImage = join(folder, 'installed.AppImage');
  writeFileSync(oldImage, '#!/bin/sh\n');
  before = process.env['APPIMAGE'];
  process.env['APPIMAGE'] = oldImage;
});
afterEach(() => {
  if (before === undefined) delete process.env['APPIMAGE'];
  else process.env['APPIMAGE'] = before;
  rmSync(folder, { recursive: true, force: true });
});

/** A program that says that it was started, and ends. */
const program = (): Buffer<ArrayBuffer> =>
  Buffer.from(`#!/bin/sh\necho "$APPIMAGE_EXIT_AFTER_INSTALL" > '${join(folder, 'was-started')}'\n`);

function newUpdater(version = '1.0.0'): BaseUpdater {
  return new electronUpdater.AppImageUpdater(null, {
    version,
    name: 'test',
    isPackaged: true,
    appUpdateConfigPath: join(folder, 'none.yml'),
    userDataPath: folder,
    baseCachePath: join(folder, 'cache'),
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  });
}

test('the new file takes the place of the old one and is started', async () => {
  writeRelease(join(folder, '1.1.0'), key, '1.1.0', { bytes: program() });
  const updater = newUpdater();
  const copy = await handOver(updater, readReady(folder, '1.1.0', here), join(folder, 'own'), 'updater');
  expect(copy.startsWith(join(folder, 'cache', 'updater'))).toBe(true);
  expect(updater.install(true, false)).toBe(true);
  expect(readFileSync(oldImage).equals(program())).toBe(true);
  expect(readFileSync(join(folder, 'was-started'), 'utf8')).toBe('true\n');
});

test('what was changed after it was fetched is not handed over', async () => {
  writeRelease(join(folder, '1.1.0'), key, '1.1.0', { bytes: program() });
  const release = readReady(folder, '1.1.0', here);
  chmodSync(release.path, 0o700);
  appendFileSync(release.path, 'rm -rf /nothing\n');
  await expect(handOver(newUpdater(), release, join(folder, 'own'), 'updater')).rejects.toThrow(
    /changed after it was fetched/,
  );
  expect(existsSync(join(folder, 'was-started'))).toBe(false);
});

test('main believes nobody: another key, an older version, another folder, another system', () => {
  writeRelease(join(folder, '1.1.0'), key, '1.1.0');
  const read =
    (given: Partial<InstalledHere>, version = '1.1.0') =>
    () =>
      readReady(folder, version, { ...here, ...given });
  expect(read({})().path).toBe(join(folder, '1.1.0', IMAGE));
  expect(read({ publicKey: newReleaseKey().publicKey })).toThrow(/not signed/);
  expect(read({ publicKey: null })).toThrow(/no key/);
  for (const given of [{ version: '1.1.0' }, { version: '1.2.0' }, { platform: 'win32' }, { arch: 'arm64' }])
    expect(read(given)).toThrow(/may become/);
  writeRelease(join(folder, '9.9.9'), key, '1.1.0');
  expect(read({}, '9.9.9')).toThrow(/may become/);
});
