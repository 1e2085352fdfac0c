import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Transformer } from '@napi-rs/image';
import { describe, expect, it } from 'vitest';
import {
  MAX_FILE_BYTES,
  PICTURE_OF_WRONG_TYPE,
  PICTURE_TOO_LARGE,
  PICTURE_UNREADABLE,
} from '#shared/model/picture.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { filePath, PATHS } from '#shared/protocol/sync.ts';
import { stripWaiting } from '../session/closed-account.ts';
import { FilesFolder, hashOf } from './files-folder.ts';
import { makeKeys } from '../storage/key-file.ts';
import { sealBytes } from '../storage/sealed-file.ts';
import { keysOf, openKept } from '../testing/kept-keys.ts';
import { portableKeychain } from '../testing/portable-keychain.ts';
import { openWorkspace } from '../testing/sample-rows.ts';
import { openOffice } from '../testing/office.ts';
import { noKeychain, TestDesk } from '../testing/test-desk.ts';
import { HEADS } from '../testing/pictures.ts';
import { until } from '../testing/until.ts';

const PERSON = { fullName: 'Meera Iyer', mobile: '98200 12345', email: 'meera@mail.test' };
const office = openOffice();

async function deskOf(name: string, url = office.server.url, path = office.newFolder()): Promise<TestDesk> {
  const desk = await TestDesk.open(path, url, noKeychain);
  office.desks.push(desk);
  await desk.signIn(name);
  return desk;
}

async function inStep(name: string, url?: string, path?: string): Promise<TestDesk> {
  const desk = await deskOf(name, url, path);
  await desk.inStep();
  return desk;
}

let made = 0;

/** Bytes that begin like a PNG, different each time. */
function png(size = 200): Buffer {
  made += 1;
  const bytes = Buffer.alloc(size, `${process.pid} ${made} `);
  HEADS['image/png'].copy(bytes);
  return bytes;
}

const add = async (desk: TestDesk, bytes: Buffer): Promise<string> =>
  (await desk.call('files.add', { base64: bytes.toString('base64') })).hash;

const shown = async (desk: TestDesk, hash: string): Promise<unknown> =>
  (await desk.call('files.get', { hash }))?.base64 ?? null;

async function candidate(desk: TestDesk, changes: Record<string, unknown>): Promise<string> {
  const view = await desk.call('records.save', {
    entity: 'candidate',
    id: null,
    base: null,
    changes: { ...PERSON, ...changes },
  });
  return view.record._id;
}

async function edit(desk: TestDesk, id: string, changes: Record<string, unknown>): Promise<void> {
  const view = await desk.call('records.get', { entity: 'candidate', id });
  await desk.call('records.save', { entity: 'candidate', id, base: view?.base ?? 0, changes });
}

const arrives = (desk: TestDesk, id: string, field: string, value: unknown): Promise<true> =>
  until(`${field} has come`, async () => {
    const view = await desk.call('records.get', { entity: 'candidate', id });
    return view?.record[field] === value;
  });

/** Names of the files that a desk keeps under its data folder. */
function kept(path: string, folder: 'files' | 'thumbnails' = 'files'): string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => dirname(name).endsWith(folder))
    .map((name) => name.slice(-64));
}

