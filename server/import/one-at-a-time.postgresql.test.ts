import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PASSWORD_KEY } from '../../tests/product/processes.ts';
import { defaults } from '../configuration/configuration.ts';
import { openData } from '../server.ts';
import { newDatabaseWithTables } from '../testing/postgresql.ts';
import { runImport } from './main.ts';

test('of two imports at once one is refused in a sentence, and nothing is there twice', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'placement-imports-'));
  const postgresql = await newDatabaseWithTables();
  const old = join(folder, 'old');
  mkdirSync(old);
  const jobs = Array.from({ length: 2_000 }, (_, at) =>
    JSON.stringify({ _id: (0x65a00000 + at).toString(16).padEnd(24, '0'), title: `Tester ${at}` }),
  );
  writeFileSync(join(old, 'jobs.json'), jobs.join('\n'));
  const importing = (dataFolder: string): Promise<unknown> =>
    runImport(
      { ...defaults, dataFolder, databaseUrl: postgresql.url, passwordKey: PASSWORD_KEY },
      old,
      () => undefined,
    );
  const data = join(folder, 'data');
  try {
    const ended = await Promise.allSettled([importing(data), importing(join(folder, 'of another server'))]);
    const refused = ended.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
    expect(refused).toEqual([
      'Error: Another import into this database is under way. Wait until it has ended, and try again.',
    ]);
    // The lock is given back.
    await importing(data);
    const database = await openData({ ...defaults, dataFolder: data, databaseUrl: postgresql.url });
    const [counted] = await database.all<{ count: number }>('SELECT COUNT(*) AS "count" FROM "job"');
    const [logged] = await database.all<{ count: number }>(
      `SELECT COUNT(*) AS "count" FROM "change_log" WHERE "entity" = 'job'`,
    );
    await database.close();
    expect([Number(counted?.count), Number(logged?.count)]).toEqual([2_000, 2_000]);
  } finally {
    await postgresql.drop();
    rmSync(folder, { recursive: true, force: true });
  }
});
