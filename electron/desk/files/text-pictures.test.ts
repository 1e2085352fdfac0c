import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { MOST_TEXT_PICTURES, textPictureAddress } from '#shared/model/named-files.ts';
import { PATHS, textFilePath } from '#shared/protocol/sync.ts';
import { openOffice } from '../testing/office.ts';
import { picture } from '../testing/pictures.ts';
import { noKeychain, TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';
import { hashOf } from './files-folder.ts';

const office = openOffice();

async function inStep(name: string, url: string, path = office.newFolder()): Promise<TestDesk> {
  const desk = await TestDesk.open(path, url, noKeychain);
  office.desks.push(desk);
  await desk.signIn(name);
  await desk.inStep();
  return desk;
}

let made = 0;
const newPicture = (): Buffer => picture(`in a text ${process.pid} ${(made += 1)}`);
const add = async (desk: TestDesk, bytes: Buffer): Promise<string> =>
  (await desk.call('files.add', { base64: bytes.toString('base64') })).hash;
const shown = async (desk: TestDesk, hash: string): Promise<unknown> =>
  (await desk.call('files.get', { hash }))?.base64 ?? null;
const article = (...hashes: string[]): string =>
  `<p>Text</p>${hashes.map((hash) => `<img src="${textPictureAddress(hash)}" alt="Us" />`).join('')}`;

async function write(desk: TestDesk, id: string | null, changes: Record<string, unknown>): Promise<string> {
  const view = id === null ? null : await desk.call('records.get', { entity: 'blog', id });
  const saved = await desk.call('records.save', { entity: 'blog', id, base: view?.base ?? null, changes });
  return saved.record._id;
}
const sent = (desk: TestDesk): Promise<true> =>
  until('sent', async () => (await desk.call('sync.now', {})).waiting === 0);
const filesOf = (path: string): string[] =>
  readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => dirname(name).endsWith('files'))
    .map((name) => name.slice(-64));

it('pictures of a text are kept offline, sent for it before it, fetched by another desk, and go when the text loses them', async () => {
  const desk = await inStep('superadmin', office.network.url);
  office.network.cut();
  const [first, second] = [newPicture(), newPicture()];
  const hashes = [await add(desk, first), await add(desk, second)];
  const id = await write(desk, null, { title: 'Offline', slug: 'offline', content: article(...hashes) });
  expect(await shown(desk, hashOf(first))).toBe(first.toString('base64'));
  office.network.calls.length = 0;
  office.network.mend();
  await sent(desk);
  expect(await desk.call('sync.tray', {})).toEqual([]);
  const { calls } = office.network;
  for (const hash of hashes)
    expect(calls.indexOf(textFilePath(hash))).toBeLessThan(calls.indexOf(PATHS.push));
  expect(hashes.every((hash) => calls.includes(textFilePath(hash)))).toBe(true);

  const data = office.newFolder();
  const other = await inStep('admin', office.server.url, data);
  await until('here', async () => (await other.call('records.get', { entity: 'blog', id })) !== null);
  for (const [at, bytes] of [first, second].entries())
    expect(await shown(other, hashes[at] ?? '')).toBe(bytes.toString('base64'));
  expect(filesOf(data).sort()).toEqual(hashes.toSorted());
  await write(desk, id, { content: article(hashes[0] ?? '') });
  await until('gone from the other disk', () => filesOf(data).length === 1);
  expect(filesOf(data)).toEqual([hashes[0]]);
});

it('a picture that the writer never sent takes the change to the tray; too many are refused at once', async () => {
  const desk = await inStep('superadmin', office.network.url);
  const id = await write(desk, null, { title: 'Refused', slug: 'refused', content: '<p>x</p>' });
  await sent(desk);
  await write(desk, id, { content: article('ab'.repeat(32)) });
  await sent(desk);
  const [refused] = await desk.call('sync.tray', {});
  expect(refused?.message).toMatch(/^A picture in Content has not reached the server/);
  const many = Array.from({ length: MOST_TEXT_PICTURES + 1 }, (_, at) => hashOf(Buffer.from(`${at}`)));
  await expect(write(desk, id, { content: article(...many) })).rejects.toMatchObject({ code: 'invalid' });
});
