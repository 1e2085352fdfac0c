import { writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { setActive, setRole, somebodyNew, type Account } from '../testing/accounts.ts';
import { fileNamed, filesBelow, textsOnDisk } from '../testing/folder-contents.ts';
import { openOffice } from '../testing/office.ts';
import { create, edit, get } from '../testing/record-steps.ts';
import { STRONG_PASSWORD, type TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

/**
 * What the user must read stays until it is put away, longer than the record may be theirs to see: from then on it does not
 * say what others have called it.
 */

const STAYS = 'Stayswvq Ondiskzk';
const AWAY = 'Wentawayqv Ondiskzk';
const NAMED = `${AWAY} was merged into ${STAYS} before your change arrived. What you wrote (Remarks) is there now.`;
const NAMELESS =
  'One candidate was merged into another candidate before your change arrived. What you wrote (Remarks) is there now.';

const office = openOffice();
let administrator: TestDesk;
let account: Account;
let desk: TestDesk;
let folder: string;
let stays: string;

/** Somebody of the role wrote without the server to a record that was merged meanwhile, and was told. */
async function told(role: string): Promise<void> {
  ({ account, desk, folder } = await somebodyNew(office, administrator, role));
  const person = { mobile: '98200 12345', email: 'told@mail.test', interviewerId: account.id };
  stays = await create(administrator, 'candidate', { ...person, fullName: STAYS });
  const away = await create(administrator, 'candidate', { ...person, fullName: AWAY });
  await administrator.inStep();
  await until(
    'both are here',
    async () => (await get(desk, stays)) !== null && (await get(desk, away)) !== null,
  );
  office.network.cut();
  await desk.state('offline');
  await edit(desk, away, { remarks: 'own words' });
  const { records } = await administrator.call('duplicates.compare', {
    entity: 'candidate',
    ids: [stays, away],
  });
  const bases = Object.fromEntries(records.map(({ record, base }) => [record._id, base]));
  const merged = { stays, others: [away], values: {}, bases };
  await administrator.call('duplicates.merge', { entity: 'candidate', ...merged });
  await administrator.inStep();
  office.network.mend();
  await desk.inStep();
  expect(await messages()).toEqual([NAMED]);
  expect(textsOnDisk(folder, [`${AWAY} was merged into ${STAYS}`])).toHaveLength(1);
}

const messages = async (): Promise<string[]> =>
  (await desk.call('sync.status', {})).notices.map(({ message }) => message);

const onDisk = (): string[] => textsOnDisk(folder, [AWAY, STAYS]);

beforeEach(async () => {
  administrator = await office.deskOf('superadmin');
});

describe('that a record was merged', () => {
  it('is told without names once it is given to somebody else', async () => {
    await told('Employee');
    await edit(administrator, stays, { interviewerId: null, interviewerName: null });
    await administrator.inStep();
    await until('gone', async () => (await get(desk, stays)) === null);
    expect(await messages()).toEqual([NAMELESS]);
    // What one that is deleted was called stays with the user's own change of it.
    await until('not in any file', () => textsOnDisk(folder, [STAYS, `${AWAY} was`]).length === 0);
  });

  it('is told without names in a lower role, and a damaged file put aside has them no more either', async () => {
    await told('HR');
    const aside = `${fileNamed(folder, 'outbox.db')}.damaged-1`;
    writeFileSync(aside, `what could not be read: ${STAYS}`);
    await setRole(administrator, account, 'Employee');
    await until('the session has ended', async () => (await desk.call('session.get', {})).user === null);
    expect(onDisk()).toEqual([]);
    expect(filesBelow(folder)).not.toContain(aside);
    await desk.call('session.signIn', { email: account.email, password: STRONG_PASSWORD });
    await desk.inStep();
    expect(await messages()).toContain(NAMELESS);
  });

  it('says no names on the disk of somebody whose account is closed', async () => {
    await told('HR');
    await setActive(administrator, account, false);
    await until('the session has ended', async () => (await desk.call('session.get', {})).user === null);
    expect(onDisk()).toEqual([]);
  });

  it('says none where nothing is to stay, though something waits', async () => {
    await told('HR');
    office.network.cut();
    await desk.state('offline');
    await create(desk, 'candidate', { fullName: 'Of my own', mobile: '98200 54321', email: 'own@mail.test' });
    // Also so that what is left can be looked through: afterwards the server alone has its key.
    expect(textsOnDisk(folder, ['Of my own'])).toEqual(['Of my own']);
    await desk.call('session.signOut', { wipe: true, evenIfWaiting: true });
    expect(textsOnDisk(folder, ['Of my own'])).toEqual(['Of my own']);
    expect(onDisk()).toEqual([]);
  });
});
