import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newId } from '#shared/model/new-id.ts';
import { filePath } from '#shared/protocol/sync.ts';
import { newSet } from '../records/new-set.ts';
import { openSqlite } from '../storage/sqlite-file.ts';
import { closableDesk, write, type Part } from '../testing/closable-desk.ts';
import { openKept } from '../testing/kept-keys.ts';
import { HEADS } from '../testing/pictures.ts';
import { textsOnDisk } from '../testing/folder-contents.ts';
import { openOffice } from '../testing/office.ts';
import { create, get, PERSON, shows } from '../testing/record-steps.ts';
import { memoryKeychain, TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

const office = openOffice();

const cityOf = (recordId: string): Part => ({ kind: 'update', recordId, changes: { city: 'Nashik' } });

async function people(desk: TestDesk, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1)
    ids.push(await create(desk, 'candidate', { ...PERSON, email: `${newId()}@mail.test`, city: 'Pune' }));
  await desk.inStep();
  return ids;
}

/** The desk has an answer to everything; what of it the tray tells. */
async function refusedOf(desk: TestDesk): Promise<{ attention: number; tray: Record<string, unknown>[] }> {
  await until('everything was answered', async () => {
    await desk.call('sync.now', {}).catch(() => undefined);
    return (await desk.call('sync.status', {})).waiting === 0;
  });
  const { attention } = await desk.call('sync.status', {});
  const tray = await desk.call('sync.tray', {});
  return { attention, tray: tray.map((entry) => ({ ...entry })) };
}

async function cities(desk: TestDesk, ids: readonly string[]): Promise<unknown[]> {
  return Promise.all(ids.map(async (id) => (await get(desk, id))?.record['city']));
}

describe('a set with a damaged change', () => {
  it.each(['changes', 'setId', 'setPart'])(
    'in whose middle %s was damaged is not sent at all',
    async (column) => {
      const { desk, outbox, again } = await closableDesk(office, 'superadmin');
      const ids = await people(desk, 4);
      await desk.close();
      const [, second = ''] = write(outbox(), newSet('City of 4 candidates'), ids.map(cityOf));
      const db = openKept(outbox());
      const value = column === 'setPart' ? 7 : column === 'setId' ? 'of another' : '{"city":"Elsewhere"}';
      db.prepare(`UPDATE operations SET "${column}" = ? WHERE id = ?`).run(value, second);
      db.close();
      const opened = await again();
      const { attention, tray } = await refusedOf(opened);
      const other = await office.deskOf('superadmin');
      expect(await cities(other, ids)).toEqual(['Pune', 'Pune', 'Pune', 'Pune']);
      if (column === 'changes') {
        expect(tray).toMatchObject([
          { id: second, set: { title: 'City of 4 candidates', changes: 4, all: 4 } },
        ]);
        expect(attention).toBe(1);
        await expect(opened.call('sync.retry', { id: second })).rejects.toMatchObject({ code: 'conflict' });
        await opened.call('sync.discard', { id: second });
        expect(await opened.call('sync.tray', {})).toEqual([]);
      } else {
        // What it belonged to is not known: it is told of beside the rest.
        expect(tray).toHaveLength(2);
        await opened.call('sync.discard', { id: String(tray[0]?.['id']) });
        // One that still says that it is of the set went with it.
        const [rest] = await opened.call('sync.tray', {});
        expect(rest === undefined).toBe(column === 'setPart');
        if (rest) await opened.call('sync.discard', { id: rest.id });
        expect(await opened.call('sync.tray', {})).toEqual([]);
      }
      expect(await cities(opened, ids)).toEqual(['Pune', 'Pune', 'Pune', 'Pune']);
    },
  );

  it('of which one was lost is not sent at all', async () => {
    const { desk, outbox, again } = await closableDesk(office, 'superadmin');
    const ids = await people(desk, 3);
    await desk.close();
    const written = write(outbox(), newSet('City of 3 candidates'), ids.map(cityOf));
    const db = openKept(outbox());
    db.prepare('DELETE FROM operations WHERE id = ?').run(written[2]);
    db.close();
    const opened = await again();
    const { attention, tray } = await refusedOf(opened);
    expect(tray).toMatchObject([
      { id: written[0], message: expect.stringContaining('Other changes that belong to this one were lost') },
    ]);
    expect(attention).toBe(1);
    const other = await office.deskOf('superadmin');
    expect(await cities(other, ids)).toEqual(['Pune', 'Pune', 'Pune']);
    // Its maker may still want what is left of it.
    await opened.call('sync.retry', { id: String(tray[0]?.['id']) });
    await shows(other, ids[0] ?? '', 'city', 'Nashik');
    await shows(other, ids[1] ?? '', 'city', 'Nashik');
  });
});

