import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BackupStatus } from '#shared/protocol/backups.ts';
import { backUp } from '../backup/back-up.ts';
import { restore } from '../backup/restore.ts';
import { erasedHash } from '../records/erased.ts';
import type { RunningServer } from '../server.ts';
import { newCandidate, TestClient, type Answer } from '../testing/client.ts';
import { emailOf, PASSWORD, startOnSameData, startTestServer, type TestServer } from '../testing/server.ts';
import { heededErased } from './erase-again.ts';
import { ErasedList } from './erased-list.ts';

/** The list of erased people beside the backups: on a disk that may be full or hang, and shared with other data. */

let server: TestServer;
let folder: string;
let hr: TestClient;
let superAdmin: TestClient;
const also: RunningServer[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'placement-beside-'));
  server = await startTestServer({ configuration: { backupFolder: folder } });
  [hr, superAdmin] = await Promise.all([server.signIn('HR'), server.signIn('Super Admin')]);
  await hr.push(
    newCandidate('her', { fullName: 'Asha Rao' }),
    newCandidate('him', { fullName: 'Ravi Kumar' }),
  );
});
afterEach(async () => {
  for (const each of also.splice(0)) await each.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const erase = (id: string, name: string, by = superAdmin): Promise<Answer<{ erased: number }>> =>
  by.post(`/api/persons/candidate/${id}/erase`, { reason: 'Asked by letter', name });

const statusOf = async (id: string): Promise<number> => (await hr.get(`/api/students/${id}`)).status;

/** Whether the list beside the backups has them. */
const beside = async (...ids: string[]): Promise<boolean[]> => {
  const hashes = await new ErasedList(folder).read();
  return ids.map((id) => hashes.has(erasedHash('candidate', id)));
};

const warnings = async (): Promise<string> =>
  (await superAdmin.get<BackupStatus>('/api/backups')).body.warnings.join(' ');

const linesOf = (database: RunningServer['database']): Promise<{ userId: string | null; detail: string }[]> =>
  database.all(`SELECT "userId", "detail" FROM "audit_log" WHERE "action" = 'person-erased' ORDER BY "id"`);

async function startAgain(dataFolder = server.dataFolder): Promise<RunningServer> {
  const again = await startOnSameData({ ...server, dataFolder }, { backupFolder: folder });
  also.push(again);
  return again;
}

async function signInAt(at: RunningServer, role: 'HR' | 'Super Admin'): Promise<TestClient> {
  const client = new TestClient(at.url);
  await client.signIn(emailOf(role), PASSWORD, 'another desk');
  return client;
}

test('where it cannot be written the person is erased all the same, and told; the list comes with the next backup', async () => {
  mkdirSync(join(folder, 'erased'));
  expect(await erase('her', 'Asha Rao')).toMatchObject({ status: 200, body: { erased: 1 } });
  expect(await statusOf('her')).toBe(404);
  expect(await linesOf(server.database)).toHaveLength(1);
  expect(await warnings()).toContain('The list of erased people could not be written beside the backups');
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
  rmdirSync(join(folder, 'erased'));
  await backUp(server.dataFolder, folder);
  expect(await beside('her', 'him')).toEqual([true, false]);
  // Also with the next one who is erased.
  rmSync(join(folder, 'erased'));
  await erase('him', 'Ravi Kumar');
  expect(await beside('her', 'him')).toEqual([true, true]);
  expect(await warnings()).not.toContain('erased people');
});

test('and with the next start', async () => {
  mkdirSync(join(folder, 'erased'));
  expect((await erase('her', 'Asha Rao')).status).toBe(200);
  await server.close();
  rmdirSync(join(folder, 'erased'));
  const again = await startAgain();
  expect(await beside('her', 'him')).toEqual([true, false]);
  expect(await linesOf(again.database)).toHaveLength(1);
});

test.skipIf(process.platform === 'win32')(
  'a disk of the backups that hangs holds up no save and no other erasing',
  async () => {
    // Nobody reads it: whoever opens it for writing hangs.
    const pipe = join(folder, 'erased');
    execFileSync('mkfifo', [pipe]);
    const erasing = erase('her', 'Asha Rao');
    try {
      const inTime = Promise.race([erasing, new Promise((resolve) => setTimeout(resolve, 20_000, null))]);
      expect(await inTime).toMatchObject({ status: 200 });
      expect(await hr.push(newCandidate('new'))).toMatchObject([{ status: 'applied' }]);
      expect(await warnings()).toContain('erased people');
      expect((await erase('him', 'Ravi Kumar')).status).toBe(200);
      expect((await server.signIn('Admin')).url).toBe(server.url);
    } finally {
      // It answers again.
      const { stdout: said } = await promisify(execFile)('cat', [pipe]);
      expect(said).toContain(erasedHash('candidate', 'her'));
      await erasing;
    }
  },
);

test('who was not erased after all is not erased at the next start', async () => {
  await server.database.write((trx) =>
    trx.all(
      `CREATE TRIGGER "fails" BEFORE UPDATE ON "candidate" BEGIN SELECT RAISE(ABORT, 'the disk fails'); END`,
    ),
  );
  expect((await erase('her', 'Asha Rao')).status).toBe(500);
  await server.database.write((trx) => trx.all('DROP TRIGGER "fails"'));
  await server.close();
  const again = await startAgain();
  const [her] = await again.database.all(`SELECT "fullName" FROM "candidate" WHERE "_id" = 'her'`);
  expect(her).toEqual({ fullName: 'Asha Rao' });
  // A second time it succeeds, and stays so.
  await erase('her', 'Asha Rao', await signInAt(again, 'Super Admin'));
  expect((await new ErasedList(server.dataFolder).read()).has(erasedHash('candidate', 'her'))).toBe(true);
});

test('who is erased where a restore is tried stays in the office, whose own erased do not come back', async () => {
  const { folder: backup } = await backUp(server.dataFolder, folder);
  const her = await server.database.all<Record<string, string>>(
    `SELECT * FROM "candidate" WHERE "_id" = 'her'`,
  );
  await erase('her', 'Asha Rao');
  const trial = join(folder, 'trial');
  await restore(backup, trial);
  const tried = await startAgain(trial);
  // A restore that is meant heeds all of the list, and the audit log says whom it took.
  expect(await linesOf(tried.database)).toMatchObject([
    { userId: null, detail: expect.stringContaining('"recordId":"her"') as string },
  ]);
  expect((await erase('him', 'Ravi Kumar', await signInAt(tried, 'Super Admin'))).body).toEqual({
    erased: 1,
  });
  expect(await beside('her', 'him')).toEqual([true, true]);

  // The office's data as a snapshot of its machine has it, from before she was erased.
  await server.database.write(async (trx) => {
    await trx.all('DELETE FROM "erased"');
    await trx.all(`DELETE FROM "candidate" WHERE "_id" = 'her'`);
    const names = Object.keys(her[0] ?? {});
    await trx.all(
      `INSERT INTO "candidate" (${names.map((name) => `"${name}"`).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      names.map((name) => her[0]?.[name] ?? null),
    );
  });
  rmSync(join(server.dataFolder, 'erased'));
  await server.close();
  const office = await startAgain();
  const rows = await office.database.all(
    `SELECT "_id", "fullName" FROM "candidate" WHERE "_id" IN ('her', 'him') ORDER BY "_id"`,
  );
  expect(rows).toEqual([
    { _id: 'her', fullName: null },
    { _id: 'him', fullName: 'Ravi Kumar' },
  ]);
  expect(readFileSync(join(folder, 'erased'), 'utf8')).not.toMatch(/her|him/);
});

test('a list beside the backups that cannot be read counts as one that lacks, unless the data was put back', async () => {
  await erase('her', 'Asha Rao');
  const { database, dataFolder } = server;
  // As where the server has no right to look.
  const loop = join(dataFolder, 'loop');
  symlinkSync(loop, loop);
  const heeded = () => heededErased(database, new ErasedList(dataFolder), loop);
  expect(await heeded()).toEqual(new Set([erasedHash('candidate', 'her')]));
  await database.write((trx) => trx.all(`DELETE FROM "meta" WHERE "name" = 'erasedHeededAs'`));
  await expect(heeded()).rejects.toThrow(
    `The list of erased people in the folder of the backups, ${loop}, cannot be read (ELOOP). Give the server the right`,
  );
});
