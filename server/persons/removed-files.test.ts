import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCandidate } from '../testing/client.ts';
import { hashOf, picture, putFile } from '../testing/pictures.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { FileStore } from '../files/store.ts';
import { Thumbnails } from '../files/thumbnails.ts';
import type { Row } from '../database/rows.ts';
import { eraseRecords, removeFiles } from './erase-records.ts';

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
  const hashes = await database.write(async (trx, log) => {
    const rows = await trx.all<Row>(`SELECT * FROM "candidate" WHERE "_id" IN ('erased-1', 'erased-2')`);
    const records = rows.map((row) => ({ entity, row }));
    return eraseRecords(trx, log, database, records, { eraser: null });
  });
  expect([...hashes].sort()).toEqual([again, gone].map(hashOf).sort());
  // After the commit, and before the bytes go.
  expect((await putFile(hr, again)).status).toBe(200);
  const folder = join(dataFolder, 'files');
  const files = new FileStore(folder);
  const thumbnails = new Thumbnails(join(dataFolder, 'thumbnails'));
  await removeFiles({ database, files, thumbnails }, hashes);
  const onDisk = (bytes: Buffer): boolean =>
    existsSync(join(folder, hashOf(bytes).slice(0, 2), hashOf(bytes).slice(2)));
  expect([onDisk(again), onDisk(gone)]).toEqual([true, false]);
  expect(await hr.push(newCandidate('named-now', { profilePicture: hashOf(again) }))).toMatchObject([
    { status: 'applied' },
  ]);
});
