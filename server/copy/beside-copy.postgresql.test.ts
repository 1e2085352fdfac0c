import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPasswords } from '../auth/passwords.ts';
import { defaults, type Configuration } from '../configuration/configuration.ts';
import { addSuperAdmin } from '../create-admin.ts';
import { goodJoinCodes, makeJoinCode } from '../joining/join-codes.ts';
import { openData } from '../server.ts';
import { newDatabaseWithTables } from '../testing/postgresql.ts';
import { CHEAP } from '../testing/server.ts';
import { eventually } from '../../tests/product/eventually.ts';
import { PASSWORD_KEY, SERVER_PROGRAM } from '../../tests/product/processes.ts';
import { copyTo } from './main.ts';

/** What a command beside the copy writes is in the copy, or the command says that it did not write it. */

const EMAIL = 'chief@office.test';

let folder: string;
let configuration: Configuration;
let made: Awaited<ReturnType<typeof newDatabaseWithTables>>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'placement-beside-copy-'));
  configuration = {
    ...defaults,
    dataFolder: join(folder, 'data'),
    passwordCost: CHEAP,
    passwordKey: PASSWORD_KEY,
  };
  made = await newDatabaseWithTables();
  const database = await openData(configuration);
  const passwords = await openPasswords(database, configuration, () => undefined);
  const chief = { name: 'Chief', email: EMAIL, password: 'Tabla lantern 83' };
  await addSuperAdmin(database, passwords, chief, () => Promise.resolve());
  await database.close();
});
afterEach(async () => {
  await made.drop();
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  code: number | null;
  said: string;
}

/** A command on the data in a process of its own. */
function command(args: readonly string[], input: string): Promise<Ended> {
  const env = { ...process.env, PASSWORD_KEY, DATABASE_URL: '' };
  const child = spawn(process.execPath, [SERVER_PROGRAM, '--data', configuration.dataFolder, ...args], {
    env,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stdin.end(input);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })));
}

test('a password that is set while the data is copied is refused in a sentence, or in the copy', async () => {
  const holder = new pg.Client({ connectionString: made.url });
  await holder.connect();
  await holder.query('BEGIN');
  // The copy looks whether this table is empty, and waits with the lock of its own in hand.
  await holder.query('LOCK TABLE "credentials" IN ACCESS EXCLUSIVE MODE');
  const copying = copyTo(configuration, made.url, () => undefined);
  copying.catch(() => undefined);
  await eventually(async () => {
    const { rows } = await holder.query('SELECT 1 FROM pg_locks WHERE NOT granted');
    expect(rows).not.toEqual([]);
  });
  const { code, said } = await command(['--set-password', EMAIL], 'Kettle marble 96\n');
  await holder.query('ROLLBACK');
  await holder.end();
  await copying;
  expect(said).toMatch(
    /^Another command is at work on the data of .+ Wait until it has ended, and try again\.\n$/,
  );
  expect(code).toBe(1);
});

test('a command that had opened the data before it was copied writes nothing there afterwards', async () => {
  const opened = await openData(configuration);
  try {
    await copyTo(configuration, made.url, () => undefined);
    const wish = { addresses: ['https://desk.office.test'], key: null, hours: 24, uses: 30 };
    await expect(makeJoinCode(opened, null, wish)).rejects.toThrow(/ is in .+ Start with DATABASE_URL/);
    expect(await goodJoinCodes(opened)).toEqual([]);
  } finally {
    await opened.close();
  }
});
