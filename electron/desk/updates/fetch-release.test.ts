import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { assertRoom } from './fetch-release.ts';

test('a new version that would fill the disk is not fetched', async () => {
  const { bavail, bsize } = statfsSync(tmpdir());
  await expect(assertRoom(tmpdir(), bavail * bsize)).rejects.toThrow(/no room for a new version/);
  await assertRoom(tmpdir(), 1);
});
