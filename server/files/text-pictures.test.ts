import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyRecord } from '#shared/model/entity.ts';
import { MOST_TEXT_PICTURES, textPictureAddress } from '#shared/model/named-files.ts';
import { filePath, textFilePath } from '#shared/protocol/sync.ts';
import { newCandidate, operation, type TestClient } from '../testing/client.ts';
import { getFile, hashOf, picture, putFile, putTextFile } from '../testing/pictures.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { cleanUp, UNUSED_DAYS } from './clean-up.ts';
import { FileStore } from './store.ts';
import { Thumbnails } from './thumbnails.ts';
import { DAY_MS } from '#shared/format/time.ts';

let server: TestServer;
let admin: TestClient;
let other: TestClient;
let hr: TestClient;

beforeAll(async () => {
  server = await startTestServer({ configuration: { publicRead: ['blog'] } });
  admin = await server.signIn('Admin');
  other = await server.signIn('Super Admin');
  hr = await server.signIn('HR');
});
afterAll(() => server.stop());

const img = (hash: string): string =>
  `<img src="${textPictureAddress(hash)}" alt="Us" width="1" height="1" />`;
const article = (...hashes: string[]): string => `<p>Text</p>${hashes.map(img).join('')}`;
const onDisk = (hash: string): boolean =>
  existsSync(join(server.dataFolder, 'files', hash.slice(0, 2), hash.slice(2)));

async function sent(mark: string, by = admin): Promise<string> {
  const bytes = picture(mark);
  expect(await putTextFile(by, bytes)).toMatchObject({ status: 200 });
  return hashOf(bytes);
}

let slugs = 0;
async function blog(id: string, content: string, more: Record<string, unknown> = {}): Promise<unknown> {
  const changes = { title: id, slug: `slug-${(slugs += 1)}`, content, ...more };
  const [result] = await admin.push(operation('create', 'blog', id, changes));
  return result?.status;
}

const write = async (by: TestClient, id: string, content: string): Promise<unknown> =>
  (await by.push(operation('update', 'blog', id, { content }, 1e9)))[0];
const asStranger = (hash: string): ReturnType<typeof getFile> => getFile(server.client(), hash);

const REFUSED = {
  status: 'refused',
  code: 'invalid',
  error:
    'A picture in Content has not reached the server as one of this text. Take it out and insert it from your computer.',
};

