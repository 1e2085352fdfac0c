import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { codeOf } from '../../../tests/product/authenticator.ts';
import { startServerProcess, type ServerProcess } from '../testing/server-process.ts';
import { PASSWORD, temporaryFolder, TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';
import { WeakNetwork } from '../testing/weak-network.ts';

const PERSON = { fullName: 'Meera Iyer', mobile: '98200 12345', email: 'meera@mail.test' };
const candidates = { entity: 'candidate', list: 'candidates', offset: 0, limit: 1 } as const;
const serverData = temporaryFolder();
let server: ServerProcess;
let network: WeakNetwork;
let folders: ReturnType<typeof temporaryFolder>[] = [];
let desks: TestDesk[] = [];

beforeAll(async () => {
  server = await startServerProcess(serverData.path, 0, { SECOND_FACTOR_ROLES: 'HR' });
});

afterAll(async () => {
  await server.stop();
  serverData.remove();
});

beforeEach(async () => {
  network = await WeakNetwork.before(server.url);
});

afterEach(async () => {
  for (const desk of desks) await desk.close();
  for (const folder of folders) folder.remove();
  desks = [];
  folders = [];
  await network.close();
});

/** A desk with a folder of its own, or the one of a desk that was closed. */
async function open(path?: string): Promise<TestDesk & { path: string }> {
  const folder = path === undefined ? temporaryFolder() : null;
  if (folder) folders.push(folder);
  const where = path ?? folder?.path ?? '';
  const desk = Object.assign(await TestDesk.open(where, network.url), { path: where });
  desks.push(desk);
  return desk;
}

async function restart(desk: TestDesk & { path: string }): Promise<TestDesk & { path: string }> {
  desks.splice(desks.indexOf(desk), 1);
  await desk.close();
  return open(desk.path);
}

async function enrol(desk: TestDesk): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await desk.call('secondFactor.begin', { proof: PASSWORD });
  const { recoveryCodes } = await desk.call('secondFactor.confirm', { code: codeOf(secret) });
  return { secret, recoveryCodes };
}

const withCode = (desk: TestDesk, name: string, code: string | undefined): Promise<unknown> =>
  desk.call('session.signIn', { email: `${name}@demo.test`, password: PASSWORD, code });

const addPerson = (desk: TestDesk): Promise<unknown> =>
  desk.call('records.save', { entity: 'candidate', id: null, base: null, changes: PERSON });

const rows = async (desk: TestDesk): Promise<number> =>
  (await desk.call('records.list', candidates)).total ?? 0;

it('online it asks for the code, offline never; back online it waits for one and loses nothing', async () => {
  const first = await open();
  await first.signIn('superadmin');
  await first.inStep();
  const { secret, recoveryCodes } = await enrol(first);
  await expect(first.signIn('superadmin')).rejects.toMatchObject({ code: 'second-factor' });
  // The session that is open is as it was.
  await first.inStep();

  let desk = await restart(first);
  await expect(desk.signIn('superadmin')).rejects.toMatchObject({
    code: 'second-factor',
    message: 'Enter the code from your authenticator app.',
  });
  await withCode(desk, 'superadmin', codeOf(secret, 1));
  await desk.inStep();
  const known = await rows(desk);
  expect(known).toBeGreaterThan(300);

  desk = await restart(desk);
  network.cut();
  await desk.signIn('superadmin');
  await addPerson(desk);
  await desk.state('offline');
  network.mend();
  await desk.call('sync.now', {});
  await desk.state('sign-in');
  expect(await desk.call('sync.status', {})).toMatchObject({
    waiting: 1,
    problem: 'Sign in again to go on syncing. Your changes are safe here.',
  });
  expect((await desk.call('session.get', {})).user).toMatchObject({ email: 'superadmin@demo.test' });
  expect(await rows(desk)).toBe(known + 1);
  await expect(withCode(desk, 'superadmin', '000000')).rejects.toMatchObject({ code: 'second-factor' });
  expect(await rows(desk)).toBe(known + 1);
  await withCode(desk, 'superadmin', recoveryCodes[0]);
  await desk.inStep();
  expect(await rows(desk)).toBe(known + 1);
  expect(await desk.call('secondFactor.status', {})).toMatchObject({ on: true, recoveryCodesLeft: 9 });
});

it('where it is turned on at one PC, the others wait for a sign-in and keep what they hold', async () => {
  const here = await open();
  const elsewhere = await open();
  for (const desk of [here, elsewhere]) {
    await desk.signIn('admin');
    await desk.inStep();
  }
  const { recoveryCodes } = await enrol(here);
  network.cut();
  await elsewhere.state('offline');
  await addPerson(elsewhere);
  const known = await rows(elsewhere);
  network.mend();
  await elsewhere.call('sync.now', {});
  await elsewhere.state('sign-in');
  expect((await elsewhere.call('session.get', {})).user).toMatchObject({ email: 'admin@demo.test' });
  expect(await rows(elsewhere)).toBe(known);
  await withCode(elsewhere, 'admin', recoveryCodes[0]);
  await elsewhere.inStep();
  expect(await rows(elsewhere)).toBe(known);
  await here.call('secondFactor.turnOff', { proof: PASSWORD });
  expect(await here.call('secondFactor.status', {})).toMatchObject({ on: false });
});

it('a role that must use it sets it up first, and goes on from there', async () => {
  const desk = await open();
  await desk.signIn('hr');
  await desk.state('set-up');
  expect(await desk.call('sync.status', {})).toMatchObject({
    problem: 'Your role needs two-step sign-in. Set it up to go on. Your changes are safe here.',
  });
  expect(await rows(desk)).toBe(0);
  expect(await desk.call('secondFactor.status', {})).toMatchObject({ on: false, required: true });
  await expect(desk.call('secondFactor.begin', { proof: 'a guess' })).rejects.toMatchObject({
    code: 'invalid',
  });
  const { recoveryCodes } = await enrol(desk);
  await desk.inStep();
  await until('rows', async () => (await rows(desk)) > 300);
  const again = await restart(desk);
  await withCode(again, 'hr', recoveryCodes[0]?.toLowerCase());
  await again.inStep();
  await expect(again.call('secondFactor.turnOff', { proof: PASSWORD })).rejects.toMatchObject({
    code: 'forbidden',
  });
});

it('without the server it says what it needs', async () => {
  const desk = await open();
  await desk.signIn('employee');
  await desk.inStep();
  network.cut();
  await expect(desk.call('secondFactor.status', {})).rejects.toMatchObject({ code: 'offline' });
  await expect(desk.call('secondFactor.begin', { proof: PASSWORD })).rejects.toMatchObject({
    code: 'offline',
  });
});
