import { existsSync, globSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { DEFAULT_DESKTOP_SETTINGS, type DesktopState } from '#shared/window/desktop-settings.ts';
import type { DesktopHost } from '../desktop/desktop-host.ts';
import { openOffice } from '../testing/office.ts';
import { memoryKeychain, PASSWORD, TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

/** The lock of the windows is the desk's: whatever a page does, it reads and writes nothing. */

const office = openOffice();
const candidates = { entity: 'candidate', list: 'candidates', offset: 0, limit: 1 } as const;
const PERSON = { fullName: 'Meera Iyer', mobile: '98200 12345', email: 'meera@mail.test', city: 'Latur' };
const entry = { entity: 'candidate', id: null, base: null, changes: PERSON } as const;
const LOCKED = { code: 'locked', message: 'The application is locked. Enter your password.' };
const MEANWHILE = {
  code: 'conflict',
  message:
    'The application was locked, or you logged out, before a place was chosen. Nothing was written: try again.',
};
const keychain = memoryKeychain();
let folder: string;
let stood: DesktopState[];

const desktop: DesktopHost = {
  remind: async () => undefined,
  takeBack: async () => undefined,
  stand: async (state) => void stood.push(state),
  startAtLogin: async () => null,
};

beforeEach(() => {
  folder = office.newFolder();
  stood = [];
});

async function open(): Promise<TestDesk> {
  const desk = await TestDesk.open(folder, office.network.url, keychain, { desktop });
  office.desks.push(desk);
  return desk;
}

async function signedIn(): Promise<TestDesk> {
  const desk = await open();
  await desk.signIn('hr');
  await desk.inStep();
  return desk;
}

it('refuses every call but the password and the way out, while syncing goes on', async () => {
  const desk = await signedIn();
  const other = await office.deskOf('superadmin');
  office.network.cut();
  const { record } = await desk.call('records.save', entry);
  expect(await desk.call('session.lock', {})).toMatchObject({ locked: true });
  await expect(desk.call('records.list', candidates)).rejects.toMatchObject(LOCKED);
  await expect(desk.call('records.save', entry)).rejects.toMatchObject(LOCKED);
  await expect(desk.call('sync.tray', {})).rejects.toMatchObject(LOCKED);
  await expect(desk.call('system.diagnostics', {})).rejects.toMatchObject(LOCKED);
  const again = { email: 'hr@demo.test', password: PASSWORD };
  await expect(desk.call('session.signIn', again)).rejects.toMatchObject(LOCKED);

  office.network.mend();
  desk.desk.hear('resumed');
  await until('what waited is sent', async () => {
    const { record: sent } = (await other.call('records.get', { entity: 'candidate', id: record._id })) ?? {};
    return sent?._id === record._id;
  });
  await expect(desk.call('records.list', candidates)).rejects.toMatchObject(LOCKED);
  expect(await desk.call('session.unlock', { password: PASSWORD })).toMatchObject({ locked: false });
  expect(await desk.call('records.list', candidates)).toMatchObject({ total: expect.any(Number) });
});

it('opens by the user’s password alone, without the server, and slows guessing', async () => {
  const desk = await signedIn();
  await desk.call('session.lock', {});
  office.network.cut();
  for (let guess = 0; guess < 5; guess += 1) {
    await expect(desk.call('session.unlock', { password: 'Wrong@12345' })).rejects.toMatchObject({
      code: 'unauthenticated',
      message: 'The password is wrong.',
    });
  }
  await expect(desk.call('session.unlock', { password: PASSWORD })).rejects.toMatchObject({
    code: 'too-many-requests',
  });
  await until('the wait is over', async () => {
    const state = await desk.call('session.unlock', { password: PASSWORD }).catch(() => null);
    return state?.locked === false;
  });
});

/** A dialog of the system, which no lock takes away: it is answered while it is open. */
async function chosenMeanwhile(
  desk: TestDesk,
  path: string,
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  desk.dialog.answer = async () => {
    await meanwhile();
    return { path };
  };
}

it('stands above the dialogs that were open: what is chosen in them then is written nowhere', async () => {
  const desk = await signedIn();
  const path = join(folder, 'on a stick.csv');
  const query = { entity: 'candidate', list: 'candidates' } as const;
  await chosenMeanwhile(desk, path, () => desk.call('session.lock', {}));
  await expect(desk.call('export.start', { id: 'e1', query })).rejects.toMatchObject(MEANWHILE);
  await desk.call('session.unlock', { password: PASSWORD });
  await desk.call('system.diagnostics', {});
  await expect(desk.call('system.saveDiagnostics', {})).rejects.toMatchObject(MEANWHILE);
  expect(existsSync(path)).toBe(false);

  // Nor is it for whoever signs in next.
  await desk.call('session.unlock', { password: PASSWORD });
  await desk.call('system.diagnostics', {});
  await chosenMeanwhile(desk, path, async () => {
    await desk.call('session.signOut', {});
    await desk.signIn('admin');
  });
  await expect(desk.call('system.saveDiagnostics', {})).rejects.toMatchObject(MEANWHILE);
  expect(existsSync(path)).toBe(false);

  // Opened again before anything was chosen, it is the user who chooses.
  await desk.call('session.signOut', {});
  await desk.signIn('hr');
  await chosenMeanwhile(desk, path, async () => {
    await desk.call('session.lock', {});
    await desk.call('session.unlock', { password: PASSWORD });
  });
  expect(await desk.call('export.start', { id: 'e2', query })).toMatchObject({ outcome: 'saved' });
});

it('stands over a restart, and goes with the session', async () => {
  const first = await signedIn();
  await first.call('session.lock', {});
  office.desks.splice(office.desks.indexOf(first), 1);
  await first.close();

  const again = await open();
  expect(await again.call('session.get', {})).toMatchObject({
    locked: true,
    user: { name: expect.any(String) },
  });
  await expect(again.call('records.list', candidates)).rejects.toMatchObject(LOCKED);
  expect(await again.call('session.signOut', {})).toMatchObject({ locked: false, user: null });
  await again.signIn('hr');
  expect(await again.call('session.get', {})).toMatchObject({ locked: false });
});

it('comes and goes on a full disk too, where it cannot be kept', async () => {
  const desk = await signedIn();
  const settings = { ...DEFAULT_DESKTOP_SETTINGS, lockAfter: 5 as const };
  await desk.call('desktop.set', { settings, startAtLogin: null });
  const [file = ''] = globSync('**/session.json', { cwd: folder });
  // Where it is written before it has its name.
  mkdirSync(join(folder, `${file}.${process.pid}.new`));
  const told = (): unknown => desk.events.filter(({ event }) => event === 'session').at(-1)?.data;
  expect(() => desk.desk.hear('idle')).toThrow();
  expect(told()).toMatchObject({ locked: true });
  await expect(desk.call('records.list', candidates)).rejects.toMatchObject(LOCKED);
  await desk.call('session.unlock', { password: PASSWORD }).catch(() => undefined);
  expect(told()).toMatchObject({ locked: false });
  rmSync(join(folder, `${file}.${process.pid}.new`), { recursive: true });
});

it('comes with an idle PC or its locked screen, where the user wished so', async () => {
  const desk = await signedIn();
  const locked = async (): Promise<boolean> => (await desk.call('session.get', {})).locked;
  desk.desk.hear('screen-locked');
  desk.desk.hear('idle');
  expect(await locked()).toBe(false);
  const settings = { ...DEFAULT_DESKTOP_SETTINGS, lockAfter: 5 as const };
  await desk.call('desktop.set', { settings, startAtLogin: null });
  expect(stood.at(-1)).toMatchObject({ lockAfter: 5, tray: false, mayLogCalls: true });
  for (const event of ['idle', 'screen-locked'] as const) {
    desk.desk.hear(event);
    expect(await locked()).toBe(true);
    await desk.call('session.unlock', { password: PASSWORD });
  }
});
