import { readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { beforeAll, expect, it } from 'vitest';
import { SNAPSHOTS_PATH } from '#shared/protocol/snapshot.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import { eraseFile } from '../storage/erase.ts';
import { fileNamed, filesBelow, foundInTheClear } from '../testing/folder-contents.ts';
import { openKept } from '../testing/kept-keys.ts';
import { openOffice } from '../testing/office.ts';
import { create, edit, get } from '../testing/record-steps.ts';
import { noKeychain, temporaryFolder, TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

const office = openOffice({ SNAPSHOT_ROWS: '50', SNAPSHOT_QUIET: '0' });

async function opened(folder: string, url: string): Promise<TestDesk> {
  const desk = await TestDesk.open(folder, url, noKeychain);
  office.desks.push(desk);
  await desk.signIn('hr');
  return desk;
}

async function deskIn(folder: string, url = office.network.url): Promise<TestDesk> {
  const desk = await opened(folder, url);
  await desk.inStep();
  return desk;
}

const pagingDesk = (): Promise<TestDesk> => deskIn(office.newFolder(), office.server.url);

// The first desk asks for what there is none of yet.
beforeAll(async () => {
  const folder = temporaryFolder();
  const first = await TestDesk.open(folder.path, office.server.url, noKeychain);
  await first.signIn('hr');
  const isSnapshot = (name: string): boolean => name.includes('snapshots') && name.endsWith('.json');
  await until('a snapshot is ready', () => filesBelow(office.serverData.path).some(isSnapshot), 60_000);
  await first.close();
  folder.remove();
});

const pieces = (): string[] => office.network.calls.filter((path) => path.startsWith(`${SNAPSHOTS_PATH}/`));
const pulls = (): number => office.network.calls.filter((path) => path === PATHS.pull).length;

const all = async (desk: TestDesk, search = ''): Promise<{ total: number; names: string[] }> => {
  const query = { entity: 'candidate', list: 'candidates', search } as const;
  const { rows } = await desk.call('records.list', { ...query, offset: 0, limit: 100 });
  return {
    total: (await desk.call('records.count', query)).total,
    names: rows.map((row) => String(row['fullName'])),
  };
};

it('a first sync takes the snapshot, and shows, finds and changes what another desk does', async () => {
  const paging = await pagingDesk();
  const desk = await deskIn(office.newFolder());
  expect(pieces().length).toBeGreaterThan(1);
  expect(pulls()).toBeLessThan(4);
  const [shown, known] = [await all(desk), await all(paging)];
  expect(shown).toEqual(known);
  const [name = ''] = known.names;
  expect(await all(desk, name)).toEqual(await all(paging, name));
  // Its search index goes on from there, and its content is that of the server.
  const id = await create(desk, 'candidate', {
    fullName: 'Quirina Xavier',
    mobile: '98450 11111',
    email: 'first@sample.test',
  });
  expect((await all(desk, 'quirina')).names).toEqual(['Quirina Xavier']);
  await edit(desk, id, { fullName: 'Renamed Xavier' });
  expect((await all(desk, 'quirina')).names).toEqual([]);
  await desk.inStep();
  await until(
    'the other has it',
    async () => (await get(paging, id))?.record['fullName'] === 'Renamed Xavier',
  );
  expect(desk.logged).toEqual([]);
});

it('goes on after a cut with the pieces that are missing, and nothing of it lies in the clear', async () => {
  const folder = office.newFolder();
  const [known = ''] = (await all(await pagingDesk())).names;
  const email = String(known).split(' ')[0] ?? '';
  office.network.cutAt(`${SNAPSHOTS_PATH}/`, 3);
  const desk = await opened(folder, office.network.url);
  await until('it is offline', async () => (await desk.call('sync.status', {})).state === 'offline');
  await until('what came is on its way', () =>
    filesBelow(folder).some((name) => name.endsWith('coming.pages')),
  );
  expect(foundInTheClear(folder, [known, email])).toEqual([]);
  office.network.mend();
  await desk.inStep();
  expect((await all(desk)).total).toBeGreaterThan(100);
  // It was not begun anew, nor fetched page by page.
  expect(new Set(pieces().map((path) => path.split('/').at(-2))).size).toBe(1);
  expect(desk.logged).toEqual([]);
  expect(filesBelow(folder).filter((name) => name.includes('coming'))).toEqual([]);
  await office.closed(desk);
  expect(foundInTheClear(folder, [known, email])).toEqual([]);
});

it('goes on where a change that was saved meanwhile could not be sent while pieces were on their way', async () => {
  const { network } = office;
  network.holdBackAfter(`${SNAPSHOTS_PATH}/`, 1);
  network.cut([PATHS.push]);
  const desk = await opened(office.newFolder(), network.url);
  await until('pieces are on their way', () => pieces().length >= 4);
  const id = await create(desk, 'candidate', {
    fullName: 'Saved Meanwhile',
    mobile: '98450 22222',
    email: 'meanwhile@sample.test',
  });
  await until('it is offline', async () => (await desk.call('sync.status', {})).state === 'offline');
  network.cut([]);
  const before = pieces().length;
  void desk.call('sync.now', {});
  await until('they are asked for again', () => pieces().length >= before + 4);
  network.mend({ newestFirst: true });
  await desk.inStep();
  expect((await get(await pagingDesk(), id))?.record['fullName']).toBe('Saved Meanwhile');
});

it('what came damaged is not taken: everything is fetched page by page', async () => {
  office.network.spoilAnswers(`${SNAPSHOTS_PATH}/`);
  const folder = office.newFolder();
  const desk = await deskIn(folder);
  expect(await all(desk)).toEqual(await all(await pagingDesk()));
  expect(desk.logged.join()).toContain('page by page');
  expect(filesBelow(folder).filter((name) => name.includes('coming'))).toEqual([]);
});

it('changes that wait are laid over it, and sent', async () => {
  const folder = office.newFolder();
  const first = await deskIn(folder);
  const id = await create(first, 'candidate', {
    fullName: 'Ottilie Before',
    mobile: '98450 22222',
    email: 'ottilie@sample.test',
  });
  await first.inStep();
  office.network.cut();
  await edit(first, id, { fullName: 'Ottilie After' });
  await office.closed(first);
  eraseFile(fileNamed(folder, 'cache.db'));
  office.network.mend();
  const again = await deskIn(folder);
  expect((await get(again, id))?.record['fullName']).toBe('Ottilie After');
  const other = await pagingDesk();
  await until('it was sent', async () => (await get(other, id))?.record['fullName'] === 'Ottilie After');
});

it('signing out in the middle leaves nothing of it', async () => {
  const folder = office.newFolder();
  const desk = await opened(folder, office.network.url);
  await until('a piece is asked for', () => pieces().length > 0);
  await desk.call('session.signOut', { wipe: true });
  expect(filesBelow(folder).filter((name) => name.includes('coming'))).toEqual([]);
  expect(filesBelow(folder).some((path) => readFileSync(path).includes('SQLite format 3'))).toBe(false);
});

it('what a snapshot has wrong is mended page by page, and not by the same snapshot', async () => {
  const folder = office.newFolder();
  const before = await deskIn(folder);
  const { rows } = await before.call('records.list', {
    entity: 'candidate',
    list: 'candidates',
    offset: 0,
    limit: 1,
  });
  const id = String(rows[0]?._id);
  await office.closed(before);
  // As a disk leaves it that has lost a bit: past the log.
  const data = new Database(fileNamed(office.serverData.path, 'server.db'));
  data.prepare('UPDATE candidate SET city = ? WHERE _id = ?').run('Past The Log', id);
  data.close();
  const cache = openKept(fileNamed(folder, 'cache.db'), 'NORMAL');
  cache
    .prepare(`UPDATE sync_state SET value = json_set(value, '$.checkedAt', 0) WHERE name = 'position'`)
    .run();
  cache.close();
  const fetched = pieces().length;
  const desk = await deskIn(folder);
  await until('it is mended', async () => (await get(desk, id))?.record['city'] === 'Past The Log');
  expect(desk.logged.join()).toContain('differs from the server in candidate');
  expect(pieces()).toHaveLength(fetched);
});
