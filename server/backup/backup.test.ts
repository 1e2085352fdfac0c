import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newCandidate } from '../testing/client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { openDatabase } from '../database/database.ts';
import type { Migration } from '../database/migration.ts';
import { migrations } from '../database/migrations/index.ts';
import { goodJoinCodes, makeJoinCode } from '../joining/join-codes.ts';
import { DATABASE_FILE } from '../server.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { asSentence, BACKUP_NAME, backUp, keepNewest } from './back-up.ts';
import { newestBackups } from './newest.ts';
import { hashOf, picture, putFile } from '../testing/pictures.ts';
import { runBackup } from './main.ts';
import { addRelease } from '../updates/releases.ts';
import { signingSecret } from '../auth/signing-secret.ts';
import { restore } from './restore.ts';
import { seal, SEAL_FILE } from './seal.ts';
import { isDue, untilNext } from './schedule.ts';

let server: TestServer;
let folder: string;

beforeEach(async () => {
  server = await startTestServer();
  folder = mkdtempSync(join(tmpdir(), 'placement-backup-'));
});
afterEach(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('join codes of a backup are over once it is restored: some were used or ended since', async () => {
  const wish = { addresses: ['https://desk.office.test'], key: null, hours: 24, uses: 30 };
  await makeJoinCode(server.database, null, wish);
  const { folder: backup } = await backUp(server.dataFolder, folder);
  const restored = join(folder, 'restored');
  await restore(backup, restored);
  const database = await openDatabase({ at: { file: join(restored, DATABASE_FILE) } });
  const codes = await database.all('SELECT "id" FROM "join_codes"');
  await database.close();
  expect(codes).toEqual([]);
  expect(await goodJoinCodes(server.database)).toHaveLength(1);
});

test('a backup has no key of the server, so that nobody takes it for this one', async () => {
  await server.stop();
  server = await startTestServer({ configuration: { tlsOwn: true } });
  const { folder: backup, manifest } = await backUp(server.dataFolder, folder);
  expect(manifest.files.map(({ path }) => path)).toEqual([DATABASE_FILE]);
  expect(readdirSync(backup).sort()).toEqual(['backup.json', 'backup.seal', DATABASE_FILE]);
});

test('a backup under load holds one state: every candidate with its line in the log, and nothing later', async () => {
  const hr = await server.signIn('HR');
  await hr.push(...Array.from({ length: 200 }, (_, at) => newCandidate(`before-${at}`)));
  const writing = new AbortController();
  let pushed = 0;
  const load = (async () => {
    while (!writing.signal.aborted) await hr.push(newCandidate(`under-load-${(pushed += 1)}`));
  })();
  const { folder: backup, manifest } = await backUp(server.dataFolder, folder);
  writing.abort();
  await load;

  const restored = join(folder, 'restored');
  await restore(backup, restored);
  const database = await openDatabase({ at: { file: join(restored, DATABASE_FILE) } });
  const [candidates] = await database.all<{ count: number }>('SELECT COUNT(*) AS "count" FROM "candidate"');
  const [lines] = await database.all<{ count: number }>(
    `SELECT COUNT(*) AS "count" FROM "change_log" WHERE "entity" = 'candidate'`,
  );
  const [last] = await database.all<{ seq: number }>('SELECT MAX("seq") AS "seq" FROM "change_log"');
  expect(candidates?.count).toBe(manifest.tables['candidate']);
  expect(lines?.count).toBe(candidates?.count);
  expect(last?.seq).toBe(manifest.seq);
  expect(database.epoch).not.toBe(server.database.epoch);
  await database.close();
});

test('the files come along', async () => {
  mkdirSync(join(server.dataFolder, 'files', 'ab'), { recursive: true });
  writeFileSync(join(server.dataFolder, 'files', 'ab', 'cdef'), 'a picture');
  const { folder: backup } = await backUp(server.dataFolder, folder);
  await restore(backup, join(folder, 'restored'));
  expect(readFileSync(join(folder, 'restored', 'files', 'ab', 'cdef'), 'utf8')).toBe('a picture');
  expect(existsSync(join(backup, 'signing-secret'))).toBe(false);
});

test('a damaged backup is not restored, and leaves no folder', async () => {
  const { folder: backup } = await backUp(server.dataFolder, folder);
  const file = join(backup, DATABASE_FILE);
  const bytes = readFileSync(file);
  bytes[bytes.length - 100] = (bytes[bytes.length - 100] ?? 0) ^ 0xff;
  writeFileSync(file, bytes);
  await expect(restore(backup, join(folder, 'restored'))).rejects.toThrow('is damaged');
  rmSync(file);
  await expect(restore(backup, join(folder, 'restored'))).rejects.toThrow('is missing');
  await expect(restore(folder, join(folder, 'restored'))).rejects.toThrow('is not a backup');
  expect(existsSync(join(folder, 'restored'))).toBe(false);
});

test('a backup that somebody has changed brings no statements of theirs into the database, and no other files', async () => {
  const { folder: backup, manifest } = await backUp(server.dataFolder, folder);
  const keep = (path: string): { path: string; bytes: number; sha256: string } => {
    const bytes = readFileSync(join(backup, path));
    return { path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  };
  const write = (paths: readonly string[]): void =>
    writeFileSync(join(backup, 'backup.json'), JSON.stringify({ ...manifest, files: paths.map(keep) }));
  const restored = join(folder, 'restored');
  writeFileSync(join(backup, 'signing-secret'), 'chosen by somebody else');
  write([DATABASE_FILE, 'signing-secret']);
  await expect(restore(backup, restored)).rejects.toThrow(
    'backup.json cannot be read. Restore from another one.',
  );
  rmSync(join(backup, 'signing-secret'));
  const database = new BetterSqlite3(join(backup, DATABASE_FILE));
  database.exec(
    `CREATE TRIGGER "later" AFTER UPDATE ON "meta" BEGIN UPDATE "user" SET "name" = 'theirs'; END`,
  );
  database.close();
  write([DATABASE_FILE]);
  await expect(restore(backup, restored)).rejects.toThrow(
    'was changed by somebody. Restore from another one.',
  );
  expect([existsSync(restored), existsSync(`${restored}.unfinished`)]).toEqual([false, false]);
});

test('a folder that holds something is not restored over', async () => {
  const { folder: backup } = await backUp(server.dataFolder, folder);
  await expect(restore(backup, server.dataFolder)).rejects.toThrow('is not empty');
});

test('an empty folder that is there is filled and stays: it may be a disk of its own', async () => {
  mkdirSync(join(server.dataFolder, 'files', 'ab'), { recursive: true });
  writeFileSync(join(server.dataFolder, 'files', 'ab', 'cdef'), 'a picture');
  const { folder: backup } = await backUp(server.dataFolder, folder);
  const volume = join(folder, 'volume');
  // As one that was ended in the middle leaves it.
  mkdirSync(join(volume, '.unfinished', 'files'), { recursive: true });
  const before = statSync(volume).ino;
  await restore(backup, volume);
  expect(statSync(volume).ino).toBe(before);
  expect(readdirSync(volume).sort()).toEqual(['files', DATABASE_FILE]);
  expect(readFileSync(join(volume, 'files', 'ab', 'cdef'), 'utf8')).toBe('a picture');

  const damaged = join(folder, 'damaged');
  mkdirSync(damaged);
  writeFileSync(join(backup, DATABASE_FILE), 'no database');
  await expect(restore(backup, damaged)).rejects.toThrow('is damaged');
  expect(readdirSync(damaged)).toEqual([]);
});

/** An empty backup of that time, sealed by the server of a data folder. */
function lay(time: string, dataFolder = server.dataFolder): void {
  const at = join(folder, `backup-${time}`);
  mkdirSync(at);
  writeFileSync(join(at, 'backup.json'), '{}');
  writeFileSync(join(at, SEAL_FILE), seal(signingSecret(dataFolder), '{}'));
}

test('the command deletes older backups only where it is said how many are kept', async () => {
  const count = (): number => readdirSync(folder).filter((name) => BACKUP_NAME.test(name)).length;
  const backUpBy = async (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> => {
    const given = ['--data', server.dataFolder, '--backup', folder, ...args];
    const { databaseUrl } = server;
    await runBackup({ ...readConfiguration(given, env), databaseUrl }, folder, () => undefined);
    rmSync(
      join(
        folder,
        readdirSync(folder)
          .filter((name) => BACKUP_NAME.test(name))
          .sort()
          .at(-1) ?? '',
      ),
      {
        recursive: true,
      },
    );
  };
  for (let day = 1; day <= 20; day += 1) lay(`202601${String(day).padStart(2, '0')}-000000`);
  // What one left that was killed is no backup, and goes in any case.
  mkdirSync(join(folder, 'backup-20260121-000000.unfinished'));
  await backUpBy([]);
  expect(count()).toBe(20);
  expect(existsSync(join(folder, 'backup-20260121-000000.unfinished'))).toBe(false);
  await backUpBy([], { BACKUP_KEEP: '19' });
  expect(count()).toBe(18);
  await backUpBy(['--keep', '3']);
  expect(count()).toBe(2);
});

test('the newest backups are kept', async () => {
  for (const day of ['01', '02', '03', '04']) lay(`202601${day}-000000`);
  mkdirSync(join(folder, 'backup-20260105-000000.unfinished'));
  mkdirSync(join(folder, 'something else'));
  expect(await keepNewest(folder, 2, server.dataFolder)).toEqual([
    'backup-20260101-000000',
    'backup-20260102-000000',
  ]);
  expect(readdirSync(folder).sort()).toEqual([
    'backup-20260103-000000',
    'backup-20260104-000000',
    'something else',
  ]);
});

test('many backups of one day push out none of the days before', async () => {
  for (const time of ['01-203000', '02-203000', '03-203000']) lay(`202601${time}`);
  for (let minute = 10; minute < 24; minute += 1) {
    lay(`20260104-09${minute}00`);
    await keepNewest(folder, 5, server.dataFolder, Date.parse(`2026-01-04T09:${minute}:01Z`));
  }
  expect(readdirSync(folder).toSorted()).toEqual([
    'backup-20260101-203000',
    'backup-20260102-203000',
    // Two in the night of the fourth in India: the first of that day.
    'backup-20260103-203000',
    'backup-20260104-092200',
    'backup-20260104-092300',
  ]);
});

test('two servers that keep their backups in one folder delete none of each other’s', async () => {
  const other = await startTestServer();
  lay('20260101-000000');
  for (const day of ['02', '03', '04', '05']) lay(`202601${day}-000000`, other.dataFolder);
  mkdirSync(join(folder, 'backup-20260106-000000'));
  expect(await keepNewest(folder, 2, other.dataFolder)).toEqual([
    'backup-20260102-000000',
    'backup-20260103-000000',
  ]);
  expect(await keepNewest(folder, 1, server.dataFolder)).toEqual([]);
  expect(readdirSync(folder)).toContain('backup-20260101-000000');
  await other.stop();
});

test('what a backup knows of new versions for PCs gives none out: some may have been halted since', async () => {
  await addRelease(server.database, { version: '1.4.0', pilots: 0, pilotNames: [], allowOlder: false });
  const { folder: backup } = await backUp(server.dataFolder, folder);
  const restored = join(folder, 'restored');
  await restore(backup, restored);
  const database = await openDatabase({ at: { file: join(restored, DATABASE_FILE) } });
  const stages = await database.all('SELECT "version", "stage" FROM "releases"');
  await database.close();
  expect(stages).toEqual([{ version: '1.4.0', stage: 'halted' }]);
});

test('backups that were made while the clock was ahead go before the one of now', async () => {
  for (const time of ['20990101-000000', '20990102-000000', '20260102-000000', '20260103-000000']) lay(time);
  expect(await keepNewest(folder, 3, server.dataFolder, Date.parse('2026-01-03T00:00:00.900Z'))).toEqual([
    'backup-20990101-000000',
  ]);
  expect(await keepNewest(folder, 1, server.dataFolder, Date.parse('2026-01-03T00:00:00.900Z'))).toEqual([
    'backup-20990102-000000',
    'backup-20260102-000000',
  ]);
});

test('a clock that is behind takes away no more than two days would, however often a backup is made', async () => {
  for (const day of ['07', '08', '09', '10', '11']) lay(`202611${day}-203000`);
  for (let second = 10; second < 20; second += 1) {
    lay(`20261028-0900${second}`);
    await keepNewest(folder, 5, server.dataFolder, Date.parse(`2026-10-28T09:00:${second}.500Z`));
  }
  expect(readdirSync(folder).toSorted()).toEqual([
    'backup-20261028-090010',
    'backup-20261028-090019',
    'backup-20261109-203000',
    'backup-20261110-203000',
    'backup-20261111-203000',
  ]);
});

test('what records name and is not there, or is damaged, is counted, and the last whole backup stays', async () => {
  const hr = await server.signIn('HR');
  const pictures = ['whole', 'lost', 'damaged'].map((mark) => picture(mark));
  for (const [at, bytes] of pictures.entries()) {
    await putFile(hr, bytes);
    await hr.push(newCandidate(`pictured-${at}`, { profilePicture: hashOf(bytes) }));
  }
  const day = (at: number): number => Date.parse(`2026-01-0${at}T20:30:00Z`);
  const whole = await backUp(server.dataFolder, folder, { at: day(1) });
  expect(whole.manifest.missing).toBeUndefined();
  const [, lost = '', damaged = ''] = pictures.map((bytes) => {
    const hash = hashOf(bytes);
    return join(server.dataFolder, 'files', hash.slice(0, 2), hash.slice(2));
  });
  rmSync(lost);
  writeFileSync(damaged, 'something else');
  for (const at of [2, 3, 4]) {
    const { manifest } = await backUp(server.dataFolder, folder, { at: day(at) });
    expect(manifest.missing).toBe(2);
    await keepNewest(folder, 2, server.dataFolder, day(at));
  }
  expect(readdirSync(folder).toSorted()).toEqual([
    'backup-20260101-203000',
    'backup-20260103-203000',
    'backup-20260104-203000',
  ]);
  const [newest] = await newestBackups(folder, server.dataFolder, 1);
  expect(newest).toMatchObject({ ours: true, missing: 2 });
});

test('what the system refuses is told of the place that it is about', async () => {
  const refusal = async (path: string): Promise<string> => {
    // Not a folder, so that root is refused too.
    const error: unknown = await readdir(join(path, 'below')).catch((reason: unknown) => reason);
    return String(asSentence(error, join(folder, 'backups')));
  };
  writeFileSync(join(folder, 'photo'), '');
  mkdirSync(join(folder, 'backups'));
  writeFileSync(join(folder, 'backups/erased'), '');
  expect(await refusal(join(folder, 'photo'))).toMatch(
    /photo.below cannot be read \(ENOTDIR\)\. Give the server/,
  );
  expect(await refusal(join(folder, 'backups/erased'))).toMatch(
    /^Error: The folder of the backups, .+ \(ENOTDIR\)/,
  );
});

test('the daily backup waits for its time in India', () => {
  const noon = Date.parse('2026-11-21T12:00:00+05:30');
  expect(untilNext('13:30', noon)).toBe(90 * 60_000);
  expect(untilNext('02:00', noon)).toBe(14 * 3_600_000);
  // Made at two in the night, yesterday's, none; and one of a clock that was ahead.
  const times = [noon - 10 * 3_600_000, noon - 11 * 3_600_000, null, noon + 3_600_000];
  expect(times.map((last) => isDue('02:00', last, noon))).toEqual([false, true, true, true]);
});

test('a newer database is backed up whole by an older program, which does not restore it', async () => {
  const newer: Migration = {
    name: '9999-of-a-newer-version',
    steps: [{ addColumn: { name: 'hobby', type: 'text' }, to: 'candidate' }],
  };
  const hr = await server.signIn('HR');
  await hr.push(newCandidate('before'));
  const at = { file: join(server.dataFolder, DATABASE_FILE) };
  await (await openDatabase({ at, migrations: [...migrations, newer] })).close();
  const { folder: backup } = await backUp(server.dataFolder, folder);
  const restored = join(folder, 'restored');
  await expect(restore(backup, restored)).rejects.toThrow(
    /^The backup \S+ was written by a newer version of this program \(9999-of-a-newer-version\): use that version/,
  );
  expect([existsSync(restored), existsSync(`${restored}.unfinished`)]).toEqual([false, false]);
  // The version that wrote it finds everything in it.
  const database = await openDatabase({
    at: { file: join(backup, DATABASE_FILE) },
    migrations: [...migrations, newer],
  });
  expect(await database.all('SELECT "_id", "hobby" FROM "candidate"')).toEqual([
    { _id: 'before', hobby: null },
  ]);
  await database.close();
});