test('a picture in a text is for those who may read the text; for strangers while one that is no draft shows it', async () => {
  const hash = await sent('shown');
  expect((await asStranger(hash)).status).toBe(404);
  expect((await getFile(other, hash)).status).toBe(404);
  expect(await blog('shown', article(hash), { isDraft: true })).toBe('applied');
  expect((await getFile(other, hash)).status).toBe(200);
  expect((await getFile(hr, hash)).status).toBe(404);
  expect((await asStranger(hash)).status).toBe(404);

  await admin.push(operation('update', 'blog', 'shown', { isDraft: false }, 1e9));
  const given = await asStranger(hash);
  expect(given.status).toBe(200);
  expect(given.bytes.equals(picture('shown'))).toBe(true);
  expect(given.headers.get('content-type')).toBe('image/png');
  expect(given.headers.get('cache-control')).toBe('public, max-age=300');
  expect(given.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(given.headers.get('x-content-type-options')).toBe('nosniff');
  expect((await getFile(hr, hash)).status).toBe(404);

  await admin.push(operation('delete', 'blog', 'shown'));
  expect((await asStranger(hash)).status).toBe(404);
  await admin.push(operation('restore', 'blog', 'shown'));
  expect((await asStranger(hash)).status).toBe(200);
  expect(await write(other, 'shown', '<p>Text</p>')).toMatchObject({ status: 'applied' });
  expect((await asStranger(hash)).status).toBe(404);
});

test('a text by REST has the path of its pictures for those signed in, and whole addresses for the website', async () => {
  const hash = await sent('by rest');
  const content = article(hash);
  const made = await admin.post<AnyRecord>('/api/blogs', { title: 'By REST', slug: 'by-rest', content });
  expect(made.body['content']).toBe(content);
  const path = `/api/blogs/${made.body._id}`;
  expect((await admin.get<AnyRecord>(path)).body['content']).toBe(content);
  const whole = content.replace('src="', `src="${server.url}`);
  expect((await server.client().get<AnyRecord>(path)).body['content']).toBe(whole);
  const list = await server.client().get<AnyRecord[]>('/api/blogs?slug=by-rest');
  expect(list.body[0]?.['content']).toBe(whole);
  // What a signed-in client has read can be sent back.
  expect((await admin.put(path, { content })).status).toBe(200);
});

test('writing the hash of a private picture into a text publishes nothing: it is refused, as one that is not here', async () => {
  const [photo, own] = [picture('a photo of a student'), picture('a photo that the admin sent')];
  await putFile(hr, photo);
  await hr.push(newCandidate('private', { profilePicture: hashOf(photo) }));
  // Also where the writer sent it, for the candidate.
  await putFile(admin, own);
  await admin.push(newCandidate('also-private', { profilePicture: hashOf(own) }));
  expect(await blog('thief', '<p>x</p>')).toBe('applied');
  for (const hash of [hashOf(photo), hashOf(own), hashOf(picture('nowhere'))])
    expect(await write(admin, 'thief', article(hash))).toMatchObject(REFUSED);
  // A picture of somebody else's text is not the writer's to publish either.
  const others = await sent('of a draft', other);
  expect(await write(admin, 'thief', article(others))).toMatchObject(REFUSED);

  // Words that look like it name nothing.
  const words = `<p>&lt;img src="${textPictureAddress(hashOf(photo))}" /&gt;</p>`;
  expect(await write(admin, 'thief', words)).toMatchObject({ status: 'applied' });
  const inAlt = `<img alt='" src="${textPictureAddress(hashOf(photo))}' src="https://e.com/a.png">`;
  expect(await write(admin, 'thief', inAlt)).toMatchObject({ status: 'applied' });
  for (const hash of [hashOf(photo), hashOf(own), others]) expect((await asStranger(hash)).status).toBe(404);
});

test('what a text once showed may be put back into it by whoever may write it, and by nobody into another', async () => {
  const hash = await sent('once');
  await blog('once', article(hash));
  expect(await write(other, 'once', '<p>without</p>')).toMatchObject({ status: 'applied' });
  expect(await write(other, 'once', article(hash))).toMatchObject({ status: 'applied' });
  await other.push(operation('create', 'blog', 'elsewhere', { title: 'E', slug: 'elsewhere' }));
  expect(await write(other, 'elsewhere', article(hash))).toMatchObject(REFUSED);
  await sent('once', other);
  expect(await write(other, 'elsewhere', article(hash))).toMatchObject({ status: 'applied' });
});

test('a picture that no text shows any more goes with the others, those of deleted texts stay', async () => {
  const [gone, kept, deleted] = [await sent('gone'), await sent('kept'), await sent('deleted')];
  await blog('losing', article(gone, kept));
  await blog('deleted', article(deleted));
  await write(admin, 'losing', article(kept));
  await admin.push(operation('delete', 'blog', 'deleted'));
  const services = {
    database: server.database,
    files: new FileStore(join(server.dataFolder, 'files')),
    thumbnails: new Thumbnails(join(server.dataFolder, 'thumbnails')),
  };
  const now = Date.now();
  await cleanUp(services, now);
  await cleanUp(services, now + (UNUSED_DAYS + 1) * DAY_MS);
  expect([gone, kept, deleted].map(onDisk)).toEqual([false, true, true]);
  expect(await write(admin, 'losing', article(gone))).toMatchObject(REFUSED);
});

test('so many pictures and no more; none in the text itself', async () => {
  const hashes: string[] = [];
  for (let at = 0; at <= MOST_TEXT_PICTURES; at += 1) hashes.push(await sent(`many ${at}`));
  expect(await blog('many', article(...hashes.slice(1)))).toBe('applied');
  expect(await write(admin, 'many', article(...hashes))).toMatchObject({
    status: 'refused',
    error: 'Content may have 30 pictures at most. Take one out before you put another in.',
  });
  // Written in another way they count as well.
  expect(await write(admin, 'many', article(...hashes).replaceAll('"', "'"))).toMatchObject({
    status: 'refused',
  });
  expect(await write(admin, 'many', '<p>a</p><img src="data:image/png;base64,AAAA">')).toMatchObject({
    status: 'refused',
    error: 'Content holds a picture in the text itself. Save the picture as a file and insert that.',
  });
});

test('only who may write a text may send a picture for one', async () => {
  expect(await putTextFile(hr, picture('by hr'))).toMatchObject({ status: 403 });
  expect(await putTextFile(server.client(), picture('by nobody'))).toMatchObject({ status: 401 });
  expect(textFilePath('a')).toBe(`${filePath('a')}?for=text`);
});