describe('a picture', () => {
  it('chosen offline is kept with the outbox, survives a kill, is sent before its record, and reaches another desk', async () => {
    const data = office.newFolder();
    const first = await TestDesk.open(data, office.network.url, portableKeychain);
    office.desks.push(first);
    await first.signIn('hr');
    await first.inStep();
    office.network.cut();
    const bytes = png();
    const hash = await add(first, bytes);
    expect(hash).toBe(hashOf(bytes));
    const id = await candidate(first, { profilePicture: hash });
    expect(await shown(first, hash)).toBe(bytes.toString('base64'));

    // What lies on the disk at this moment is what a kill leaves.
    const afterKill = office.newFolder();
    cpSync(data, afterKill, { recursive: true });
    await first.close();
    rmSync(data, { recursive: true });
    cpSync(afterKill, data, { recursive: true });
    office.desks.length = 0;
    const again = await TestDesk.open(data, office.network.url, portableKeychain);
    office.desks.push(again);
    expect(await shown(again, hash)).toBe(bytes.toString('base64'));
    expect(await again.call('sync.status', {})).toMatchObject({ waiting: 1 });

    office.network.loseAnswers(filePath(hash), 1);
    office.network.mend();
    await until('sent', async () => (await again.call('sync.now', {})).waiting === 0);
    const picture = office.network.calls.lastIndexOf(filePath(hash));
    expect(picture).toBeGreaterThanOrEqual(0);
    expect(office.network.calls.lastIndexOf(PATHS.push)).toBeGreaterThan(picture);

    const other = await inStep('superadmin');
    await arrives(other, id, 'profilePicture', hash);
    expect(await other.call('files.get', { hash })).toEqual({
      type: 'image/png',
      base64: bytes.toString('base64'),
    });
  });

  it('of many records made offline are sent ten at a time, each time before the records that name them', async () => {
    const desk = await inStep('hr', office.network.url);
    office.network.cut();
    const hashes: string[] = [];
    for (let at = 0; at < 23; at += 1) {
      const hash = await add(desk, png());
      hashes.push(hash);
      await candidate(desk, { profilePicture: hash });
    }
    office.network.calls.length = 0;
    office.network.mend();
    await until('sent', async () => (await desk.call('sync.now', {})).waiting === 0);
    const pictures = new Set(hashes.map((hash) => filePath(hash)));
    const calls = office.network.calls.filter((path) => pictures.has(path) || path === PATHS.push);
    const between = calls
      .map((path) => (path === PATHS.push ? ' ' : 'p'))
      .join('')
      .split(' ')
      .map(({ length }) => length);
    expect(between.reduce((sum, count) => sum + count, 0)).toBe(23);
    expect(Math.max(...between)).toBe(10);
    expect(await desk.call('sync.tray', {})).toEqual([]);
  });

  it('that was fetched is here offline; one that was not is shown as none until there is a connection', async () => {
    const maker = await inStep('superadmin');
    const [seen, unseen] = [png(), png()];
    const hashes = [await add(maker, seen), await add(maker, unseen)];
    const id = await candidate(maker, { profilePicture: hashes[0] });
    const last = await candidate(maker, { profilePicture: hashes[1] });
    const reader = await inStep('hr', office.network.url);
    await arrives(reader, id, 'profilePicture', hashes[0]);
    await arrives(reader, last, 'profilePicture', hashes[1]);
    // Asked for by many places at once it is fetched once.
    const many = await Promise.all([1, 2, 3].map(() => shown(reader, hashes[0] ?? '')));
    expect(many).toEqual(many.map(() => seen.toString('base64')));
    expect(office.network.calls.filter((path) => path === filePath(hashes[0] ?? ''))).toHaveLength(1);
    office.network.cut();
    expect(await shown(reader, hashes[0] ?? '')).toBe(seen.toString('base64'));
    expect(await shown(reader, hashes[1] ?? '')).toBeNull();
    office.network.mend();
    expect(await shown(reader, hashes[1] ?? '')).toBe(unseen.toString('base64'));
    for (const nonsense of ['', '../outbox.db', 'f'.repeat(64)])
      expect(await shown(reader, nonsense)).toBeNull();
  });

  it('shown small is fetched small, is here offline as that, and goes with the record', async () => {
    const maker = await inStep('superadmin');
    const grey = new Uint8Array(900 * 600 * 4).fill(128);
    const whole = await Transformer.fromRgbaPixels(grey, 900, 600).png();
    const hash = await add(maker, whole);
    const small = async (desk: TestDesk): Promise<Buffer> =>
      Buffer.from((await desk.call('files.get', { hash, size: 'thumbnail' }))?.base64 ?? '', 'base64');
    // Where the whole one is at hand it needs no call.
    expect((await small(maker)).equals(whole)).toBe(true);
    const id = await candidate(maker, { profilePicture: hash });
    const data = office.newFolder();
    const reader = await inStep('hr', office.network.url, data);
    await arrives(reader, id, 'profilePicture', hash);
    const shownSmall = await small(reader);
    const { width, height, format } = await new Transformer(shownSmall).metadata();
    expect([width, height, format]).toEqual([192, 192, 'webp']);
    expect([kept(data), kept(data, 'thumbnails')]).toEqual([[], [hash]]);
    office.network.cut();
    expect((await small(reader)).equals(shownSmall)).toBe(true);
    expect(await shown(reader, hash)).toBeNull();
    office.network.mend();
    expect(await shown(reader, hash)).toBe(whole.toString('base64'));
    await edit(maker, id, { profilePicture: null });
    await until('gone', () => [...kept(data), ...kept(data, 'thumbnails')].length === 0);
  });

  it('that the server cannot open is shown as none, and is not asked for again and again', async () => {
    const maker = await inStep('superadmin');
    const hash = await add(maker, png());
    const id = await candidate(maker, { profilePicture: hash });
    const reader = await inStep('hr', office.network.url);
    await arrives(reader, id, 'profilePicture', hash);
    for (let at = 0; at < 3; at += 1)
      expect(await reader.call('files.get', { hash, size: 'thumbnail' })).toBeNull();
    const asked = filePath(hash, 'thumbnail');
    expect(office.network.calls.filter((path) => asked.startsWith(path))).toHaveLength(1);
  });

  it('whose head says too much, or nothing, is refused with a sentence', async () => {
    const desk = await inStep('superadmin');
    const vast = Buffer.from(HEADS['image/png']);
    vast.writeUInt32BE(30_000, 16);
    vast.writeUInt32BE(30_000, 20);
    await expect(add(desk, vast)).rejects.toMatchObject({ code: 'too-large' });
    const none = HEADS['image/png'].subarray(0, 8);
    await expect(add(desk, none)).rejects.toMatchObject({ code: 'invalid', message: PICTURE_UNREADABLE });
  });

  it('over 5 MB, or of another kind, is refused with a sentence, and nothing is kept', async () => {
    const data = office.newFolder();
    const desk = await inStep('hr', office.server.url, data);
    await expect(add(desk, png(MAX_FILE_BYTES + 1))).rejects.toMatchObject({
      code: 'too-large',
      message: PICTURE_TOO_LARGE,
    });
    await expect(add(desk, Buffer.from('<svg/>'))).rejects.toMatchObject({
      code: 'invalid',
      message: PICTURE_OF_WRONG_TYPE,
    });
    expect(kept(data)).toEqual([]);
    const largest = png(MAX_FILE_BYTES);
    expect(await add(desk, largest)).toBe(hashOf(largest));
  });

  it('that the server refuses for good takes its record to the tray; the rest of the queue goes on', async () => {
    const data = office.newFolder();
    const desk = await inStep('hr', office.network.url, data);
    office.network.cut();
    // As a version with other rules could have let it through.
    const text = Buffer.from(`no picture ${process.pid}`);
    const [outbox = ''] = readdirSync(data, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('outbox.db'))
      .map((name) => join(data, name));
    const [keys = makeKeys()] = keysOf(dirname(outbox));
    const sealed = sealBytes(keys.files, hashOf(text), text);
    writeFileSync(join(dirname(outbox), 'files', hashOf(text)), sealed);
    const db = openKept(outbox);
    db.prepare('INSERT INTO files (hash, at) VALUES (?, ?)').run(hashOf(text), new Date().toISOString());
    db.close();
    const refused = await candidate(desk, { profilePicture: hashOf(text) });
    await edit(desk, refused, { city: 'Pune' });
    const good = png();
    const next = await candidate(desk, { profilePicture: await add(desk, good) });
    office.network.mend();
    await until('sent', async () => (await desk.call('sync.now', {})).waiting === 0);

    const tray = await desk.call('sync.tray', {});
    const create = tray.find(({ action }) => action === 'create');
    expect(tray.map(({ kind, recordId }) => [kind, recordId])).toEqual([
      ['refused', refused],
      ['refused', refused],
    ]);
    expect(create?.message).toBe(PICTURE_OF_WRONG_TYPE);
    expect(office.network.calls.filter((path) => path === filePath(hashOf(text)))).toHaveLength(1);
    const other = await inStep('superadmin');
    await arrives(other, next, 'profilePicture', hashOf(good));
    expect(await other.call('records.get', { entity: 'candidate', id: refused })).toBeNull();

    // Offered again it is refused again, with the same reason.
    await desk.call('sync.retry', { id: create?.id ?? '' });
    await until('answered', async () => (await desk.call('sync.now', {})).waiting === 0);
    const again = (await desk.call('sync.tray', {})).find(({ action }) => action === 'create');
    expect(again?.message).toBe(PICTURE_OF_WRONG_TYPE);
    await desk.call('sync.discard', { id: again?.id ?? '' });
    expect(await desk.call('sync.tray', {})).toEqual([]);
  });

  it('leaves the desk of a user who may no longer see the record', async () => {
    const administrator = await inStep('superadmin');
    const [choice] = await administrator.call('records.choices', {
      entity: 'user',
      search: 'Nikhil Joshi',
      limit: 1,
    });
    const bytes = png();
    const hash = await add(administrator, bytes);
    const id = await candidate(administrator, { profilePicture: hash, interviewerId: choice?._id });
    const data = office.newFolder();
    const interviewer = await inStep('employee', office.server.url, data);
    await arrives(interviewer, id, 'profilePicture', hash);
    expect(await shown(interviewer, hash)).toBe(bytes.toString('base64'));
    expect(kept(data)).toEqual([hash]);
    await edit(administrator, id, { interviewerName: null, interviewerId: null });
    await until('gone from the disk', () => kept(data).length === 0);
    expect(await shown(interviewer, hash)).toBeNull();
  });
});

