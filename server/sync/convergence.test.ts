import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '#shared/access/roles.ts';
import type { ColumnValue } from '#shared/model/columns.ts';
import { PATHS, type ChecksumResponse } from '#shared/protocol/sync.ts';
import { newCandidate, operation, type TestClient } from '../testing/client.ts';
import { startTestServer, userIdOf, type TestServer } from '../testing/server.ts';
import { wholeTests } from '../testing/tier.ts';

/** Whatever desks push and pull, in whatever order and page size, each ends with what a new desk would get. */

let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn('Admin');
});
afterAll(() => server.stop());

const DESKS: readonly Role[] = ['HR', 'Employee', 'Admin'];
const RECORDS = 4;

const record = fc.integer({ min: 0, max: RECORDS - 1 });
const step = fc.oneof(
  fc.record({
    do: fc.constant('edit' as const),
    desk: fc.nat(2),
    record,
    city: fc.constantFrom('Pune', 'Surat'),
  }),
  fc.record({
    do: fc.constant('remark' as const),
    desk: fc.nat(2),
    record,
    remarks: fc.constantFrom('a', 'b'),
  }),
  fc.record({
    do: fc.constant('assign' as const),
    record,
    to: fc.constantFrom('Employee' as const, 'HR' as const, null),
  }),
  fc.record({ do: fc.constantFrom('delete' as const, 'restore' as const), record }),
  fc.record({ do: fc.constant('pull' as const), desk: fc.nat(2), limit: fc.integer({ min: 1, max: 5 }) }),
);

class Desk {
  readonly client: TestClient;
  readonly rows = new Map<string, Record<string, ColumnValue>>();

  constructor(client: TestClient) {
    this.client = client;
  }

  async pull(limit: number): Promise<void> {
    const page = await this.client.pullPage(limit);
    if (page.status !== 'page') throw new Error(`Resync: ${page.reason}`);
    for (const { entity, ids } of page.gone) for (const id of ids) this.rows.delete(`${entity}/${id}`);
    for (const { entity, columns, rows } of page.rows) {
      for (const values of rows) {
        const row = Object.fromEntries(columns.map((name, at) => [name, values[at] ?? null]));
        this.rows.set(`${entity}/${String(row['_id'])}`, row);
      }
    }
    if (page.more) await this.pull(limit);
  }
}

let round = 0;

test('desks converge', { timeout: 180_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      round += 1;
      const idOf = (at: number): string => `round-${round}-${at}`;
      const desks = await Promise.all(
        DESKS.map(async (role) => new Desk(await server.signIn(role, `round ${round}`))),
      );
      await admin.push(...Array.from({ length: RECORDS }, (_, at) => newCandidate(idOf(at))));
      for (const one of steps) {
        if (one.do === 'pull') await desks[one.desk]?.pull(one.limit);
        else if (one.do === 'edit')
          await desks[one.desk]?.client.push(
            operation('update', 'candidate', idOf(one.record), { city: one.city }),
          );
        else if (one.do === 'remark')
          await desks[one.desk]?.client.push(
            operation('update', 'candidate', idOf(one.record), { remarks: one.remarks }),
          );
        else if (one.do === 'assign')
          await admin.push(
            operation('update', 'candidate', idOf(one.record), { interviewerId: one.to && userIdOf(one.to) }),
          );
        else await admin.push(operation(one.do, 'candidate', idOf(one.record)));
      }
      for (const [at, desk] of desks.entries()) {
        await desk.pull(3);
        const fresh = await (await server.signIn(DESKS[at] ?? '', `fresh ${round}`)).pull();
        expect(desk.rows).toEqual(fresh.rows);
        const checksum = (await desk.client.get<ChecksumResponse>(PATHS.checksum)).body.entities.candidate;
        const seqs = [...desk.rows]
          .filter(([key]) => key.startsWith('candidate/'))
          .map(([, row]) => Number(row['_seq']));
        expect(checksum).toEqual({ count: seqs.length, seqSum: seqs.reduce((sum, seq) => sum + seq, 0) });
      }
    }),
    { numRuns: wholeTests() ? 15 : 5 },
  );
});
