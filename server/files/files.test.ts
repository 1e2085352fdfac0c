import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyRecord } from '#shared/model/entity.ts';
import { MAX_FILE_BYTES, PICTURE_TOO_LARGE } from '#shared/model/picture.ts';
import { newCandidate, operation, type TestClient } from '../testing/client.ts';
import { getFile, hashOf, largestPicture, picture, pictureOfSize, putFile } from '../testing/pictures.ts';
import { startTestServer, userIdOf, type TestServer } from '../testing/server.ts';
import { cleanUp } from './clean-up.ts';
import { FileStore } from './store.ts';
import { Thumbnails } from './thumbnails.ts';

let server: TestServer;
let hr: TestClient;
let employee: TestClient;
let student: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  hr = await server.signIn('HR');
  employee = await server.signIn('Employee');
  student = await server.signIn('Student');
});
afterAll(() => server.stop());

const folder = (): string => join(server.dataFolder, 'files');
const onDisk = (hash: string): boolean => existsSync(join(folder(), hash.slice(0, 2), hash.slice(2)));

/** A candidate with a picture of its own. */
async function candidateWithPicture(id: string, changes: Record<string, unknown> = {}): Promise<string> {
  const bytes = picture(id);
  expect((await putFile(hr, bytes)).status).toBe(200);
  const [result] = await hr.push(newCandidate(id, { profilePicture: hashOf(bytes), ...changes }));
  expect(result?.status).toBe('applied');
  return hashOf(bytes);
}

