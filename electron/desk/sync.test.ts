import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EntityName } from '#shared/model/entities.ts';
import type { RecordView, TrayEntry } from '#shared/protocol/bridge.ts';
import { openSqlite } from './sqlite-file.ts';
import { openOffice } from './testing/office.ts';
import { startServerProcess } from './testing/server-process.ts';
import { memoryKeychain, temporaryFolder, TestDesk } from './testing/test-desk.ts';
import { until } from './testing/until.ts';
import { WeakNetwork } from './testing/weak-network.ts';

const PERSON = { fullName: 'Meera Iyer', mobile: '98200 12345', email: 'meera@mail.test' };
const office = openOffice();

async function deskOf(name: string, url = office.server.url): Promise<TestDesk> {
  const desk = await TestDesk.open(office.newFolder(), url);
  office.desks.push(desk);
  await desk.signIn(name);
  await desk.inStep();
  return desk;
}

async function create(desk: TestDesk, entity: EntityName, changes: Record<string, unknown>): Promise<string> {
  const { record } = await desk.call('records.save', { entity, id: null, base: null, changes });
  return record._id;
}

const get = (desk: TestDesk, id: string, entity: EntityName = 'candidate'): Promise<RecordView | null> =>
  desk.call('records.get', { entity, id });

async function edit(
  desk: TestDesk,
  id: string,
  changes: Record<string, unknown>,
  entity: EntityName = 'candidate',
): Promise<void> {
  const view = await get(desk, id, entity);
  await desk.call('records.save', { entity, id, base: view?.base ?? 0, changes });
}

/** The record as the server has it, and how many changes its log has of it: each operation counts once. */
function inServer(id: string): unknown {
  const db = openSqlite(join(office.serverData.path, 'server.db'), { synchronous: 'FULL' });
  const found = db
    .prepare(
      `SELECT "city", "trainer", "deletedAt" IS NOT NULL AS deleted,
         (SELECT count(*) FROM "change_log" WHERE "recordId" = ?) AS changes
       FROM "candidate" WHERE "_id" = ?`,
    )
    .get(id, id);
  db.close();
  return found;
}

const shows = (
  desk: TestDesk,
  id: string,
  field: string,
  value: unknown,
  entity: EntityName = 'candidate',
): Promise<true> =>
  until(`${field} is ${String(value)}`, async () => (await get(desk, id, entity))?.record[field] === value);

