import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { PATHS } from '#shared/protocol/sync.ts';
import type { UpdateStatus } from '#shared/protocol/update-calls.ts';
import { PASSWORD_KEY, SERVER_PROGRAM } from '../../../tests/product/processes.ts';
import { newerServerBefore, type NewerServer } from '../../../tests/product/newer-server.ts';
import { IMAGE, newReleaseKey, writeRelease } from '../../../tests/product/releases.ts';
import { create, PERSON } from '../testing/record-steps.ts';
import { startServerProcess, type ServerProcess } from '../testing/server-process.ts';
import { noKeychain, temporaryFolder, TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';
import { WeakNetwork } from '../testing/weak-network.ts';
import type { UpdateInstaller } from './desk-updates.ts';
import { UPDATES_FOLDER, writeInstalling } from './installing.ts';

/** Decision 42: a desk, the real server and releases that are, and are not, what they have to be. */

const key = newReleaseKey();
const PATIENT = { timeout: 30_000 };
const LARGE = Buffer.alloc(9 * 1024 * 1024, 'installer ');

let data: ReturnType<typeof temporaryFolder>;
let server: ServerProcess;
let network: WeakNetwork;
const folders: ReturnType<typeof temporaryFolder>[] = [];
const desks: TestDesk[] = [];

beforeAll(async () => {
  data = temporaryFolder();
  server = await startServerProcess(data.path, 0, { UPDATE_KEY: key.publicKey });
});
afterAll(async () => {
  await server.stop();
  data.remove();
});
beforeEach(async () => {
  network = await WeakNetwork.before(server.url);
});
afterEach(async () => {
  for (const desk of desks.splice(0)) await desk.close();
  await network.close();
  for (const folder of folders.splice(0)) folder.remove();
});

const newFolder = (): string => {
  const folder = temporaryFolder();
  folders.push(folder);
  return folder.path;
};

/** A command of the server, as a process beside the running one. */
function command(...args: string[]): string {
  const env = { ...process.env, PASSWORD_KEY, DATABASE_URL: '', UPDATE_KEY: key.publicKey };
  const ended = spawnSync(process.execPath, [SERVER_PROGRAM, '--data', data.path, ...args], {
    env,
    encoding: 'utf8',
  });
  return ended.stdout + ended.stderr;
}
/** Versions of one file of tests only go up. */
function publish(version: string, bytes?: Buffer<ArrayBuffer>, ...args: string[]): void {
  const folder = newFolder();
  writeRelease(folder, key, version, bytes ? { bytes } : {});
  expect(command('--publish', folder, ...(args.length > 0 ? args : ['--pilots', '0']))).toContain(
    `Version ${version} is published`,
  );
}

interface Updating {
  desk: TestDesk;
  /** What main was told, in order. */
  told: (string | null)[];
  folder: string;
  look: () => Promise<UpdateStatus>;
}
async function updatingDesk(
  appVersion: string,
  updateKey = key.publicKey,
  at = newFolder(),
  instead?: NewerServer | 'away',
): Promise<Updating> {
  const told: (string | null)[] = [];
  const updates: UpdateInstaller = {
    platform: 'linux',
    arch: 'x64',
    ready: async (version) => void told.push(version),
    restart: async () => void told.push('restart'),
  };
  const desk = await TestDesk.open(
    at,
    typeof instead === 'object' ? instead.url : network.url,
    noKeychain,
    { updates },
    { appVersion, updateKey },
  );
  desks.push(desk);
  await desk.signIn('hr');
  if (!instead) await desk.inStep();
  return { desk, told, folder: join(at, UPDATES_FOLDER), look: () => desk.call('updates.look', {}) };
}

it('a newer version is fetched, checked and handed over; then it is installed by choice', async () => {
  publish('1.1.0', LARGE);
  const { desk, told, folder, look } = await updatingDesk('1.0.0');
  await expect(desk.call('updates.restart', {})).rejects.toMatchObject({ code: 'conflict' });
  expect(await look()).toEqual({ state: 'ready', version: '1.1.0' });
  expect(readFileSync(join(folder, '1.1.0', IMAGE)).equals(LARGE)).toBe(true);
  expect(readdirSync(join(folder, '1.1.0')).sort()).toEqual(['manifest.json', 'manifest.json.sig', IMAGE]);
  await look();
  expect(told).toEqual(['1.1.0']);
  await desk.call('updates.restart', {});
  expect(told).toEqual(['1.1.0', 'restart']);
  const current = await updatingDesk('1.1.0');
  expect(await current.look()).toEqual({ state: 'none' });
});

it('a desk that knows releases by another key takes none, whatever the server says', async () => {
  publish('1.2.0');
  const { desk, told, folder, look } = await updatingDesk('1.0.0', newReleaseKey().publicKey);
  expect(await look()).toEqual({ state: 'none' });
  expect(told).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
  expect(desk.logged.join()).toContain('not signed by the key of this application');
});

it('a file that is another than the manifest names is thrown away', async () => {
  publish('1.3.0', LARGE);
  const stored = join(data.path, 'updates', '1.3.0', IMAGE);
  const changed = Buffer.from(LARGE);
  changed.write('X', 5_000_000);
  writeFileSync(stored, changed);
  const { desk, told, folder, look } = await updatingDesk('1.0.0');
  expect(await look()).toEqual({ state: 'none' });
  expect([told, readdirSync(join(folder, '1.3.0'))]).toEqual([[], []]);
  expect(desk.logged.join()).toContain('another file than the signed manifest names');
  writeFileSync(stored, LARGE.subarray(0, 6_000_000));
  expect(await look()).toEqual({ state: 'none' });
  writeFileSync(stored, LARGE);
  expect(await look()).toEqual({ state: 'ready', version: '1.3.0' });
});

it('a download that broke off goes on where it was, also at another start', async () => {
  publish('1.4.0', LARGE);
  const first = await updatingDesk('1.0.0');
  const part = join(first.folder, '1.4.0', `${IMAGE}.part`);
  first.desk.desk.subscribe((event, status) => {
    if (event === 'update' && 'done' in status && status.done !== null && status.done > 0) network.cut();
  });
  expect(await first.look()).toEqual({ state: 'none' });
  const kept = statSync(part).size;
  expect(kept).toBeGreaterThan(0);
  expect(kept).toBeLessThan(LARGE.byteLength);
  await first.desk.close();
  desks.splice(0);
  network.mend();
  const second = await updatingDesk('1.0.0', key.publicKey, join(first.folder, '..'));
  const steps: number[] = [];
  second.desk.desk.subscribe((event, status) => {
    if (event === 'update' && 'done' in status && status.done !== null && status.done > 0)
      steps.push(status.done);
  });
  expect(await second.look()).toEqual({ state: 'ready', version: '1.4.0' });
  expect(steps[0]).toBeGreaterThan(kept);
  expect(existsSync(part)).toBe(false);
});

it('what was ready is forgotten once it is halted', async () => {
  publish('1.5.0');
  const { told, look } = await updatingDesk('1.4.0');
  expect(await look()).toEqual({ state: 'ready', version: '1.5.0' });
  expect(command('--halt')).toContain('1.5.0 is halted');
  // A slow command holds the desk up as well, and the server has closed its connection meanwhile: it looks again.
  await expect.poll(look, PATIENT).toEqual({ state: 'none' });
  expect(told).toEqual(['1.5.0', null]);
});

it('a pilot tells how its first start went, and a failed one halts the release', async () => {
  const folder = newFolder();
  writeRelease(folder, key, '1.6.0');
  expect(command('--publish', folder, '--pilots', '1')).toContain('the first 1 that ask');
  const at = newFolder();
  const old = await updatingDesk('1.4.0', key.publicKey, at);
  expect(await old.look()).toEqual({ state: 'ready', version: '1.6.0' });
  await old.desk.close();
  desks.splice(0);
  // The installer ended, and the old version is still here.
  writeInstalling(old.folder, { from: '1.4.0', to: '1.6.0', starts: 0 });
  const again = await updatingDesk('1.4.0', key.publicKey, at);
  expect(await again.look()).toEqual({ state: 'none' });
  expect(existsSync(join(old.folder, 'installing.json'))).toBe(false);
  const chief = await TestDesk.open(newFolder(), network.url);
  desks.push(chief);
  await chief.signIn('superadmin');
  expect((await chief.call('updates.office', {})).release).toMatchObject({
    version: '1.6.0',
    stage: 'halted',
    byItself: true,
    failed: 1,
  });
  await again.desk.close();
  desks.splice(0, 1);
  await chief.call('updates.setStage', { version: '1.6.0', stage: 'all' });
  writeInstalling(old.folder, { from: '1.4.0', to: '1.6.0', starts: 0 });
  const updated = await updatingDesk('1.6.0', key.publicKey, at);
  await updated.look();
  expect((await chief.call('updates.office', {})).release).toMatchObject({
    stage: 'all',
    started: 1,
    failed: 0,
  });
});

it('a pilot that was started often while its server was away has not failed', async () => {
  publish('1.6.1', undefined, '--pilots', '1');
  const at = newFolder();
  const old = await updatingDesk('1.4.0', key.publicKey, at);
  expect(await old.look()).toEqual({ state: 'ready', version: '1.6.1' });
  await old.desk.close();
  desks.splice(0);
  writeInstalling(old.folder, { from: '1.4.0', to: '1.6.1', starts: 0 });
  network.cut();
  for (let start = 0; start < 4; start += 1) {
    const { desk, look } = await updatingDesk('1.6.1', key.publicKey, at, 'away');
    await look();
    await desk.close();
    desks.splice(0);
  }
  network.mend();
  const { look } = await updatingDesk('1.6.1', key.publicKey, at);
  await look();
  const chief = await TestDesk.open(newFolder(), network.url);
  desks.push(chief);
  await chief.signIn('superadmin');
  expect((await chief.call('updates.office', {})).release).toMatchObject({
    stage: 'pilots',
    started: 1,
    failed: 0,
  });
});

it('the outbox is not touched: what waits is there after an update was fetched, and is sent', async () => {
  publish('1.7.0');
  const { desk, told, look } = await updatingDesk('1.0.0');
  network.cut([PATHS.push]);
  await create(desk, 'candidate', PERSON);
  expect(await look()).toEqual({ state: 'ready', version: '1.7.0' });
  expect([told, (await desk.call('sync.status', {})).waiting]).toEqual([['1.7.0'], 1]);
  network.mend();
  await desk.inStep();
});

it('a desk that is too old for the server says so, keeps what was done, fetches the new version, and then sends', async () => {
  publish('1.8.0');
  const newer = await newerServerBefore(server.url);
  const { desk, told } = await updatingDesk('1.0.0', key.publicKey, newFolder(), newer);
  await desk.state('too-old');
  const { problem, syncedAt } = await desk.call('sync.status', {});
  expect([problem, syncedAt]).toEqual([expect.stringContaining('too old for the server: update it'), null]);
  await until('the new version is ready', () => told.includes('1.8.0'));
  await create(desk, 'candidate', { ...PERSON, mobile: '98200 54321', email: 'other@mail.test' });
  expect((await desk.call('sync.status', {})).waiting).toBe(1);
  newer.refuse(false);
  await desk.call('sync.now', {});
  await desk.inStep();
  await desk.close();
  desks.pop();
  await newer.close();
});
