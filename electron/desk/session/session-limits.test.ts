import { copyFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readPrivateJson, writePrivateJson } from '../storage/data-folders.ts';
import type { Keychain } from './kept-session.ts';
import { daysPass, setClock } from '../testing/clock.ts';
import { fileNamed, textsOnDisk } from '../testing/folder-contents.ts';
import { openOffice } from '../testing/office.ts';
import { memoryKeychain, noKeychain, PASSWORD, TestDesk } from '../testing/test-desk.ts';

/** How long, and by what, a desk opens without its server. */

const office = openOffice();
const candidates = { entity: 'candidate', list: 'candidates', offset: 0, limit: 1 } as const;
const PERSON = { fullName: 'Meera Iyer', mobile: '98200 12345', email: 'meera@mail.test', city: 'Latur' };
const TOO_LONG = {
  code: 'offline',
  message: 'This computer has not reached the server for 30 days. Connect to the network to sign in.',
};
let folder: string;

beforeEach(() => {
  folder = office.newFolder();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function open(keychain: Keychain = noKeychain): Promise<TestDesk> {
  const desk = await TestDesk.open(folder, office.network.url, keychain);
  office.desks.push(desk);
  return desk;
}

async function signedIn(keychain: Keychain = noKeychain, name = 'superadmin'): Promise<TestDesk> {
  const desk = await open(keychain);
  await desk.signIn(name);
  await desk.inStep();
  return desk;
}

async function save(desk: TestDesk): Promise<string> {
  const entry = { entity: 'candidate', id: null, base: null, changes: PERSON } as const;
  const { record } = await desk.call('records.save', entry);
  return record._id;
}

async function close(desk: TestDesk): Promise<void> {
  office.desks.splice(office.desks.indexOf(desk), 1);
  await desk.close();
}

const sessionFile = (): string => fileNamed(folder, 'session.json');
const edit = (change: object): void =>
  writePrivateJson(sessionFile(), { ...(readPrivateJson(sessionFile()) as object), ...change });

describe('30 days after the last contact', () => {
  it.each([
    ['with a keychain', memoryKeychain],
    ['without one', () => noKeychain],
  ])('%s nothing opens without the server; what waits is sent when it is reached', async (_, keychainOf) => {
    const keychain = keychainOf();
    const desk = await signedIn(keychain);
    office.network.cut();
    const id = await save(desk);
    await close(desk);

    setClock(400);
    const later = await open(keychain);
    const notice = keychain.available ? TOO_LONG.message : null;
    expect(await later.call('session.get', {})).toMatchObject({ user: null, notice });
    await expect(later.call('records.list', candidates)).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(later.signIn('superadmin')).rejects.toMatchObject(TOO_LONG);

    office.network.mend();
    await later.signIn('superadmin');
    await later.inStep();
    expect(await later.call('records.get', { entity: 'candidate', id })).toMatchObject({ waiting: false });
  });

  it('a desk that was left open closes at the next call, and opens no file any more', async () => {
    const desk = await signedIn();
    office.network.cut();
    await save(desk);
    daysPass(31);
    await expect(desk.call('records.list', candidates)).rejects.toMatchObject({
      code: 'unauthenticated',
      message: TOO_LONG.message,
    });
    const state = await desk.call('session.get', {});
    expect(state).toMatchObject({ user: null, notice: TOO_LONG.message });
    expect(desk.events).toContainEqual({ event: 'session', data: state });
    await expect(desk.signIn('superadmin')).rejects.toMatchObject(TOO_LONG);
    office.network.mend();
    await desk.signIn('superadmin');
    await desk.inStep();
    expect((await desk.call('records.list', { ...candidates, search: PERSON.email })).total).toBeGreaterThan(
      0,
    );
  });

  it('a desk at which nobody does anything closes by itself', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const desk = await signedIn();
    office.network.cut();
    daysPass(31);
    vi.advanceTimersByTime(60_000);
    expect(await desk.call('session.get', {})).toMatchObject({ user: null, notice: TOO_LONG.message });
  });
});

describe('a clock that is far behind, as where its battery is empty', () => {
  it('ends nothing when it is put right, nor at the next start', async () => {
    setClock(-2_200);
    const keychain = memoryKeychain();
    const desk = await signedIn(keychain);
    office.network.cut();
    setClock(0);
    await save(desk);
    expect((await desk.call('session.get', {})).user).not.toBe(null);
    await close(desk);
    const next = await open(keychain);
    expect((await next.call('session.get', {})).user).not.toBe(null);
    expect(await next.call('sync.status', {})).toMatchObject({ waiting: 1 });
  });
});

describe('a clock that is put back', () => {
  it('does not lengthen the 30 days; a small step keeps nobody out', async () => {
    const keychain = memoryKeychain();
    await close(await signedIn(keychain));
    office.network.cut();
    setClock(10);
    const desk = await open(keychain);
    expect((await desk.call('session.get', {})).user).not.toBe(null);
    await close(desk);

    setClock(9.5);
    await close(await open(keychain));
    setClock(5);
    const back = await open(keychain);
    const sentence = expect.stringContaining('The clock of this computer is behind') as string;
    expect(await back.call('session.get', {})).toMatchObject({ user: null, notice: sentence });
    await expect(back.signIn('superadmin')).rejects.toMatchObject({ code: 'offline', message: sentence });
    office.network.mend();
    await back.signIn('superadmin');
    await back.inStep();
  });
});

describe('a clock that was ahead and is put right', () => {
  it('keeps nobody out once the server has answered since, even where the desk closes at once', async () => {
    const keychain = memoryKeychain();
    setClock(400);
    const desk = await signedIn(keychain);
    vi.restoreAllMocks();
    await save(desk);
    await desk.call('sync.now', {});
    await desk.inStep();
    await close(desk);
    office.network.cut();
    const later = await open(keychain);
    expect(await later.call('session.get', {})).toMatchObject({
      user: { role: 'Super Admin' },
      notice: null,
    });
  });

  it('keeps who is offline out still: it might as well be a clock that is put back', async () => {
    const keychain = memoryKeychain();
    const desk = await signedIn(keychain);
    office.network.cut();
    setClock(-5);
    // The server answered a moment ago: the open session goes on.
    expect((await desk.call('records.list', candidates)).total).toBeGreaterThan(0);
    await close(desk);
    const later = await open(keychain);
    expect(await later.call('session.get', {})).toMatchObject({
      user: null,
      notice: expect.stringContaining('The clock of this computer is behind') as string,
    });
    await close(later);
    // Nor has looking lengthened the days.
    setClock(31);
    const longer = await open(keychain);
    expect(await longer.call('session.get', {})).toMatchObject({ user: null, notice: TOO_LONG.message });
  });
});

describe('what is kept of a session', () => {
  it('is refused where somebody has edited what counts', async () => {
    await close(await signedIn());
    office.network.cut();
    const kept = readPrivateJson(sessionFile()) as Record<string, unknown>;
    const sealed = String(kept['sealed']);
    const refused = {
      code: 'offline',
      message: expect.stringContaining('cannot be used any more') as string,
    };
    for (const change of [
      { sealed: `${sealed.slice(0, -6)}AAAAA=` },
      { sealed: null },
      { sealed: 'nonsense' },
      { signedInAt: Date.now() + 1 },
    ]) {
      writePrivateJson(sessionFile(), { ...kept, ...change });
      const desk = await open();
      await expect(desk.signIn('superadmin')).rejects.toMatchObject(refused);
      await close(desk);
    }
    writePrivateJson(sessionFile(), { ...kept, passwordLock: { salt: 'x', box: 'y' } });
    const desk = await open();
    await expect(desk.signIn('superadmin')).rejects.toMatchObject({ code: 'unauthenticated' });
    writePrivateJson(sessionFile(), kept);
    await desk.signIn('superadmin');
  });

  it('is of the user and the role that the server gave, whatever the file says beside it', async () => {
    await close(await signedIn(noKeychain, 'employee'));
    office.network.cut();
    const { user } = readPrivateJson(sessionFile()) as { user: object };
    edit({ user: { ...user, role: 'Super Admin', name: 'Somebody Else' }, lastContact: Date.now() });
    const desk = await open();
    await desk.signIn('employee');
    expect((await desk.call('session.get', {})).user).toMatchObject({ role: 'Employee' });
  });

  it('of an older password shows nothing of what was fetched since, when an old copy is put back', async () => {
    const desk = await signedIn(noKeychain, 'hr');
    const copy = `${office.newFolder()}/copy`;
    copyFileSync(sessionFile(), copy);
    const { user } = await desk.call('session.get', {});
    const next = 'seven grey herons wade';
    await desk.call('password.set', { userId: user?._id ?? '', password: next, currentPassword: PASSWORD });
    expect((await desk.call('records.list', candidates)).total).toBeGreaterThan(300);
    await close(desk);
    office.network.cut();

    const right = await open();
    await expect(right.signIn('hr')).rejects.toMatchObject({ code: 'unauthenticated' });
    await right.signIn('hr', next);
    expect((await right.call('records.list', candidates)).total).toBeGreaterThan(300);
    await close(right);

    copyFileSync(copy, sessionFile());
    const wrong = await open();
    await expect(wrong.signIn('hr')).rejects.toMatchObject({
      code: 'offline',
      message: expect.stringContaining('cannot be used any more'),
    });
  });

  it('holds neither the password nor its key in the open', async () => {
    const sealed: string[] = [];
    const memory = memoryKeychain();
    const keychain: Keychain = { ...memory, seal: (text) => (sealed.push(text), memory.seal(text)) };
    await close(await signedIn(keychain));
    expect(sealed.length).toBeGreaterThan(1);
    expect(textsOnDisk(folder, [PASSWORD, ...sealed])).toEqual([]);
  });
});
