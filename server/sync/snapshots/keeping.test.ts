import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Role } from '#shared/access/roles.ts';
import { DAY_MS } from '#shared/format/time.ts';
import { cacheSchemaHash } from '#shared/node/cache/cache-schema.ts';
import { bulkLoad } from '../../database/bulk-load.ts';
import { newCandidate, seqOf, type TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { markIn } from '../lineage.ts';
import { somebodyElse } from '../shared-pages.ts';
import { makeSnapshot } from './make-snapshot.ts';
import { SnapshotFolder, type Manifest } from './snapshot-folder.ts';
import { Snapshots, type SnapshotSettings } from './snapshots.ts';
import { viewOf } from './snapshot-view.ts';
import { eventually } from '../../../tests/product/eventually.ts';

/** When snapshots are made, given and removed; the clock is the test's. */

const WRITER = join(import.meta.dirname, 'snapshot-writer.ts');
const MINUTE_MS = 60_000;
const LOOK_MS = MINUTE_MS;
const QUIET_MS = 5 * MINUTE_MS;

let server: TestServer;
let admin: TestClient;
let folder: SnapshotFolder;
let opened: Snapshots[] = [];
let made: { rows: number; seq: number }[] = [];
let failed: unknown[] = [];
let named = 0;

beforeAll(async () => {
  server = await startTestServer({
    configuration: { snapshotRows: 0 },
    prepare: async (database) => {
      const people = Array.from({ length: 40 }, (_, at) => ({
        _id: `loaded-${at}`,
        fullName: `Loaded ${at}`,
      }));
      await bulkLoad(database, 'candidate', people);
    },
  });
  admin = await server.signIn('Admin');
});
afterAll(() => server.stop());

beforeEach(() => {
  [made, failed, opened] = [[], [], []];
  folder = newFolder();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const each of opened) await each.close();
});

const newFolder = (): SnapshotFolder => new SnapshotFolder(join(server.dataFolder, `kept-${(named += 1)}`));

function open(settings: Partial<SnapshotSettings> = {}): Snapshots {
  const snapshots = new Snapshots({
    database: server.database,
    folder,
    writer: WRITER,
    fromRows: 10,
    quietMs: QUIET_MS,
    onMade: (each) => made.push(each),
    onFailed: (error) => failed.push(error),
    ...settings,
  });
  opened.push(snapshots);
  return snapshots;
}

/** A snapshot of the role as it would have been made so long ago, with the log where it stands. */
async function kept(role: Role, ago: number, changes: Partial<Manifest> = {}): Promise<string> {
  const { database } = server;
  const id = randomUUID();
  const seq = changes.seq ?? (await database.seq());
  folder.write(id);
  writeFileSync(folder.pieces(id), '');
  folder.keep({
    id,
    view: viewOf(database.model, role),
    schema: cacheSchemaHash(),
    epoch: database.epoch,
    seq,
    mark: await markIn(database, seq),
    madeAt: new Date(Date.now() - ago).toISOString(),
    counts: { candidate: 40 },
    pieces: [],
    ...changes,
  });
  folder.written(id);
  return id;
}

/** The log goes on by so many numbers. */
const goOn = (by: number): Promise<unknown> =>
  server.database.write((_trx, log) => {
    for (let at = 0; at < by; at += 1) log.next();
    return Promise.resolve();
  });

const offeredTo = async (snapshots: Snapshots, role: Role): Promise<string | undefined> =>
  (await snapshots.offer(somebodyElse(role)))?.id;

/** One is made elsewhere: whoever was about to make one here as well has had the time for it. */
async function timeToMakeOne(): Promise<void> {
  const making = { database: server.database, folder: newFolder(), writer: WRITER };
  await makeSnapshot(making, 'Admin', undefined, () => true);
}

test('one that is asked for is made when nobody has begun a first sync for a while', async () => {
  const snapshots = open();
  expect(await offeredTo(snapshots, 'Admin')).toBeUndefined();
  vi.advanceTimersByTime(QUIET_MS - 1);
  snapshots.firstSyncGoesOn();
  vi.advanceTimersByTime(QUIET_MS - 1);
  await timeToMakeOne();
  expect(made).toEqual([]);
  const seq = seqOf((await admin.push(newCandidate('before-it-is-made')))[0]);
  vi.advanceTimersByTime(1);
  await eventually(() => expect(made).toMatchObject([{ seq }]));
  const offer = await snapshots.offer(somebodyElse('Admin'));
  expect(offer?.counts['candidate']).toBe(41);
  expect(made[0]?.rows).toBe(Object.values(offer?.counts ?? {}).reduce((sum, count) => sum + count, 0));
  // Nobody has begun one for long: that somebody does now makes none.
  snapshots.firstSyncGoesOn();
  vi.advanceTimersByTime(QUIET_MS);
  await timeToMakeOne();
  expect(made).toHaveLength(1);
});

test('who asks without end holds it up for a while, and not for ever', async () => {
  const snapshots = open();
  for (let at = 0; at < 16; at += 1) {
    await timeToMakeOne();
    expect(made).toEqual([]);
    await offeredTo(snapshots, 'Admin');
    vi.advanceTimersByTime(QUIET_MS / 2);
  }
  await eventually(() => expect(made).toHaveLength(1));
});

