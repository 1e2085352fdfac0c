import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mustRun } from './run-command.ts';
import { shareAskedFor, shareLine, shareOfCommit } from './test-share.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'share-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const commit = async (at: string, name: string): Promise<void> => {
  const who = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.test'];
  await mustRun('git', [...who, 'commit', '-q', '--allow-empty', '-m', name], { cwd: at });
};

test('six commits in a row ask every share', async () => {
  await mustRun('git', ['init', '-q'], { cwd: folder });
  const shares = new Set<string>();
  for (const name of ['one', 'two', 'three', 'four', 'five', 'six']) {
    await commit(folder, name);
    shares.add(JSON.stringify(await shareAskedFor([], () => shareOfCommit(folder))));
  }
  expect([...shares].map((text) => JSON.parse(text))).toEqual(
    [2, 3, 4, 5, 6, 1].map((share) => ({ share, of: 6 })),
  );
});

test('a clone without its history and a folder without git have a share too, the same each time', async () => {
  const cut = join(folder, 'cut');
  await mustRun('git', ['init', '-q', 'whole'], { cwd: folder });
  for (const name of ['one', 'two']) await commit(join(folder, 'whole'), name);
  await mustRun('git', ['clone', '-q', '--depth', '1', `file://${join(folder, 'whole')}`, cut]);
  const due = await shareOfCommit(cut);
  expect(Number.isInteger(due)).toBe(true);
  expect(await shareOfCommit(cut)).toBe(due);
  // Git looks for a repository in the folders above too, and the system's folder for passing files is in none.
  expect(await shareAskedFor([], () => shareOfCommit(folder))).toEqual({ share: 1, of: 6 });
});

test('the command line may ask for a share, or for all', async () => {
  const never = (): Promise<number> => Promise.reject(new Error('asked'));
  expect(await shareAskedFor(['--whole'], never)).toBeUndefined();
  expect(await shareAskedFor(['--share', '3/8'], never)).toEqual({ share: 3, of: 8 });
  for (const wrong of ['3', '0/4', '5/4', 'x/y', '1/0'])
    await expect(shareAskedFor(['--share', wrong], never)).rejects.toThrow('names no share');
  expect(shareLine({ share: 2, of: 4 })).toContain('share 2 of 4');
});
