import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runBackup } from '../backup/main.ts';
import { defaults, type Configuration } from '../configuration/configuration.ts';
import { DATABASE_FILE } from '../data-files.ts';
import { openData, startServer } from '../server.ts';
import { newDatabase } from '../testing/postgresql.ts';
import { copyTo } from './main.ts';
import { MOVED_FILE } from './moved-away.ts';

let folder: string;
let configuration: Configuration;
let made: Awaited<ReturnType<typeof newDatabase>>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'placement-moved-'));
  configuration = { ...defaults, dataFolder: join(folder, 'data'), port: 0 };
  made = await newDatabase();
});
afterEach(async () => {
  await made.drop();
  rmSync(folder, { recursive: true, force: true });
});

test('what was copied into PostgreSQL is not gone on with by a server, a command or a backup that has lost its address', async () => {
  await (await openData(configuration)).close();
  const lines: string[] = [];
  await copyTo(configuration, made.url, (line) => lines.push(line));
  expect(lines.at(-2)).toMatch(/Start the server with DATABASE_URL/);
  expect(lines.at(-1)).toMatch(/^Delete .+server\.db once all is well/);

  const refusal = / is in .+ since \d{4}-\d\d-\d\d\. Start with DATABASE_URL\. To go on .+ delete /;
  await expect(startServer(configuration)).rejects.toThrow(refusal);
  await expect(openData(configuration)).rejects.toThrow(refusal);
  await expect(runBackup(configuration, join(folder, 'backups'), () => undefined)).rejects.toThrow(refusal);
  const { password } = new URL(made.url);
  const said: unknown = await openData(configuration).catch((error: unknown) => error);
  if (password !== '') expect(String(said)).not.toContain(password);

  const moved = { ...configuration, databaseUrl: made.url };
  await (await openData(moved)).close();
  // A trial is over: it goes on where it was.
  rmSync(join(configuration.dataFolder, MOVED_FILE));
  await (await openData(configuration)).close();
  await runBackup(configuration, join(folder, 'backups'), () => undefined);
});

test('a copy that was refused leaves the data as it was', async () => {
  await (await openData(configuration)).close();
  await copyTo(configuration, made.url, () => undefined);
  rmSync(join(configuration.dataFolder, MOVED_FILE));
  await expect(copyTo(configuration, made.url, () => undefined)).rejects.toThrow('already holds data');
  await (await openData(configuration)).close();
});

test('what was begun in PostgreSQL is not begun once more in SQLite, by whatever has lost the address', async () => {
  const begun = { ...configuration, databaseUrl: made.url };
  await (await openData(begun)).close();
  const refusal = / is in .+ since \d{4}-\d\d-\d\d\. Start with DATABASE_URL\./;
  await expect(startServer(configuration)).rejects.toThrow(refusal);
  await expect(openData(configuration)).rejects.toThrow(refusal);
  await expect(runBackup(configuration, join(folder, 'backups'), () => undefined)).rejects.toThrow(refusal);
  expect(readdirSync(configuration.dataFolder).filter((name) => name.startsWith(DATABASE_FILE))).toEqual([]);
});
