import { existsSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { newAccount, setActive, setRole, type Account } from '../testing/accounts.ts';
import { fileNamed, filesBelow, textsOnDisk } from '../testing/folder-contents.ts';
import { DeskProcess, NoAnswer } from '../testing/desk-process.ts';
import { throughKey } from '../testing/kept-keys.ts';
import { openOffice } from '../testing/office.ts';
import { portableKeychain } from '../testing/portable-keychain.ts';
import { PASSWORD, STRONG_PASSWORD, TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

/** The application is killed while it removes a user's data: the next start does the rest, whoever signs in. */

const office = openOffice();
const PERSON = { fullName: 'Meera Iyer', mobile: '98200 12345', email: 'meera@mail.test', city: 'Latur' };
/** Overwritten before it goes: long enough to be killed meanwhile. */
const LARGE_BYTES = 300 * 1024 * 1024;

const userFiles = (folder: string): string[] => filesBelow(folder).filter((path) => path.includes('user-'));

/** A desk on which HR has everything. */
async function signedIn(
  folder: string,
  email = 'hr@demo.test',
  password = PASSWORD,
): Promise<{ desk: DeskProcess; of: string }> {
  const desk = await DeskProcess.open(folder, office.network.url);
  await desk.call('session.signIn', { email, password });
  await until('all fetched', async () => (await desk.call('sync.status', {})).state === 'live');
  const of = dirname(fileNamed(folder, 'cache.db'));
  const large = join(of, 'cache.db.damaged');
  writeFileSync(large, '');
  truncateSync(large, LARGE_BYTES);
  return { desk, of };
}

/** Kills the desk as soon as nothing is signed in on it any more. */
async function killedOnceOut(desk: DeskProcess, of: string): Promise<void> {
  while (existsSync(join(dirname(of), 'signed-in.json'))) await nextTurn();
  await desk.kill();
  expect(userFiles(dirname(of))).not.toEqual([]);
}

/** Another start, with nobody's password and no network. */
async function startedAgain(folder: string): Promise<void> {
  office.network.cut();
  const desk = await TestDesk.open(folder, office.network.url, portableKeychain);
  expect((await desk.call('session.get', {})).user).toBeNull();
  await desk.close();
  office.network.mend();
}

it('all of it goes at the next start where nothing was to stay', async () => {
  const folder = office.newFolder();
  const { desk, of } = await signedIn(folder);
  const parting = desk.call('session.signOut', { wipe: true }).catch((error: unknown) => error);
  await killedOnceOut(desk, of);
  expect(await parting).toBeInstanceOf(NoAnswer);
  await startedAgain(folder);
  expect(userFiles(folder)).toEqual([]);
});

it('what waits stays, and nothing that was fetched or is on the server', async () => {
  const folder = office.newFolder();
  const { desk, of } = await signedIn(folder);
  const other = { ...PERSON, fullName: 'Asha Rao', city: 'Wardha' };
  await desk.call('records.save', { entity: 'candidate', id: null, base: null, changes: other });
  await until('sent', async () => (await desk.call('sync.status', {})).waiting === 0);
  office.network.cut();
  await desk.call('records.save', { entity: 'candidate', id: null, base: null, changes: PERSON });
  // Afterwards the server alone has its key.
  expect(textsOnDisk(folder, [other.city, PERSON.city])).toHaveLength(2);
  const parting = desk
    .call('session.signOut', { wipe: true, evenIfWaiting: true })
    .catch((error: unknown) => error);
  await killedOnceOut(desk, of);
  expect(await parting).toBeInstanceOf(NoAnswer);
  await startedAgain(folder);
  expect(textsOnDisk(folder, ['@example.com', PERSON.city])).toEqual([PERSON.city]);
  expect(userFiles(folder).filter((path) => /cache|session\.json/.test(path))).toEqual([]);

  const back = await TestDesk.open(folder, office.network.url, portableKeychain);
  await back.signIn('hr');
  await back.inStep();
  const found = await back.call('records.list', {
    entity: 'candidate',
    list: 'candidates',
    search: PERSON.email,
    offset: 0,
    limit: 5,
    sort: { field: 'fullName', direction: 'asc' },
  });
  expect(found.rows.map((row) => row['fullName'])).toEqual([other.fullName, PERSON.fullName]);
  await back.close();
  // Of the user's own changes what the server had is forgotten, as was wished.
  const outbox = throughKey(fileNamed(folder, 'outbox.db'));
  expect([other.city, PERSON.city].filter((text) => outbox.some((bytes) => bytes.includes(text)))).toEqual([
    PERSON.city,
  ]);
});

it('and with an account that was closed, what was fetched', async () => {
  const folder = office.newFolder();
  const administrator = await office.deskOf('superadmin');
  const account = await newAccount(office.server.url, administrator, 'HR');
  const { desk, of } = await signedIn(folder, account.email, STRONG_PASSWORD);
  await setActive(administrator, account, false);
  await killedOnceOut(desk, of);
  await startedAgain(folder);
  expect(userFiles(folder).filter((path) => path.includes('cache'))).toEqual([]);
});

it.each([
  ['closed', (administrator: TestDesk, account: Account) => setActive(administrator, account, false)],
  [
    'of another role',
    (administrator: TestDesk, account: Account) => setRole(administrator, account, 'Student'),
  ],
])('an account that is %s from now on opens nothing, killed as soon as it begins to go', async (_, end) => {
  const folder = office.newFolder();
  const administrator = await office.deskOf('superadmin');
  const account = await newAccount(office.server.url, administrator, 'HR');
  const { desk, of } = await signedIn(folder, account.email, STRONG_PASSWORD);
  await end(administrator, account);
  while (!existsSync(`${of}.erasing.json`)) await nextTurn();
  await desk.kill();
  await startedAgain(folder);
  office.network.cut();
  const back = await TestDesk.open(folder, office.network.url, portableKeychain);
  const { email } = account;
  await expect(back.call('session.signIn', { email, password: STRONG_PASSWORD })).rejects.toMatchObject({
    code: 'offline',
  });
  await back.close();
  office.network.mend();
});
