import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PATHS } from '#shared/protocol/sync.ts';
import { openSqlite } from '../storage/sqlite-file.ts';
import { openKept } from '../testing/kept-keys.ts';
import { openOffice } from '../testing/office.ts';
import { create, edit, get, PERSON, shows } from '../testing/record-steps.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { memoryKeychain, temporaryFolder, TestDesk } from '../testing/test-desk.ts';
import { picture } from '../testing/pictures.ts';
import { until } from '../testing/until.ts';
import { WeakNetwork } from '../testing/weak-network.ts';

const office = openOffice();

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

describe('two desks', () => {
  it('come to the same after edits offline and answers that got lost', async () => {
    const online = await office.deskOf('superadmin');
    const offline = await office.deskOf('hr', office.network.url);
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

  it('hear of each other where the server fails at what one of them sends', async () => {
    const failing = await office.deskOf('hr', office.network.url);
    const other = await office.deskOf('admin');
    office.network.failCalls(PATHS.push);
    const kept = await create(failing, 'candidate', { ...PERSON, fullName: 'Kept here' });
    await until('it is said', async () => (await failing.call('sync.status', {})).problem !== null);
    const made = await create(other, 'candidate', { ...PERSON, fullName: 'Made elsewhere' });
    await shows(failing, made, 'fullName', 'Made elsewhere');
    expect(await failing.call('sync.status', {})).toMatchObject({ waiting: 1, state: 'offline' });
    office.network.mend();
    await failing.inStep();
    await shows(other, kept, 'fullName', 'Kept here');
  });

  it('tell each other within the blink of an eye, and say which changes are their own', async () => {
    const one = await office.deskOf('superadmin');
    const other = await office.deskOf('hr');
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
    const one = await office.deskOf('superadmin');
    const other = await office.deskOf('hr');
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
    const other = await office.deskOf('hr');
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
    const whole = await office.deskOf('superadmin');
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

it('after the last page nothing more is asked for', async () => {
  const desk = await office.deskOf('superadmin', office.network.url);
  const pulls = (): number => office.network.calls.filter((path) => path === PATHS.pull).length;
  const before = pulls();
  // What the first had asked for besides would have come before the second.
  for (let time = 0; time < 2; time += 1) await desk.call('sync.now', {});
  expect(pulls()).toBe(before + 2);
});

it('a first sync tells how far it has come', async () => {
  const desk = await TestDesk.open(office.newFolder(), office.network.url);
  office.desks.push(desk);
  await desk.signIn('superadmin');
  await desk.inStep();
  const done = desk.events.flatMap(({ data }) =>
    'progress' in data && data.progress ? [data.progress.done] : [],
  );
  expect(done[0]).toBe(0);
  expect(done.at(-1)).toBeGreaterThan(0);
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
    const db = openKept(cacheOf(path), 'NORMAL');
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

  it('is found by a value of which a few bytes have changed', async () => {
    const path = office.newFolder();
    const keychain = memoryKeychain();
    const before = await TestDesk.open(path, office.network.url, keychain);
    await before.signIn('superadmin');
    const id = await create(before, 'candidate', { ...PERSON, company: 'Zanzibar Traders' });
    await before.inStep();
    await before.close();
    const file = cacheOf(path);
    const db = openKept(file, 'NORMAL');
    // Within an encrypted page the disk changes nothing unnoticed; what wrote the page may.
    const { changes } = db.prepare(`UPDATE candidate SET company = 'Xyzzibar Traders' WHERE _id = ?`).run(id);
    expect(changes).toBe(1);
    db.prepare(
      `UPDATE sync_state SET value = json_set(value, '$.checkedAt', 0) WHERE name = 'position'`,
    ).run();
    db.close();

    const after = await TestDesk.open(path, office.network.url, keychain);
    office.desks.push(after);
    await shows(after, id, 'company', 'Zanzibar Traders');
    await after.inStep();
    expect(after.logged.join()).toContain('differs from the server in candidate');
  });

  it('has nothing to repair where nothing differs, also under waiting changes', async () => {
    const desk = await office.deskOf('superadmin', office.network.url);
    const hr = await office.deskOf('hr');
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
      const desk = await office.deskOf('superadmin', other.url);
      const before = await create(desk, 'candidate', { ...PERSON, fullName: 'Before the backup' });
      await desk.inStep();
      await other.stop();
      cpSync(data.path, backup.path, { recursive: true });
      other = await startServerProcess(data.path, port);
      await desk.call('sync.now', {});
      const base64 = picture('a picture', 'image/jpeg').toString('base64');
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
      const fresh = await office.deskOf('hr', other.url);
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
      const careful = await office.deskOf('hr', weak.url);
      const remover = await office.deskOf('superadmin', other.url);
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
      expect((await careful.call('sync.status', {})).problem).toContain('most of its inquiries');
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