describe('a set that depends on a new record which the server refused', () => {
  it('is refused whole, with what depends on what it makes, and is told of once', async () => {
    const { desk, outbox, again } = await closableDesk(office, 'superadmin');
    const [person = '', another = ''] = await people(desk, 2);
    await desk.close();
    const [role, made] = [newId(), newId()];
    // Such a role is there already.
    const first = newSet('Added a role');
    const [refused = ''] = write(outbox(), first, [
      { kind: 'create', entity: 'role', recordId: role, changes: { name: 'HR' } },
      { kind: 'update', entity: 'role', recordId: role, changes: { name: 'HR again' } },
    ]);
    write(outbox(), newSet('Several'), [
      cityOf(person),
      { kind: 'update', entity: 'role', recordId: role, changes: { name: 'HR once more' } },
      { kind: 'create', recordId: made, changes: { ...PERSON, email: 'made@mail.test' } },
    ]);
    write(outbox(), newSet('Later'), [cityOf(made), cityOf(another)]);
    const opened = await again();
    const { attention, tray } = await refusedOf(opened);
    const other = await office.deskOf('superadmin');
    expect(await cities(other, [person, another])).toEqual(['Pune', 'Pune']);
    expect(await get(other, made)).toBe(null);
    expect(tray.map(({ set }) => set)).toEqual(
      expect.arrayContaining([
        { title: 'Added a role', changes: 2, all: 2 },
        { title: 'Several', changes: 3, all: 3 },
        { title: 'Later', changes: 2, all: 2 },
      ]),
    );
    expect(tray).toHaveLength(3);
    expect(attention).toBe(3);
    await opened.call('sync.discard', { id: refused });
    expect(await opened.call('sync.tray', {})).toEqual([]);
  });
});

describe('a set with a picture that cannot be sent yet', () => {
  it('waits whole, and is sent whole', async () => {
    const { desk, outbox, again } = await closableDesk(office, 'superadmin');
    const [first = '', second = '', third = ''] = await people(desk, 3);
    const bytes = Buffer.alloc(300, newId());
    HEADS['image/png'].copy(bytes);
    const { hash } = await desk.call('files.add', { base64: bytes.toString('base64') });
    await desk.close();
    write(outbox(), newSet('City'), [cityOf(first)]);
    const picture = { kind: 'update', recordId: third, changes: { profilePicture: hash } } as const;
    write(outbox(), newSet('City and picture'), [cityOf(second), picture, cityOf(third)]);
    office.network.cut([filePath(hash)]);
    const opened = await again();
    const other = await office.deskOf('superadmin');
    await opened.call('sync.now', {}).catch(() => undefined);
    await until('it was tried', () => office.network.calls.includes(filePath(hash)));
    expect((await opened.call('sync.status', {})).waiting).toBeGreaterThan(2);
    await other.call('sync.now', {});
    expect(await cities(other, [second, third])).toEqual(['Pune', 'Pune']);
    office.network.mend();
    expect(await refusedOf(opened)).toEqual({ attention: 0, tray: [] });
    await shows(other, third, 'city', 'Nashik');
    expect(await cities(other, [first, second])).toEqual(['Nashik', 'Nashik']);
    expect((await get(other, third))?.record['profilePicture']).toBe(hash);
  });
});

