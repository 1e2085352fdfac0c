import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfiguration } from '../configuration/configuration.ts';
import { DATABASE_FILE } from '../data-files.ts';
import { ErasedList } from '../persons/erased-list.ts';
import { erasedHash } from '../records/erased.ts';
import { startServer } from '../server.ts';
import { startTestServer, userIdOf, type TestServer } from '../testing/server.ts';
import { PASSWORD_KEY } from '../../tests/product/processes.ts';
import { backUp } from './back-up.ts';
import { layForMove } from './for-move.ts';
import { runBackup, runRestore } from './main.ts';
import { restore } from './restore.ts';
import { UNFINISHED } from './unfinished.ts';

/** `--restore`: what somebody who can write into the folder of the backups has done to one. */

let server: TestServer;
let folder: string;
let backup: string;
let restored: string;

beforeEach(async () => {
  server = await startTestServer();
  folder = mkdtempSync(join(tmpdir(), 'placement-restore-'));
  restored = join(folder, 'restored');
  mkdirSync(join(server.dataFolder, 'files', 'ab'), { recursive: true });
  writeFileSync(join(server.dataFolder, 'files', 'ab', 'cdef'), 'a picture');
  ({ folder: backup } = await backUp(server.dataFolder, folder));
});
afterEach(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Gives what was printed. */
async function restoring(env: NodeJS.ProcessEnv = {}, ...more: readonly string[]): Promise<string> {
  const said: string[] = [];
  const configuration = readConfiguration(['--restore', backup, '--data', restored, ...more], env);
  await runRestore(configuration, backup, (line) => said.push(line));
  return said.join('\n');
}

/** Gives somebody another role in the backup, whose list fits again, as whoever can write there may. */
function rewrite(): void {
  const file = join(backup, DATABASE_FILE);
  const database = new BetterSqlite3(file);
  database.prepare(`UPDATE "user" SET "roleName" = 'Super Admin' WHERE "_id" = ?`).run(userIdOf('Student'));
  database.close();
  const bytes = readFileSync(file);
  const list = join(backup, 'backup.json');
  const manifest = JSON.parse(readFileSync(list, 'utf8')) as { files: { path: string }[] };
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const files = manifest.files.map((each) =>
    each.path === DATABASE_FILE ? { ...each, bytes: bytes.length, sha256 } : each,
  );
  writeFileSync(list, JSON.stringify({ ...manifest, files }));
}

test('a backup into which somebody has put another file, a link or a file in a folder of its own is refused', async () => {
  for (const path of ['files/ab/0123', 'later/readme', 'tls']) {
    const extra = join(backup, path);
    if (path.startsWith('later')) mkdirSync(join(backup, 'later'));
    if (path === 'tls') symlinkSync(server.dataFolder, extra);
    else writeFileSync(extra, 'somebody’s');
    await expect(restoring()).rejects.toThrow(
      new RegExp(
        `^The backup .+ holds ${path}, which is none of its files\\. .+ delete that and restore again`,
      ),
    );
    expect(existsSync(restored)).toBe(false);
    rmSync(extra);
  }
  await restoring();
  expect(readFileSync(join(restored, 'files', 'ab', 'cdef'), 'utf8')).toBe('a picture');
});

test('a backup whose seal does not fit the former data is refused, and one whose seal was not looked at is called that', async () => {
  const former = ['--former', server.dataFolder];
  expect(await restoring({}, ...former)).not.toContain('seal');
  rmSync(restored, { recursive: true });

  rewrite();
  await expect(restoring({}, ...former)).rejects.toThrow(/changed since\. Restore from another one/);
  expect(existsSync(restored)).toBe(false);
  await expect(restoring({}, '--former', folder)).rejects.toThrow(
    /^There is no signing-secret in .+ Name the former data folder with --former, or leave it out\./,
  );
  expect(existsSync(restored)).toBe(false);
  expect(await restoring()).toMatch(/^Nobody has looked at the seal of .+--former/m);
});

test('the list of the erased comes from the former data folder where that is named', async () => {
  const hash = erasedHash('candidate', 'gone');
  await new ErasedList(server.dataFolder).add([hash]);
  const said = await restoring({}, '--former', server.dataFolder);
  expect(await new ErasedList(restored).read()).toContain(hash);
  expect(said).not.toContain('First add the lines');
});

test('what lies beside a backup goes along, by whatever name the backup is called: the list of the erased, and what a move needs', async () => {
  const [gone, alsoGone] = [erasedHash('candidate', 'gone'), erasedHash('candidate', 'also-gone')];
  await new ErasedList(folder).add([gone]);
  const elsewhere = join(folder, 'elsewhere');
  mkdirSync(elsewhere);
  await new ErasedList(elsewhere).add([alsoGone]);
  layForMove(backup, { dataFolder: server.dataFolder, passwordKey: PASSWORD_KEY, passwordKeyFile: null });
  const link = join(elsewhere, 'latest');
  symlinkSync(backup, link);
  backup = link;
  const keyFile = join(folder, 'moved.key');
  expect(await restoring({ PASSWORD_KEY_FILE: keyFile })).toContain(keyFile);
  expect(await new ErasedList(restored).read()).toEqual(new Set([gone, alsoGone]));
});

test('what somebody else lays beside a backup makes no move of its restore: the server keeps its key, and takes none', async () => {
  const laid = join(folder, 'move.json');
  const stranger = Buffer.alloc(32, 'stranger').toString('base64');
  const lay = (): void => {
    layForMove(backup, { dataFolder: server.dataFolder, passwordKey: stranger, passwordKeyFile: null });
  };
  const keyFile = join(folder, 'taken.key');
  const restoringAnew = async (...more: string[]): Promise<string> => {
    rmSync(restored, { recursive: true, force: true });
    return restoring({ PASSWORD_KEY_FILE: keyFile }, ...more);
  };
  // Its own backup, by the seal: no move, whoever laid it.
  lay();
  expect(await restoringAnew('--former', server.dataFolder)).toContain(
    'move.json is of a move, and was not used',
  );
  expect(existsSync(keyFile)).toBe(false);
  // One that does not say of which backup it is.
  writeFileSync(laid, JSON.stringify({ passwordKey: stranger }));
  await expect(restoringAnew()).rejects.toThrow('is damaged');
  // One of another user; and what is no file at all, which nobody waits for.
  lay();
  if (process.getuid?.() === 0) {
    chownSync(laid, 65_534, 65_534);
    expect(await restoringAnew()).toMatch(/move\.json was not laid there by whoever made the backup/);
  }
  rmSync(laid);
  execFileSync('mkfifo', [laid]);
  expect(await restoringAnew()).toMatch(/move\.json was not laid there by whoever made the backup/);
  expect(existsSync(keyFile)).toBe(false);
});

test('from its first moment on it is known as one that is under way: no server begins with the empty folder', async () => {
  const seen: boolean[] = [];
  await restore(backup, restored, () => seen.push(existsSync(join(restored, UNFINISHED))));
  expect(new Set(seen)).toEqual(new Set([true]));
  writeFileSync(join(backup, 'files', 'ab', 'cdef'), 'another one');
  rmSync(restored, { recursive: true });
  await expect(restoring()).rejects.toThrow(/backup/);
  expect(existsSync(restored)).toBe(false);
});

test('a disk of its own, fresh and with what its file system put there, is an empty folder', async () => {
  mkdirSync(join(restored, 'lost+found'), { recursive: true });
  await restoring();
  expect(existsSync(join(restored, DATABASE_FILE))).toBe(true);
  expect(existsSync(join(restored, 'lost+found'))).toBe(true);
});

test('--former is said where it goes with nothing', () => {
  expect(() => readConfiguration(['--former', folder], {})).toThrow('--former goes with --restore BACKUP.');
});

test('restored as a trial it opens nothing that desks of the office have sealed, and makes no backups of theirs', async () => {
  const secretIn = (file: string): unknown => {
    const database = new BetterSqlite3(file, { readonly: true });
    const found = database
      .prepare(`SELECT "value" FROM "meta" WHERE "name" = 'deskDataSecret'`)
      .pluck()
      .get();
    database.close();
    return found;
  };
  expect(await restoring({}, '--trial')).toContain('This is a trial');
  const [office, trial] = [join(backup, DATABASE_FILE), join(restored, DATABASE_FILE)].map(secretIn);
  expect(trial).toEqual(expect.any(String));
  expect(trial).not.toBe(office);
  const started = startServer({
    ...readConfiguration([], {}),
    dataFolder: restored,
    port: 0,
    backupFolder: folder,
  });
  await expect(started).rejects.toThrow('BACKUP_DIR= (none)');
  const backingUp = runBackup(readConfiguration(['--data', restored], {}), folder, () => undefined);
  await expect(backingUp).rejects.toThrow('No backups are made of it.');
  const alone = await startServer({ ...readConfiguration([], {}), dataFolder: restored, port: 0 });
  await alone.close();
});

test('--trial goes with a restore into a new folder alone', () => {
  for (const args of [['--trial'], ['--restore', backup, '--set-aside', '--trial']])
    expect(() => readConfiguration(args, {})).toThrow('--trial goes with --restore BACKUP.');
});