test('one that is a little behind is given; it is made anew once it is ten minutes old', async () => {
  const id = await kept('Admin', 9 * MINUTE_MS);
  const snapshots = open();
  await goOn(1_000);
  expect(await offeredTo(snapshots, 'Admin')).toBe(id);
  await goOn(1);
  expect(await offeredTo(snapshots, 'Admin')).toBe(id);
  vi.advanceTimersByTime(QUIET_MS);
  await timeToMakeOne();
  expect(made).toEqual([]);
  const older = await kept('HR', 11 * MINUTE_MS);
  await goOn(1_001);
  expect(await offeredTo(snapshots, 'HR')).toBe(older);
  vi.advanceTimersByTime(QUIET_MS);
  const seq = await server.database.seq();
  await eventually(() => expect(made).toMatchObject([{ seq }]));
});

test('one that is far behind is not given, and made anew however young it is; a large one may be further behind', async () => {
  await kept('Admin', 0);
  const large = await kept('HR', 0, { counts: { candidate: 30_000 } });
  const snapshots = open();
  await goOn(5_001);
  expect(await offeredTo(snapshots, 'HR')).toBe(large);
  expect(await offeredTo(snapshots, 'Admin')).toBeUndefined();
  vi.advanceTimersByTime(QUIET_MS);
  await eventually(() => expect(made).toHaveLength(1));
  expect(await offeredTo(snapshots, 'Admin')).toBeDefined();
  await goOn(1_000);
  expect(await offeredTo(snapshots, 'HR')).toBeUndefined();
});

test('one is given as long as nobody was erased since, and the log is not pruned past it', async () => {
  const id = await kept('Admin', 0);
  const seq = await server.database.seq();
  const snapshots = open();
  const pruneTo = (to: number | null): Promise<unknown> =>
    server.database.write((trx) => trx.all('UPDATE "log_position" SET "prunedTo" = ?', [to]));
  await pruneTo(seq);
  expect(await offeredTo(snapshots, 'Admin')).toBe(id);
  await pruneTo(seq + 1);
  expect(await offeredTo(snapshots, 'Admin')).toBeUndefined();
  await pruneTo(null);
  // By another server of the same data, which has a folder of its own.
  const erase = (recordId: string, at: number): Promise<unknown> =>
    server.database.write((trx) =>
      trx.all('INSERT INTO "erased" ("entity", "recordId", "at", "seq") VALUES (?, ?, ?, ?)', [
        'candidate',
        recordId,
        new Date().toISOString(),
        at,
      ]),
    );
  await erase('loaded-1', seq);
  expect(await offeredTo(snapshots, 'Admin')).toBe(id);
  await erase('loaded-2', seq + 1);
  expect(await offeredTo(snapshots, 'Admin')).toBeUndefined();
  expect(await snapshots.piece(somebodyElse('Admin'), id, 0)).toBeNull();
});

test('what is of no use any more goes: old ones, and those that were replaced ten minutes ago', async () => {
  await goOn(2);
  const seq = await server.database.seq();
  const stay = [
    await kept('Admin', 6 * DAY_MS),
    await kept('Admin', 9 * MINUTE_MS, { seq: seq - 1, mark: await markIn(server.database, seq - 1) }),
  ];
  await kept('Admin', 11 * MINUTE_MS, { seq: seq - 1, mark: await markIn(server.database, seq - 1) });
  await kept('HR', 8 * DAY_MS);
  await kept('Super Admin', 0, { epoch: 'another' });
  await kept('Super Admin', 0, { mark: 'of another history' });
  open();
  vi.advanceTimersByTime(LOOK_MS);
  await eventually(() => expect(folder.all().map(({ id }) => id)).toEqual(stay));
  expect(readdirSync(folder.path)).toHaveLength(stay.length * 2);
});

test('where none are made any more, those that are there go', async () => {
  await kept('Admin', 0);
  const snapshots = open({ fromRows: null });
  expect(await offeredTo(snapshots, 'Admin')).toBeUndefined();
  vi.advanceTimersByTime(LOOK_MS);
  await eventually(() => expect(readdirSync(folder.path)).toEqual([]));
});

test.each([
  ['there is no such program', null, 'no-such-writer'],
  ['the program ends without a word', 'process.exit();', 'has ended'],
])(
  'where one cannot be made the server says why, and nothing of it stays: %s',
  async (_case, program, why) => {
    const writer = join(server.dataFolder, program === null ? 'no-such-writer.mjs' : 'ends.mjs');
    if (program !== null) writeFileSync(writer, program);
    const snapshots = open({ writer });
    await offeredTo(snapshots, 'Admin');
    vi.advanceTimersByTime(QUIET_MS);
    await eventually(() => expect(failed).toHaveLength(1));
    expect(String(failed[0])).toContain(why);
    expect([made, readdirSync(folder.path)]).toEqual([[], []]);
  },
);

test('a server that ends gives and begins none, and nothing is left of the one that it was making', async () => {
  const id = await kept('HR', 0);
  const snapshots = open();
  await offeredTo(snapshots, 'Admin');
  vi.advanceTimersByTime(QUIET_MS);
  await eventually(() => expect(readdirSync(folder.path).length).toBeGreaterThan(2));
  await snapshots.close();
  expect(folder.all().map((each) => each.id)).toEqual([id]);
  expect(readdirSync(folder.path)).toHaveLength(2);
  expect(await offeredTo(snapshots, 'HR')).toBeUndefined();
  expect([made, failed]).toEqual([[], []]);

  folder = newFolder();
  const waiting = open();
  await offeredTo(waiting, 'Admin');
  await waiting.close();
  vi.advanceTimersByTime(QUIET_MS);
  await timeToMakeOne();
  expect(existsSync(folder.path)).toBe(false);
});