describe('two desks', () => {
  it('come to the same after edits offline and answers that got lost', async () => {
    const online = await deskOf('superadmin');
    const offline = await deskOf('hr', office.network.url);
    const shared = await create(online, 'candidate', PERSON);
    const unwanted = await create(online, 'candidate', { ...PERSON, fullName: 'To be deleted' });
    await shows(offline, shared, 'fullName', PERSON.fullName);
    await shows(offline, unwanted, 'fullName', 'To be deleted');

    office.network.cut();
    const made = await create(offline, 'candidate', { ...PERSON, fullName: 'Made offline' });
    await edit(offline, made, { city: 'Pune' });
    await edit(offline, shared, { city: 'Pune' });
    await offline.call('records.delete', { entity: 'candidate', id: unwanted });
    await edit(online, shared, { trainer: 'Sunil' });
    await offline.state('offline');
    expect(await offline.call('sync.status', {})).toMatchObject({ waiting: 4 });

    office.network.loseAnswers('/api/sync/push', 2);
    office.network.mend();
    await until('sent in spite of lost answers', async () => {
      await offline.call('sync.now', {});
      return (await offline.call('sync.status', {})).waiting === 0;
    });
    await shows(online, made, 'city', 'Pune');
    await shows(online, shared, 'city', 'Pune');
    await shows(offline, shared, 'trainer', 'Sunil');
    await offline.inStep();
    await until('the delete has come to the other', async () => (await get(online, unwanted)) === null);
    expect(await get(offline, unwanted)).toBeNull();
    expect(inServer(shared)).toEqual({ city: 'Pune', trainer: 'Sunil', deleted: 0, changes: 3 });
    expect(inServer(made)).toEqual({ city: 'Pune', trainer: null, deleted: 0, changes: 2 });
    expect(inServer(unwanted)).toEqual({ city: null, trainer: null, deleted: 1, changes: 2 });
    await until('both show the same', async () => {
      const both = [shared, made].flatMap((id) => [get(online, id), get(offline, id)]);
      const [one, other, three, four] = (await Promise.all(both)).map((view) => JSON.stringify(view));
      return one === other && three === four;
    });
    const { rows } = await online.call('records.list', {
      entity: 'candidate',
      list: 'candidates',
      search: 'made offline',
      offset: 0,
      limit: 10,
    });
    expect(rows).toHaveLength(1);
  });

  it('tell each other within the blink of an eye, and say which changes are their own', async () => {
    const one = await deskOf('superadmin');
    const other = await deskOf('hr');
    const id = await create(one, 'inquiry', { Name: 'Kiran' });
    await shows(other, id, 'Name', 'Kiran', 'inquiry');
    await one.inStep();
    const seen = (desk: TestDesk): unknown[] =>
      desk.events
        .filter(({ event, data }) => event === 'changed' && 'ids' in data && data.ids?.includes(id))
        .map(({ data }) => data);
    await until('the other desk said so', () => seen(other).length > 0);
    expect(seen(one)).not.toContainEqual(expect.objectContaining({ origin: 'elsewhere' }));
    expect(seen(other)).toContainEqual({ entity: 'inquiry', ids: [id], origin: 'elsewhere' });
  });

  it('undo a delete after it was sent', async () => {
    const one = await deskOf('superadmin');
    const other = await deskOf('hr');
    const id = await create(one, 'candidate', PERSON);
    await shows(other, id, 'fullName', PERSON.fullName);
    await one.call('records.delete', { entity: 'candidate', id });
    await until('gone there', async () => (await get(other, id)) === null);
    await one.inStep();
    await one.call('records.restore', { entity: 'candidate', id });
    expect(await get(one, id)).toMatchObject({ record: { fullName: PERSON.fullName } });
    await shows(other, id, 'fullName', PERSON.fullName);
    await one.inStep();
    expect(await one.call('sync.tray', {})).toEqual([]);
  });
});

describe('what the server refuses', () => {
  it('goes to the tray with what depends on it, and the rest goes on', async () => {
    const offline = await deskOf('superadmin', office.network.url);
    const online = await deskOf('superadmin');
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
    const offline = await deskOf('superadmin', office.network.url);
    const online = await deskOf('superadmin');
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
      fields: [{ name: 'city', value: 'Pune' }],
    });
    await online.call('records.restore', { entity: 'candidate', id });
    await shows(offline, id, 'fullName', PERSON.fullName);
    await offline.call('sync.retry', { id: entry?.id ?? '' });
    await shows(online, id, 'city', 'Pune');
  });

  it('is not asked about a change that was given up before it left', async () => {
    const offline = await deskOf('superadmin', office.network.url);
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
    const loser = await deskOf('hr');
    const winner = await deskOf('superadmin', office.network.url);
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
});

