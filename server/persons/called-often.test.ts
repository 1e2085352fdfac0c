import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database, Transaction } from '../database/database.ts';
import { Batch } from '../records/batch.ts';
import { unmerge } from '../records/merged.ts';
import { newCandidate, operation, seqOf, type TestClient } from '../testing/client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { eraseRecords } from './erase-records.ts';
import { recordsOfPerson } from './records-of-person.ts';

/** Whoever may log calls can log thousands about one person, and move them to and fro: nobody else waits for that. */

const CALLS = 2_500;
const AT_ONCE = 500;
const AUTHOR = { _id: '', role: 'Admin', name: '', deskId: null, sessionId: '', address: '' } as const;

let server: TestServer;
/** In a day nobody may log as many calls of one person alone. */
let staff: TestClient[];

beforeAll(async () => {
  server = await startTestServer();
  const hr = await server.signIn('HR');
  staff = [hr, await server.signIn('Admin'), await server.signIn('Super Admin')];
  await hr.push(newCandidate('called'), newCandidate('other'), newCandidate('third'));
  await pushMany(staff, CALLS, (at) =>
    operation('create', 'activity', `call-${at}`, { candidate: 'called', kind: 'Note', note: `Note ${at}` }),
  );
});
afterAll(() => server.stop());

async function pushMany(
  clients: readonly TestClient[],
  count: number,
  make: (at: number) => ReturnType<typeof operation>,
): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE) {
    const client = clients[(from / AT_ONCE) % clients.length];
    if (!client) throw new Error('Nobody saves');
    const results = await client.push(...Array.from({ length: AT_ONCE }, (_, at) => make(from + at)));
    expect(seqOf(results.at(-1))).toBeGreaterThan(0);
  }
}

interface Watched {
  /** Statements that were asked. */
  asked: number;
  /** Rows of the largest answer. */
  largest: number;
  /** How often others had their turn meanwhile. */
  turns: number;
}

async function watched(
  work: (trx: Transaction, log: Parameters<Parameters<Database['write']>[0]>[1]) => Promise<unknown>,
): Promise<Watched> {
  const seen = { asked: 0, largest: 0, turns: 0 };
  let isOver = false;
  const turn = (): void => {
    seen.turns += 1;
    if (!isOver) setImmediate(turn);
  };
  await server.database.write(async (trx, log) => {
    const all: Transaction['all'] = async <Answer>(
      sql: string,
      params?: Parameters<Transaction['all']>[1],
    ) => {
      const rows = await trx.all<Answer>(sql, params);
      seen.asked += 1;
      seen.largest = Math.max(seen.largest, rows.length);
      return rows;
    };
    seen.turns = 0;
    setImmediate(turn);
    await work({ ...trx, all }, log);
    isOver = true;
  });
  return seen;
}

test('the undo of a merge reads of what was moved to and fro since some lines at a time', async () => {
  const admin = await server.signIn('Admin');
  const set = { id: 'merge', title: 'Merged', part: 0 };
  await admin.push(
    newCandidate('was'),
    operation('create', 'activity', 'flown', { candidate: 'was', kind: 'Note' }),
    operation('create', 'activity', 'left', { candidate: 'was', kind: 'Note' }),
    { ...operation('delete', 'candidate', 'was', {}, 1e9), set },
    { ...operation('create', 'mergedRecord', 'lead', { was: 'was', candidate: 'other' }), set },
  );
  await pushMany(staff, 1_500, (at) =>
    operation('update', 'activity', 'flown', { candidate: at % 2 === 0 ? 'third' : 'other' }, 1e9),
  );
  const { largest, turns } = await watched(async (trx, log) => {
    const batch = new Batch({ trx, log, database: server.database }, AUTHOR, async () => {});
    expect(await unmerge(batch, 'candidate', 'was')).toBe('other');
    // Somebody has given it to others since, and back: it stays where it is.
    expect((await batch.get('activity', 'flown'))?.['candidate']).toBe('other');
    expect((await batch.get('activity', 'left'))?.['candidate']).toBe('was');
    await batch.finish();
  });
  expect(largest).toBeLessThanOrEqual(AT_ONCE);
  expect(turns).toBeGreaterThanOrEqual(2);
});

test('of a view that is changed without end the log has what it was at its last changes, and no erasing looks through more', async () => {
  const employee = await server.signIn('Employee');
  const list = 'candidate.candidates';
  const settings = (at: number) => JSON.stringify({ search: at === 0 ? 'Candidate third' : `Search ${at}` });
  await employee.push(
    operation('create', 'savedView', 'mine', { name: 'Mine', list, settings: settings(0) }),
  );
  await pushMany([employee], 1_000, (at) =>
    operation('update', 'savedView', 'mine', { settings: settings(at + 1) }, 1e9),
  );
  const values = await server.database.all<{ after: string }>(
    `SELECT "after" FROM "change_log" WHERE "entity" = 'savedView' AND "after" <> '{}' ORDER BY "seq"`,
  );
  expect(values).toHaveLength(20);
  expect(values.at(-1)?.after).toContain('Search 1000');
  const { database } = server;
  const { asked } = await watched(async (trx, log) => {
    const records = await recordsOfPerson({ ...trx, model: database.model }, 'candidate', 'third');
    await eraseRecords(trx, log, database, records, { eraser: null });
  });
  expect(asked).toBeLessThan(100);
});

test('who was called thousands of times is erased by some statements for each hundred calls, and others have their turn', async () => {
  const { database } = server;
  const { asked, turns } = await watched(async (trx, log) => {
    const records = await recordsOfPerson({ ...trx, model: database.model }, 'candidate', 'called');
    expect(records).toHaveLength(1 + CALLS);
    await eraseRecords(trx, log, database, records, { eraser: null });
  });
  expect(asked).toBeLessThan(CALLS / 2);
  expect(turns).toBeGreaterThanOrEqual(CALLS / 100);
  const left = await database.all(
    `SELECT * FROM "change_log" WHERE "entity" = 'activity' AND "recordId" LIKE 'call-%' AND "after" <> '{}'`,
  );
  expect(left).toEqual([]);
  expect(await database.all(`SELECT * FROM "activity" WHERE "note" LIKE 'Note %'`)).toEqual([]);
});

test('a first sync hears of all who were erased, in pages that have some of them each', async () => {
  const student = await server.signIn('Student', 'a desk');
  const told: string[] = [];
  for (let isMore = true; isMore;) {
    const page = await student.pullPage();
    if (page.status !== 'page') throw new Error(page.reason);
    const ids = (page.erased ?? []).flatMap(({ entity, ids: of }) => of.map((id) => `${entity} ${id}`));
    expect(ids.length).toBeLessThanOrEqual(2_000);
    told.push(...ids);
    isMore = page.more;
  }
  const calls = Array.from({ length: CALLS }, (_, at) => `activity call-${at}`);
  expect(told.toSorted()).toEqual(['candidate called', 'candidate third', ...calls].toSorted());
});
