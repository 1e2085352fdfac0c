import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FolderLock } from './folder-lock.ts';
import { temporaryFolder, TestDesk } from '../testing/test-desk.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const NOWHERE = 'http://127.0.0.1:9';

it('a data folder belongs to one desk, until that is closed', async () => {
  const first = await TestDesk.open(folder.path, NOWHERE);
  await expect(TestDesk.open(folder.path, NOWHERE)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('is running already') as string,
  });
  await first.close();
  const second = await TestDesk.open(folder.path, NOWHERE);
  await second.close();
});

it('a lock file that something else was written into is made anew', () => {
  writeFileSync(join(folder.path, 'lock.db'), 'x'.repeat(5_000));
  const lock = FolderLock.take(folder.path);
  expect(() => FolderLock.take(folder.path)).toThrow(/is running already/);
  lock.release();
});