describe('a delete over an edit that was not seen', () => {
  it('is told to the writer of the edit, who has it back with one click or asks who may', async () => {
    const writer = await deskOf('hr');
    const deleter = await deskOf('superadmin', office.network.url);
    const person = await create(deleter, 'candidate', PERSON);
    // HR deletes candidates, but no inquiries.
    const lead = await create(deleter, 'inquiry', { Name: 'Kiran' });
    await shows(writer, lead, 'Name', 'Kiran', 'inquiry');
    await deleter.inStep();
    office.network.cut();
    await edit(writer, person, { city: 'Nashik' });
    await edit(writer, lead, { Name: 'Kiran Rao' }, 'inquiry');
    await writer.inStep();
    await deleter.call('records.delete', { entity: 'candidate', id: person });
    await deleter.call('records.delete', { entity: 'inquiry', id: lead });
    office.network.mend();
    await deleter.call('sync.now', {});

    const tray = await until('told', async () => {
      const entries = await writer.call('sync.tray', {});
      const ofBoth = entries.filter(({ recordId }) => recordId === person || recordId === lead);
      return ofBoth.length === 2 && ofBoth;
    });
    const told = (id: string): TrayEntry | undefined => tray.find(({ recordId }) => recordId === id);
    const { name: deleting } = (await deleter.call('session.get', {})).user ?? {};
    const unseen = `${deleting} deleted this record without having seen what you wrote.`;
    expect(told(person)).toMatchObject({
      kind: 'conflict',
      action: 'delete',
      title: PERSON.fullName,
      fields: [{ name: 'city', label: 'City', value: 'Nashik' }],
      message: `${unseen} Restoring it brings that back.`,
    });
    expect(told(lead)).toMatchObject({ message: `${unseen} Ask an administrator to restore it.` });
    const { attention } = await writer.call('sync.status', {});

    await expect(writer.call('sync.putBack', { id: told(lead)?.id ?? '' })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await writer.call('sync.putBack', { id: told(person)?.id ?? '' });
    await shows(deleter, person, 'city', 'Nashik');
    await shows(writer, person, 'city', 'Nashik');
    await deleter.call('records.restore', { entity: 'inquiry', id: lead });
    await until(
      'nothing to attend to',
      async () => (await writer.call('sync.status', {})).attention === attention - 2,
    );
    await shows(writer, lead, 'Name', 'Kiran Rao', 'inquiry');
  });
});

describe('a restart', () => {
  it('without network opens the kept session, shows what waits, and sends it later', async () => {
    const path = office.newFolder();
    const keychain = memoryKeychain();
    const before = await TestDesk.open(path, office.network.url, keychain);
    await before.signIn('superadmin');
    await before.inStep();
    office.network.cut();
    const id = await create(before, 'candidate', PERSON);
    await before.close();

    const after = await TestDesk.open(path, office.network.url, keychain);
    office.desks.push(after);
    expect(await after.call('session.get', {})).toMatchObject({ user: { email: 'superadmin@demo.test' } });
    expect(await get(after, id)).toMatchObject({ waiting: true, record: PERSON });
    const { total } = await after.call('records.list', {
      entity: 'candidate',
      list: 'candidates',
      offset: 0,
      limit: 1,
    });
    expect(total).toBeGreaterThan(300);
    await after.state('offline');
    office.network.mend();
    await after.call('sync.now', {});
    await after.inStep();
    const other = await deskOf('hr');
    await shows(other, id, 'fullName', PERSON.fullName);
  });

  it('in the middle of a first sync goes on where it was', async () => {
    const path = office.newFolder();
    const keychain = memoryKeychain();
    const before = await TestDesk.open(path, office.network.url, keychain);
    await before.signIn('superadmin');
    await until(
      'a page has come',
      async () => ((await before.call('sync.status', {})).progress?.done ?? 1) > 0,
    );
    await before.close();
    const after = await TestDesk.open(path, office.network.url, keychain);
    office.desks.push(after);
    await after.inStep();
    const whole = await deskOf('superadmin');
    for (const [entity, list] of [
      ['candidate', 'candidates'],
      ['inquiry', 'inquiries'],
      ['user', 'employees'],
    ] as const) {
      const query = { entity, list, offset: 0, limit: 500 };
      expect(await after.call('records.list', query)).toEqual(await whole.call('records.list', query));
    }
  });
});

describe('a copy that differs from the server', () => {
  const cacheOf = (path: string): string => {
    const found = readdirSync(path, { recursive: true, encoding: 'utf8' }).find((name) =>
      name.endsWith('cache.db'),
    );
    if (found === undefined) throw new Error('There is no cache');
    return join(path, found);
  };

  it('is found by its checksum and fetched anew; what waits stays', async () => {
    const path = office.newFolder();
    const keychain = memoryKeychain();
    const before = await TestDesk.open(path, office.network.url, keychain);
    await before.signIn('superadmin');
    await before.inStep();
    const { rows } = await before.call('records.list', {
      entity: 'candidate',
      list: 'candidates',
      offset: 0,
      limit: 1,
    });
    const lost = String(rows[0]?._id);
    office.network.cut();
    const waiting = await create(before, 'candidate', PERSON);
    await before.close();
    const db = openSqlite(cacheOf(path), { synchronous: 'NORMAL' });
    db.prepare('DELETE FROM candidate WHERE _id = ?').run(lost);
    db.prepare(
      `UPDATE sync_state SET value = json_set(value, '$.checkedAt', 0) WHERE name = 'position'`,
    ).run();
    db.close();

    const after = await TestDesk.open(path, office.network.url, keychain);
    office.desks.push(after);
    expect(await get(after, lost)).toBe(null);
    office.network.mend();
    await after.call('sync.now', {});
    await after.inStep();
    expect(await get(after, lost)).not.toBe(null);
    expect(await get(after, waiting)).toMatchObject({ waiting: false, record: PERSON });
    expect(after.logged.join()).toContain('candidate');
  });

  it('has nothing to repair where nothing differs, also under waiting changes', async () => {
    const desk = await deskOf('superadmin', office.network.url);
    const hr = await deskOf('hr');
    await edit(desk, await create(desk, 'candidate', PERSON), { city: 'Pune' });
    await desk.inStep();
    expect([...desk.logged, ...hr.logged]).toEqual([]);
  });
});

describe('a server put back to an older state', () => {
  it('gets again what it had acknowledged since, and the desk rebuilds its copy', async () => {
    const data = temporaryFolder();
    const backup = temporaryFolder();
    let other = await startServerProcess(data.path);
    const { port } = other;
    try {
      const desk = await deskOf('superadmin', other.url);
      const before = await create(desk, 'candidate', { ...PERSON, fullName: 'Before the backup' });
      await desk.inStep();
      await other.stop();
      cpSync(data.path, backup.path, { recursive: true });
      other = await startServerProcess(data.path, port);
      await desk.call('sync.now', {});
      const base64 = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('a picture')]).toString(
        'base64',
      );
      const { hash } = await desk.call('files.add', { base64 });
      const after = await create(desk, 'candidate', {
        ...PERSON,
        fullName: 'After the backup',
        profilePicture: hash,
      });
      await edit(desk, before, { city: 'Pune' });
      await desk.inStep();
      await other.stop();
      await desk.state('offline');
      const waiting = await create(desk, 'candidate', { ...PERSON, fullName: 'Never sent' });

      for (const name of readdirSync(data.path)) rmSync(join(data.path, name), { recursive: true });
      cpSync(backup.path, data.path, { recursive: true });
      other = await startServerProcess(data.path, port);
      await until('in step again', async () => {
        const status = await desk.call('sync.now', {});
        return status.state === 'live' && status.waiting === 0;
      });
      const fresh = await deskOf('hr', other.url);
      await shows(fresh, after, 'fullName', 'After the backup');
      expect(await fresh.call('files.get', { hash })).toEqual({ type: 'image/jpeg', base64 });
      await shows(fresh, before, 'city', 'Pune');
      await shows(fresh, waiting, 'fullName', 'Never sent');
      await shows(desk, after, 'fullName', 'After the backup');
      for (const each of office.desks.splice(0)) await each.close();
    } finally {
      await other.stop();
      data.remove();
      backup.remove();
    }
  });
});

