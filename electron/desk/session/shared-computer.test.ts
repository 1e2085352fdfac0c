import { beforeEach, expect, it } from 'vitest';
import { deleteAccount, setActive, somebodyNew, type Account } from '../testing/accounts.ts';
import { filesBelow, textsOnDisk } from '../testing/folder-contents.ts';
import { openOffice } from '../testing/office.ts';
import { create } from '../testing/record-steps.ts';
import { STRONG_PASSWORD, type TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

/** Several people use one computer: who has left the office never signs in on it again, and the others do. */

const office = openOffice();
const OWN = { fullName: 'Meera Iyer', mobile: '98200 12345', email: 'meera@mail.test', city: 'Latur' };
let folder: string;
let administrator: TestDesk;
let account: Account;
let desk: TestDesk;

const caches = (): string[] => filesBelow(folder).filter((path) => path.endsWith('cache.db'));
const enter = (): Promise<unknown> =>
  desk.call('session.signIn', { email: account.email, password: STRONG_PASSWORD });

/** Somebody has worked on the computer and signed out; one change has not been sent. */
beforeEach(async () => {
  administrator = await office.deskOf('superadmin');
  ({ account, desk, folder } = await somebodyNew(office, administrator, 'HR'));
  office.network.cut();
  await desk.state('offline');
  await create(desk, 'candidate', OWN);
  expect(textsOnDisk(folder, [OWN.city])).toEqual([OWN.city]);
  await desk.call('session.signOut', { evenIfWaiting: true });
  office.network.mend();
  expect(caches()).toHaveLength(1);
});

it.each([
  ['deactivated', () => setActive(administrator, account, false)],
  ['deleted', () => deleteAccount(administrator, account)],
])('the copy of somebody who was %s goes when anybody else is in contact', async (_, end) => {
  await end();
  await desk.signIn('admin');
  await desk.inStep();
  await until('the other copy is gone', () => caches().length === 1);
  // What waits is not the server's: it stays locked until the account opens again.
  expect(textsOnDisk(folder, [OWN.city])).toEqual([OWN.city]);
  await desk.call('session.signOut', {});
  office.network.cut();
  await expect(enter()).rejects.toMatchObject({ code: 'offline' });
});

it('nothing of others goes, and who is made active again finds what waits', async () => {
  await setActive(administrator, account, false);
  await desk.signIn('admin');
  await desk.inStep();
  await until('the other copy is gone', () => caches().length === 1);
  await desk.call('session.signOut', {});
  await desk.signIn('hr');
  await desk.inStep();
  await desk.call('session.signOut', {});
  expect(caches()).toHaveLength(2);
  await setActive(administrator, account, true);
  await enter();
  await desk.inStep();
  const list = { entity: 'candidate', list: 'candidates', search: OWN.email, offset: 0, limit: 1 } as const;
  expect((await desk.call('records.list', list)).total).toBe(1);
});
