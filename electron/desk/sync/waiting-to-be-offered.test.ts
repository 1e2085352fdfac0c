import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TrayEntry } from '#shared/protocol/sync-calls.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import { newAccount } from '../testing/accounts.ts';
import { create, edit, get, PERSON, shows } from '../testing/record-steps.ts';
import { openRestorableOffice, settled } from '../testing/restorable-office.ts';
import type { TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';
import { WeakNetwork } from '../testing/weak-network.ts';

const office = openRestorableOffice();

describe('a change made while an own one waits to be offered again', () => {
  const NEWER = 'by two, after the putting back';
  const MINE = 'by one, acknowledged and lost';
  const LAST = 'by one, over the own value';
  let weak: WeakNetwork;
  let one: TestDesk;
  let two: TestDesk;
  let id: string;

  beforeEach(async () => {
    weak = await WeakNetwork.before(office.server.url);
    one = await office.deskOf('superadmin', weak.url);
    two = await office.deskOf('hr');
    id = await create(two, 'candidate', { ...PERSON, notes: 'old', city: 'Nagpur' });
    await shows(one, id, 'notes', 'old');
    await office.server.takeSnapshot();
    await one.call('sync.now', {});
  });
  afterEach(() => weak.close());

  /** One shows its own value, which lies over that of two: fetched, and seen by nobody here. */
  async function waitsToBeOffered(changes: Record<string, unknown> = {}): Promise<void> {
    await edit(one, id, { notes: MINE, ...changes });
    await one.inStep();
    weak.cut();
    await office.server.putBack();
    await shows(two, id, 'notes', 'old');
    await edit(two, id, { notes: NEWER });
    await two.inStep();
    weak.mend();
    weak.cut([PATHS.push]);
    await until('fetched anew', async () => {
      await one.call('sync.now', {});
      return (
        one.logged.some((line) => line.includes('older state')) &&
        (await get(one, id))?.record['city'] === 'Nagpur'
      );
    });
    expect((await get(one, id))?.record['notes']).toBe(MINE);
  }

  /** All is sent; gives what each is told. */
  async function offered(): Promise<{ one: TrayEntry[]; two: TrayEntry[] }> {
    weak.mend();
    await settled(one);
    await two.call('sync.now', {});
    await two.inStep();
    return { one: await one.call('sync.tray', {}), two: await two.call('sync.tray', {}) };
  }

  it('is the last, and the other is told of the value that nobody here had seen', async () => {
    await waitsToBeOffered();
    await edit(one, id, { notes: 'a first try' });
    await edit(one, id, { notes: LAST, city: 'Pune' });
    const told = await offered();
    for (const desk of [one, two]) await shows(desk, id, 'notes', LAST);
    expect(told.two).toMatchObject([
      { kind: 'conflict', fields: [{ name: 'notes', value: NEWER, stands: 'a first try' }] },
    ]);
    expect(told.one).toEqual([]);
  }, 60_000);

  it('likewise where the own one is refused', async () => {
    // Made after the snapshot, and by nobody who brings it back.
    const { id: interviewerId } = await newAccount(office.server.url, one, 'Employee');
    await waitsToBeOffered({ interviewerId });
    await edit(one, id, { notes: LAST });
    const told = await offered();
    await shows(two, id, 'notes', LAST);
    expect(told.two).toMatchObject([{ fields: [{ name: 'notes', value: NEWER, stands: LAST }] }]);
    expect(told.one.filter(({ recordId }) => recordId === id)).toMatchObject([{ kind: 'refused' }]);
  }, 60_000);

  it('likewise a delete', async () => {
    await waitsToBeOffered();
    await one.call('records.delete', { entity: 'candidate', id });
    const told = await offered();
    await until('gone', async () => (await get(two, id)) === null);
    expect(told.two).toMatchObject([
      { kind: 'conflict', action: 'delete', fields: [{ name: 'notes', value: NEWER }] },
    ]);
    expect(told.one).toEqual([]);
  }, 60_000);

  it('likewise one of many that are given another lead status in one go', async () => {
    const [was, mine, newer, last] = await Promise.all(
      ['Was', 'Mine', 'Newer', 'Last'].map((name) => create(one, 'leadStatus', { name: `${name}, of late` })),
    );
    await one.inStep();
    await shows(two, was ?? '', 'name', 'Was, of late', 'leadStatus');
    const lead = await create(two, 'inquiry', { Name: 'Asha', leadStatus: was, notes: 'Called' });
    await shows(one, lead, 'leadStatus', was, 'inquiry');
    await office.server.takeSnapshot();
    await one.call('sync.now', {});
    await edit(one, lead, { leadStatus: mine }, 'inquiry');
    await one.inStep();
    weak.cut();
    await office.server.putBack();
    await shows(two, lead, 'leadStatus', was, 'inquiry');
    await shows(two, newer ?? '', 'name', 'Newer, of late', 'leadStatus');
    await edit(two, lead, { leadStatus: newer }, 'inquiry');
    await two.inStep();
    weak.mend();
    weak.cut([PATHS.push]);
    await until('fetched anew', async () => {
      await one.call('sync.now', {});
      return (
        one.logged.some((line) => line.includes('older state')) &&
        (await get(one, lead, 'inquiry'))?.record['notes'] === 'Called'
      );
    });
    await shows(one, lead, 'leadStatus', mine, 'inquiry');
    const given = { id: 'move', status: mine ?? '', by: last ?? '' };
    expect(await one.call('leadStatuses.replace', given)).toMatchObject({ moved: 1 });
    const told = await offered();
    await shows(two, lead, 'leadStatus', last, 'inquiry');
    expect(told.two).toMatchObject([{ kind: 'conflict', fields: [{ name: 'leadStatus' }] }]);
    expect(told.one).toEqual([]);
  }, 60_000);

  it('likewise from a form that was opened before', async () => {
    // Of a desk that does not come back.
    const three = await office.deskOf('admin');
    for (const city of ['Latur', 'Akola', 'Wardha', 'Beed']) {
      await edit(three, id, { city });
      await three.inStep();
    }
    await shows(one, id, 'city', 'Beed');
    await office.desks.pop()?.close();
    const form = await get(one, id);
    await waitsToBeOffered();
    const told = await offered();
    expect(told.one).toMatchObject([{ fields: [{ name: 'notes', value: MINE, stands: NEWER }] }]);
    // The log has come to the form's number again.
    while (((await get(two, id))?.base ?? 0) <= (form?.base ?? 0))
      await edit(two, id, { city: `City ${(await get(two, id))?.base}` }).then(() => two.inStep());
    await one.call('sync.now', {});
    await one.inStep();
    const changes = { notes: LAST };
    await one.call('records.save', {
      entity: 'candidate',
      id,
      base: form?.base ?? 0,
      changes,
      seen: { notes: 'old' },
    });
    const after = await offered();
    await shows(two, id, 'notes', LAST);
    expect(after.two).toMatchObject([{ fields: [{ name: 'notes', value: NEWER, stands: LAST }] }]);
  }, 60_000);

  it('tells nobody of what was seen', async () => {
    await waitsToBeOffered();
    await edit(one, id, { city: 'Pune' });
    const told = await offered();
    for (const desk of [one, two]) {
      await shows(desk, id, 'notes', NEWER);
      await shows(desk, id, 'city', 'Pune');
    }
    expect(told.two).toEqual([]);
    expect(told.one).toMatchObject([{ fields: [{ name: 'notes', value: MINE, stands: NEWER }] }]);
  }, 60_000);
});
