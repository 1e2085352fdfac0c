import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { PATHS } from '#shared/protocol/sync.ts';
import {
  deleteAccount,
  newAccount,
  resetPassword,
  setActive,
  setRole,
  type Account,
} from '../testing/accounts.ts';
import { fileNamed, filesBelow, textsOnDisk } from '../testing/folder-contents.ts';
import { openOffice } from '../testing/office.ts';
import { memoryKeychain, noKeychain, STRONG_PASSWORD, TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

/** What a desk keeps of accounts that end, change, or give their email to another, and what opens it. */

const office = openOffice();
const NEXT = 'seven grey herons wade';
const candidates = { entity: 'candidate', list: 'candidates', offset: 0, limit: 1 } as const;
const PERSON = { fullName: 'Meera Iyer', mobile: '98200 12345', email: 'meera@mail.test', city: 'Latur' };
/** Of the demo data; in every cache of HR. */
const SOMEBODY_OF_THE_CACHE = '@example.com';
let folder: string;
let administrator: TestDesk;

beforeEach(async () => {
  folder = office.newFolder();
  administrator = await office.deskOf('superadmin');
});

async function open(keychain = noKeychain): Promise<TestDesk> {
  const desk = await TestDesk.open(folder, office.network.url, keychain);
  office.desks.push(desk);
  return desk;
}

async function close(desk: TestDesk): Promise<void> {
  office.desks.splice(office.desks.indexOf(desk), 1);
  await desk.close();
}

async function enter(desk: TestDesk, { email }: Account, password = STRONG_PASSWORD): Promise<void> {
  await desk.call('session.signIn', { email, password });
}

const save = (desk: TestDesk): Promise<unknown> =>
  desk.call('records.save', { entity: 'candidate', id: null, base: null, changes: PERSON });

/** A desk on which the account was signed in, fetched all and left one change waiting; it is signed out, or closed. */
async function left(account: Account, how: 'signed out' | 'closed', waits: boolean): Promise<void> {
  const desk = await open();
  await enter(desk, account);
  await desk.inStep();
  expect((await desk.call('records.list', candidates)).total).toBeGreaterThan(300);
  if (waits) {
    office.network.cut();
    await save(desk);
  }
  if (how === 'signed out') await desk.call('session.signOut', { evenIfWaiting: true });
  await close(desk);
  office.network.mend();
}

const cacheFiles = (): string[] => filesBelow(folder).filter((path) => /cache\.db|coming\./.test(path));

async function opensNothingOffline(account: Account, password = STRONG_PASSWORD): Promise<void> {
  office.network.cut();
  const desk = await open();
  await expect(enter(desk, account, password)).rejects.toMatchObject({ code: 'offline' });
  await close(desk);
  office.network.mend();
}

describe('an account that was closed while its user was signed out', () => {
  it('loses the cache, the values that waited and the way in at the next sign-in', async () => {
    const account = await newAccount(office.server.url, administrator, 'HR');
    await left(account, 'signed out', true);
    expect(textsOnDisk(folder, [SOMEBODY_OF_THE_CACHE, PERSON.city])).toHaveLength(2);
    // Of a first sync that was killed.
    for (const name of ['coming.pages', 'coming.db', 'coming.db-journal'])
      writeFileSync(join(dirname(fileNamed(folder, 'cache.db')), name), 'x');
    await setActive(administrator, account, false);
    const desk = await open();
    await expect(enter(desk, account)).rejects.toMatchObject({ code: 'account-closed' });
    expect(cacheFiles()).toEqual([]);
    expect(textsOnDisk(folder, [SOMEBODY_OF_THE_CACHE, PERSON.city, PERSON.email])).toEqual([]);
    await close(desk);
    await opensNothingOffline(account);

    await setActive(administrator, account, true);
    const again = await open();
    await enter(again, account);
    await again.inStep();
    const [entry] = await again.call('sync.tray', {});
    expect(entry).toMatchObject({ kind: 'refused', action: 'create' });
    expect(entry?.fields.map(({ name }) => name)).toContain('city');
  });

  it.each([false, true])('likewise where it was deleted (its email a newcomer’s now: %s)', async (given) => {
    const account = await newAccount(office.server.url, administrator, 'HR');
    await left(account, 'signed out', true);
    await deleteAccount(administrator, account);
    const { email } = account;
    if (given) await newAccount(office.server.url, administrator, 'HR', { email, password: NEXT });
    const desk = await open();
    await expect(enter(desk, account, 'not the password')).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(textsOnDisk(folder, [PERSON.city])).toHaveLength(1);
    await expect(enter(desk, account)).rejects.toMatchObject({
      code: 'account-closed',
      message: 'Your account was deleted. Ask an administrator.',
    });
    expect(cacheFiles()).toEqual([]);
    expect(textsOnDisk(folder, [SOMEBODY_OF_THE_CACHE, PERSON.city, PERSON.email])).toEqual([]);
    await close(desk);
    await opensNothingOffline(account);
  });

  it('loses nothing by another account that has its email now and is closed', async () => {
    const account = await newAccount(office.server.url, administrator, 'HR');
    await left(account, 'signed out', true);
    await administrator.call('records.save', {
      entity: 'user',
      id: account.id,
      base: (await administrator.call('records.get', { entity: 'user', id: account.id }))?.base ?? 0,
      changes: { email: `moved-${account.email}` },
    });
    await administrator.inStep();
    const { email } = account;
    const other = await newAccount(office.server.url, administrator, 'HR', { email, password: NEXT });
    await setActive(administrator, other, false);
    const desk = await open();
    await expect(enter(desk, other, NEXT)).rejects.toMatchObject({ code: 'account-closed' });
    await enter(desk, { ...account, email: `moved-${email}` });
    await desk.inStep();
    expect((await desk.call('records.list', { ...candidates, search: PERSON.email })).total).toBeGreaterThan(
      0,
    );
  });
});

describe('a role that was lowered while its user was signed out', () => {
  it('shows nothing of what was fetched before, although syncing fails', async () => {
    const account = await newAccount(office.server.url, administrator, 'HR');
    await left(account, 'signed out', false);
    await setRole(administrator, account, 'Employee');
    const desk = await open();
    office.network.cut([PATHS.pull, PATHS.push]);
    await enter(desk, account);
    expect((await desk.call('session.get', {})).user?.role).toBe('Employee');
    expect((await desk.call('records.list', candidates)).total).toBe(0);
    expect(textsOnDisk(folder, [SOMEBODY_OF_THE_CACHE])).toEqual([]);
  });

  it('ends the session that was opened offline with the former role at its first contact', async () => {
    const account = await newAccount(office.server.url, administrator, 'HR');
    await left(account, 'closed', false);
    await setRole(administrator, account, 'Employee');
    office.network.cut();
    const desk = await open();
    await enter(desk, account);
    expect((await desk.call('records.list', candidates)).total).toBeGreaterThan(300);
    office.network.mend();
    office.network.cut([PATHS.pull, PATHS.push]);
    void desk.call('sync.now', {}).catch(() => undefined);
    const { notice } = await until('signed out', async () => {
      const state = await desk.call('session.get', {});
      return state.user === null && state;
    });
    expect(notice).toBe('Your role was changed. Sign in again.');
    expect(cacheFiles()).toEqual([]);
  });
});

describe('a password that the server has refused', () => {
  it('opens nothing offline any more, and what was fetched goes; the new one opens it', async () => {
    const account = await newAccount(office.server.url, administrator, 'HR');
    await left(account, 'signed out', true);
    await resetPassword(office.server.url, account, NEXT);
    const desk = await open();
    await expect(enter(desk, account)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(cacheFiles()).toEqual([]);
    await close(desk);
    await opensNothingOffline(account);

    const again = await open();
    await enter(again, account, NEXT);
    await again.inStep();
    expect((await again.call('records.list', { ...candidates, search: PERSON.email })).total).toBeGreaterThan(
      0,
    );
    await close(again);
    office.network.cut();
    const offline = await open();
    await expect(enter(offline, account)).rejects.toMatchObject({ code: 'unauthenticated' });
    await enter(offline, account, NEXT);
  });

  it('that is just wrong takes nothing away', async () => {
    const account = await newAccount(office.server.url, administrator, 'HR');
    await left(account, 'signed out', false);
    const desk = await open();
    await expect(enter(desk, account, 'not the password')).rejects.toMatchObject({ code: 'unauthenticated' });
    office.network.cut();
    await enter(desk, account);
    expect((await desk.call('records.list', candidates)).total).toBeGreaterThan(300);
  });

  it('ends the session that it had opened offline, at the first contact', async () => {
    const account = await newAccount(office.server.url, administrator, 'HR');
    await left(account, 'closed', false);
    await resetPassword(office.server.url, account, NEXT);
    office.network.cut();
    const desk = await open();
    await enter(desk, account);
    office.network.mend();
    void desk.call('sync.now', {}).catch(() => undefined);
    const { notice } = await until('signed out', async () => {
      const state = await desk.call('session.get', {});
      return state.user === null && state;
    });
    expect(notice).toContain('does not take this email and password');
    expect(cacheFiles()).toEqual([]);
    await close(desk);
    await opensNothingOffline(account);
  });
});

describe('an email that was given to a newcomer', () => {
  it('opens the newcomer’s data offline, and no longer that of the one who left', async () => {
    const old = await newAccount(office.server.url, administrator, 'HR');
    await left(old, 'closed', true);
    await deleteAccount(administrator, old);
    const { email } = old;
    const newcomer = await newAccount(office.server.url, administrator, 'HR', { email, password: NEXT });
    const before = fileNamed(folder, 'cache.db');
    const desk = await open(memoryKeychain());
    await enter(desk, newcomer, NEXT);
    await desk.inStep();
    expect(existsSync(before)).toBe(false);
    expect(await desk.call('sync.tray', {})).toEqual([]);
    await close(desk);

    office.network.cut();
    const offline = await open();
    await expect(enter(offline, old)).rejects.toMatchObject({ code: 'unauthenticated' });
    await enter(offline, newcomer, NEXT);
    expect((await offline.call('session.get', {})).user?._id).toBe(newcomer.id);
  });
});
