import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readableFields } from '#shared/access/permissions.ts';
import { decodeRow, type ColumnValue } from '#shared/model/columns.ts';
import { entityOf } from '#shared/model/entities.ts';
import { PATHS, PROTOCOL_VERSION, type Operation, type PullResponse } from '#shared/protocol/sync.ts';
import type { Database } from '../database/database.ts';
import { newCandidate, operation, seqOf, type TestClient } from '../testing/client.ts';
import { colleagues, deskOf, loadColleagues, type Colleague } from '../testing/colleagues.ts';
import { startTestServer, userIdOf, type TestServer } from '../testing/server.ts';
import { wholeTests } from '../testing/tier.ts';
import { pull } from './pull.ts';
import { Lineage } from './lineage.ts';
import { SharedPages } from './shared-pages.ts';
import { Signer } from './signer.ts';

/** Desks that ask for the same changes share what is read for them, and nobody gets what is another's. */

let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  server = await startTestServer({ prepare: loadColleagues });
  admin = await server.signIn('Admin', 'writing');
});
afterAll(() => server.stop());

/** A desk that judges every page it gets by the rules of access, row by row. */
class JudgingDesk {
  readonly client: TestClient;
  readonly #colleague: Colleague;
  #seq = 0;
  readonly rows = new Map<string, Record<string, ColumnValue>>();
  readonly notices = new Set<string>();

  constructor(client: TestClient, colleague: Colleague) {
    this.client = client;
    this.#colleague = colleague;
  }

  /** @param isTold whether it asks as far as it was told that the log goes: by one, at least */
  async pull(isTold = false): Promise<void> {
    const page = await this.client.pullPage(undefined, isTold ? this.#seq + 1 : undefined);
    if (page.status !== 'page') throw new Error(`Resync: ${page.reason}`);
    this.#seq = page.seq;
    this.#take(page);
    if (page.more) await this.pull();
  }

  #take(page: PullResponse & { status: 'page' }): void {
    for (const { entity, ids } of page.gone) for (const id of ids) this.rows.delete(`${entity}/${id}`);
    for (const { entity, columns, rows } of page.rows) {
      for (const values of rows) {
        const row = Object.fromEntries(columns.map((name, at) => [name, values[at] ?? null]));
        const record = { ...decodeRow(entityOf(entity), row), _id: String(row['_id']) };
        const readable = readableFields(entityOf(entity), this.#colleague, record);
        expect(readable.size, `${entity} ${record._id} for ${this.#colleague._id}`).toBeGreaterThan(0);
        expect([...columns].sort()).toEqual(['_id', '_seq', ...readable].sort());
        this.rows.set(`${entity}/${record._id}`, row);
      }
    }
    for (const { id } of page.conflicts) this.notices.add(id);
  }
}

const RECORDS = 3;
const assignable = [...colleagues.filter(({ role }) => role === 'Employee' || role === 'HR'), null];

const step = fc.oneof(
  fc.record({ do: fc.constant('edit' as const), record: fc.nat(RECORDS - 1), by: fc.nat(1) }),
  fc.record({
    do: fc.constant('assign' as const),
    record: fc.nat(RECORDS - 1),
    to: fc.constantFrom(...assignable),
  }),
  fc.record({ do: fc.constantFrom('delete' as const, 'restore' as const), record: fc.nat(RECORDS - 1) }),
  fc.record({ do: fc.constant('salary' as const), of: fc.nat(colleagues.length - 1) }),
);

let round = 0;
let value = 0;

function operationOf(one: typeof step extends fc.Arbitrary<infer Step> ? Step : never): Operation {
  value += 1;
  if (one.do === 'salary')
    return operation('update', 'user', colleagues[one.of]?._id ?? '', { salary: value });
  const id = `round-${round}-${one.record}`;
  if (one.do === 'edit') return operation('update', 'candidate', id, { city: `City ${value}`, fee: value });
  if (one.do === 'assign')
    return operation('update', 'candidate', id, { interviewerId: one.to?._id ?? null });
  return operation(one.do, 'candidate', id);
}

test(
  'users of every role who ask for the same at once get each their own rows, fields and notices',
  {
    timeout: 120_000,
  },
  async () => {
    const superAdmin = await server.signIn('Super Admin', 'writing');
    const desks = await Promise.all(
      [...colleagues, ...colleagues].map(
        async (colleague, at) => new JudgingDesk(await deskOf(server, colleague, `judging ${at}`), colleague),
      ),
    );
    const everybodyPulls = (areTold = false): Promise<unknown> =>
      Promise.all(desks.map((desk) => desk.pull(areTold)));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 8 }),
        async (groups) => {
          round += 1;
          await admin.push(
            ...Array.from({ length: RECORDS }, (_, at) => newCandidate(`round-${round}-${at}`)),
          );
          for (const group of groups) {
            const writes = group.map((one, at) => (at % 2 === 0 ? admin : superAdmin).push(operationOf(one)));
            // Twice while they write, and once for the same range.
            await everybodyPulls(true);
            await everybodyPulls();
            await Promise.all(writes);
            await everybodyPulls();
          }
          for (const [at, desk] of desks.entries()) {
            const colleague = colleagues[at % colleagues.length];
            if (!colleague) continue;
            // A first sync is read for its desk alone.
            const fresh = await (await deskOf(server, colleague, 'fresh')).pull();
            expect(desk.rows, colleague._id).toEqual(fresh.rows);
          }
        },
      ),
      { numRuns: wholeTests() ? 4 : 2 },
    );
    const kept = await server.database.all<{ id: string; userId: string }>(
      'SELECT "id", "userId" FROM "conflicts"',
    );
    expect(kept.length).toBeGreaterThan(0);
    for (const [at, desk] of desks.entries()) {
      const own = kept.filter(({ userId }) => userId === colleagues[at % colleagues.length]?._id);
      expect([...desk.notices].sort()).toEqual(own.map(({ id }) => id).sort());
    }
  },
);

