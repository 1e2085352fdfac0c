import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaults } from '../configuration/configuration.ts';
import { startServer, type RunningServer } from '../server.ts';
import { CHEAP } from '../testing/server.ts';
import { keepFolderPrivate } from './private-files.ts';

let folder: string;
let keyFile: string;
let server: RunningServer | undefined;
let umask: number;
beforeEach(() => {
  umask = process.umask(0o022);
  const top = mkdtempSync(join(tmpdir(), 'placement-private-'));
  folder = join(top, 'data');
  keyFile = join(top, 'password.key');
  mkdirSync(folder, { mode: 0o755 });
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  process.umask(umask);
  rmSync(join(folder, '..'), { recursive: true, force: true });
});

const start = async (): Promise<void> => {
  server = await startServer({
    ...defaults,
    port: 0,
    dataFolder: folder,
    logLevel: 'silent',
    passwordCost: CHEAP,
    passwordKeyFile: keyFile,
  });
};
const modeOf = (path: string): string => (statSync(path).mode & 0o7777).toString(8);

/** Everything in the data folder, the folder itself and the key, with its rights. */
const modes = (): Record<string, string> => ({
  data: modeOf(folder),
  key: modeOf(keyFile),
  ...Object.fromEntries(readdirSync(folder).map((name) => [name, modeOf(join(folder, name))])),
});

const PRIVATE = {
  data: '700',
  key: '600',
  'server.db': '600',
  'server.db-shm': '600',
  'server.db-wal': '600',
  'server.lock': '600',
  'signing-secret': '600',
};

test('the data is for its owner alone, also in a folder that was there', async () => {
  await start();
  expect(modes()).toEqual(PRIVATE);
});

test('what an older server left open to others is closed at the next start', async () => {
  await start();
  await server?.close();
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'server.db-wal'), '', { mode: 0o644 });
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644);
  chmodSync(keyFile, 0o644);
  await start();
  expect(modes()).toEqual(PRIVATE);
});

test('a folder of others is left as it is', () => {
  writeFileSync(join(folder, 'letters.txt'), '');
  keepFolderPrivate(folder, 'server.db');
  expect(modeOf(folder)).toBe('755');
  writeFileSync(join(folder, 'server.db'), '');
  chmodSync(folder, 0o1777);
  keepFolderPrivate(folder, 'server.db');
  expect(modeOf(folder)).toBe('1777');
});
