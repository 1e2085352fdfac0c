import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Database } from '../database/database.ts';
import { ensureBuiltIn } from '../database/built-in.ts';
import { loadDemo } from '../demo/load.ts';
import { Passwords } from '../auth/passwords.ts';
import { openSealedPasswords } from '../auth/sealed-passwords.ts';
import { defaults } from '../configuration/configuration.ts';
import { CHEAP } from '../testing/server.ts';
import { newDatabase } from '../testing/postgresql.ts';
import { copyOrganisation } from './copy-organisation.ts';

let folder: string;
let source: Database;
let target: Database;
let made: Awaited<ReturnType<typeof newDatabase>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'placement-copy-'));
  made = await newDatabase();
  source = await openDatabase({ at: { file: join(folder, 'server.db') } });
  await ensureBuiltIn(source);
  await loadDemo(
    source,
    new Passwords(
      await openSealedPasswords(source, { ...defaults, passwordReveal: false }, () => undefined),
      CHEAP,
    ),
  );
  target = await openDatabase({ at: { url: made.url } });
});
afterAll(async () => {
  await source.close();
  await target.close();
  await made.drop();
  rmSync(folder, { recursive: true, force: true });
});

test('an organisation is copied whole: counts and checksums agree, epoch and log go on', async () => {
  const tables = await copyOrganisation(source, target);
  const rows = new Map(tables.map(({ table, rows: count }) => [table, count]));
  expect(rows.get('candidate')).toBe(400);
  expect(rows.get('change_log')).toBe(await source.seq());
  const [epoch] = await target.all<{ value: string }>(`SELECT "value" FROM "meta" WHERE "name" = 'epoch'`);
  expect(epoch?.value).toBe(source.epoch);
  expect(await target.seq()).toBe(await source.seq());
});

test('a database that holds data already is not copied into', async () => {
  await expect(copyOrganisation(source, target)).rejects.toThrow('already holds data');
});

test('a source that takes long to read ends no transaction of the copy', async () => {
  const other = await newDatabase();
  const url = new URL(other.url);
  // What is 20 seconds in the product.
  const limitMs = 2_000;
  url.searchParams.set('idle_in_transaction_session_timeout', String(limitMs));
  const into = await openDatabase({ at: { url: url.href } });
  try {
    const pages = Math.ceil((await source.seq()) / 1_000);
    expect(pages).toBeGreaterThan(1);
    // Each page within the limit, the whole of the log beyond it.
    const slow: Database = {
      ...source,
      write: (work) =>
        source.write((trx, log) =>
          work(
            {
              ...trx,
              all: async (sql, params) => {
                if (sql.includes('FROM "change_log"'))
                  await new Promise((resolve) => setTimeout(resolve, limitMs / 2));
                return trx.all(sql, params);
              },
            },
            log,
          ),
        ),
    };
    const tables = await copyOrganisation(slow, into);
    expect(tables.find(({ table }) => table === 'change_log')?.rows).toBe(await source.seq());
  } finally {
    await into.close();
    await other.drop();
  }
});
