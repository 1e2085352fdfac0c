import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TrayEntry } from '#shared/protocol/bridge.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import { newAccount, setActive } from '../testing/accounts.ts';
import { filesBelow } from '../testing/folder-contents.ts';
import { openOffice } from '../testing/office.ts';
import { create, edit, get, PERSON, shows } from '../testing/record-steps.ts';
import { RestorableServer } from '../testing/restorable-server.ts';
import { memoryKeychain, STRONG_PASSWORD, TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';
import { WeakNetwork } from '../testing/weak-network.ts';

const office = openOffice();
let server: RestorableServer;

beforeEach(async () => {
  server = await RestorableServer.start();
});
afterEach(async () => {
  for (const desk of office.desks.splice(0)) await desk.close();
  await server.remove();
});

/** A desk that keeps its session, and what is needed to open it again. */
async function keepingDesk(name: string): Promise<{ desk: TestDesk; again(): Promise<TestDesk> }> {
  const path = office.newFolder();
  const keychain = memoryKeychain();
  const open = async (): Promise<TestDesk> => {
    const desk = await TestDesk.open(path, server.url, keychain);
    office.desks.push(desk);
    return desk;
  };
  const desk = await open();
  await desk.signIn(name);
  await desk.inStep();
  return { desk, again: open };
}

async function idsOf(desk: TestDesk, limit: number): Promise<string[]> {
  const list = { entity: 'candidate', list: 'candidates', offset: 0, limit } as const;
  return (await desk.call('records.list', list)).rows.map(({ _id }) => String(_id));
}

const ended = (desk: TestDesk): Promise<true> =>
  until('the session has ended', async () => {
    if ((await desk.call('session.get', {})).user === null) return true;
    await desk.call('sync.now', {}).catch(() => undefined);
    return false;
  });

/** After the server was put back: the desk has noticed, fetched and sent. */
const settled = (desk: TestDesk): Promise<true> =>
  until('noticed, fetched and sent', async () => {
    await desk.call('sync.now', {});
    const { state, waiting } = await desk.call('sync.status', {});
    return state === 'live' && waiting === 0 && desk.logged.some((line) => line.includes('older state'));
  });

describe('a server restored from its backup', () => {
  it('gets back what it had acknowledged from a desk whose session ended by that', async () => {
    const kept = await keepingDesk('superadmin');
    const before = await create(kept.desk, 'candidate', { ...PERSON, fullName: 'Before the backup' });
    await kept.desk.inStep();
    await server.backUp();
    // Each start renews the key of the session: the backup knows neither this one nor the one before.
    await kept.desk.close();
    const renewed = await kept.again();
    await renewed.inStep();
    await renewed.close();
    const desk = await kept.again();
    await desk.inStep();
    const after = await create(desk, 'candidate', { ...PERSON, fullName: 'After the backup' });
    await edit(desk, before, { city: 'Pune' });
    await desk.inStep();

    await server.restore();
    await ended(desk);
    expect(await desk.call('session.get', {})).toMatchObject({
      notice: 'The server was restored from a backup. Sign in again; your changes are safe.',
    });
    await desk.signIn('superadmin');
    await settled(desk);
    const fresh = await office.deskOf('hr', server.url);
    await shows(fresh, after, 'fullName', 'After the backup');
    await shows(fresh, before, 'city', 'Pune');
    expect(await desk.call('sync.tray', {})).toEqual([]);
  });

  it('keeps what was written since then, and tells whose older value it was', async () => {
    const one = await office.deskOf('superadmin', server.url);
    const two = await office.deskOf('hr', server.url);
    const id = await create(one, 'candidate', { ...PERSON, city: 'Nagpur', notes: 'old' });
    await shows(two, id, 'city', 'Nagpur');
    await one.inStep();
    await server.backUp();
    await edit(one, id, { city: 'OLDER by one' });
    await edit(one, id, { notes: 'written by one' });
    await one.inStep();
    await one.call('session.signOut', {});

    await server.restore();
    await ended(two);
    await two.signIn('hr');
    await two.inStep();
    await edit(two, id, { city: 'NEWER by two' });
    await two.inStep();
    await one.signIn('superadmin');
    await settled(one);
    for (const desk of [one, two]) {
      await shows(desk, id, 'city', 'NEWER by two');
      await shows(desk, id, 'notes', 'written by one');
    }
    const tray = await until('told', async () => {
      const entries = await one.call('sync.tray', {});
      return entries.length > 0 && entries;
    });
    expect(tray).toMatchObject([
      {
        kind: 'conflict',
        recordId: id,
        fields: [{ name: 'city', value: 'OLDER by one', stands: 'NEWER by two' }],
      },
    ]);
    await one.call('sync.putBack', { id: tray[0]?.id ?? '' });
    await shows(two, id, 'city', 'OLDER by one');
  });
});

describe('change sets after the server was restored', () => {
  const undo = (desk: TestDesk, set: string): Promise<unknown> => desk.call('changes.undo', { set });
  const titles = async (desk: TestDesk): Promise<string[]> =>
    (await desk.call('changes.list', { mine: true })).changes.map(
      ({ title, undoneBy }) => `${title}${undoneBy === null ? '' : ' (undone)'}`,
    );

  it('are offered again whole, with what was undone of them', async () => {
    const desk = await office.deskOf('superadmin', server.url);
    const status = async (name: string): Promise<{ id: string; inquiries: string[] }> => {
      const id = await create(desk, 'leadStatus', { name });
      const inquiries: string[] = [];
      for (const Name of ['One', 'Two', 'Three'])
        inquiries.push(await create(desk, 'inquiry', { Name: `${Name} ${name}`, leadStatus: id }));
      return { id, inquiries };
    };
    const replaced = async ({ id }: { id: string }): Promise<string> => {
      const { set } = await desk.call('leadStatuses.replace', { id, status: id, by: null });
      await desk.inStep();
      return set;
    };
    const before = await status('replaced before, undone after');
    const after = await status('replaced and undone after');
    const kept = await status('replaced after');
    const city = await create(desk, 'candidate', { ...PERSON, city: 'Pune' });
    const view = await get(desk, city);
    const change = { entity: 'candidate', id: city, base: view?.base ?? 0 } as const;
    const { set: first } = await desk.call('records.save', { ...change, changes: { city: 'Nashik' } });
    const setBefore = await replaced(before);
    await server.backUp();

    await undo(desk, setBefore);
    await desk.inStep();
    const setAfter = await replaced(after);
    await undo(desk, setAfter);
    await desk.inStep();
    await replaced(kept);
    // Undone, and done again.
    await undo(desk, first ?? '');
    await desk.inStep();
    const back = (await desk.call('changes.list', { mine: true })).changes[0];
    await undo(desk, back?.id ?? '');
    await desk.inStep();
    expect((await get(desk, city))?.record['city']).toBe('Nashik');
    const listed = await titles(desk);
    await desk.call('session.signOut', {});

    await server.restore();
    await desk.signIn('superadmin');
    await settled(desk);
    const fresh = await office.deskOf('admin', server.url);
    for (const each of [desk, fresh]) {
      for (const { id, inquiries } of [before, after]) {
        expect(await get(each, id, 'leadStatus')).not.toBe(null);
        for (const inquiry of inquiries)
          expect((await get(each, inquiry, 'inquiry'))?.record['leadStatus']).toBe(id);
      }
      expect(await get(each, kept.id, 'leadStatus')).toBe(null);
      for (const inquiry of kept.inquiries)
        expect((await get(each, inquiry, 'inquiry'))?.record['leadStatus'] ?? null).toBe(null);
      expect((await get(each, city))?.record['city']).toBe('Nashik');
    }
    expect((await titles(desk)).toSorted()).toEqual(listed.toSorted());
    expect(await desk.call('sync.tray', {})).toEqual([]);
  });

  it('an undo leaves what was written meanwhile, and that is told', async () => {
    const desk = await office.deskOf('superadmin', server.url);
    const id = await create(desk, 'candidate', { ...PERSON, city: 'Pune', notes: 'old' });
    const base = (await get(desk, id))?.base ?? 0;
    const changes = { city: 'Nashik', notes: 'new' };
    const { set } = await desk.call('records.save', { entity: 'candidate', id, base, changes });
    await desk.inStep();
    await server.backUp();
    await undo(desk, set ?? '');
    await desk.inStep();
    await desk.call('session.signOut', {});

    await server.restore();
    const other = await office.deskOf('hr', server.url);
    await edit(other, id, { city: 'Thane' });
    await other.inStep();
    await desk.signIn('superadmin');
    await settled(desk);
    for (const each of [desk, other]) {
      await shows(each, id, 'city', 'Thane');
      await shows(each, id, 'notes', 'old');
    }
    const told = desk.events.filter(({ event }) => event === 'undone').map(({ data }) => data);
    expect(told).toMatchObject([{ left: [{ field: 'City' }] }]);
  });
});

describe('an undo of what another had done', () => {
  const change = async (desk: TestDesk, id: string, city: string): Promise<string> => {
    const base = (await get(desk, id))?.base ?? 0;
    const { set } = await desk.call('records.save', { entity: 'candidate', id, base, changes: { city } });
    await desk.inStep();
    return set ?? '';
  };

  it('is done again where the backup did not have it, and leaves what was written since', async () => {
    const maker = await office.deskOf('hr', server.url);
    const desk = await office.deskOf('admin', server.url);
    const [one, two] = [
      await create(maker, 'candidate', { ...PERSON, city: 'Pune' }),
      await create(maker, 'candidate', { ...PERSON, city: 'Pune' }),
    ];
    const sets = [await change(maker, one, 'Nashik'), await change(maker, two, 'Nashik')];
    await maker.call('session.signOut', {});
    await server.backUp();
    for (const set of sets) await desk.call('changes.undo', { set });
    await shows(desk, one, 'city', 'Pune');
    await shows(desk, two, 'city', 'Pune');
    await desk.call('session.signOut', {});

    await server.restore();
    const other = await office.deskOf('superadmin', server.url);
    await shows(other, one, 'city', 'Nashik');
    await edit(other, two, { city: 'Thane' });
    await other.inStep();
    await desk.signIn('admin');
    await shows(other, one, 'city', 'Pune');
    await settled(desk);
    await shows(desk, one, 'city', 'Pune');
    await shows(desk, two, 'city', 'Thane');
    expect((await desk.call('sync.status', {})).notices).toEqual([]);
  });

  it('is told where what it undid is not there: it comes with another computer', async () => {
    const maker = await office.deskOf('hr', server.url);
    const desk = await office.deskOf('admin', server.url);
    const id = await create(maker, 'candidate', { ...PERSON, city: 'Pune' });
    await maker.inStep();
    await server.backUp();
    const set = await change(maker, id, 'Nashik');
    await shows(desk, id, 'city', 'Nashik');
    await maker.call('session.signOut', {});
    await desk.call('changes.undo', { set });
    await shows(desk, id, 'city', 'Pune');
    await desk.call('session.signOut', {});

    await server.restore();
    await desk.signIn('admin');
    await settled(desk);
    await until('it is told', async () => (await desk.call('sync.status', {})).notices.length > 0);
    expect((await desk.call('sync.status', {})).notices).toMatchObject([
      { message: expect.stringContaining('Something that you had undone') },
    ]);
    await maker.signIn('hr');
    await shows(desk, id, 'city', 'Nashik');
    const { changes } = await desk.call('changes.list', {});
    expect(changes.find((each) => each.id === set)).toMatchObject({ final: null });
  });
});

describe('a snapshot of the server’s machine that was put back', () => {
  it('is noticed after the log has grown past what the desk had', async () => {
    const weak = await WeakNetwork.before(server.url);
    try {
      const desk = await office.deskOf('hr', weak.url);
      const other = await office.deskOf('superadmin', server.url);
      const shared = await create(other, 'candidate', { ...PERSON, city: 'Nagpur' });
      await shows(desk, shared, 'city', 'Nagpur');
      await server.takeSnapshot();
      await desk.call('sync.now', {});
      const lost = await create(desk, 'candidate', { ...PERSON, fullName: 'Acknowledged and lost' });
      await edit(desk, shared, { city: 'OLDER by one' });
      await desk.inStep();
      weak.cut();
      await server.putBack();
      await until('the other is in step', async () => {
        await other.call('sync.now', {});
        return (await get(other, lost)) === null && (await other.call('sync.status', {})).state === 'live';
      });
      await edit(other, shared, { city: 'NEWER by two' });
      const news: string[] = [];
      for (let at = 0; at < 8; at += 1)
        news.push(await create(other, 'candidate', { ...PERSON, fullName: `New ${at}` }));
      await other.inStep();

      weak.mend();
      await settled(desk);
      await shows(other, lost, 'fullName', 'Acknowledged and lost');
      for (const [at, id] of news.entries()) await shows(desk, id, 'fullName', `New ${at}`);
      for (const each of [desk, other]) await shows(each, shared, 'city', 'NEWER by two');
      expect(await desk.call('sync.tray', {})).toMatchObject([
        { kind: 'conflict', fields: [{ value: 'OLDER by one', stands: 'NEWER by two' }] },
      ]);
      expect(await other.call('sync.tray', {})).toEqual([]);
    } finally {
      await weak.close();
    }
  });

  it('gets the work back without anybody asking the desk to sync', async () => {
    const desk = await office.deskOf('hr', server.url);
    await server.takeSnapshot();
    await desk.call('sync.now', {});
    const lost = await create(desk, 'candidate', { ...PERSON, fullName: 'Acknowledged and lost' });
    await desk.inStep();
    await server.putBack();
    await until('noticed', () => desk.logged.some((line) => line.includes('older state')), 40_000);
    await desk.inStep();
    const fresh = await office.deskOf('superadmin', server.url);
    expect(await get(fresh, lost)).not.toBeNull();
  }, 60_000);

  it('leaves a desk that had heard of more than it has now up to date', async () => {
    const weak = await WeakNetwork.before(server.url);
    try {
      const desk = await office.deskOf('hr', weak.url);
      await server.takeSnapshot();
      const other = await office.deskOf('superadmin', server.url);
      await desk.call('sync.now', {});
      await desk.inStep();
      weak.cut([PATHS.pull]);
      const pulls = (): number => weak.calls.filter((path) => path === PATHS.pull).length;
      const before = pulls();
      await create(other, 'candidate', { ...PERSON, fullName: 'Heard of, and never fetched' });
      await other.inStep();
      // At once by the live channel; where the restart of the server ended that, with the next poll.
      await until('heard of', () => pulls() > before, 60_000);
      await office.desks.pop()?.close();
      await server.putBack();
      weak.mend();
      await desk.state('live');
      const again = await office.deskOf('superadmin', server.url);
      const id = await create(again, 'candidate', { ...PERSON, fullName: 'Of the new history' });
      await shows(desk, id, 'fullName', 'Of the new history');
    } finally {
      await weak.close();
    }
  }, 120_000);

  it('gets back the work of a desk whose session was ended before it could fetch anything', async () => {
    const weak = await WeakNetwork.before(server.url);
    try {
      const desk = await office.deskOf('hr', weak.url);
      await server.takeSnapshot();
      await desk.call('sync.now', {});
      const lost = await create(desk, 'candidate', { ...PERSON, fullName: 'Acknowledged and lost' });
      await desk.inStep();
      weak.cut();
      await server.putBack();
      const admin = await office.deskOf('superadmin', server.url);
      const { rows } = await admin.call('records.list', {
        entity: 'roleAssignment',
        list: 'roleAssignments',
        search: 'hr@demo.test',
        offset: 0,
        limit: 1,
      });
      await edit(admin, String(rows[0]?._id), { roleName: 'Admin' }, 'roleAssignment');
      await admin.inStep();
      weak.mend();
      await ended(desk);
      await desk.signIn('hr');
      await settled(desk);
      await shows(admin, lost, 'fullName', 'Acknowledged and lost');
    } finally {
      await weak.close();
    }
  });
});

describe('a change made while an own one waits to be offered again', () => {
  const NEWER = 'by two, after the putting back';
  const MINE = 'by one, acknowledged and lost';
  const LAST = 'by one, over the own value';
  let weak: WeakNetwork;
  let one: TestDesk;
  let two: TestDesk;
  let id: string;

  beforeEach(async () => {
    weak = await WeakNetwork.before(server.url);
    one = await office.deskOf('superadmin', weak.url);
    two = await office.deskOf('hr', server.url);
    id = await create(two, 'candidate', { ...PERSON, notes: 'old', city: 'Nagpur' });
    await shows(one, id, 'notes', 'old');
    await server.takeSnapshot();
    await one.call('sync.now', {});
  });
  afterEach(() => weak.close());

  /** One shows its own value, which lies over that of two: fetched, and seen by nobody here. */
  async function waitsToBeOffered(changes: Record<string, unknown> = {}): Promise<void> {
    await edit(one, id, { notes: MINE, ...changes });
    await one.inStep();
    weak.cut();
    await server.putBack();
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
    const { id: interviewerId } = await newAccount(server.url, one, 'Employee');
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
    const lead = await create(two, 'inquiry', { Name: 'Asha', leadStatus: was, notes: 'Called' });
    await shows(one, lead, 'leadStatus', was, 'inquiry');
    await server.takeSnapshot();
    await one.call('sync.now', {});
    await edit(one, lead, { leadStatus: mine }, 'inquiry');
    await one.inStep();
    weak.cut();
    await server.putBack();
    await shows(two, lead, 'leadStatus', was, 'inquiry');
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
    const three = await office.deskOf('admin', server.url);
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

describe('a live channel that says what is not so', () => {
  it.each([
    ['without end', false, 500],
    ['and ends, each time', true, 3],
  ])(
    '%s, is followed ever less often, and what is new still comes',
    async (_how, ends, times) => {
      const weak = await WeakNetwork.before(server.url);
      try {
        const desk = await office.deskOf('hr', weak.url);
        weak.calls.length = 0;
        weak.saysOnLive(99_999_999, ends);
        await until('said again and again', () => weak.said >= times, 60_000);
        await desk.state('live');
        const pulls = weak.calls.filter((path) => path === PATHS.pull).length;
        expect(pulls).toBeLessThanOrEqual(ends ? 3 * weak.said : weak.said / 20);
        const other = await office.deskOf('superadmin', server.url);
        const id = await create(other, 'candidate', { ...PERSON, fullName: 'New all the same' });
        await until('it has come', () => get(desk, id), 60_000);
      } finally {
        await weak.close();
      }
    },
    90_000,
  );
});

describe('a server put back to where an account was closed', () => {
  it.each(['a backup', 'a snapshot'] as const)(
    'locks the desk and keeps its changes, and has them when the account is open again (%s)',
    async (how) => {
      const weak = await WeakNetwork.before(server.url);
      try {
        let administrator = await office.deskOf('superadmin', server.url);
        const account = await newAccount(server.url, administrator, 'HR');
        const { email } = account;
        const [lost = '', waiting = ''] = await idsOf(administrator, 2);
        await setActive(administrator, account, false);
        await (how === 'a backup' ? server.backUp() : server.takeSnapshot());
        if (how === 'a snapshot') await administrator.call('sync.now', {});
        await setActive(administrator, account, true);
        const folder = office.newFolder();
        const desk = await TestDesk.open(folder, weak.url);
        office.desks.push(desk);
        await desk.call('session.signIn', { email, password: STRONG_PASSWORD });
        await desk.inStep();
        await edit(desk, lost, { notes: 'acknowledged and lost' });
        await desk.inStep();
        weak.cut();
        await edit(desk, waiting, { notes: 'never sent' });
        // Nobody brings back that the account was opened.
        await administrator.call('session.signOut', { evenIfWaiting: true });
        await (how === 'a backup' ? server.restore() : server.putBack());
        weak.mend();
        await until('the server does not know the session', async () => {
          await desk.call('sync.now', {}).catch(() => undefined);
          const { user } = await desk.call('session.get', {});
          return user === null || (await desk.call('sync.status', {})).state === 'sign-in';
        });
        await expect(desk.call('session.signIn', { email, password: STRONG_PASSWORD })).rejects.toMatchObject(
          { code: 'account-closed', message: expect.stringContaining('put back') as string },
        );
        expect((await desk.call('session.get', {})).user).toBeNull();
        expect(filesBelow(folder).filter((path) => path.includes('cache.db'))).toEqual([]);
        weak.cut();
        await expect(desk.call('session.signIn', { email, password: STRONG_PASSWORD })).rejects.toMatchObject(
          { code: 'offline' },
        );
        weak.mend();

        // A desk that knows nothing of what was lost.
        administrator = await office.deskOf('superadmin', server.url);
        await setActive(administrator, account, true);
        await desk.call('session.signIn', { email, password: STRONG_PASSWORD });
        await settled(desk);
        await shows(administrator, lost, 'notes', 'acknowledged and lost');
        await shows(administrator, waiting, 'notes', 'never sent');
        expect(await desk.call('sync.tray', {})).toEqual([]);
      } finally {
        await weak.close();
      }
    },
    60_000,
  );
});
