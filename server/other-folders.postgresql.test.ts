import { expect, test, vi } from 'vitest';
import { openDatabase } from './database/database.ts';
import { watchOtherFolders } from './other-folders.ts';
import { newDatabaseWithTables } from './testing/postgresql.ts';

test('servers on one database with different data folders say so at each start; those with the same one say nothing', async () => {
  const made = await newDatabaseWithTables();
  const databases = await Promise.all([1, 2, 3].map(() => openDatabase({ at: { url: made.url } })));
  const said = databases.map(() => vi.fn<(sentence: string) => void>());
  const start = (at: number, secret: string): void => {
    const [database, error] = [databases[at], said[at]];
    if (database && error) watchOtherFolders(database, secret, { error } as never);
  };
  const times = (): number[] => said.map(({ mock }) => mock.calls.length);
  try {
    let begun = 0;
    databases[2]?.onAnnounced(({ kind }) => void (begun += kind === 'data-folder' ? 1 : 0));
    start(0, 'secret of the folder');
    start(1, 'secret of the folder');
    await expect.poll(() => begun, { timeout: 15_000 }).toBe(2);
    expect(times()).toEqual([0, 0, 0]);
    start(2, 'secret of another one');
    await expect.poll(times, { timeout: 15_000 }).toEqual([1, 1, 1]);
    // Started anew: the former listener is there yet.
    start(2, 'secret of another one');
    await expect.poll(times, { timeout: 15_000 }).toEqual([2, 2, 2]);
    expect(said[0]?.mock.calls[0]?.[0]).toContain('has another data folder');
  } finally {
    for (const database of databases) await database.close();
    await made.drop();
  }
});
