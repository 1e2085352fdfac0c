import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../testing/test-desk.ts';
import { KEY_FILES } from './key-file.ts';
import { putLockedAside } from './locked-aside.ts';

it('what no key opens is kept under a number, with all that belongs to it; of what is fetched again nothing stays', () => {
  const folder = temporaryFolder();
  const kept = ['outbox.db', 'outbox.db-wal', 'outbox.mark', ...KEY_FILES];
  const fetched = [
    'cache.db',
    'cache.db-wal',
    'cache.db-shm',
    'cache.db.damaged',
    'import.bytes',
    'import.db',
  ];
  const beside = ['outbox.db-shm', 'outbox.db.salvaged', 'outbox.receipt'];
  const fill = (): void => {
    for (const name of [...kept, ...fetched, ...beside]) writeFileSync(join(folder.path, name), name);
    mkdirSync(join(folder.path, 'thumbnails'));
    writeFileSync(join(folder.path, 'thumbnails', 'one'), 'a face');
  };
  fill();
  putLockedAside(folder.path, { n: 3, at: '2026-11-26T06:00:00.000Z' });
  fill();
  putLockedAside(folder.path, null);
  const left = readdirSync(folder.path).filter((name) => name !== 'next-opening.json');
  expect(left.toSorted()).toEqual(
    [1, 2].flatMap((at) => kept.map((name) => `locked-${at}-${name}`)).toSorted(),
  );
  folder.remove();
});
