import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bulkLoad } from '../database/bulk-load.ts';
import { openDatabase } from '../database/database.ts';
import { newCandidate, operation } from '../testing/client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { storedBytes } from '../testing/stored-bytes.ts';
import { eventually } from '../../tests/product/eventually.ts';
import { leaveNoTrace } from './no-trace.ts';

/** Decision 33: what is gone leaves the database's files, and nobody waits for that who is reading or writing. */

let server: TestServer;

function signal(): { given: Promise<void>; give: () => void } {
  let give: () => void = () => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give };
}

beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.stop());

test.each(['read', 'write'] as const)(
  'the server goes on answering while a %s is under way, and nothing is left when it has ended',
  async (kind) => {
    const hr = await server.signIn('HR');
    await hr.push(newCandidate('asha', { city: 'Zzkwcity' }));
    await hr.push(operation('update', 'candidate', 'asha', { city: 'Pune' }, 1e9));
    const [begun, goOn] = [signal(), signal()];
    const underWay = server.database[kind](async (trx) => {
      await trx.all('SELECT COUNT(*) AS "count" FROM "candidate"');
      begun.give();
      await goOn.given;
    });
    await begun.given;
    const cleared = leaveNoTrace(server.database);
    expect((await hr.get('/api/students/asha')).status).toBe(200);
    goOn.give();
    await Promise.all([underWay, cleared]);
    if (server.databaseUrl !== null) return;
    const log = [...(await storedBytes(server))].find(([name]) => name.endsWith('-wal'));
    expect(log?.[1].length ?? 0).toBe(0);
  },
  // A wait of SQLite takes ten seconds, in which nothing that is under way can end.
  9_000,
);

test('where somebody reads for longer than is waited for, it is done as soon as they have ended, though nobody writes', async () => {
  if (server.databaseUrl !== null) return;
  const hr = await server.signIn('HR');
  await hr.push(newCandidate('asha', { city: 'Zzkwcity' }));
  await hr.push(operation('update', 'candidate', 'asha', { city: 'Pune' }, 1e9));
  const reader = new BetterSqlite3(join(server.dataFolder, 'server.db'), { readonly: true });
  const log = async (): Promise<number> =>
    [...(await storedBytes(server))].find(([name]) => name.endsWith('-wal'))?.[1].length ?? 0;
  try {
    reader.exec('BEGIN');
    reader.prepare('SELECT COUNT(*) FROM "candidate"').get();
    await leaveNoTrace(server.database);
    expect(await log()).toBeGreaterThan(0);
  } finally {
    reader.close();
  }
  await eventually(async () => expect(await log()).toBe(0));
});

test('a server that was killed before it came to that does it as it starts', async () => {
  if (server.databaseUrl !== null) return;
  const write = (sql: string): Promise<unknown> => server.database.write((trx) => trx.all(sql));
  await write(`INSERT INTO "meta" ("name", "value") VALUES ('goes', 'Zzkwcity')`);
  await write(`DELETE FROM "meta" WHERE "name" = 'goes'`);
  const folder = mkdtempSync(join(tmpdir(), 'killed-'));
  try {
    // As a kill leaves them.
    for (const name of ['server.db', 'server.db-wal'])
      cpSync(join(server.dataFolder, name), join(folder, name));
    const left = (): string[] =>
      readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes('Zzkwcity'));
    expect(left()).toContain('server.db-wal');
    const again = await openDatabase({ at: { file: join(folder, 'server.db') } });
    expect(left()).toEqual([]);
    await again.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('who was brought in among many leaves the files as well: nothing stayed where tables grew', async () => {
  const people = Array.from({ length: 300 }, (_, at) => ({ _id: `p${at}`, Name: `Zzkwname ${at}.` }));
  await bulkLoad(server.database, 'inquiry', people);
  const gone = people.slice(0, 30);
  const list = gone.map(({ _id }) => `'${_id}'`).join(', ');
  await server.database.write((trx) => trx.all(`DELETE FROM "inquiry" WHERE "_id" IN (${list})`));
  await leaveNoTrace(server.database);
  const stored = [...(await storedBytes(server)).values()];
  expect(gone.filter(({ Name }) => stored.some((bytes) => bytes.includes(Name)))).toEqual([]);
});

test('what an earlier version left in free parts of the file goes at the first start of this one', async () => {
  if (server.databaseUrl !== null) return;
  const file = join(server.dataFolder, 'server.db');
  await server.close();
  const earlier = new BetterSqlite3(file);
  earlier.exec(
    `DELETE FROM "meta" WHERE "name" LIKE '%emainsCleared';
     INSERT INTO "meta" ("name", "value") VALUES ('remainsCleared', '2026-01-01'), ('goes', 'Zzkwcity');
     DELETE FROM "meta" WHERE "name" = 'goes'`,
  );
  earlier.close();
  expect(readFileSync(file).includes('Zzkwcity')).toBe(true);
  await (await openDatabase({ at: { file } })).close();
  expect(readFileSync(file).includes('Zzkwcity')).toBe(false);
});
