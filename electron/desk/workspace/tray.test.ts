import { describe, expect, it } from 'vitest';
import type { TrayEntry } from '#shared/protocol/sync-calls.ts';
import { openOffice } from '../testing/office.ts';
import { create, edit, get, PERSON, shows } from '../testing/record-steps.ts';
import type { TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

const office = openOffice();

it('what is referred to is called by its name', async () => {
  const offline = await office.deskOf('admin', office.network.url);
  const status = await create(offline, 'leadStatus', { name: `Named ${Date.now()}` });
  const lead = await create(offline, 'inquiry', { Name: 'Asha Rao', leadStatus: status });
  await offline.inStep();
  office.network.cut();
  const name = (await get(offline, status, 'leadStatus'))?.record['name'];
  await edit(offline, lead, { leadStatus: null }, 'inquiry');
  await edit(offline, lead, { leadStatus: status, notes: 'Wants weekends' }, 'inquiry');
  const texts = async (): Promise<unknown> => {
    const entry = (await offline.call('sync.tray', {})).find(({ fields }) => fields.length === 2);
    return Object.fromEntries(entry?.fields.map(({ name: field, text }) => [field, text]) ?? []);
  };
  expect(await texts()).toEqual({ leadStatus: name, notes: undefined });
});

describe('what the server refuses', () => {
  it('goes to the tray with what depends on it, and the rest goes on', async () => {
    const offline = await office.deskOf('superadmin', office.network.url);
    const online = await office.deskOf('superadmin');
    office.network.cut();
    const name = `Trainer ${Date.now()}`;
    const refused = await create(offline, 'role', { name });
    await edit(offline, refused, { name: `${name} again` }, 'role');
    const fine = await create(offline, 'candidate', PERSON);
    await create(online, 'role', { name });
    await online.inStep();
    office.network.mend();
    await offline.call('sync.now', {});
    await shows(online, fine, 'fullName', PERSON.fullName);
    await offline.inStep();

    const tray = await offline.call('sync.tray', {});
    expect(tray.map(({ kind, action, recordId }) => `${kind} ${action} ${recordId}`).sort()).toEqual([
      `refused create ${refused}`,
      `refused update ${refused}`,
    ]);
    expect(tray.every(({ message, there }) => message.length > 10 && !there)).toBe(true);
    expect(await offline.call('sync.status', {})).toMatchObject({ attention: 2, waiting: 0 });
    expect(await get(offline, refused, 'role')).toBe(null);

    // Retried as it is, it is refused again; given up, it leaves with what depends on it.
    const first = tray.find(({ action }) => action === 'create');
    await offline.call('sync.retry', { id: first?.id ?? '' });
    await until('refused again', async () => (await offline.call('sync.status', {})).attention === 2);
    const again = (await offline.call('sync.tray', {})).find(({ action }) => action === 'create');
    await offline.call('sync.discard', { id: again?.id ?? '' });
    expect(await offline.call('sync.tray', {})).toEqual([]);
  });

  it('is taken when it is offered again after the cause has gone', async () => {
    const offline = await office.deskOf('superadmin', office.network.url);
    const online = await office.deskOf('superadmin');
    const id = await create(online, 'candidate', PERSON);
    await shows(offline, id, 'fullName', PERSON.fullName);
    office.network.cut();
    await edit(offline, id, { city: 'Pune' });
    await online.call('records.delete', { entity: 'candidate', id });
    await online.inStep();
    office.network.mend();
    await offline.call('sync.now', {});
    const [entry] = await until('in the tray', async () => {
      const tray = await offline.call('sync.tray', {});
      return tray[0]?.kind === 'refused' && tray;
    });
    expect(entry).toMatchObject({
      action: 'update',
      title: PERSON.fullName,
      // What they saw is in its form, where others have written since.
      fields: [{ name: 'city', value: 'Pune' }],
      seen: { city: null },
    });
    await online.call('records.restore', { entity: 'candidate', id });
    await shows(offline, id, 'fullName', PERSON.fullName);
    // The tray does not show this: who wrote it is told.
    const admin = await office.deskOf('admin');
    await edit(admin, id, { city: 'Satara' });
    await shows(offline, id, 'city', 'Satara');
    await offline.call('sync.retry', { id: entry?.id ?? '' });
    await shows(online, id, 'city', 'Pune');
    await until('it is told', async () =>
      (await admin.call('sync.tray', {})).some(
        ({ kind, fields }) => kind === 'conflict' && fields[0]?.value === 'Satara',
      ),
    );
  });

  it('does not take the place of what its maker has written since', async () => {
    const offline = await office.deskOf('superadmin', office.network.url);
    const online = await office.deskOf('superadmin');
    const leadStatus = await create(online, 'leadStatus', { name: `Passing ${Date.now()}` });
    const id = await create(online, 'inquiry', { Name: 'Bina Rao' });
    await shows(offline, id, 'Name', 'Bina Rao', 'inquiry');
    await until('the status is there', async () => (await get(offline, leadStatus, 'leadStatus')) !== null);
    office.network.cut();
    await edit(offline, id, { leadStatus, notes: 'first' }, 'inquiry');
    await edit(offline, id, { notes: 'second' }, 'inquiry');
    await online.call('records.delete', { entity: 'leadStatus', id: leadStatus });
    await online.inStep();
    office.network.mend();
    await offline.call('sync.now', {});
    await shows(online, id, 'notes', 'second', 'inquiry');
    const entry = await until('in the tray', async () => (await offline.call('sync.tray', {}))[0]);
    await online.call('records.restore', { entity: 'leadStatus', id: leadStatus });
    await until('it is back', async () => (await get(offline, leadStatus, 'leadStatus')) !== null);
    await offline.call('sync.retry', { id: entry.id });
    await shows(online, id, 'leadStatus', leadStatus, 'inquiry');
    expect((await get(online, id, 'inquiry'))?.record['notes']).toBe('second');
  });

  it('stands in the order in which it was written, whichever is tried again first', async () => {
    const offline = await office.deskOf('superadmin', office.network.url);
    const online = await office.deskOf('superadmin');
    const leadStatus = await create(online, 'leadStatus', { name: `Going ${Date.now()}` });
    const id = await create(online, 'inquiry', { Name: 'Chitra Rao' });
    await shows(offline, id, 'Name', 'Chitra Rao', 'inquiry');
    await until('the status is there', async () => (await get(offline, leadStatus, 'leadStatus')) !== null);
    office.network.cut();
    await edit(offline, id, { leadStatus, notes: 'first' }, 'inquiry');
    await edit(offline, id, { leadStatus: null, notes: 'between' }, 'inquiry');
    await edit(offline, id, { leadStatus, notes: 'second' }, 'inquiry');
    await online.call('records.delete', { entity: 'leadStatus', id: leadStatus });
    await online.inStep();
    office.network.mend();
    await offline.call('sync.now', {});
    const refused = await until('in the tray', async () => {
      const tray = await offline.call('sync.tray', {});
      return tray.length === 2 && tray.every(({ kind }) => kind === 'refused') && tray;
    });
    await online.call('records.restore', { entity: 'leadStatus', id: leadStatus });
    await until('it is back', async () => (await get(offline, leadStatus, 'leadStatus')) !== null);
    // Newest first in the tray.
    await offline.call('sync.retry', { id: refused[1]?.id ?? '' });
    await until('one is left', async () => (await offline.call('sync.tray', {})).length === 1);
    await offline.call('sync.retry', { id: refused[0]?.id ?? '' });
    await shows(online, id, 'notes', 'second', 'inquiry');
    await offline.inStep();
    expect(await offline.call('sync.tray', {})).toEqual([]);
  });

  it('tells what was proposed from what was chosen, and proposes anew for what is left of it', async () => {
    const offline = await office.deskOf('superadmin', office.network.url);
    const online = await office.deskOf('superadmin');
    const owes = { ...PERSON, fee: 60_000, recievedAmount: 30_000, paymentStatus: 'Partially Paid' };
    const [proposed, chosen] = [
      await create(online, 'candidate', owes),
      await create(online, 'candidate', { ...owes, email: `${Date.now()}@people.test` }),
    ];
    await shows(offline, chosen, 'fee', 60_000);
    office.network.cut();
    const booked = { recievedAmount: 60_000, paymentStatus: 'Fully Paid' };
    await edit(offline, proposed, booked);
    await edit(offline, chosen, { ...booked, recievedAmount: 50_000 });
    for (const id of [proposed, chosen]) await online.call('records.delete', { entity: 'candidate', id });
    await online.inStep();
    office.network.mend();
    await offline.call('sync.now', {});
    const refused = await until('in the tray', async () => {
      const tray = await offline.call('sync.tray', {});
      return tray.length === 2 && tray.every(({ kind }) => kind === 'refused') && tray;
    });
    const told = (id: string): unknown =>
      refused.find(({ recordId }) => recordId === id)?.fields.find(({ name }) => name === 'paymentStatus')
        ?.isProposed;
    expect([told(proposed), told(chosen)]).toEqual([true, undefined]);
    expect(refused[0]?.seen).toEqual({
      fee: 60_000,
      recievedAmount: 30_000,
      paymentStatus: 'Partially Paid',
    });

    // The amount was written once more, as of now.
    await online.call('records.restore', { entity: 'candidate', id: proposed });
    await until('it is back', async () => (await get(offline, proposed)) !== null);
    await edit(offline, proposed, { recievedAmount: 45_000 });
    const entry = refused.find(({ recordId }) => recordId === proposed);
    await offline.call('sync.retry', { id: entry?.id ?? '' });
    await offline.inStep();
    await shows(online, proposed, 'recievedAmount', 45_000);
    expect((await get(online, proposed))?.record['paymentStatus']).toBe('Partially Paid');
  });

  it('has its words once more where what its maker has written since is undone', async () => {
    const offline = await office.deskOf('superadmin', office.network.url);
    const online = await office.deskOf('superadmin');
    const id = await create(online, 'candidate', { ...PERSON, remarks: 'at first' });
    await shows(offline, id, 'remarks', 'at first');
    office.network.cut();
    await edit(offline, id, { remarks: 'long words' });
    await online.call('records.delete', { entity: 'candidate', id });
    await online.inStep();
    office.network.mend();
    await offline.call('sync.now', {});
    const entry = await until('in the tray', async () => {
      const [first] = await offline.call('sync.tray', {});
      return first?.kind === 'refused' && first;
    });
    await online.call('records.restore', { entity: 'candidate', id });
    const view = await until('it is back', () => get(offline, id));
    const changes = { remarks: 'short' };
    const saved = await offline.call('records.save', { entity: 'candidate', id, base: view.base, changes });
    await shows(online, id, 'remarks', 'short');
    await offline.call('changes.undo', { set: saved.set ?? '' });
    await shows(online, id, 'remarks', 'at first');
    await offline.call('sync.retry', { id: entry.id });
    await shows(online, id, 'remarks', 'long words');
  });

  it('is named by what was done to it, which takes it along when that alone is offered again', async () => {
    const offline = await office.deskOf('superadmin', office.network.url);
    const online = await office.deskOf('superadmin');
    office.network.cut();
    const name = `Mentor ${Date.now()}`;
    const refused = await create(offline, 'role', { name });
    await edit(offline, refused, { name: `${name} again` }, 'role');
    const first = await create(online, 'role', { name });
    await online.inStep();
    office.network.mend();
    await offline.call('sync.now', {});
    const change = await until('in the tray', async () =>
      (await offline.call('sync.tray', {})).find(({ action }) => action === 'update'),
    );
    expect(change).toMatchObject({
      recordId: refused,
      message: 'It belongs to a new record that the server refused.',
    });
    await edit(online, first, { name: `${name} of old` }, 'role');
    await online.inStep();
    await offline.call('sync.retry', { id: change.id });
    await shows(online, refused, 'name', `${name} again`, 'role');
    expect(await offline.call('sync.tray', {})).toEqual([]);
  });

  it('is not asked about a change that was given up before it left', async () => {
    const offline = await office.deskOf('superadmin', office.network.url);
    await office.network.close();
    await offline.call('sync.now', {});
    const given = await create(offline, 'candidate', PERSON);
    await edit(offline, given, { city: 'Pune' });
    const kept = await create(offline, 'candidate', PERSON);
    await offline.call('sync.now', {});
    const first = (await offline.call('sync.tray', {})).find(
      ({ action, recordId }) => action === 'create' && recordId === given,
    );
    await offline.call('sync.discard', { id: first?.id ?? '' });
    expect(await get(offline, given)).toBe(null);
    const left = await offline.call('sync.tray', {});
    expect(left.map(({ recordId, there }) => [recordId, there])).toEqual([[kept, true]]);
  });
});

describe('a conflict', () => {
  it('is shown to the user who lost, and put back with one click', async () => {
    const loser = await office.deskOf('hr');
    const winner = await office.deskOf('superadmin', office.network.url);
    const id = await create(loser, 'candidate', PERSON);
    await shows(winner, id, 'fullName', PERSON.fullName);
    await loser.inStep();
    office.network.cut();
    await edit(winner, id, { city: 'Delhi' });
    await edit(loser, id, { city: 'Pune' });
    await loser.inStep();
    office.network.mend();
    await winner.call('sync.now', {});
    await shows(loser, id, 'city', 'Delhi');
    const [entry] = await until('told', async () => {
      const tray = await loser.call('sync.tray', {});
      return tray.length > 0 && tray;
    });
    expect(entry).toMatchObject({
      kind: 'conflict',
      recordId: id,
      there: true,
      title: PERSON.fullName,
      fields: [{ name: 'city', label: 'City', value: 'Pune', stands: 'Delhi' }],
    });
    expect(await loser.call('sync.status', {})).toMatchObject({ attention: 1 });
    await loser.call('sync.putBack', { id: entry?.id ?? '' });
    await shows(winner, id, 'city', 'Pune');
    expect(await loser.call('sync.tray', {})).toEqual([]);
    await winner.inStep();
    expect((await winner.call('sync.tray', {})).filter(({ kind }) => kind === 'refused')).toEqual([]);
  });

  it('is told to who deleted the record after writing, and took that back', async () => {
    const loser = await office.deskOf('superadmin');
    const winner = await office.deskOf('hr', office.network.url);
    const id = await create(loser, 'candidate', PERSON);
    await shows(winner, id, 'fullName', PERSON.fullName);
    office.network.cut();
    await edit(winner, id, { city: 'Delhi' });
    await edit(loser, id, { city: 'Pune' });
    await loser.call('records.delete', { entity: 'candidate', id });
    await loser.inStep();
    await loser.call('records.restore', { entity: 'candidate', id });
    await loser.inStep();
    office.network.mend();
    await winner.call('sync.now', {});
    await shows(loser, id, 'city', 'Delhi');
    const [entry] = await until('told', async () => {
      const tray = await loser.call('sync.tray', {});
      return tray.length > 0 && tray;
    });
    expect(entry).toMatchObject({
      kind: 'conflict',
      fields: [{ name: 'city', value: 'Pune', stands: 'Delhi' }],
    });
  });
});

describe('a delete over an edit that was not seen', () => {
  it('is told to the writer of the edit, who has it back with one click or asks who may', async () => {
    const writer = await office.deskOf('admin');
    const hr = await office.deskOf('hr');
    const deleter = await office.deskOf('superadmin', office.network.url);
    const person = await create(deleter, 'candidate', PERSON);
    // HR deletes candidates too, but restores only what they have just deleted themselves.
    const lead = await create(deleter, 'candidate', { ...PERSON, fullName: 'Kiran' });
    await shows(writer, person, 'fullName', PERSON.fullName);
    await shows(hr, lead, 'fullName', 'Kiran');
    await deleter.inStep();
    office.network.cut();
    await edit(writer, person, { city: 'Nashik' });
    await edit(hr, lead, { city: 'Pune' });
    await writer.inStep();
    await hr.inStep();
    await deleter.call('records.delete', { entity: 'candidate', id: person });
    await deleter.call('records.delete', { entity: 'candidate', id: lead });
    office.network.mend();
    await deleter.call('sync.now', {});

    const told = (desk: TestDesk, id: string): Promise<TrayEntry> =>
      until('told', async () => (await desk.call('sync.tray', {})).find(({ recordId }) => recordId === id));
    const ofWriter = await told(writer, person);
    const ofHr = await told(hr, lead);
    const { name: deleting } = (await deleter.call('session.get', {})).user ?? {};
    const unseen = `${deleting} deleted this record without having seen what you wrote.`;
    expect(ofWriter).toMatchObject({
      kind: 'conflict',
      action: 'delete',
      title: PERSON.fullName,
      fields: [{ name: 'city', label: 'City', value: 'Nashik' }],
      message: `${unseen} Restoring it brings that back.`,
    });
    expect(ofHr).toMatchObject({ message: `${unseen} Ask an administrator to restore it.` });
    const attentionOf = async (desk: TestDesk): Promise<number> =>
      (await desk.call('sync.status', {})).attention;
    const before = [await attentionOf(writer), await attentionOf(hr)];

    await expect(hr.call('sync.putBack', { id: ofHr.id })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await writer.call('sync.putBack', { id: ofWriter.id });
    await shows(deleter, person, 'city', 'Nashik');
    await shows(writer, person, 'city', 'Nashik');
    await deleter.call('records.restore', { entity: 'candidate', id: lead });
    await shows(hr, lead, 'city', 'Pune');
    await until('nothing to attend to', async () => {
      const now = [await attentionOf(writer), await attentionOf(hr)];
      return now.every((count, at) => count === (before[at] ?? 0) - 1);
    });
  });
});

describe('a record that somebody deleted', () => {
  it('is restored by those who find deleted records; others take back what they have just deleted', async () => {
    const hr = await office.deskOf('hr');
    const admin = await office.deskOf('superadmin');
    const id = await create(admin, 'candidate', PERSON);
    await shows(hr, id, 'fullName', PERSON.fullName);
    await hr.call('records.delete', { entity: 'candidate', id });
    await hr.inStep();
    await hr.call('records.restore', { entity: 'candidate', id });
    await hr.inStep();
    await shows(admin, id, 'fullName', PERSON.fullName);
    await admin.inStep();

    await edit(hr, id, { city: 'Pune' });
    await hr.inStep();
    await admin.call('records.delete', { entity: 'candidate', id });
    await until('gone', async () => (await get(hr, id)) === null);
    await expect(hr.call('records.restore', { entity: 'candidate', id })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await admin.inStep();
    await admin.call('records.restore', { entity: 'candidate', id });
    await shows(hr, id, 'fullName', PERSON.fullName);
  });
});

it('an amount that is put back takes the payment status along', async () => {
  const desk = await office.deskOf('superadmin', office.network.url);
  const admin = await office.deskOf('admin');
  const owes = { fee: 60_000, recievedAmount: 30_000, paymentStatus: 'Partially Paid' };
  const id = await create(desk, 'candidate', { ...PERSON, ...owes });
  await shows(admin, id, 'fee', 60_000);
  const base = (await get(admin, id))?.base ?? 0;
  await edit(desk, id, { fee: 90_000 });
  await desk.inStep();
  await admin.call('records.save', { entity: 'candidate', id, base, changes: { fee: 50_000 } });
  const lost = await until('it is told', async () =>
    (await desk.call('sync.tray', {})).find(({ recordId, kind }) => recordId === id && kind === 'conflict'),
  );
  await shows(desk, id, 'fee', 50_000);
  await edit(desk, id, { recievedAmount: 50_000, paymentStatus: 'Fully Paid' });
  await desk.call('sync.putBack', { id: lost.id });
  await shows(admin, id, 'fee', 90_000);
  await shows(admin, id, 'paymentStatus', 'Partially Paid');
  // It is what was done last.
  await desk.call('changes.undoLast', {});
  await shows(admin, id, 'fee', 50_000);
});

it('a value put back over one that the tray did not show is told to who wrote that', async () => {
  const desk = await office.deskOf('superadmin', office.network.url);
  const [admin, hr] = [await office.deskOf('admin'), await office.deskOf('hr')];
  const id = await create(desk, 'candidate', { ...PERSON, city: 'Pune' });
  await shows(admin, id, 'city', 'Pune');
  const base = (await get(admin, id))?.base ?? 0;
  await edit(desk, id, { city: 'Nashik' });
  await shows(hr, id, 'city', 'Nashik');
  // From a form that was open before.
  await admin.call('records.save', { entity: 'candidate', id, base, changes: { city: 'Thane' } });
  const told = async (to: TestDesk): Promise<TrayEntry[]> =>
    (await to.call('sync.tray', {})).filter(
      // Their own change may stand there too, while the answer to it is on its way.
      ({ recordId, kind }) => recordId === id && kind === 'conflict',
    );
  const [lost] = await until('it is told', async () => {
    const entries = await told(desk);
    return entries.length > 0 && entries;
  });
  await shows(hr, id, 'city', 'Thane');
  await edit(hr, id, { city: 'Surat' });
  await shows(desk, id, 'city', 'Surat');
  await desk.call('sync.putBack', { id: lost?.id ?? '' });
  await shows(hr, id, 'city', 'Nashik');
  await until('who wrote last is told', async () => (await told(hr)).length > 0);
  expect(await told(hr)).toMatchObject([
    { kind: 'conflict', fields: [{ value: 'Surat', stands: 'Nashik' }] },
  ]);
  expect(await told(admin)).toEqual([]);
});

it('a value that was lost is told on every computer of who wrote it, also where it was not written', async () => {
  const [desk, second] = [await office.deskOf('hr', office.network.url), await office.deskOf('hr')];
  const other = await office.deskOf('superadmin');
  const id = await create(desk, 'candidate', { ...PERSON, city: 'Pune' });
  await shows(other, id, 'city', 'Pune');
  const base = (await get(other, id))?.base ?? 0;
  await edit(desk, id, { city: 'Nashik' });
  await shows(other, id, 'city', 'Nashik');
  // From a form that was open before.
  await other.call('records.save', { entity: 'candidate', id, base, changes: { city: 'Thane' } });
  for (const each of [desk, second])
    await until('it is told', async () =>
      (await each.call('sync.tray', {})).some(
        ({ kind, recordId, fields }) =>
          kind === 'conflict' &&
          recordId === id &&
          fields[0]?.value === 'Nashik' &&
          fields[0]?.stands === 'Thane',
      ),
    );
});

describe('a value in whose place another one of the same person stands', () => {
  it('is told as one’s own, not as somebody else’s', async () => {
    const [one, other] = [await office.deskOf('hr', office.network.url), await office.deskOf('hr')];
    const id = await create(other, 'candidate', PERSON);
    await shows(one, id, 'fullName', PERSON.fullName);
    office.network.cut();
    await one.state('offline');
    await edit(one, id, { notes: 'from one' });
    await edit(other, id, { notes: 'from the other' });
    await other.inStep();
    office.network.mend();
    await one.inStep();
    const entries = await until('it is told', async () => {
      const both = [...(await one.call('sync.tray', {})), ...(await other.call('sync.tray', {}))];
      // What this user is told of other records is of other tests.
      const told = both.filter(({ kind, recordId }) => kind === 'conflict' && recordId === id);
      return told.length > 0 && told;
    });
    for (const { message } of entries)
      expect(message).toBe(
        'You gave Notes another value besides, here or on another computer, and that one stands; you can put this one back.',
      );
  });
});
