import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { newDatabase } from '../testing/postgresql.ts';
import { openDatabase } from './database.ts';

let clean: (() => Promise<void>) | undefined;
afterEach(() => clean?.());

/** As docs/operations.md has it: an address on a command line is seen by everybody on the computer. */
test('an address without a password takes it from the file that PGPASSFILE names', async () => {
  const made = await newDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'placement-pgpass-'));
  const before = process.env['PGPASSFILE'];
  clean = async () => {
    if (before === undefined) delete process.env['PGPASSFILE'];
    else process.env['PGPASSFILE'] = before;
    rmSync(folder, { recursive: true });
    await made.drop();
  };
  const url = new URL(made.url);
  const file = join(folder, 'pgpass');
  const give = (password: string): void =>
    writeFileSync(file, `${url.hostname}:${url.port}:*:${url.username}:${password}\n`, { mode: 0o600 });
  process.env['PGPASSFILE'] = file;
  const { password } = url;
  url.password = '';
  give('wrong');
  await expect(openDatabase({ at: { url: url.href } })).rejects.toThrow();
  give(password);
  const database = await openDatabase({ at: { url: url.href } });
  expect(await database.seq()).toBe(0);
  await database.close();
});