describe('a pull that would remove most of what is here', () => {
  it('is halted until the user agrees', async () => {
    const data = temporaryFolder();
    const other = await startServerProcess(data.path);
    const weak = await WeakNetwork.before(other.url);
    try {
      const careful = await deskOf('hr', weak.url);
      const remover = await deskOf('superadmin', other.url);
      const count = async (): Promise<number | null> =>
        (await careful.call('records.list', { entity: 'inquiry', list: 'inquiries', offset: 0, limit: 1 }))
          .total;
      const before = (await count()) ?? 0;
      weak.cut();
      await careful.call('sync.now', {});
      const { rows } = await remover.call('records.list', {
        entity: 'inquiry',
        list: 'inquiries',
        offset: 0,
        limit: 500,
      });
      const removed = rows.slice(0, Math.floor(before * 0.7));
      for (const { _id } of removed) await remover.call('records.delete', { entity: 'inquiry', id: _id });
      await remover.inStep();
      weak.mend();
      await careful.call('sync.now', {});
      await careful.state('halted');
      expect(await count()).toBe(before);
      expect((await careful.call('sync.status', {})).problem).toContain('Inquiries');
      // What the user does meanwhile is still sent.
      const made = await create(careful, 'candidate', PERSON);
      await shows(remover, made, 'fullName', PERSON.fullName);
      await careful.call('sync.confirmRemoval', { accept: false });
      await careful.call('sync.now', {});
      expect(await count()).toBe(before);
      await careful.call('sync.confirmRemoval', { accept: true });
      await careful.inStep();
      expect(await count()).toBe(before - removed.length);
      for (const each of office.desks.splice(0)) await each.close();
    } finally {
      await weak.close();
      await other.stop();
      data.remove();
    }
  });
});
