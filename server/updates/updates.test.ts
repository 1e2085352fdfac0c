import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  MANIFEST_FILE,
  OFFER_PATH,
  SIGNATURE_FILE,
  STARTED_PATH,
  updateFilePath,
  UPDATES_STATE_PATH,
  type Offer,
  type UpdatesState,
} from '#shared/protocol/updates.ts';
import { IMAGE, newReleaseKey, writeRelease } from '../../tests/product/releases.ts';
import { defaults, type Configuration, type UpdatesCommand } from '../configuration/configuration.ts';
import { auditLines } from '../testing/audit-log.ts';
import type { TestClient } from '../testing/client.ts';
import { send } from '../testing/raw-request.ts';
import { emailOf, PASSWORD, startTestServer, type TestServer } from '../testing/server.ts';
import { updatesByCommand } from './command.ts';

/** Decision 42: what the server publishes, and who gets it. */

const key = newReleaseKey();
let server: TestServer;
let folder: string;
beforeEach(async () => {
  server = await startTestServer({ configuration: { updateKey: key.publicKey } });
  folder = mkdtempSync(join(tmpdir(), 'placement-release-'));
});
afterEach(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const command = (what: UpdatesCommand): Promise<string> => {
  const configuration: Configuration = {
    ...defaults,
    dataFolder: server.dataFolder,
    updateKey: key.publicKey,
  };
  return updatesByCommand(server.database, configuration, what);
};
interface Wish {
  pilots?: number;
  pilotNames?: readonly string[];
  allowOlder?: boolean;
  from?: string;
}
const publish = (wish: Wish = {}, at = folder): Promise<string> =>
  command({ do: 'publish', folder: at, pilots: 0, pilotNames: [], allowOlder: false, ...wish });
function publishVersion(version: string, wish: Wish = {}): Promise<string> {
  const at = join(folder, version);
  writeRelease(at, key, version, wish.from === undefined ? {} : { from: wish.from });
  return publish(wish, at);
}
const asked = (version = '1.0.0', platform = 'linux', arch = 'x64'): string =>
  `${OFFER_PATH}?version=${version}&platform=${platform}&arch=${arch}`;
async function offered(client: TestClient, ...installed: string[]): Promise<string | null> {
  const { status, body } = await client.get<Offer>(asked(...installed));
  expect(status).toBe(200);
  return body.offer === null ? null : (JSON.parse(body.offer.manifest) as { version: string }).version;
}
const published = (): string[] => {
  const at = join(server.dataFolder, 'updates');
  return existsSync(at) ? readdirSync(at) : [];
};
const state = async (client: TestClient): Promise<UpdatesState> =>
  (await client.get<UpdatesState>(UPDATES_STATE_PATH)).body;
const started = async (client: TestClient, version: string, ok: boolean): Promise<number> =>
  (await client.post(STARTED_PATH, { version, ok })).status;

test('a release goes to desks that are older, for their system, whole and in pieces', async () => {
  writeRelease(folder, key, '1.4.0');
  expect(await publish()).toContain('Version 1.4.0 is published, for linux x64.');
  const desk = await server.signIn('HR');
  expect(await offered(desk)).toBe('1.4.0');
  for (const installed of [['1.4.0'], ['1.5.0'], ['1.0.0', 'win32'], ['1.0.0', 'linux', 'arm64'], ['0.0.0']])
    expect(await offered(desk, ...installed), installed.join(' ')).toBe(null);
  const url = server.url + updateFilePath('1.4.0', IMAGE);
  const authorization = `Bearer ${desk.token}`;
  const whole = await fetch(url, { headers: { authorization } });
  expect([whole.status, await whole.text()]).toEqual([200, 'the program 1.4.0']);
  const etag = whole.headers.get('etag') ?? '';
  const rest = await fetch(url, { headers: { authorization, range: 'bytes=4-', 'if-range': etag } });
  expect([rest.status, await rest.text()]).toEqual([206, 'program 1.4.0']);
  const other = await fetch(url, { headers: { authorization, range: 'bytes=4-', 'if-range': '"x"' } });
  expect([other.status, await other.text()]).toEqual([200, 'the program 1.4.0']);
  for (const [asking, status] of [
    [{ range: 'bytes=17-' }, 416],
    [{ range: 'bytes=-18' }, 416],
    [{ 'if-match': '"x"' }, 412],
  ] as const) {
    const refused = await fetch(url, { headers: { authorization, ...asking } });
    expect([refused.status, await refused.json()]).toMatchObject([status, { code: 'bad-request' }]);
    if (status === 416) expect(refused.headers.get('content-range')).toBe('bytes */17');
  }
  const signature = await fetch(server.url + updateFilePath('1.4.0', SIGNATURE_FILE), {
    headers: { authorization },
  });
  expect(signature.status).toBe(200);
  expect(await auditLines(server.database, 'update-published')).toHaveLength(1);
});

test('strangers and REST clients get nothing', async () => {
  await publishVersion('1.4.0');
  const rest = await server.signIn('Super Admin', null);
  for (const path of [asked(), updateFilePath('1.4.0', IMAGE)]) {
    expect((await server.client().get(path)).status, path).toBe(401);
    expect((await rest.get(path)).status, path).toBe(403);
  }
  expect((await server.client().post(STARTED_PATH, { version: '1.4.0', ok: true })).status).toBe(401);
});

test('only what the manifest names is given: no way out of the folder, no link, nothing beside it', async () => {
  await publishVersion('1.4.0');
  const at = join(server.dataFolder, 'updates', '1.4.0');
  writeFileSync(join(at, 'beside'), 'x');
  const desk = await server.signIn('HR');
  const get = async (path: string): Promise<number> =>
    (await send(server.url, { method: 'GET', path, headers: { authorization: `Bearer ${desk.token}` } }))
      .status;
  for (const path of [
    '/updates/1.4.0/beside',
    '/updates/1.4.0/..%2f..%2fserver.db',
    '/updates/1.4.0/../../server.db',
    '/updates/..%2f..%2f/server.db',
    '/updates/%2e%2e/server.db',
    '/updates/1.4.0/%00',
    '/updates/1.4.0/',
    '/updates/1.4.0/..%5cmanifest.json',
    '/updates/1.4.1/manifest.json',
    `/updates/./1.4.0/./x`,
  ])
    expect(await get(path), path).toBe(404);
  expect(await get(updateFilePath('1.4.0', IMAGE))).toBe(200);
  rmSync(join(at, IMAGE));
  symlinkSync('/etc/hostname', join(at, IMAGE));
  expect(await get(updateFilePath('1.4.0', IMAGE))).toBe(404);
});

test('what is forged, changed, cut or not whole is not published, and leaves nothing behind', async () => {
  const refused = async (why: RegExp): Promise<void> => {
    await expect(publish()).rejects.toThrow(why);
    expect(published().filter((name) => name !== '1.0.0')).toEqual([]);
    rmSync(folder, { recursive: true, force: true });
  };
  await refused(/There is no file .*manifest\.json/);
  writeRelease(folder, newReleaseKey(), '1.4.0');
  await refused(/not signed by the key/);
  writeRelease(folder, key, '1.4.0');
  appendFileSync(join(folder, IMAGE), '!');
  await refused(/AppImage is not the file that the manifest names/);
  writeRelease(folder, key, '1.4.0');
  rmSync(join(folder, IMAGE));
  await refused(/no file placement-desk\.AppImage/);
  writeRelease(folder, key, '1.4.0');
  rmSync(join(folder, IMAGE));
  symlinkSync('/etc/hostname', join(folder, IMAGE));
  await refused(/no file placement-desk\.AppImage/);
  writeRelease(folder, key, '1.4.0');
  writeFileSync(join(folder, MANIFEST_FILE), 'x'.repeat(70_000));
  await refused(/larger than it can be/);
});

test('what a publication left that was ended in its middle goes with the next one, a day later', async () => {
  const at = join(server.dataFolder, 'updates');
  for (const name of ['.1.3.0.old.new', '.1.3.0.now.new']) mkdirSync(join(at, name), { recursive: true });
  const before = new Date(Date.now() - 25 * 3_600_000);
  utimesSync(join(at, '.1.3.0.old.new'), before, before);
  await publishVersion('1.4.0');
  expect(published().toSorted()).toEqual(['.1.3.0.now.new', '1.4.0']);
});

test('never an older one than was published, unless told, and no version twice', async () => {
  await publishVersion('1.4.0');
  await expect(publishVersion('1.4.0')).rejects.toThrow(
    /published already\. Give a changed one a new number/,
  );
  await expect(publishVersion('1.3.0')).rejects.toThrow(/1\.4\.0 is published already, which is newer/);
  expect(published()).toEqual(['1.4.0']);
  expect(await publishVersion('1.3.0', { allowOlder: true })).toContain('1.3.0 is published');
  const desk = await server.signIn('HR');
  expect(await offered(desk)).toBe('1.4.0');
  await command({ do: 'halt' });
  expect(await offered(desk)).toBe('1.3.0');
  expect(await offered(desk, '1.4.0')).toBe(null);
});

test('an older one that was wished for takes the files of no newer one; the newest three stay beside it', async () => {
  for (const version of ['1.3.0', '1.4.0', '1.5.0', '1.6.0']) await publishVersion(version);
  expect(published()).toEqual(['1.4.0', '1.5.0', '1.6.0']);
  await publishVersion('1.2.0', { allowOlder: true });
  expect(published()).toEqual(['1.2.0', '1.4.0', '1.5.0', '1.6.0']);
  await publishVersion('1.7.0');
  expect(published()).toEqual(['1.5.0', '1.6.0', '1.7.0']);
});

test('a version that cannot be reached in one step is left out for the one before it', async () => {
  await publishVersion('1.4.0');
  await publishVersion('2.0.0', { from: '1.4.0' });
  const desk = await server.signIn('HR');
  expect([await offered(desk, '1.3.0'), await offered(desk, '1.4.0')]).toEqual(['1.4.0', '2.0.0']);
});

test('pilots first: those named and the first that ask, then all by one command', async () => {
  await publishVersion('1.3.0');
  await publishVersion('1.4.0', { pilots: 1, pilotNames: ['NAMED of user-hr'] });
  const named = await server.signIn('HR', 'named');
  const [first, second] = [await server.signIn('HR', 'one'), await server.signIn('HR', 'two')];
  expect(await offered(first)).toBe('1.4.0');
  expect(await offered(second)).toBe('1.3.0');
  expect(await offered(named)).toBe('1.4.0');
  expect(await offered(first)).toBe('1.4.0');
  const file = updateFilePath('1.4.0', IMAGE);
  expect((await second.get(file)).status).toBe(404);
  expect(await command({ do: 'release' })).toBe('Version 1.4.0 now goes to all PCs.');
  expect([await offered(second), (await fetch(server.url + file)).status]).toEqual(['1.4.0', 401]);
});

test('pilots that fail to start halt it by themselves; others do not', async () => {
  await publishVersion('1.4.0', { pilots: 2 });
  const roles = ['HR', 'Employee', 'Admin', 'HR'] as const;
  const desks = await Promise.all(roles.map((role, at) => server.signIn(role, `desk ${at}`)));
  const [one, two, three, four] = desks as [TestClient, TestClient, TestClient, TestClient];
  expect([await offered(one), await offered(two), await offered(three), await offered(four)]).toEqual([
    '1.4.0',
    '1.4.0',
    null,
    null,
  ]);
  const chief = await server.signIn('Super Admin');
  for (const stranger of [three, four]) expect(await started(stranger, '1.4.0', false)).toBe(204);
  expect((await state(chief)).release).toMatchObject({ stage: 'pilots', failed: 0 });
  await started(one, '1.4.0', false);
  await started(one, '1.4.0', false);
  expect((await state(chief)).release).toMatchObject({ stage: 'pilots', failed: 1, pilots: 2 });
  await started(two, '1.4.0', false);
  expect((await state(chief)).release).toMatchObject({ stage: 'halted', byItself: true, failed: 2 });
  expect(await offered(one)).toBe(null);
  expect((await one.get(updateFilePath('1.4.0', IMAGE))).status).toBe(404);
  const lines = await auditLines(server.database, 'update-halted');
  expect(lines).toHaveLength(1);
});

test('one user takes one place of a pilot, by whatever name the desk goes', async () => {
  await publishVersion('1.4.0', { pilots: 2 });
  const took: (string | null)[] = [];
  for (const name of ['a', 'b', 'c']) took.push(await offered(await server.signIn('Employee', name)));
  expect(took).toEqual(['1.4.0', null, null]);
  expect(await offered(await server.signIn('HR'))).toBe('1.4.0');
});

test('one user halts no release that has several pilots: not by being the first, nor by the names of the others', async () => {
  const chief = await server.signIn('Super Admin');
  const failing = async (name: string): Promise<void> => {
    const desk = server.client();
    await desk.signIn(emailOf('Student'), PASSWORD, name);
    await offered(desk);
    expect(await started(desk, '1.4.0', false)).toBe(204);
  };
  await publishVersion('1.4.0', { pilots: 1, pilotNames: ['FRONT-DESK', 'ACCOUNTS'] });
  for (const name of ['the first', 'front-desk', 'accounts', 'front-desk']) await failing(name);
  expect((await state(chief)).release).toMatchObject({ stage: 'pilots', pilots: 3, failed: 3 });
  const other = server.client();
  await other.signIn(emailOf('Employee'), PASSWORD, 'ACCOUNTS');
  expect(await offered(other)).toBe('1.4.0');
  await started(other, '1.4.0', false);
  expect((await state(chief)).release).toMatchObject({ stage: 'halted', byItself: true });
});

test('what was given to all is halted by people alone, whatever a pilot says then', async () => {
  await publishVersion('1.4.0', { pilots: 1 });
  const pilot = await server.signIn('Employee');
  await offered(pilot);
  await started(pilot, '1.4.0', false);
  const chief = await server.signIn('Super Admin');
  expect((await state(chief)).release).toMatchObject({ stage: 'halted', byItself: true });
  await command({ do: 'release' });
  await started(pilot, '1.4.0', false);
  expect((await state(chief)).release).toMatchObject({ stage: 'all', failed: 1 });
});

test('a single pilot is enough to halt it, and a start that went well counts', async () => {
  await publishVersion('1.4.0', { pilots: 1 });
  const desk = await server.signIn('HR');
  const chief = await server.signIn('Super Admin');
  await offered(desk);
  await started(desk, '1.4.0', true);
  expect((await state(chief)).release).toMatchObject({ stage: 'pilots', started: 1, failed: 0 });
  await started(desk, '1.4.0', false);
  expect((await state(chief)).release).toMatchObject({ stage: 'halted', byItself: true });
});

test('a Super Admin sees which PCs have what, and releases and halts; nobody else does', async () => {
  const chief = await server.signIn('Super Admin');
  expect(await state(chief)).toMatchObject({ release: null, versions: [] });
  await publishVersion('1.4.0', { pilots: 1 });
  await offered(await server.signIn('HR', 'a'), '1.3.0');
  await offered(await server.signIn('HR', 'b'), '1.10.0');
  await offered(await server.signIn('HR', 'c'), '1.3.0');
  expect((await state(chief)).versions).toEqual([
    { version: '1.10.0', pcs: 1 },
    { version: '1.3.0', pcs: 2 },
  ]);
  const set = (client: TestClient, stage: string, version = '1.4.0') =>
    client.request<UpdatesState>('PUT', UPDATES_STATE_PATH, { version, stage });
  expect((await set(chief, 'all')).body.release).toMatchObject({ stage: 'all', byItself: false });
  expect((await set(chief, 'halted')).body.release?.stage).toBe('halted');
  expect((await set(chief, 'all', '9.9.9')).status).toBe(404);
  expect((await set(chief, 'pilots')).status).toBe(400);
  for (const role of ['Admin', 'HR', 'Employee', 'Student', ''] as const) {
    const other = await server.signIn(role);
    expect((await set(other, 'all')).status, role).toBe(403);
    expect((await other.get(UPDATES_STATE_PATH)).status, role).toBe(403);
  }
  expect((await state(chief)).release?.stage).toBe('halted');
  expect(await auditLines(server.database, 'update-released')).toHaveLength(1);
});

test('what goes to all without pilots is halted by nobody who says that it fails', async () => {
  await publishVersion('1.4.0');
  const desk = await server.signIn('HR');
  await offered(desk);
  expect(await started(desk, '1.4.0', false)).toBe(204);
  expect(await offered(desk)).toBe('1.4.0');
});

test('files that a restore has left out are published again, and who gets them stays', async () => {
  await publishVersion('1.4.0');
  const desk = await server.signIn('HR');
  expect(await offered(desk)).toBe('1.4.0');
  await command({ do: 'halt' });
  rmSync(join(server.dataFolder, 'updates'), { recursive: true });
  expect(await publishVersion('1.4.0')).toContain('are here again. Who gets it stays as it was.');
  expect(published()).toEqual(['1.4.0']);
  expect(await offered(desk)).toBe(null);
  await expect(publishVersion('1.4.0')).rejects.toThrow(/published already/);
});

test('a published file that was damaged or lost is put right by publishing again', async () => {
  await publishVersion('1.4.0');
  const desk = await server.signIn('HR');
  expect(await offered(desk)).toBe('1.4.0');
  const kept = join(server.dataFolder, 'updates', '1.4.0', IMAGE);
  const harms = [() => writeFileSync(kept, 'the prog'), () => rmSync(kept)];
  for (const harm of harms) {
    harm();
    expect(await publish({}, join(folder, '1.4.0'))).toContain(
      'are here again. Who gets it stays as it was.',
    );
    expect(readFileSync(kept, 'utf8')).toBe('the program 1.4.0');
  }
  await expect(publish({}, join(folder, '1.4.0'))).rejects.toThrow('is published already');
  // PCs may have the first build: another one under its version is no repair.
  rmSync(kept);
  await expect(publishVersion('1.4.0', { from: '1.2.0' })).rejects.toThrow('is published already');
  expect(existsSync(kept)).toBe(false);
});