describe('the files of a workspace', () => {
  const save = { entity: 'candidate', id: null, base: null } as const;

  it('go with the cache; what waits stays with the outbox, and goes when the account is closed', async () => {
    const folder = office.newFolder();
    const files = join(folder, 'files');
    let workspace = openWorkspace(folder);
    const { hash } = await workspace.files.add(png().toString('base64'));
    workspace.writer.save({ ...save, changes: { ...PERSON, profilePicture: hash } }, workspace.actor);
    const fetched = png();
    writeFileSync(join(files, hashOf(fetched)), fetched);
    const sent = await workspace.files.add(png().toString('base64'));
    workspace.outbox.files.markSent(sent.hash);
    workspace.resetCache();
    expect(readdirSync(files)).toEqual([hash]);
    writeFileSync(join(files, hashOf(fetched)), fetched);
    workspace.close(true);
    expect(readdirSync(files)).toEqual([hash]);

    workspace = openWorkspace(folder);
    stripWaiting(workspace, new PlainError('account-closed', 'Your account was deactivated.'));
    workspace.close(true);
    expect(readdirSync(files)).toEqual([]);
  });

  it('of a picture that was written while the user signed out leave nothing behind', async () => {
    const folder = office.newFolder();
    const workspace = openWorkspace(folder);
    const adding = workspace.files.add(png().toString('base64'));
    workspace.outbox.files.forgetAll();
    workspace.close(true);
    await expect(adding).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(readdirSync(join(folder, 'files'))).toEqual([]);
  });

  it('are forgotten by the outbox a day after a form was given up, at another start, or 14 days after they were sent', async () => {
    const folder = office.newFolder();
    let workspace = openWorkspace(folder);
    const day = 86_400_000;
    let { files } = workspace.outbox;
    const [named, unnamed, sent] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [
      string,
      string,
      string,
    ];
    for (const hash of [named, unnamed, sent]) files.add(hash);
    files.markSent(sent);
    workspace.writer.save({ ...save, changes: { ...PERSON, profilePicture: named } }, workspace.actor);
    files.prune(Date.now() + day / 2);
    expect([named, unnamed, sent].map((hash) => files.holds(hash))).toEqual([true, true, true]);
    workspace.close();
    workspace = openWorkspace(folder);
    ({ files } = workspace.outbox);
    files.prune(Date.now() + 2 * day);
    expect([named, unnamed, sent].map((hash) => files.holds(hash))).toEqual([true, false, true]);
    files.prune(Date.now() + 15 * day);
    expect([named, unnamed, sent].map((hash) => files.holds(hash))).toEqual([true, false, false]);
    workspace.close();
  });

  it.each([0, 1, 2, 3, 4, 6, 8, 12, 16, 24])(
    'that are written while the folder is emptied of others are found, so that they are sent (after %i turns)',
    async (turns) => {
      const folder = new FilesFolder(office.newFolder());
      const [held, other] = [png(200_000), png(200_000)];
      const writing = folder.write(hashOf(held), held);
      const losing = folder.write(hashOf(other), other).catch(() => undefined);
      for (let turn = 0; turn < turns; turn += 1) await nextTurn();
      folder.empty((hash) => hash === hashOf(held));
      // Lists the folder anew, while the file is not whole yet.
      expect(await folder.read('f'.repeat(64))).toBeNull();
      await writing;
      await losing;
      expect((await folder.read(hashOf(held)))?.equals(held)).toBe(true);
    },
  );

  it('take no more room than they may: those used longest ago go first, those that are held stay', async () => {
    const path = office.newFolder();
    const folder = new FilesFolder(path);
    const [held, old, used, recent] = [png(1_000), png(1_000), png(1_000), png(1_000)];
    for (const bytes of [held, old, used, recent]) await folder.write(hashOf(bytes), bytes);
    expect((await folder.read(hashOf(used)))?.equals(used)).toBe(true);
    await folder.tidy({
      isHeld: (hash) => hash === hashOf(held),
      isNeeded: () => true,
      mostBytes: 2_500,
    });
    expect(readdirSync(path).sort()).toEqual([hashOf(held), hashOf(used)].sort());
    // One that the disk has damaged is not shown, and makes room to be fetched anew.
    writeFileSync(join(path, hashOf(used)), 'something else');
    expect(await folder.read(hashOf(used))).toBeNull();
    expect(existsSync(join(path, hashOf(used)))).toBe(false);
  });
});
