import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditLines } from '../testing/audit-log.ts';
import { newCandidate, type TestClient } from '../testing/client.ts';
import { hashOf, picture, putFile } from '../testing/pictures.ts';
import { startTestServer, userIdOf, type TestServer } from '../testing/server.ts';
import { UNNAMED_ROOM } from './unnamed-room.ts';

let server: TestServer;
let hr: TestClient;
let admin: TestClient;

beforeEach(async () => {
  server = await startTestServer();
  hr = await server.signIn('HR');
  admin = await server.signIn('Admin');
});
afterEach(() => server.stop());

/** Has the server believe that somebody has sent a picture of so many bytes. */
async function alreadySent(mark: string, size: number, userId = userIdOf('HR')): Promise<void> {
  await server.database.write(async (trx, log) => {
    await trx.all('INSERT INTO "files" ("hash", "type", "size", "unusedSince") VALUES (?, ?, ?, ?)', [
      hashOf(picture(mark)),
      'image/png',
      size,
      log.at,
    ]);
    await trx.all('INSERT INTO "file_uploads" ("hash", "userId", "at") VALUES (?, ?, ?)', [
      hashOf(picture(mark)),
      userId,
      log.at,
    ]);
  });
}

const onDisk = (bytes: Buffer): boolean => {
  const hash = hashOf(bytes);
  return existsSync(join(server.dataFolder, 'files', hash.slice(0, 2), hash.slice(2)));
};

test('bytes that no record names are bounded by user, until a record names them; the audit log has one line', async () => {
  const { bytes } = UNNAMED_ROOM.ofOne;
  await alreadySent('first', bytes - 1_000);
  const fits = picture('fits');
  const over = picture('x'.repeat(1_000));
  expect(await putFile(hr, fits)).toMatchObject({ status: 200 });
  for (let times = 0; times < 2; times += 1)
    expect(await putFile(hr, over)).toMatchObject({ status: 413, code: 'too-large' });
  expect(onDisk(over)).toBe(false);
  // What is here already can be sent again, and nobody else is held up.
  expect(await putFile(hr, fits)).toMatchObject({ status: 200 });
  expect(await putFile(admin, over)).toMatchObject({ status: 200 });
  const form = new FormData();
  for (const [name, value] of Object.entries(newCandidate('by-form').changes)) form.set(name, String(value));
  form.set('profilePicture', new Blob([new Uint8Array(picture('y'.repeat(1_000)))]), 'me.png');
  expect(await hr.post('/api/students', form)).toMatchObject({ status: 413, body: { code: 'too-large' } });
  expect(await auditLines(server.database, 'pictures-refused')).toMatchObject([
    { outcome: 'refused', userId: userIdOf('HR') },
  ]);

  const [named] = await hr.push(newCandidate('named', { profilePicture: hashOf(picture('first')) }));
  expect(named?.status).toBe('applied');
  expect(await putFile(hr, picture('z'.repeat(1_000)))).toMatchObject({ status: 200 });
});

test('many at once find no more room than one after the other', async () => {
  await alreadySent('first', UNNAMED_ROOM.ofOne.bytes - 5_000);
  const many = Array.from({ length: 8 }, (_, at) => picture(`${at}`.repeat(2_000)));
  const answers = await Promise.all(many.map((bytes) => putFile(hr, bytes)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(many.filter(onDisk)).toHaveLength(2);
});

test('so are their number, and those of all together', async () => {
  for (let at = 0; at < UNNAMED_ROOM.ofOne.files; at += 1) await alreadySent(`small ${at}`, 10);
  expect(await putFile(hr, picture('one more'))).toMatchObject({ status: 413 });
  await alreadySent('of somebody', UNNAMED_ROOM.inAll.bytes, userIdOf('Employee'));
  expect(await putFile(admin, picture('of all'))).toMatchObject({ status: 413 });
});