/** The database, counting the consistent views that are read. */
function counting(database: Database): { database: Database; reads: () => number } {
  let reads = 0;
  return {
    database: {
      ...database,
      read: (work) => {
        reads += 1;
        return database.read(work);
      },
    },
    reads: () => reads,
  };
}

test('a save is read once for all users of a role, and once more for each whom it names', async () => {
  const { database, reads } = counting(server.database);
  const signer = new Signer('secret of the test');
  const pulls = {
    database,
    signer,
    lineage: new Lineage(database, signer),
    pages: new SharedPages(database),
  };
  const request = { protocol: PROTOCOL_VERSION, limit: 100 };
  const actors = [...colleagues, ...colleagues, ...colleagues];
  const cursors = new Map<Colleague, string>();
  const pullAll = (): Promise<string[]> =>
    Promise.all(
      actors.map(async (actor) => {
        let cursor: string | null = cursors.get(actor) ?? null;
        for (;;) {
          const { text } = await pull(pulls, actor, { ...request, cursor }, () => Promise.resolve());
          const page = JSON.parse(text) as PullResponse;
          if (page.status !== 'page') throw new Error(page.reason);
          cursor = page.cursor;
          if (!page.more) {
            cursors.set(actor, cursor);
            return text;
          }
        }
      }),
    );
  await pullAll();
  const roles = new Set(colleagues.map(({ role }) => role)).size;

  await admin.push(newCandidate('shared'));
  let before = reads();
  await pullAll();
  expect(reads() - before).toBe(roles);

  const assignTo = async (_id: string): Promise<Map<string, string>> => {
    await admin.push(operation('update', 'candidate', 'shared', { interviewerId: _id }));
    const texts = await pullAll();
    return new Map(actors.map((actor, at) => [actor._id, texts[at] ?? '']));
  };
  before = reads();
  const given = await assignTo(userIdOf('Employee'));
  expect(reads() - before).toBe(roles + 1);
  for (const { _id, role } of colleagues) {
    const sees = ['Super Admin', 'Admin', 'HR'].includes(role) || _id === userIdOf('Employee');
    expect(given.get(_id)?.includes('"candidate"'), _id).toBe(sees);
  }

  before = reads();
  const moved = await assignTo(`${userIdOf('Employee')}-too`);
  expect(reads() - before).toBe(roles + 2);
  const gone = '"gone":[{"entity":"candidate","ids":["shared"],"hidden":["shared"]}]';
  for (const { _id } of colleagues) {
    expect(moved.get(_id)?.includes(gone), _id).toBe(_id === userIdOf('Employee'));
  }

  before = reads();
  await pullAll();
  expect(reads()).toBe(before);
});

