import { beforeEach, expect, it } from 'vitest';
import { newId } from '#shared/model/new-id.ts';
import { somebodyNew, type Account } from '../testing/accounts.ts';
import { textsOnDisk } from '../testing/folder-contents.ts';
import { openOffice } from '../testing/office.ts';
import { create, edit, get } from '../testing/record-steps.ts';
import type { TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

/**
 * A change of several records is refused as a whole because of one of them, and the refusal of each says why: nobody is named
 * there any more who was erased (decision 33), or is not for the user to see.
 */

const office = openOffice();
const HER = { fullName: 'Zubeida Quraishi', mobile: '98450 77123', email: 'zubeida@sample.test' };
const OTHER = { fullName: 'Other Person', mobile: '98450 11111', email: 'other@sample.test' };
const SKILL = 'Loomweaving';

let administrator: TestDesk;
let account: Account;
let desk: TestDesk;
let folder: string;
let her: string;
let other: string;

const messages = async (): Promise<(string | null)[]> =>
  (await desk.call('sync.tray', {})).map(({ message }) => message);
const namesHer = async (): Promise<boolean> => (await messages()).some((each) => each?.includes('Zubeida'));

beforeEach(async () => {
  administrator = await office.deskOf('superadmin');
});

/** A desk whose change of both was refused, since she was deleted meanwhile, and who is back since. */
async function refused(role: string): Promise<void> {
  ({ account, desk, folder } = await somebodyNew(office, administrator, role));
  const all = { coreskill: SKILL, interviewerId: account.id };
  her = await create(administrator, 'candidate', { ...HER, ...all });
  other = await create(administrator, 'candidate', { ...OTHER, ...all });
  await administrator.inStep();
  await until(
    'both are here',
    async () => (await get(desk, her)) !== null && (await get(desk, other)) !== null,
  );
  office.network.cut();
  await desk.state('offline');
  const query = { entity: 'candidate', list: 'candidates', search: '' } as const;
  await desk.call('records.setMany', {
    id: newId(),
    query,
    picked: { ids: [her, other] },
    changes: { interviewStatus: 'Scheduled' },
  });
  await administrator.call('records.delete', { entity: 'candidate', id: her });
  await administrator.inStep();
  office.network.mend();
  await desk.inStep();
  // The tray shows the one that is the cause of the other.
  await until('it was refused', async () => (await messages()).length === 1);
  expect(await namesHer()).toBe(true);
  await administrator.call('records.restore', { entity: 'candidate', id: her });
  await administrator.inStep();
  await until('she is back', async () => (await get(desk, her)) !== null);
}

it('who was erased is in the refusal of nobody else', async () => {
  await refused('HR');
  const asked = { entity: 'candidate', id: her, reason: 'Asked by letter', name: HER.fullName } as const;
  await administrator.call('persons.erase', asked);
  await until('she is gone', async () => (await get(desk, her)) === null);
  const [entry] = await until('the other change is left', async () => {
    const entries = await desk.call('sync.tray', {});
    return entries.length === 1 && entries[0]?.recordId === other && entries;
  });
  expect(JSON.stringify(entry)).not.toMatch(/zubeida|quraishi/i);
  await office.closed(desk);
  expect(textsOnDisk(folder, ['Zubeida', 'Quraishi'])).toEqual([]);
});

it('who is given to somebody else is in the refusal of nobody else', async () => {
  await refused('Employee');
  await edit(administrator, her, { interviewerId: null, interviewerName: null });
  await administrator.inStep();
  await until('she is gone', async () => (await get(desk, her)) === null);
  expect(await namesHer()).toBe(false);
  await until('not in any file', () => textsOnDisk(folder, ['Zubeida']).length === 0);
});
