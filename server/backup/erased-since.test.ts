import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newCandidate, operation, TestClient } from '../testing/client.ts';
import { emailOf, PASSWORD, startOnSameData, startTestServer, type TestServer } from '../testing/server.ts';
import { defaults } from '../configuration/configuration.ts';
import { ErasedList } from '../persons/erased-list.ts';
import { backUp } from './back-up.ts';
import { runRestore } from './main.ts';
import { restore } from './restore.ts';

/** Decision 33: who was erased after a backup is not there again when it is restored. */

const NAME = 'Zubeida Quraishi';
let server: TestServer;
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'placement-backup-'));
  server = await startTestServer({ configuration: { backupFolder: folder } });
});
afterEach(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Files below a folder that hold the name. */
const holding = (path: string): string[] =>
  readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const file = join(path, name);
    return statSync(file).isFile() && readFileSync(file).includes(NAME);
  });

test('an older backup is cleared of who was erased since, also on a new computer, and a newer one too', async () => {
  const superAdmin = await server.signIn('Super Admin');
  await superAdmin.push(
    newCandidate('her', { fullName: NAME }),
    newCandidate('stays', { fullName: 'Asha Rao' }),
  );
  await superAdmin.push(operation('update', 'candidate', 'her', { city: 'Kochi' }, 1e9));
  const { folder: backup } = await backUp(server.dataFolder, folder);
  const body = { reason: 'Asked by letter', name: NAME };
  expect((await superAdmin.post('/api/persons/candidate/her/erase', body)).status).toBe(200);

  // Only the folder of the backups came along.
  const restored = join(folder, 'restored');
  await restore(backup, restored);
  expect(holding(restored)).not.toEqual([]);
  const again = await startOnSameData({ ...server, dataFolder: restored });
  expect(holding(restored)).toEqual([]);
  const [{ fullName } = { fullName: null }] = await again.database.all<{ fullName: string }>(
    `SELECT "fullName" FROM "candidate" WHERE "_id" = 'stays'`,
  );
  expect(fullName).toBe('Asha Rao');
  await again.close();

  // A folder of backups that nobody named in the settings has the list from its next backup on.
  const elsewhere = mkdtempSync(join(tmpdir(), 'placement-elsewhere-'));
  const later = await backUp(server.dataFolder, elsewhere);
  expect(readdirSync(elsewhere)).toContain('erased');
  expect(holding(later.folder)).toEqual([]);
  rmSync(elsewhere, { recursive: true, force: true });
});

test('what somebody else has laid in the place of the list beside the backups is set aside, and puts off none', async () => {
  const superAdmin = await server.signIn('Super Admin');
  await superAdmin.push(newCandidate('her', { fullName: NAME }));
  const body = { reason: 'Asked by letter', name: NAME };
  expect((await superAdmin.post('/api/persons/candidate/her/erase', body)).status).toBe(200);
  const elsewhere = mkdtempSync(join(tmpdir(), 'placement-elsewhere-'));
  const list = join(elsewhere, 'erased');
  const lays = [
    () => mkdirSync(list),
    // Whoever writes into it waits for somebody who reads.
    () => void execFileSync('mkfifo', [list]),
    () => symlinkSync(join(elsewhere, 'another'), list),
  ];
  for (const [at, lay] of lays.entries()) {
    rmSync(list, { recursive: true, force: true });
    lay();
    const made = await backUp(server.dataFolder, elsewhere);
    // The next one may be of the same second.
    rmSync(made.folder, { recursive: true });
    expect((await new ErasedList(elsewhere).read()).size).toBe(1);
    const others = readdirSync(elsewhere).filter((name) => name.startsWith('erased.not-ours-'));
    expect(others).toHaveLength(at + 1);
  }
  expect(existsSync(join(elsewhere, 'another'))).toBe(false);
  rmSync(elsewhere, { recursive: true, force: true });
});

test('who was added and erased after the backup is refused too when a desk offers it again', async () => {
  const hr = await server.signIn('HR');
  const superAdmin = await server.signIn('Super Admin');
  const { folder: backup } = await backUp(server.dataFolder, folder);
  await hr.push(newCandidate('her', { fullName: NAME }));
  const body = { reason: 'Asked by letter', name: NAME };
  expect((await superAdmin.post('/api/persons/candidate/her/erase', body)).status).toBe(200);
  const restored = join(folder, 'restored');
  await restore(backup, restored);
  for (const start of ['first', 'second']) {
    const again = await startOnSameData({ ...server, dataFolder: restored });
    const desk = new TestClient(again.url);
    await desk.signIn(emailOf('HR'), PASSWORD, 'a desk that was off');
    const ackedAt = new Date().toISOString();
    const results = await desk.push(
      { ...newCandidate('her', { fullName: NAME }), again: { ackedAt } },
      operation('create', 'activity', 'call', { candidate: 'her', kind: 'Note', note: NAME }),
      { ...operation('update', 'candidate', 'her', { city: NAME }), again: { ackedAt } },
      newCandidate(`at-the-${start}-start`, { fullName: 'Asha Rao' }),
    );
    expect(results.map((result) => (result.status === 'refused' ? result.code : 'applied'))).toEqual([
      'erased',
      'erased',
      'erased',
      'applied',
    ]);
    expect(holding(restored)).toEqual([]);
    await again.close();
  }
});

test('a backup that lies where no setting names it is cleared by the list of the former data, as the restore says', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'placement-elsewhere-'));
  try {
    const superAdmin = await server.signIn('Super Admin');
    await superAdmin.push(newCandidate('her', { fullName: NAME }));
    const { folder: backup } = await backUp(server.dataFolder, elsewhere);
    const body = { reason: 'Asked by letter', name: NAME };
    expect((await superAdmin.post('/api/persons/candidate/her/erase', body)).status).toBe(200);

    const restored = join(elsewhere, 'restored');
    const said: string[] = [];
    await runRestore({ ...defaults, dataFolder: restored }, backup, (line) => said.push(line));
    expect(said.join('\n')).toContain(
      `add the lines of the file "erased" of the former data folder to ${join(restored, 'erased')}`,
    );
    appendFileSync(join(restored, 'erased'), readFileSync(join(server.dataFolder, 'erased')));
    const again = await startOnSameData({ ...server, dataFolder: restored });
    expect(holding(restored)).toEqual([]);
    await again.close();
  } finally {
    rmSync(elsewhere, { recursive: true, force: true });
  }
});
