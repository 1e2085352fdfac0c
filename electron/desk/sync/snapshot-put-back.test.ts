import { describe, expect, it, vi } from 'vitest';
import { PATHS } from '#shared/protocol/sync.ts';
import { newAccount, setActive } from '../testing/accounts.ts';
import { filesBelow } from '../testing/folder-contents.ts';
import { create, edit, get, PERSON, shows } from '../testing/record-steps.ts';
import { ended, openRestorableOffice, settled } from '../testing/restorable-office.ts';
import { STRONG_PASSWORD, TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';
import { WeakNetwork } from '../testing/weak-network.ts';

const office = openRestorableOffice();

async function idsOf(desk: TestDesk, limit: number): Promise<string[]> {
  const list = { entity: 'candidate', list: 'candidates', offset: 0, limit } as const;
  return (await desk.call('records.list', list)).rows.map(({ _id }) => String(_id));
}

describe('a snapshot of the server’s machine that was put back', () => {
  it('is noticed after the log has grown past what the desk had', async () => {
    const weak = await WeakNetwork.before(office.server.url);
    try {
      const desk = await office.deskOf('hr', weak.url);
      const other = await office.deskOf('superadmin');
      const shared = await create(other, 'candidate', { ...PERSON, city: 'Nagpur' });
      await shows(desk, shared, 'city', 'Nagpur');
      await office.server.takeSnapshot();
      await desk.call('sync.now', {});
      const lost = await create(desk, 'candidate', { ...PERSON, fullName: 'Acknowledged and lost' });
      await edit(desk, shared, { city: 'OLDER by one' });
      await desk.inStep();
      weak.cut();
      await office.server.putBack();
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

  it('is noticed too where the answer to what is lost was the last that the desk heard', async () => {
    const weak = await WeakNetwork.before(office.server.url);
    try {
      const desk = await office.deskOf('hr', weak.url);
      await office.server.takeSnapshot();
      await desk.call('sync.now', {});
      await desk.inStep();
      weak.cut([PATHS.pull]);
      const lost = await create(desk, 'candidate', { ...PERSON, fullName: 'Acknowledged and lost' });
      await until('sent', async () => (await desk.call('sync.status', {})).waiting === 0);
      await office.server.putBack();
      weak.mend();
      await settled(desk);
      const fresh = await office.deskOf('superadmin');
      expect(await get(fresh, lost)).not.toBeNull();
    } finally {
      await weak.close();
    }
  });

  it('gets the work back without anybody asking the desk to sync', async () => {
    const desk = await office.deskOf('hr');
    await office.server.takeSnapshot();
    await desk.call('sync.now', {});
    const lost = await create(desk, 'candidate', { ...PERSON, fullName: 'Acknowledged and lost' });
    await desk.inStep();
    await office.server.putBack();
    await until('noticed', () => desk.logged.some((line) => line.includes('older state')), 40_000);
    await desk.inStep();
    const fresh = await office.deskOf('superadmin');
    expect(await get(fresh, lost)).not.toBeNull();
  }, 60_000);

  it('leaves a desk that had heard of more than it has now up to date', async () => {
    const weak = await WeakNetwork.before(office.server.url);
    try {
      const desk = await office.deskOf('hr', weak.url);
      await office.server.takeSnapshot();
      const other = await office.deskOf('superadmin');
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
      await office.server.putBack();
      weak.mend();
      await desk.state('live');
      const again = await office.deskOf('superadmin');
      const id = await create(again, 'candidate', { ...PERSON, fullName: 'Of the new history' });
      // At once, or where the restart of the server ended its channel before that had spoken, with the next poll.
      await until('it has come', () => get(desk, id), 60_000);
    } finally {
      await weak.close();
    }
  }, 120_000);

  it('is no reason to pass over what is said while what it says is doubted', async () => {
    const weak = await WeakNetwork.before(office.server.url);
    try {
      const desk = await office.deskOf('hr', weak.url);
      const other = await office.deskOf('superadmin');
      // What is heard is doubted as long as it is after one wrong number.
      vi.spyOn(Math, 'random').mockReturnValue(0.999);
      weak.calls.length = 0;
      await until('its channel is open', () => weak.saysOnceOnLive(99_999_999));
      await until('it was followed in vain', () => weak.calls.includes(PATHS.pull));
      await desk.state('live');
      const id = await create(other, 'candidate', { ...PERSON, fullName: 'Said while in doubt' });
      await until('it has come', () => get(desk, id));
    } finally {
      vi.restoreAllMocks();
      await weak.close();
    }
  });

  it('gets back the work of a desk whose session was ended before it could fetch anything', async () => {
    const weak = await WeakNetwork.before(office.server.url);
    try {
      const desk = await office.deskOf('hr', weak.url);
      await office.server.takeSnapshot();
      await desk.call('sync.now', {});
      const lost = await create(desk, 'candidate', { ...PERSON, fullName: 'Acknowledged and lost' });
      await desk.inStep();
      weak.cut();
      await office.server.putBack();
      const admin = await office.deskOf('superadmin');
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

describe('a live channel that says what is not so', () => {
  it.each([
    ['without end', false, 500],
    ['and ends, each time', true, 3],
  ])(
    '%s, is followed ever less often, and what is new still comes',
    async (_how, ends, times) => {
      const weak = await WeakNetwork.before(office.server.url);
      try {
        const desk = await office.deskOf('hr', weak.url);
        weak.calls.length = 0;
        weak.saysOnLive(99_999_999, ends);
        await until('said again and again', () => weak.said >= times, 60_000);
        await desk.state('live');
        const pulls = weak.calls.filter((path) => path === PATHS.pull).length;
        expect(pulls).toBeLessThanOrEqual(ends ? 3 * weak.said : weak.said / 20);
        const other = await office.deskOf('superadmin');
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
      const weak = await WeakNetwork.before(office.server.url);
      try {
        let administrator = await office.deskOf('superadmin');
        const account = await newAccount(office.server.url, administrator, 'HR');
        const { email } = account;
        const [lost = '', waiting = ''] = await idsOf(administrator, 2);
        await setActive(administrator, account, false);
        await (how === 'a backup' ? office.server.backUp() : office.server.takeSnapshot());
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
        await (how === 'a backup' ? office.server.restore() : office.server.putBack());
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
        administrator = await office.deskOf('superadmin');
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
