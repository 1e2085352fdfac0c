import { newId } from '#shared/model/new-id.ts';
import { describe, expect, it } from 'vitest';
import { newAccount } from '../testing/accounts.ts';
import { create, edit, get, PERSON, shows } from '../testing/record-steps.ts';
import { ended, openRestorableOffice, RESTORED, settled, toldBeside } from '../testing/restorable-office.ts';
import { STRONG_PASSWORD, type TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

const office = openRestorableOffice();

describe('a server restored from its backup', () => {
  it('gets back what it had acknowledged from a desk whose session ended by that', async () => {
    const kept = await office.keepingDesk('superadmin');
    const before = await create(kept.desk, 'candidate', { ...PERSON, fullName: 'Before the backup' });
    await kept.desk.inStep();
    await office.server.backUp();
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

    await office.server.restore();
    await ended(desk);
    expect(await desk.call('session.get', {})).toMatchObject({
      notice: 'The server was restored from a backup. Sign in again; your changes are safe.',
    });
    await desk.signIn('superadmin');
    await settled(desk);
    const fresh = await office.deskOf('hr');
    await shows(fresh, after, 'fullName', 'After the backup');
    await shows(fresh, before, 'city', 'Pune');
    expect(await desk.call('sync.tray', {})).toEqual([]);
    // Also whose session the backup does not know, and who was only asked to sign in, reads why.
    const { notices } = await desk.call('sync.status', {});
    expect(notices).toMatchObject([{ message: expect.stringContaining(RESTORED) }]);
  });

  it('gets what waits from a desk too where the backup is from before desks had keys of it', async () => {
    const { desk } = await office.keepingDesk('superadmin');
    await office.server.backUp();
    const after = await create(desk, 'candidate', { ...PERSON, fullName: 'After the backup' });
    await desk.inStep();
    await office.server.stop();
    const waits = await create(desk, 'candidate', { ...PERSON, fullName: 'Never sent' });
    await office.server.restore(true);
    await ended(desk);
    await desk.signIn('superadmin');
    await settled(desk);
    const fresh = await office.deskOf('hr');
    await shows(fresh, after, 'fullName', 'After the backup');
    await shows(fresh, waits, 'fullName', 'Never sent');
    const { notices } = await desk.call('sync.status', {});
    expect(notices.filter(({ message }) => message.includes('locked'))).toEqual([]);
  });

  it('tells whose account was made again by hand that something may be missing, and nobody who did nothing in the one before', async () => {
    const administrator = await office.deskOf('superadmin');
    await office.server.backUp();
    const email = 'made.again@demo.test';
    const { url } = office.server;
    await newAccount(url, administrator, 'HR', { email });
    await administrator.call('session.signOut', {});
    const { desk } = await office.keepingDesk('hr');
    await desk.call('session.signOut', {});
    const signIn = (): Promise<unknown> => desk.call('session.signIn', { email, password: STRONG_PASSWORD });
    await signIn();
    await desk.inStep();
    await office.server.stop();
    await create(desk, 'candidate', { ...PERSON, fullName: 'Of the one before' });
    await office.server.restore();
    await until('the server does not know them', async () => {
      await desk.call('sync.now', {});
      return (await desk.call('sync.status', {})).state === 'sign-in';
    });
    const other = await office.deskOf('superadmin');
    await newAccount(url, other, 'HR', { email });
    await signIn();
    expect(await toldBeside(desk)).toEqual([
      expect.stringMatching(/^Another account with your email was used on this computer before\./),
    ]);
    await desk.call('session.signOut', {});
    await signIn();
    expect(await toldBeside(desk)).toHaveLength(1);
    await desk.call('session.signOut', {});
    // Another address of the same kind, of an account that was opened here and no more.
    const unused = 'unused@demo.test';
    const signInUnused = (): Promise<unknown> =>
      desk.call('session.signIn', { email: unused, password: STRONG_PASSWORD });
    const { id } = await newAccount(url, other, 'HR', { email: unused });
    await signInUnused();
    await desk.inStep();
    await desk.call('session.signOut', {});
    await other.call('records.delete', { entity: 'user', id });
    await other.inStep();
    await newAccount(url, other, 'HR', { email: unused });
    await signInUnused();
    expect(await toldBeside(desk)).toEqual([]);
  });

  it('keeps what was written since then, and tells whose older value it was', async () => {
    const one = await office.deskOf('superadmin');
    const two = await office.deskOf('hr');
    const id = await create(one, 'candidate', { ...PERSON, city: 'Nagpur', notes: 'old' });
    await shows(two, id, 'city', 'Nagpur');
    await one.inStep();
    await office.server.backUp();
    await edit(one, id, { city: 'OLDER by one' });
    await edit(one, id, { notes: 'written by one' });
    await one.inStep();
    await one.call('session.signOut', {});

    await office.server.restore();
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

describe('what waited in the tray for a record that was to come back', () => {
  it('is as old as it was when it is tried again: nothing newer gives way to it', async () => {
    const names = ['superadmin', 'hr', 'admin'] as const;
    const [one, two, maker] = await Promise.all(names.map((name) => office.deskOf(name)));
    if (!one || !two || !maker) throw new Error('no desks');
    const old = await create(maker, 'candidate', { ...PERSON, fullName: 'Old', city: 'START' });
    for (const desk of [one, two]) await shows(desk, old, 'city', 'START');
    await office.server.backUp();
    const lost = await create(maker, 'candidate', {
      ...PERSON,
      fullName: 'Lost',
      mobile: '98200 12346',
      email: 'lost@mail.test',
      city: 'START',
    });
    for (const desk of [one, two]) await shows(desk, lost, 'city', 'START');
    await one.call('records.setMany', {
      id: newId(),
      query: { entity: 'candidate', list: 'candidates' },
      picked: { ids: [old, lost] },
      changes: { placementStatus: 'In Progress' },
    });
    await edit(one, lost, { city: 'OLDER', notes: 'OLDER' });
    await one.inStep();
    // The same person, after the change of both.
    await edit(one, old, { placementStatus: 'Placed' });
    await one.inStep();
    await shows(two, lost, 'notes', 'OLDER');
    await edit(two, lost, { city: 'NEWER', notes: 'NEWER' });
    await two.inStep();
    await office.server.restore();
    for (const [at, desk] of [one, two, maker].entries()) {
      await ended(desk);
      await desk.signIn(names[at] ?? '');
      await settled(desk);
    }
    await shows(two, lost, 'city', 'START');
    for (const desk of [two, one]) {
      expect((await desk.call('sync.tray', {})).map(({ kind }) => kind)).toContain('refused');
      await desk.call('sync.retryAll', {});
      await desk.inStep();
    }
    const stands = { placementStatus: 'In Progress', city: 'NEWER', notes: 'NEWER' };
    for (const [name, value] of Object.entries(stands)) await shows(maker, lost, name, value);
    await shows(maker, old, 'placementStatus', 'Placed');
    expect(await two.call('sync.tray', {})).toEqual([]);
    const told = { kind: 'conflict', recordId: lost };
    expect(await one.call('sync.tray', {})).toMatchObject([told, told]);
  });
});

describe('a new lead that went in turn', () => {
  it('comes back to whom it was given, in whatever order desks come back', async () => {
    const [one, two] = [await office.deskOf('superadmin'), await office.deskOf('admin')];
    await newAccount(office.server.url, one, 'HR', { email: 'second@demo.test' });
    const { rows } = await one.call('records.list', {
      entity: 'user',
      list: 'employees',
      offset: 0,
      limit: 100,
    });
    const takers = rows.filter((row) => row['roleName'] === 'HR').map((row) => row._id);
    expect(takers.length).toBeGreaterThan(1);
    await one.call('leads.setTakers', { users: takers });
    for (const desk of [one, two]) await desk.inStep();
    await office.server.backUp();
    const leads: string[] = [];
    for (const desk of [two, one]) {
      leads.push(await create(desk, 'inquiry', { Name: 'Walked in', assignedTo: null }));
      await desk.inStep();
    }
    const owners = (desk: TestDesk): Promise<unknown[]> =>
      Promise.all(leads.map(async (id) => (await get(desk, id, 'inquiry'))?.record['assignedTo']));
    const given = await until('given', async () => {
      const found = await owners(one);
      return found.every((owner) => typeof owner === 'string') && found;
    });
    expect(new Set(given).size).toBe(2);
    await office.server.restore();
    // In the other order than they made them in.
    for (const [desk, name] of [
      [one, 'superadmin'],
      [two, 'admin'],
    ] as const) {
      await ended(desk);
      await desk.signIn(name);
      await settled(desk);
    }
    await until('both are here', async () => !(await owners(one)).includes(undefined));
    expect(await owners(one)).toEqual(given);
  });
});

describe('change sets after the server was restored', () => {
  const undo = (desk: TestDesk, set: string): Promise<unknown> => desk.call('changes.undo', { set });
  const titles = async (desk: TestDesk): Promise<string[]> =>
    (await desk.call('changes.list', { mine: true })).changes.map(
      ({ title, undoneBy }) => `${title}${undoneBy === null ? '' : ' (undone)'}`,
    );

  it('are offered again whole, with what was undone of them', async () => {
    const desk = await office.deskOf('superadmin');
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
    await office.server.backUp();

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

    await office.server.restore();
    await desk.signIn('superadmin');
    await settled(desk);
    const fresh = await office.deskOf('admin');
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
    const desk = await office.deskOf('superadmin');
    const id = await create(desk, 'candidate', { ...PERSON, city: 'Pune', notes: 'old' });
    const base = (await get(desk, id))?.base ?? 0;
    const changes = { city: 'Nashik', notes: 'new' };
    const { set } = await desk.call('records.save', { entity: 'candidate', id, base, changes });
    await desk.inStep();
    await office.server.backUp();
    await undo(desk, set ?? '');
    await desk.inStep();
    await desk.call('session.signOut', {});

    await office.server.restore();
    const other = await office.deskOf('hr');
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
    const maker = await office.deskOf('hr');
    const desk = await office.deskOf('admin');
    const [one, two] = [
      await create(maker, 'candidate', { ...PERSON, city: 'Pune' }),
      await create(maker, 'candidate', { ...PERSON, city: 'Pune' }),
    ];
    const sets = [await change(maker, one, 'Nashik'), await change(maker, two, 'Nashik')];
    await maker.call('session.signOut', {});
    await office.server.backUp();
    for (const set of sets) await desk.call('changes.undo', { set });
    await shows(desk, one, 'city', 'Pune');
    await shows(desk, two, 'city', 'Pune');
    await desk.call('session.signOut', {});

    await office.server.restore();
    const other = await office.deskOf('superadmin');
    await shows(other, one, 'city', 'Nashik');
    await edit(other, two, { city: 'Thane' });
    await other.inStep();
    await desk.signIn('admin');
    await shows(other, one, 'city', 'Pune');
    await settled(desk);
    await shows(desk, one, 'city', 'Pune');
    await shows(desk, two, 'city', 'Thane');
    expect(await toldBeside(desk)).toEqual([]);
  });

  it('is told where what it undid is not there: it comes with another computer', async () => {
    const maker = await office.deskOf('hr');
    const desk = await office.deskOf('admin');
    const id = await create(maker, 'candidate', { ...PERSON, city: 'Pune' });
    await maker.inStep();
    await office.server.backUp();
    const set = await change(maker, id, 'Nashik');
    await shows(desk, id, 'city', 'Nashik');
    await maker.call('session.signOut', {});
    await desk.call('changes.undo', { set });
    await shows(desk, id, 'city', 'Pune');
    await desk.call('session.signOut', {});

    await office.server.restore();
    await desk.signIn('admin');
    await settled(desk);
    await until('it is told', async () => (await toldBeside(desk)).length > 0);
    expect(await toldBeside(desk)).toEqual([expect.stringContaining('Something that you had undone')]);
    await maker.signIn('hr');
    await shows(desk, id, 'city', 'Nashik');
    const { changes } = await desk.call('changes.list', {});
    expect(changes.find((each) => each.id === set)).toMatchObject({ final: null });
  });
});
