import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newCandidate } from '../testing/client.ts';
import { hashOf, picture, putFile } from '../testing/pictures.ts';
import { startOnSameData, startTestServer, type TestServer } from '../testing/server.ts';
import { FileStore } from '../files/store.ts';
import { Thumbnails } from '../files/thumbnails.ts';
import type { Row } from '../database/rows.ts';
import { backUp } from '../backup/back-up.ts';
import { eraseRecords } from './erase-records.ts';
import { removeOwedFiles } from './owed-files.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('the file of an erased person that somebody sends again just then stays for the record that is to name it', async () => {
  const { database, dataFolder } = server;
  const hr = await server.signIn('HR');
  const [again, gone] = ['sent again', 'not sent again'].map((mark) => picture(mark));
  if (!again || !gone) throw new Error('Two pictures are needed');
  for (const [id, bytes] of [
    ['erased-1', again],
    ['erased-2', gone],
  ] as const) {
    await putFile(hr, bytes);
    expect(await hr.push(newCandidate(id, { profilePicture: hashOf(bytes) }))).toMatchObject([
      { status: 'applied' },
    ]);
  }
  const entity = database.model.entity('candidate');
  await database.write(async (trx, log) => {
    const rows = await trx.all<Row>(`SELECT * FROM "candidate" WHERE "_id" IN ('erased-1', 'erased-2')`);
    const records = rows.map((row) => ({ entity, row }));
    await eraseRecords(trx, log, database, records, { eraser: null });
  });
  // After the commit, and before the bytes go.
  expect((await putFile(hr, again)).status).toBe(200);
  const folder = join(dataFolder, 'files');
  const files = new FileStore(folder);
  const thumbnails = new Thumbnails(join(dataFolder, 'thumbnails'));
  await removeOwedFiles({ database, files, thumbnails });
  const onDisk = (bytes: Buffer): boolean =>
    existsSync(join(folder, hashOf(bytes).slice(0, 2), hashOf(bytes).slice(2)));
  expect([onDisk(again), onDisk(gone)]).toEqual([true, false]);
  expect(await hr.push(newCandidate('named-now', { profilePicture: hashOf(again) }))).toMatchObject([
    { status: 'applied' },
  ]);
});

/** A candidate with a picture. Gives where that lies. */
async function withPicture(id: string, of: TestServer = server): Promise<string> {
  const hr = await of.signIn('HR');
  const bytes = picture(id);
  await putFile(hr, bytes);
  const values = { fullName: 'Papers Stay', profilePicture: hashOf(bytes) };
  expect(await hr.push(newCandidate(id, values))).toMatchObject([{ status: 'applied' }]);
  return join(of.dataFolder, 'files', hashOf(bytes).slice(0, 2), hashOf(bytes).slice(2));
}

const owed = (): Promise<unknown[]> =>
  server.database.all(`SELECT "name" FROM "meta" WHERE "name" LIKE 'fileOwed %'`);

test('where the disk does not let go of a file, its person is erased all the same, and it goes when the disk does', async () => {
  const superAdmin = await server.signIn('Super Admin');
  const path = await withPicture('held');
  const folder = dirname(path);
  renameSync(folder, `${folder}-away`);
  writeFileSync(folder, 'no folder');
  const body = { reason: 'Asked for it by letter', name: 'Papers Stay' };
  expect(await superAdmin.post('/api/persons/candidate/held/erase', body)).toMatchObject({
    status: 200,
    body: { erased: 1 },
  });
  expect((await superAdmin.get('/api/students/held')).status).toBe(404);
  // It keeps no other there, whichever is looked at first.
  for (const id of ['other-1', 'other-2', 'other-3']) {
    const other = await withPicture(id);
    expect(await superAdmin.post(`/api/persons/candidate/${id}/erase`, body)).toMatchObject({ status: 200 });
    expect(existsSync(other), id).toBe(false);
  }
  const { database, dataFolder } = server;
  const files = new FileStore(join(dataFolder, 'files'));
  const services = { database, files, thumbnails: new Thumbnails(join(dataFolder, 'thumbnails')) };
  await expect(removeOwedFiles(services)).rejects.toThrow('ENOTDIR');
  rmSync(folder);
  renameSync(`${folder}-away`, folder);
  expect(existsSync(path)).toBe(true);
  // Nor does a backup take it along.
  if (server.databaseUrl === null) {
    const backups = mkdtempSync(join(tmpdir(), 'placement-owed-'));
    const { manifest } = await backUp(dataFolder, backups);
    rmSync(backups, { recursive: true });
    expect(manifest.files.map((file) => file.path)).not.toContain(relative(dataFolder, path));
  }
  expect(await owed()).toHaveLength(1);
  await removeOwedFiles(services);
  expect(existsSync(path)).toBe(false);
  expect(await owed()).toEqual([]);
});

test('a server that ended before the files of an erased person had gone removes them at its next start', async () => {
  const first = await startTestServer();
  const path = await withPicture('cut', first);
  const entity = first.database.model.entity('candidate');
  await first.database.write(async (trx, log) => {
    const rows = await trx.all<Row>(`SELECT * FROM "candidate" WHERE "_id" = 'cut'`);
    const records = rows.map((row) => ({ entity, row }));
    await eraseRecords(trx, log, first.database, records, { eraser: null });
  });
  await first.close();
  expect(existsSync(path)).toBe(true);
  const next = await startOnSameData(first);
  try {
    await vi.waitUntil(() => !existsSync(path), { timeout: 20_000 });
  } finally {
    await next.close();
    await first.drop();
  }
});
