import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/test-desk.ts';
import { deskIdOf, readPrivateJson, removeFile, writePrivateJson } from './data-folders.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const folderAt = (name: string): string => {
  const path = join(folder.path, name);
  mkdirSync(join(path, 'with', 'content'), { recursive: true });
  return path;
};

it('a folder where a file must be is put aside, again and again', () => {
  for (let time = 0; time < 2; time += 1) {
    const path = folderAt('session.json');
    writePrivateJson(path, { time });
    expect(readPrivateJson(path)).toEqual({ time });
    removeFile(path);
  }
  expect(readdirSync(folder.path)).toEqual(['session.json.damaged']);
});

it('a folder is removed in place of a file too', () => {
  const path = folderAt('signed-in.json');
  removeFile(path);
  expect(existsSync(path)).toBe(false);
});

it('a desk has its id although a folder lies where it is kept', () => {
  folderAt('desk.json');
  const id = deskIdOf(folder.path, () => undefined);
  expect(deskIdOf(folder.path, () => undefined)).toBe(id);
});
