import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaults, type Configuration } from '../configuration/configuration.ts';
import { DATABASE_FILE } from '../data-files.ts';
import { runImport } from '../import/main.ts';
import { openData, startServer } from '../server.ts';
import { newCandidate } from '../testing/client.ts';
import { CHEAP, startOnSameData, startTestServer, type TestServer } from '../testing/server.ts';
import { eventually } from '../../tests/product/eventually.ts';
import { PASSWORD_KEY, SERVER_PROGRAM } from '../../tests/product/processes.ts';
import { backUp } from './back-up.ts';
import { layForMove } from './for-move.ts';
import { restore } from './restore.ts';

/** What commands leave that were killed: copies of all data, of which nobody knows. */

let server: TestServer;
let folder: string;
let backup: string;
let child: ChildProcess | undefined;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'placement-cut-short-'));
  server = await startTestServer();
  const hr = await server.signIn('HR');
  await hr.push(newCandidate('kept'));
  mkdirSync(join(server.dataFolder, 'files', 'ab'), { recursive: true });
  writeFileSync(join(server.dataFolder, 'files', 'ab', 'cdef'), 'a picture');
  ({ folder: backup } = await backUp(server.dataFolder, folder));
});
afterEach(async () => {
  await end();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

function begin(...args: readonly string[]): void {
  beginIn({ PASSWORD_KEY }, ...args);
}

function beginIn(settings: NodeJS.ProcessEnv, ...args: readonly string[]): void {
  const env = { ...process.env, DATABASE_URL: '', ...settings };
  child = spawn(process.execPath, [SERVER_PROGRAM, ...args], { env, stdio: 'ignore' });
}

/** As the system ends it: nothing is cleared away. */
async function end(): Promise<void> {
  const running = child;
  child = undefined;
  if (!running || running.exitCode !== null) return;
  const ended = new Promise((resolve) => running.once('exit', resolve));
  running.kill('SIGKILL');
  await ended;
}

/** Whoever reads it waits for ever. */
const pipeAt = (path: string): void => void execFileSync('mkfifo', [path]);

/** A restore that is killed when all is copied and nothing is in its place yet. */
async function killedRestore(into: string): Promise<void> {
  layForMove(backup, { dataFolder: server.dataFolder, passwordKey: PASSWORD_KEY, passwordKeyFile: null });
  const key = join(folder, 'password.key');
  pipeAt(key);
  beginIn({ PASSWORD_KEY: '', PASSWORD_KEY_FILE: key }, '--restore', backup, '--data', into);
  await eventually(() => {
    const copied = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    expect(copied.some((path) => path.endsWith('unfinished/files/ab/cdef'))).toBe(true);
  });
  await expect(restore(backup, into)).rejects.toThrow(/^Another restore into .+ is under way\./);
  await end();
  rmSync(key);
  rmSync(join(folder, 'move.json'));
}

const configurationOf = (dataFolder: string): Configuration => ({
  ...defaults,
  dataFolder,
  port: 0,
  logLevel: 'silent',
  passwordCost: CHEAP,
  passwordKey: PASSWORD_KEY,
});

const REFUSAL = /^A restore into .+ was cut short, and its data is not in its place\. Run it again/;

/** Files of a copy of the database below a folder. */
const databasesIn = (path: string): string[] =>
  readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(DATABASE_FILE));

test.skipIf(process.platform === 'win32').each(['a new folder', 'an empty one, as a volume'])(
  'a restore into %s that is killed starts as no empty organisation, and is done again',
  async (which) => {
    const into = join(folder, 'restored');
    if (which !== 'a new folder') mkdirSync(into);
    await killedRestore(into);

    const configuration = configurationOf(into);
    await expect(startServer(configuration)).rejects.toThrow(REFUSAL);
    await expect(openData(configuration)).rejects.toThrow(REFUSAL);
    mkdirSync(join(folder, 'old'));
    writeFileSync(join(folder, 'old', 'links.json'), '');
    const trial = { ...configuration, dryRun: true };
    await expect(runImport(trial, join(folder, 'old'), () => undefined)).rejects.toThrow(REFUSAL);

    await restore(backup, into);
    expect(readdirSync(into).sort()).toEqual(['files', DATABASE_FILE]);
    expect(databasesIn(folder).sort()).toEqual([
      join(backup.slice(folder.length + 1), DATABASE_FILE),
      join('restored', DATABASE_FILE),
    ]);
    const again = await startOnSameData({ ...server, dataFolder: into });
    expect(await again.database.all('SELECT "_id" FROM "candidate"')).toEqual([{ _id: 'kept' }]);
    await again.close();
  },
);

test('a restore that was killed while it put things in their places is done again, before the last and after it', async () => {
  const into = join(folder, 'restored');
  await restore(backup, into);
  // All but the database, which goes last.
  mkdirSync(join(into, '.unfinished'));
  renameSync(join(into, DATABASE_FILE), join(into, '.unfinished', DATABASE_FILE));
  writeFileSync(join(into, 'erased'), '');
  await expect(startServer(configurationOf(into))).rejects.toThrow(REFUSAL);
  await restore(backup, into);
  expect(readdirSync(into).sort()).toEqual(['files', DATABASE_FILE]);
  expect(readdirSync(join(into, 'files', 'ab'))).toEqual(['cdef']);

  // The database is in its place: what is left is a rest.
  mkdirSync(join(into, '.unfinished'));
  writeFileSync(join(into, '.unfinished', DATABASE_FILE), 'all data');
  await (await startServer(configurationOf(into))).close();
  expect(databasesIn(into)).toEqual([DATABASE_FILE]);
});

test('a folder with something of somebody else is not taken for a restore that was cut short', async () => {
  const into = join(folder, 'restored');
  mkdirSync(join(into, '.unfinished'), { recursive: true });
  writeFileSync(join(into, 'letter'), 'mine');
  await expect(restore(backup, into)).rejects.toThrow('is not empty');
  expect(existsSync(join(into, 'letter'))).toBe(true);
});

test.skipIf(process.platform === 'win32')(
  'the copy of a dry run goes at the next start where it was killed, and not while it is at work',
  async () => {
    await server.close();
    mkdirSync(join(folder, 'old'));
    pipeAt(join(folder, 'old', 'links.json'));
    begin('--import', join(folder, 'old'), '--dry-run', '--data', server.dataFolder);
    const copies = (): string[] => databasesIn(server.dataFolder).filter((path) => path !== DATABASE_FILE);
    await eventually(() => expect(copies()).toHaveLength(1));
    // The whole copy is there once it is opened, when the import reads and waits.
    await eventually(() =>
      expect(readdirSync(join(server.dataFolder, copies()[0] ?? '', '..'))).toContain(`${DATABASE_FILE}-wal`),
    );
    await (await startServer(configurationOf(server.dataFolder))).close();
    expect(copies()).toHaveLength(1);
    await end();
    await (await startServer(configurationOf(server.dataFolder))).close();
    expect(copies()).toEqual([]);
  },
);
