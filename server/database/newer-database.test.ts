import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SERVER_PROGRAM } from '../../tests/product/processes.ts';
import { DATABASE_FILE } from '../server.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { openDatabase, type Database } from './database.ts';
import type { Migration } from './migration.ts';
import { migrations } from './migrations/index.ts';

const newer: Migration = {
  name: '9999-of-a-newer-version',
  steps: [{ addColumn: { name: 'hobby', type: 'text' }, to: 'candidate' }],
};

let server: TestServer;
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'placement-newer-'));
  server = await startTestServer({ migrations: [...migrations, newer] });
  await server.close();
});
afterEach(async () => {
  await server.drop();
  rmSync(folder, { recursive: true, force: true });
});

const place = (): { file: string } | { url: string } =>
  server.databaseUrl === null
    ? { file: join(server.dataFolder, DATABASE_FILE) }
    : { url: server.databaseUrl };

/** Runs the program of this version, as an administrator does. */
async function program(...args: string[]): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [SERVER_PROGRAM, ...args], {
    env: { ...process.env, DATABASE_URL: server.databaseUrl ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await once(child, 'close');
  return { code: child.exitCode, said };
}

/** What shows that something was written: the log, the migrations, the columns of a table. */
async function stateOf(database: Database): Promise<unknown> {
  const had = await database.all('SELECT "name", "at" FROM "migrations" ORDER BY "name"');
  return { seq: await database.seq(), epoch: database.epoch, had };
}

async function stateNow(): Promise<unknown> {
  const database = await openDatabase({ at: place(), migrations: [...migrations, newer] });
  try {
    return await stateOf(database);
  } finally {
    await database.close();
  }
}

test('an older program refuses a newer database with one sentence that says what to do, and changes nothing', async () => {
  const before = await stateNow();
  await expect(openDatabase({ at: place() })).rejects.toThrow(
    /^The data in \S+ was written by a newer version of this program \(9999-of-a-newer-version\): use that version or a newer one\. Nothing was changed\.$/,
  );
  const old = join(folder, 'old');
  mkdirSync(old);
  writeFileSync(join(old, 'links.json'), '[{"_id": "a", "link": "x.test", "purpose": "x"}]');
  for (const work of [
    ['--port', '0'],
    ['--import', old],
    ['--import', old, '--dry-run'],
  ]) {
    const { code, said } = await program(...work, '--data', server.dataFolder);
    expect([work, code, said.trim().split('\n').length]).toEqual([work, 1, 1]);
    expect(said).toContain('was written by a newer version of this program');
  }
  expect(await stateNow()).toEqual(before);
});
