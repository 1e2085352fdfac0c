import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AuditLine } from '#shared/protocol/audit.ts';
import type { BackupStatus } from '#shared/protocol/backups.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import { ErasedList } from '../persons/erased-list.ts';
import { erasedHash } from '../records/erased.ts';
import { ALL_ROLES, startTestServer, userIdOf, type TestServer } from '../testing/server.ts';
import { newCandidate, type TestClient } from '../testing/client.ts';
import { defaults } from '../configuration/configuration.ts';
import { answerFolderQuestion } from './ask-application.ts';
import { DAY_MS } from '#shared/format/time.ts';
import { hashOf, picture, putFile } from '../testing/pictures.ts';
import { DATABASE_FILE } from '../data-files.ts';
import { backUp, keepNewest } from './back-up.ts';
import { Backups } from './backups.ts';
import { ownBackups } from './damage.ts';
import { newestBackups } from './newest.ts';
import { restore } from './restore.ts';

let server: TestServer;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'placement-backups-'));
  server = await startTestServer({
    configuration: { backupFolder: join(folder, 'backups'), metricsToken: 'token-of-the-test' },
  });
});
afterEach(async () => {
  vi.useRealTimers();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const statusOf = async (client: TestClient): Promise<BackupStatus> => {
  const { status, body } = await client.get<BackupStatus>(PATHS.backups);
  expect(status).toBe(200);
  return body;
};

test('administrators see the last backup and have one made; nobody else does', async () => {
  for (const role of ALL_ROLES) {
    const client = await server.signIn(role);
    const allowed = role === 'Super Admin' || role === 'Admin';
    expect([role, (await client.get(PATHS.backups)).status]).toEqual([role, allowed ? 200 : 403]);
    if (!allowed) expect([role, (await client.post(PATHS.backups, {})).status]).toEqual([role, 403]);
  }
  expect((await server.client().get(PATHS.backups)).status).toBe(401);
  expect(existsSync(join(folder, 'backups'))).toBe(false);

  const admin = await server.signIn('Admin');
  expect(await statusOf(admin)).toMatchObject({ last: null, failed: null, count: 0, running: false });
  const asked = await admin.post<BackupStatus>(PATHS.backups, {});
  expect([asked.status, asked.body.running]).toEqual([202, true]);
  // One that is under way is not begun again.
  expect((await admin.post<BackupStatus>(PATHS.backups, {})).status).toBe(202);
  await server.backups.make();
  const made = await statusOf(admin);
  expect(made).toMatchObject({ count: 1, running: false, failed: null, warnings: [], notes: [] });
  expect(made.last).toMatchObject({ checked: true });
  expect(made.last?.bytes).toBeGreaterThan(10_000);
  const again = await admin.post<{ error: string }>(PATHS.backups, {});
  expect([again.status, again.body.error]).toEqual([
    429,
    'A backup was made just now. Wait a minute and try again.',
  ]);

  const chief = await server.signIn('Super Admin');
  const lines = await chief.get<AuditLine[]>(`${PATHS.audit}?action=backup`);
  expect(lines.body.map(({ by }) => by?._id)).toEqual([userIdOf('Admin')]);
  const metrics = await fetch(`${server.url}/metrics`, {
    headers: { authorization: 'Bearer token-of-the-test' },
  });
  expect(await metrics.text()).toMatch(
    /placement_desk_backup_failed 0\n[\s\S]*placement_desk_last_backup_seconds 1[0-9]{9}\n/,
  );
});

test('a day without a backup is made up for once, and what somebody else laid there puts off none', async () => {
  const into = join(folder, 'backups');
  const chief = await server.signIn('Super Admin');
  await server.backups.make();
  const [mine = ''] = readdirSync(into);
  // Two days old, and one of somebody else, made just now.
  const old = join(into, 'backup-20260101-000000');
  const manifest = JSON.parse(readFileSync(join(into, mine, 'backup.json'), 'utf8')) as object;
  const database = readFileSync(join(into, mine, DATABASE_FILE));
  rmSync(join(into, mine), { recursive: true });
  mkdirSync(old);
  // Not by its own name: the next backup may be of the same second.
  const theirs = join(into, 'backup-20260101-000001');
  mkdirSync(theirs);
  writeFileSync(join(theirs, DATABASE_FILE), database);
  writeFileSync(join(theirs, 'backup.json'), JSON.stringify(manifest));
  writeFileSync(join(old, 'backup.json'), JSON.stringify({ ...manifest, at: '2026-01-01T00:00:00.000Z' }));
  const planted = await statusOf(chief);
  expect(planted.last?.checked).toBe(false);
  expect(planted.notes).toEqual([expect.stringContaining('is not of this server, or was changed since')]);

  const count = readdirSync(into).length;
  server.backups.keepDaily(0);
  await expect.poll(async () => (await statusOf(chief)).last?.checked, { timeout: 60_000 }).toBe(true);
  expect(readdirSync(into).filter((name) => name.startsWith('backup-'))).toHaveLength(count + 1);
});

test('how its own stand is told, whatever another server keeps in the same folder', async () => {
  const into = join(folder, 'backups');
  const chief = await server.signIn('Super Admin');
  const other = await startTestServer();
  const hour = 3_600_000;
  const { manifest } = await backUp(server.dataFolder, into, { at: Date.now() - 100 * hour });
  for (let ago = 24; ago > 0; ago -= 1) await backUp(other.dataFolder, into, { at: Date.now() - ago * hour });
  await other.stop();
  const { last, notes } = await statusOf(chief);
  expect(last).toMatchObject({ at: manifest.at, checked: true });
  expect(notes).toEqual([expect.stringContaining('is not of this server')]);
  const asPc = { ...defaults, dataFolder: server.dataFolder, backupFolder: into };
  expect(await ownBackups(asPc)).toMatchObject([{ at: manifest.at }]);
});

test('what fails is told in a sentence, with what to do, and leaves nothing', async () => {
  const into = join(folder, 'backups');
  const chief = await server.signIn('Super Admin');
  mkdirSync(join(folder, 'elsewhere'));
  // The place of the one to come is taken by a link to somewhere else.
  mkdirSync(into);
  const names = Array.from({ length: 20 }, (_, at) =>
    new Date(Date.now() + at * 1_000).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-'),
  );
  for (const name of names) symlinkSync(join(folder, 'elsewhere'), join(into, `backup-${name}.unfinished`));
  await server.backups.make();
  const failed = await statusOf(chief);
  expect(failed.failed?.why).toMatch(/^The folder of the backups, .* cannot be written to \(EEXIST\)/);
  expect(failed.warnings).toEqual([expect.stringMatching(/^The last backup failed. The folder/)]);
  expect(readdirSync(join(folder, 'elsewhere'))).toEqual([]);

  for (const name of names) rmSync(join(into, `backup-${name}.unfinished`), { force: true });
  chmodSync(into, 0o777);
  expect((await statusOf(chief)).notes).toEqual([expect.stringMatching(/^Others on the computer/)]);
});

test('the folder is chosen anew while the server runs, and never within the data', async () => {
  const chief = await server.signIn('Super Admin');
  const to = (where: string): Promise<unknown> =>
    answerFolderQuestion(server.backups, { type: 'set-backup-folder', id: 1, folder: where });
  expect(await to(join(server.dataFolder, 'files'))).toMatchObject({
    result: expect.stringContaining('would be lost with it') as string,
  });
  for (const nowhere of ['/proc', '/proc/backups'])
    expect(await to(nowhere)).toMatchObject({
      result: expect.stringMatching(
        /^Nothing can be written into the folder \/proc.* \([A-Z]+\)\. Choose another one\.$/,
      ) as string,
    });
  expect(await to(join(folder, 'other'))).toMatchObject({ result: null });
  expect(readdirSync(join(folder, 'other'))).toEqual([]);
  await server.backups.make();
  expect((await statusOf(chief)).folder).toBe(join(folder, 'other'));
  expect(readdirSync(join(folder, 'other'))).toHaveLength(1);
  // Who is erased from now on stays erased when one of these is restored.
  await chief.push(newCandidate('her'));
  const { body } = await chief.get<{ fullName: string }>('/api/students/her');
  const erase = { reason: 'Asked by letter', name: body.fullName };
  expect((await chief.post('/api/persons/candidate/her/erase', erase)).status).toBe(200);
  expect(readFileSync(join(folder, 'other', 'erased'), 'utf8')).toContain(erasedHash('candidate', 'her'));
});

test('a server that ends in the middle of a backup leaves nothing of it', async () => {
  const chief = await server.signIn('Super Admin');
  await chief.post(PATHS.backups, {});
  await server.close();
  expect(existsSync(join(folder, 'backups')) ? readdirSync(join(folder, 'backups')) : []).toEqual([]);
  server = await startTestServer();
});

test('only backups of this data are known as its own; pipes and links are none', async () => {
  const into = join(folder, 'backups');
  await server.backups.make();
  const [backup] = await newestBackups(into, server.dataFolder, 5);
  expect(backup).toMatchObject({ ours: true });
  const path = backup?.folder ?? '';
  const text = readFileSync(join(path, 'backup.json'), 'utf8');
  writeFileSync(join(path, 'backup.json'), text.replace('"seq": ', '"seq":  '));
  expect(await newestBackups(into, server.dataFolder, 5)).toMatchObject([{ ours: false }]);
  writeFileSync(join(path, 'backup.json'), text);
  const other = await startTestServer();
  expect(await newestBackups(into, other.dataFolder, 5)).toMatchObject([{ ours: false }]);
  await other.stop();

  // The database by a link that leads out of the backup.
  const away = join(folder, 'away');
  writeFileSync(away, readFileSync(join(path, 'server.db')));
  rmSync(join(path, 'server.db'));
  symlinkSync(away, join(path, 'server.db'));
  await expect(restore(path, join(folder, 'restored'))).rejects.toThrow('is damaged');
});

test('large lists that somebody lays there hold nobody up while they are looked at, and hide no backup', async () => {
  const into = join(folder, 'backups');
  await server.backups.make();
  const large = 64 * 1024 * 1024;
  for (let at = 0; at < 5; at += 1) {
    const path = join(into, `backup-2026010${at + 1}-120000`);
    mkdirSync(path);
    // They take no room on the disk.
    writeFileSync(join(path, 'backup.json'), '');
    truncateSync(join(path, 'backup.json'), large);
    writeFileSync(join(path, 'backup.seal'), 'A'.repeat(43));
  }
  let turns = 0;
  let over = false;
  const turn = (): void => {
    turns += 1;
    if (!over) setImmediate(turn);
  };
  turn();
  const [newest, ...others] = await newestBackups(into, server.dataFolder, 5);
  over = true;
  // Each megabyte is looked at in a turn of its own.
  expect(turns).toBeGreaterThan(5 * 50);
  expect(newest).toMatchObject({ ours: true });
  expect(others).toEqual([]);
});

test('a list of erased people goes through no link', async () => {
  const into = join(folder, 'open');
  mkdirSync(into);
  const target = join(folder, 'target');
  writeFileSync(target, `${erasedHash('candidate', 'x')}\n`);
  symlinkSync(target, join(into, 'erased'));
  const list = new ErasedList(into);
  expect((await list.read()).size).toBe(0);
  await expect(list.add([erasedHash('candidate', 'y')])).rejects.toThrow('ELOOP');
  expect(readFileSync(target, 'utf8')).not.toContain(erasedHash('candidate', 'y'));
  expect(lstatSync(join(into, 'erased')).isSymbolicLink()).toBe(true);
});

test('a clock that is behind hides no backup, and a damaged database is told of it', async () => {
  const into = join(folder, 'backups');
  const configuration = { ...defaults, dataFolder: server.dataFolder, backupFolder: into };
  const { folder: made } = await backUp(server.dataFolder, into, { at: Date.now() + 2 * DAY_MS });
  expect((await ownBackups(configuration)).map((each) => each.folder)).toEqual([made]);
  expect(await statusOf(await server.signIn('Admin'))).toMatchObject({ count: 1, last: { checked: true } });
  // Of those that are not of a time to come the newest is the first.
  const { folder: past } = await backUp(server.dataFolder, into, { at: Date.now() - DAY_MS });
  expect((await ownBackups(configuration)).map((each) => each.folder)).toEqual([past, made]);
});

test('pictures that were not there are warned of', async () => {
  const hr = await server.signIn('HR');
  const bytes = picture('lost');
  await putFile(hr, bytes);
  await hr.push(newCandidate('pictured', { profilePicture: hashOf(bytes) }));
  const hash = hashOf(bytes);
  rmSync(join(server.dataFolder, 'files', hash.slice(0, 2), hash.slice(2)));
  await server.backups.make();
  expect((await statusOf(await server.signIn('Admin'))).warnings).toEqual([
    '1 picture or document that the database knows is not among the server’s files, or damaged there. Have its disk looked at; an older backup may still have it.',
  ]);
});

test('a backup that has lost its database is none, and one that has lost others of its files is warned of', async () => {
  const into = join(folder, 'backups');
  const admin = await server.signIn('Admin');
  const configuration = { ...defaults, dataFolder: server.dataFolder, backupFolder: into };
  const bytes = picture('kept');
  await putFile(admin, bytes);
  await admin.push(newCandidate('pictured', { profilePicture: hashOf(bytes) }));
  const { folder: older } = await backUp(server.dataFolder, into, { at: Date.now() - DAY_MS });
  await server.backups.make();
  const [newest] = await ownBackups(configuration);
  expect((await statusOf(admin)).warnings).toEqual([]);
  rmSync(join(newest?.folder ?? '', 'files'), { recursive: true });
  expect((await statusOf(admin)).warnings).toEqual([
    '1 file of the last backup is not there any more. Look at the disk that it lies on, and back up now.',
  ]);
  truncateSync(join(newest?.folder ?? '', DATABASE_FILE));
  expect((await ownBackups(configuration)).map((each) => each.folder)).toEqual([older]);
  // The one that is whole is kept, however many come after it that are not.
  await keepNewest(into, 1, server.dataFolder);
  expect(existsSync(join(older, DATABASE_FILE))).toBe(true);
});

test('that there is no backup yet is told also where the clock was ahead at the start', async () => {
  const configuration = { ...defaults, dataFolder: server.dataFolder, backupFolder: join(folder, 'backups') };
  const logger = pino({ enabled: false });
  const run = (): never => {
    throw new Error('It makes none');
  };
  vi.useFakeTimers({ now: Date.now() + 400 * DAY_MS, toFake: ['Date', 'performance'] });
  const backups = new Backups({ configuration, logger, run, isEmpty: () => Promise.resolve(false) });
  vi.setSystemTime(Date.now() - 400 * DAY_MS);
  vi.advanceTimersByTime(16 * 60_000);
  expect((await backups.status()).warnings).toEqual(['There is no backup yet.']);
});