test('a page that is kept is not for a session that has ended, nor for another user’s cursor', async () => {
  const [one, other] = colleagues.filter(({ role }) => role === 'HR');
  if (!one || !other) throw new Error('Two users of the role are needed');
  const staying = await deskOf(server, one, 'staying');
  const leaving = await deskOf(server, other, 'leaving');
  await staying.pull();
  await leaving.pull();
  const ofLeaving = leaving.cursor;
  await admin.push(newCandidate('kept-page'));
  expect((await staying.pull()).rows.has('candidate/kept-page')).toBe(true);

  await leaving.post(PATHS.logout, {});
  await expect(leaving.pullPage()).rejects.toThrow('session-ended');

  staying.cursor = ofLeaving;
  expect(await staying.pullPage()).toEqual({ status: 'resync', reason: 'permissions' });
});

test('a desk that asks later from the same cursor gets what was written meanwhile too', async () => {
  const [early, late] = await Promise.all([server.signIn('HR', 'early'), server.signIn('HR', 'late')]);
  await Promise.all([early.pull(), late.pull()]);
  await admin.push(newCandidate('written-first'));
  expect([...(await early.pull()).rows.keys()]).toEqual(['candidate/written-first']);
  await admin.push(newCandidate('written-later'));
  expect([...(await late.pull()).rows.keys()]).toEqual([
    'candidate/written-first',
    'candidate/written-later',
  ]);
});

test('desks that were told of the same get the same page, though the log goes on meanwhile', async () => {
  const [early, late, asking] = await Promise.all(
    ['told early', 'told late', 'asking for all'].map((name) => server.signIn('HR', name)),
  );
  if (!early || !late || !asking) throw new Error('Three desks are needed');
  await Promise.all([early, late, asking].map((desk) => desk.pull()));
  const [told] = await admin.push(newCandidate('told'));
  const first = await early.pullPage(undefined, seqOf(told));
  await admin.push(newCandidate('after-it'));
  const second = await late.pullPage(undefined, seqOf(told));
  expect(second).toMatchObject({ status: 'page', seq: seqOf(told), more: false });
  expect(second).toMatchObject({ rows: first.status === 'page' ? first.rows : null });
  expect([...(await asking.pull()).rows.keys()]).toEqual(['candidate/told', 'candidate/after-it']);
  // Both go on from there, and nothing is left out.
  for (const desk of [early, late])
    expect([...(await desk.pull()).rows.keys()]).toEqual(['candidate/after-it']);
});

test('a desk that says it was told of less than it has, or of more than there is, gets what there is', async () => {
  const hr = await server.signIn('HR', 'wrongly told');
  await hr.pull();
  for (const [id, upTo] of [
    ['told-of-nothing', 0],
    ['told-too-much', Number.MAX_SAFE_INTEGER],
  ] as const) {
    await admin.push(newCandidate(id));
    const page = await hr.pullPage(undefined, upTo);
    expect(page).toMatchObject({ status: 'page', seq: await server.database.seq(), more: false });
  }
  for (const upTo of [-1, 1.5, Infinity]) await expect(hr.pullPage(undefined, upTo)).rejects.toThrow('400');
});

test('what was taken away or erased since is in no page of before, however little a desk asks for', async () => {
  const superAdmin = await server.signIn('Super Admin', 'erasing');
  const [hr, other] = await Promise.all([server.signIn('HR', 'told'), server.signIn('HR', 'asking late')]);
  const [employee, moved] = colleagues.filter(({ role }) => role === 'Employee');
  if (!hr || !other || !employee || !moved) throw new Error('Two employees are needed');
  const [interviewer, late] = [
    await deskOf(server, employee, 'shown'),
    await deskOf(server, employee, 'late'),
  ];
  const desks = [hr, other, interviewer, late];
  await Promise.all(desks.map((desk) => desk.pull()));
  const told = seqOf((await admin.push(newCandidate('taken-away', { interviewerId: employee._id })))[0]);
  for (const desk of [hr, interviewer])
    expect(JSON.stringify(await desk.pullPage(undefined, told))).toContain('taken-away');
  await admin.push(operation('update', 'candidate', 'taken-away', { interviewerId: moved._id }));
  expect(JSON.stringify(await late.pullPage(undefined, told))).not.toContain('"columns"');
  const erased = await superAdmin.post('/api/persons/candidate/taken-away/erase', {
    reason: 'Asked by letter',
    name: 'Candidate taken-away',
  });
  expect(erased.status).toBe(200);
  expect(JSON.stringify(await other.pullPage(undefined, told))).not.toContain('"columns"');
});