test.each(['image/jpeg', 'image/png', 'image/webp'] as const)(
  'a picture is stored by its content and served as %s with headers that keep it a picture',
  async (type) => {
    const bytes = picture(`stored as ${type}`, type);
    const hash = hashOf(bytes);
    expect(await putFile(hr, bytes)).toMatchObject({ status: 200 });
    expect(onDisk(hash)).toBe(true);
    const given = await getFile(hr, hash);
    expect(given.status).toBe(200);
    expect(given.bytes.equals(bytes)).toBe(true);
    expect(given.headers.get('content-type')).toBe(type);
    expect(given.headers.get('x-content-type-options')).toBe('nosniff');
    expect(given.headers.get('content-disposition')).toBe('inline');
    expect(given.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(given.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    expect(given.headers.get('vary')).toContain('Authorization');
  },
);

test('the same picture again is as good as once, also many times at once', async () => {
  const bytes = picture('sent often');
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => putFile(hr, bytes)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const hash = hashOf(bytes);
  expect(readdirSync(join(folder(), hash.slice(0, 2)))).toEqual([hash.slice(2)]);
});

test('at most 5 MB: that size is taken, one byte more is not', async () => {
  const largest = largestPicture();
  expect((await putFile(hr, largest)).status).toBe(200);
  const larger = pictureOfSize(MAX_FILE_BYTES + 1);
  expect(await putFile(hr, larger)).toMatchObject({ status: 413, code: 'too-large' });
  expect(onDisk(hashOf(larger))).toBe(false);
});

test('only JPEG, PNG and WebP, told by their content', async () => {
  for (const bytes of [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    Buffer.from('GIF89a'),
    Buffer.from('<!doctype html><script>alert(1)</script>'),
    Buffer.from('RIFF\u0010\u0000\u0000\u0000WAVE', 'latin1'),
    Buffer.from([0xff, 0xd8]),
    Buffer.alloc(0),
  ]) {
    expect(await putFile(hr, bytes)).toMatchObject({ status: 422, code: 'invalid' });
    expect(onDisk(hashOf(bytes))).toBe(false);
  }
});

test('content that is not that of its hash is refused, and no path leads out of the folder', async () => {
  const bytes = picture('under a wrong name');
  expect(await putFile(hr, bytes, hashOf(picture('another')))).toMatchObject({ status: 400 });
  for (const name of [
    '..%2F..%2Fserver.db',
    '%2e%2e%2f%2e%2e%2fserver.db',
    '..%5C..%5Cserver.db',
    hashOf(bytes).toUpperCase(),
    `${hashOf(bytes)}%00`,
    'server.db',
  ]) {
    expect([name, (await putFile(hr, bytes, name)).status]).toEqual([name, 400]);
    expect([name, (await getFile(hr, name)).status]).toEqual([name, 404]);
  }
  await expect(new FileStore(folder()).read('../server.db')).rejects.toThrow('by the hash of its content');
  expect(readdirSync(folder()).every((name) => /^[\da-f]{2}$/.test(name))).toBe(true);
});

test('a picture is for those who see a record that names it: an interviewer sees those of assigned candidates only', async () => {
  const assigned = await candidateWithPicture('assigned', { interviewerId: userIdOf('Employee') });
  const other = await candidateWithPicture('other');
  const admin = await server.signIn('Admin');
  expect((await getFile(admin, assigned)).status).toBe(200);
  expect((await getFile(employee, assigned)).status).toBe(200);
  expect(await getFile(employee, other)).toMatchObject({ status: 404, code: 'not-found' });
  expect(await getFile(student, assigned)).toMatchObject({ status: 404, code: 'not-found' });
  expect(await getFile(server.client(), assigned)).toMatchObject({ status: 401 });

  await hr.push(operation('update', 'candidate', 'assigned', { interviewerName: null }, 1e9));
  expect((await getFile(employee, assigned)).status).toBe(404);
  await hr.push(operation('delete', 'candidate', 'other'));
  expect((await getFile(admin, other)).status).toBe(404);
});

test('only who could use a picture may send one; until a record names it, only the sender sees it', async () => {
  const bytes = picture('not named yet');
  for (const client of [employee, student]) {
    expect(await putFile(client, bytes)).toMatchObject({ status: 403, code: 'forbidden' });
  }
  expect(await putFile(server.client(), bytes)).toMatchObject({ status: 401 });
  expect(onDisk(hashOf(bytes))).toBe(false);
  await putFile(hr, bytes);
  expect((await getFile(hr, hashOf(bytes))).status).toBe(200);
  expect((await getFile(await server.signIn('Admin'), hashOf(bytes))).status).toBe(404);
});

test('a record cannot name a picture that the server does not have, by sync and by REST alike', async () => {
  const missing = hashOf(picture('never sent'));
  const refusal = { code: 'invalid', fields: [{ field: 'profilePicture' }] };
  const [create, nonsense] = await hr.push(
    newCandidate('without-file', { profilePicture: missing }),
    newCandidate('no-hash', { profilePicture: '../../server.db' }),
  );
  expect(create).toMatchObject({ status: 'refused', ...refusal });
  expect(create).toHaveProperty('error', expect.stringContaining('has not reached the server'));
  expect(nonsense).toMatchObject({ status: 'refused', ...refusal });
  await candidateWithPicture('keeps-its-own');
  const put = await hr.put('/api/students/keeps-its-own', { profilePicture: missing });
  expect(put).toMatchObject({ status: 422, body: refusal });
  const own = hashOf(picture('keeps-its-own'));
  expect(await hr.put('/api/students/keeps-its-own', { profilePicture: own })).toMatchObject({ status: 200 });
});

test('section 7: candidate form data may hold the picture', async () => {
  const form = (file: Buffer | null, name = 'profilePicture'): FormData => {
    const data = new FormData();
    for (const [field, value] of Object.entries(newCandidate('by-form').changes))
      data.append(field, String(value));
    if (file) data.append(name, new Blob([new Uint8Array(file)], { type: 'text/html' }), '../../evil.html');
    return data;
  };
  const first = picture('sent by form');
  const created = await hr.post<AnyRecord>('/api/students', form(first));
  expect(created).toMatchObject({ status: 201, body: { profilePicture: hashOf(first) } });
  const path = `/api/students/${created.body._id}`;
  const second = picture('another by form', 'image/webp');
  expect(await hr.put(path, form(second))).toMatchObject({ body: { profilePicture: hashOf(second) } });
  expect(await hr.put(path, form(null))).toMatchObject({ body: { profilePicture: hashOf(second) } });
  expect((await getFile(hr, hashOf(second))).headers.get('content-type')).toBe('image/webp');

  expect(await hr.put(path, form(Buffer.from('<html>')))).toMatchObject({ status: 422 });
  expect(await hr.put(path, form(pictureOfSize(MAX_FILE_BYTES + 1)))).toMatchObject({
    status: 413,
    body: { error: PICTURE_TOO_LARGE },
  });
  expect(await hr.put(path, form(first, 'resume'))).toMatchObject({
    status: 422,
    body: { error: '"resume" takes no file. Send the record without it.' },
  });
  expect(await hr.post('/api/interns', form(first))).toMatchObject({ status: 422 });
  await hr.put(path, { interviewerId: userIdOf('Employee') });
  expect(await employee.put(path, form(first))).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect((await hr.get<AnyRecord>(path)).body['profilePicture']).toBe(hashOf(second));
});

test('a picture that no record names any more is removed after 30 days; deleted records count, since they can be restored', async () => {
  const files = new FileStore(folder());
  const thumbnails = new Thumbnails(join(server.dataFolder, 'thumbnails'));
  const services = { database: server.database, files, thumbnails };
  const day = 86_400_000;
  const now = Date.now();
  const named = await candidateWithPicture('clean-named');
  const ofDeleted = await candidateWithPicture('clean-deleted');
  await hr.push(operation('delete', 'candidate', 'clean-deleted'));
  const replaced = await candidateWithPicture('clean-replaced');
  await hr.push(operation('update', 'candidate', 'clean-replaced', { profilePicture: null }, 1e9));
  const neverNamed = picture('clean-never-named');
  await putFile(hr, neverNamed);
  const unknown = hashOf(picture('clean-unknown'));
  await files.write(unknown, picture('clean-unknown'));

  await cleanUp(services, now);
  expect(onDisk(unknown)).toBe(true);
  await cleanUp(services, now + 29 * day);
  expect(onDisk(unknown)).toBe(true);
  expect([named, ofDeleted, replaced, hashOf(neverNamed)].map(onDisk)).toEqual([true, true, true, true]);
  await cleanUp(services, now + 31 * day);
  expect([named, ofDeleted, replaced, hashOf(neverNamed)].map(onDisk)).toEqual([true, true, false, false]);
  expect(onDisk(unknown)).toBe(false);
  expect((await getFile(hr, replaced)).status).toBe(404);
  // Sent again it is there again.
  expect((await putFile(hr, neverNamed)).status).toBe(200);
  expect(onDisk(hashOf(neverNamed))).toBe(true);
  await hr.push(operation('restore', 'candidate', 'clean-deleted'));
  expect((await getFile(hr, ofDeleted)).status).toBe(200);
});

test('who may see a picture is found by an index', async () => {
  const { database } = server;
  const plan = await database.read(async (trx) => {
    // With as few rows as here PostgreSQL would rather read them all.
    if (trx.dialect === 'postgresql') await trx.all('SET LOCAL enable_seqscan = off');
    const explain = trx.dialect === 'postgresql' ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN';
    return trx.all(
      `${explain} SELECT 1 FROM "candidate" WHERE "profilePicture" = ? AND "deletedAt" IS NULL AND (1 = 1) LIMIT 1`,
      ['x'],
    );
  });
  expect(JSON.stringify(plan)).toContain('candidate_by_profilePicture');
});
