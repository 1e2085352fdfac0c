import { readdirSync, utimesSync } from 'node:fs';
import { join, sep } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY_MS } from '#shared/format/time.ts';
import { newCandidate } from '../testing/client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { getFile, hashOf, picture, putFile } from '../testing/pictures.ts';
import { cleanUp } from './clean-up.ts';
import { FileStore } from './store.ts';
import { Thumbnails } from './thumbnails.ts';

/**
 * A server may run on the files of an office with another database: an empty one, after a slip in a name, or one that was put
 * back. What that one does not know is there for the right one.
 */

let office: TestServer;
let another: TestServer;
beforeEach(async () => {
  office = await startTestServer();
  another = await startTestServer();
});
afterEach(async () => {
  await office.stop();
  await another.stop();
});

const cleanUpOf = (database: TestServer['database'], at: number): Promise<number> => {
  const files = new FileStore(join(office.dataFolder, 'files'));
  const thumbnails = new Thumbnails(join(office.dataFolder, 'thumbnails'));
  return cleanUp({ database, files, thumbnails }, at);
};

it('deletes nothing that another database does not know, old as it may be', async () => {
  const hr = await office.signIn('HR');
  const bytes = picture('of long ago');
  await putFile(hr, bytes);
  await hr.push(newCandidate('pictured', { profilePicture: hashOf(bytes) }));
  const files = join(office.dataFolder, 'files');
  const [path = ''] = readdirSync(files, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.replaceAll(sep, '') === hashOf(bytes),
  );
  const longAgo = new Date(Date.now() - 400 * DAY_MS);
  utimesSync(join(files, path), longAgo, longAgo);
  const now = Date.now();
  for (const days of [0, 1, 29]) expect(await cleanUpOf(another.database, now + days * DAY_MS)).toBe(0);
  expect((await getFile(hr, hashOf(bytes))).status).toBe(200);
  // Put back, it is another one as far as the files go: it begins to count anew.
  await another.database.write((trx) =>
    trx.all(`UPDATE "meta" SET "value" = 'another-' || "value" WHERE "name" = 'filesHereSince'`),
  );
  expect(await cleanUpOf(another.database, now + 31 * DAY_MS)).toBe(0);
  // The one whose files they are has used them all the time.
  expect(await cleanUpOf(office.database, now + 32 * DAY_MS)).toBe(0);
  // Who goes on with the other one for a month means it.
  expect(await cleanUpOf(another.database, now + 62 * DAY_MS)).toBe(1);
});
