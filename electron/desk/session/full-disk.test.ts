import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { UNFINISHED_ENDING } from '#shared/node/whole-file.ts';
import { newAccount, setActive, setRole } from '../testing/accounts.ts';
import { fileNamed, filesBelow } from '../testing/folder-contents.ts';
import { openOffice } from '../testing/office.ts';
import { noKeychain, STRONG_PASSWORD, TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

const office = openOffice();

/** No file of this process may grow beyond so much: the system refuses the writes as a full disk does. */
const limitFiles = (size: string): void =>
  void execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${size}:`]);
afterEach(() => limitFiles('unlimited'));

const isWithoutFetched = (folder: string): boolean =>
  filesBelow(folder).every((path) => !/cache\.db|coming\./.test(path));

it('whoever logs out with a full disk is logged out in every window', async () => {
  const desk = await office.deskOf('hr');
  limitFiles('0');
  const refusal = await desk
    .call('session.signOut', { evenIfWaiting: true })
    .catch((error: unknown) => error);
  limitFiles('unlimited');
  expect(refusal).toMatchObject({ code: 'unavailable' });
  expect((await desk.call('session.get', {})).user).toBeNull();
  expect(desk.events.at(-1)).toMatchObject({ event: 'session', data: { user: null } });
});

it.each([
  ['was dismissed', 'account-closed', false],
  ['has another role', 'unauthenticated', true],
] as const)(
  'who %s while the disk is full sees nothing more, and signs in once what is here is closed',
  async (_who, code, returns) => {
    const chief = await office.deskOf('superadmin');
    const account = await newAccount(office.server.url, chief, 'Admin');
    const folder = office.newFolder();
    const desk = await TestDesk.open(folder, office.network.url, noKeychain);
    office.desks.push(desk);
    await desk.call('session.signIn', { email: account.email, password: STRONG_PASSWORD });
    await desk.inStep();
    office.network.cut();
    if (returns) await setRole(chief, account, 'Employee');
    else await setActive(chief, account, false);
    limitFiles('0');
    office.network.mend();
    await until('nothing is shown', async () => (await desk.call('session.get', {})).user === null);
    const list = { entity: 'candidate', list: 'candidates', offset: 0, limit: 1 } as const;
    await expect(desk.call('records.list', list)).rejects.toMatchObject({ code: 'unauthenticated' });
    // What needs no room is done.
    await until('nothing fetched is here', () => isWithoutFetched(folder));
    // Nobody signs in before: what is here is closed first.
    const again = { email: account.email, password: STRONG_PASSWORD };
    await expect(desk.call('session.signIn', again)).rejects.toMatchObject({ code: 'unavailable' });
    expect(desk.events.filter(({ event }) => event === 'session').at(-1)).toMatchObject({
      data: { user: null },
    });

    limitFiles('unlimited');
    const signedIn = desk.call('session.signIn', again);
    if (returns) expect((await signedIn).user).toMatchObject({ role: 'Employee' });
    else await expect(signedIn).rejects.toMatchObject({ code });
    if (!returns) expect(isWithoutFetched(folder)).toBe(true);
    // What went well at last is no trouble that the log would name.
    expect(desk.logged.filter((line) => line.includes('no error'))).toEqual([]);
  },
);

it('what cannot be done of closing a session holds up nothing else of it', async () => {
  const chief = await office.deskOf('superadmin');
  const account = await newAccount(office.server.url, chief, 'HR');
  const folder = office.newFolder();
  const desk = await TestDesk.open(folder, office.server.url, noKeychain);
  office.desks.push(desk);
  await desk.call('session.signIn', { email: account.email, password: STRONG_PASSWORD });
  await desk.inStep();
  // Where the new one would be written lies what is no file.
  const inTheWay = `${fileNamed(folder, 'session.json')}.${process.pid}${UNFINISHED_ENDING}`;
  mkdirSync(inTheWay);
  await setActive(chief, account, false);
  await until('nothing is shown', async () => (await desk.call('session.get', {})).user === null);
  await until('nothing is here', () => isWithoutFetched(folder));
  expect(desk.logged.join()).toContain('The ended session could not be closed');
  rmSync(inTheWay, { recursive: true });
  await expect(
    desk.call('session.signIn', { email: account.email, password: STRONG_PASSWORD }),
  ).rejects.toMatchObject({ code: 'account-closed' });
});
