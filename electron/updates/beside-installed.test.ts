import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BaseUpdater } from 'electron-updater';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ReleaseFile } from '#shared/protocol/updates.ts';
import { layBeside } from './beside-installed.ts';

/** Whatever becomes of the updater's work, one whole file is there to start. */

const NEW = Buffer.from('the new one');
const file = {
  name: 'new.AppImage',
  size: NEW.length,
  sha512: createHash('sha512').update(NEW).digest('base64'),
} as ReleaseFile;

let folder: string;
let image: string;
let copy: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placement-beside-'));
  mkdirSync(join(folder, 'installed'));
  image = join(folder, 'installed', 'app.AppImage');
  copy = join(folder, file.name);
  writeFileSync(image, 'the old one');
  writeFileSync(copy, NEW);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What the updater is told to install. */
async function laid(): Promise<{ path: string; settle: () => void }> {
  const updater = {};
  const settle = await layBeside(updater as BaseUpdater, image, copy, file);
  return { path: String(Reflect.get(updater, 'installerPath')), settle };
}

const installed = (): string[] => readdirSync(join(folder, 'installed'));

it('the new file takes the place of the old one, and nothing is left beside it', async () => {
  const { path, settle } = await laid();
  expect(readFileSync(path)).toEqual(NEW);
  renameSync(path, image);
  settle();
  expect([readFileSync(image), installed()]).toEqual([NEW, ['app.AppImage']]);
});

it('where the updater deletes the old one and fails then, the new one is there', async () => {
  const { settle } = await laid();
  rmSync(image);
  settle();
  expect([readFileSync(image), installed()]).toEqual([NEW, ['app.AppImage']]);
});

it('where the updater does nothing the old one stays', async () => {
  const { settle } = await laid();
  settle();
  expect([readFileSync(image, 'utf8'), installed()]).toEqual(['the old one', ['app.AppImage']]);
});

it('a file that was changed is not laid there', async () => {
  writeFileSync(copy, 'something else');
  await expect(laid()).rejects.toThrow('The file was changed; it is not run.');
  expect([existsSync(image), installed()]).toEqual([true, ['app.AppImage']]);
});