describe('a proxy that lets only small bodies through', () => {
  it('cuts no set: those that fit are sent whole, one that does not is refused whole and told of once', async () => {
    const { desk, outbox, again } = await closableDesk(office, 'superadmin');
    const [person = ''] = await people(desk, 1);
    await desk.close();
    const sizes = [40, 3, 40, 90, 40];
    const made = sizes.map((count) => {
      const ids = Array.from({ length: count }, () => newId());
      const changes = { ...PERSON, remarks: 'x'.repeat(3_000) };
      const title = `${count} long ones`;
      write(
        outbox(),
        newSet(title),
        ids.map((recordId) => ({ kind: 'create', recordId, changes })),
      );
      return ids;
    });
    write(outbox(), newSet('City'), [cityOf(person)]);
    office.network.limitBodies(200_000);
    const opened = await again();
    const { attention, tray } = await refusedOf(opened);
    expect(attention).toBe(1);
    expect(tray).toMatchObject([
      { recordId: made[3]?.[0], set: { title: '90 long ones', changes: 90, all: 90 } },
    ]);
    const other = await office.deskOf('superadmin');
    for (const [at, ids] of made.entries()) {
      const there = await Promise.all(ids.map(async (id) => (await get(other, id)) !== null));
      expect(there.filter(Boolean)).toHaveLength(at === 3 ? 0 : ids.length);
    }
    expect(await cities(other, [person])).toEqual(['Nashik']);
    office.network.limitBodies(10_000_000);
    await opened.call('sync.retry', { id: String(tray[0]?.['id']) });
    expect(await refusedOf(opened)).toEqual({ attention: 0, tray: [] });
  });
});

describe('an undo that waits', () => {
  it('is kept when nothing else is to stay at signing out, without what others wrote, and is sent later', async () => {
    const folder = office.newFolder();
    const desk = await TestDesk.open(folder, office.network.url, memoryKeychain());
    office.desks.push(desk);
    await desk.signIn('hr');
    await desk.inStep();
    const other = await office.deskOf('admin');
    const theirs = 'Written by a colleague';
    const id = await create(other, 'candidate', { ...PERSON, city: theirs });
    await shows(desk, id, 'city', theirs);
    const base = (await get(desk, id))?.base ?? 0;
    const edit = { entity: 'candidate', id, base, changes: { city: 'Nashik' } } as const;
    const { set } = await desk.call('records.save', edit);
    await desk.inStep();
    office.network.cut();
    await desk.state('offline');
    await desk.call('changes.undo', { set: set ?? '' });
    await expect(desk.call('session.signOut', { wipe: true })).rejects.toMatchObject({ code: 'conflict' });
    // Also so that what is left can be looked through: afterwards the server alone has its key.
    expect(textsOnDisk(folder, [theirs])).toEqual([theirs]);
    await desk.call('session.signOut', { wipe: true, evenIfWaiting: true });
    expect(textsOnDisk(folder, [theirs])).toEqual([]);
    office.network.mend();
    await desk.signIn('hr');
    await desk.inStep();
    await shows(other, id, 'city', theirs);
    await shows(desk, id, 'city', theirs);
    expect(await desk.call('sync.tray', {})).toEqual([]);
  });
});

describe('many sets', () => {
  it('are sent whole, whatever the limit of a push, and each is there', async () => {
    const { desk, outbox, again } = await closableDesk(office, 'superadmin');
    const ids = await people(desk, 4);
    await desk.close();
    const made: string[] = [];
    for (const count of [299, 300, 1, 500, 2]) {
      const parts = Array.from({ length: count }, (): Part => {
        const recordId = newId();
        made.push(recordId);
        return { kind: 'create', recordId, changes: { ...PERSON, email: `${recordId}@mail.test` } };
      });
      write(outbox(), newSet(`${count} candidates`), parts);
    }
    write(outbox(), newSet('City of 4 candidates'), ids.map(cityOf));
    const opened = await again();
    const { attention } = await refusedOf(opened);
    expect(attention).toBe(0);
    const db = openSqlite(join(office.serverData.path, 'server.db'), { synchronous: 'NORMAL' });
    const kept = db
      .prepare(`SELECT title, changes FROM change_sets ORDER BY seq DESC LIMIT 6`)
      .all()
      .toReversed();
    // All of a set stands under one moment: it was one transaction.
    const split = db
      .prepare(
        `SELECT setId FROM change_log WHERE setId IS NOT NULL GROUP BY setId HAVING count(DISTINCT at) > 1`,
      )
      .all();
    db.close();
    expect(split).toEqual([]);
    expect(kept).toEqual(
      [299, 300, 1, 500, 2, 4].map((changes) => ({
        changes,
        title: `${changes === 4 ? 'City of ' : ''}${changes} candidates`,
      })),
    );
    await shows(opened, made.at(-1) ?? '', 'fullName', PERSON.fullName);
  });
});
