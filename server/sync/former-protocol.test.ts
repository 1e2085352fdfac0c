import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyRecord } from '#shared/model/entity.ts';
import type { ChangeSetLine } from '#shared/protocol/change-sets.ts';
import {
  PATHS,
  PROTOCOL_VERSION,
  type Operation,
  type OperationResult,
  type PullResponse,
  type PushResponse,
} from '#shared/protocol/sync.ts';
import { newCandidate, operation, type TestClient } from '../testing/client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

/** A desk of the version before, which knows nothing of change sets, goes on syncing. */

const FORMER = PROTOCOL_VERSION - 1;
let server: TestServer;
let older: TestClient;
let newer: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  older = await server.signIn('HR', 'the older desk');
  newer = await server.signIn('Admin', 'the newer desk');
});
afterAll(() => server.stop());

async function push(...operations: Operation[]): Promise<OperationResult[]> {
  const { status, body } = await older.post<PushResponse>(PATHS.push, { protocol: FORMER, operations });
  expect(status).toBe(200);
  return body.results;
}

let cursor: string | null = null;

/** What the older desk pulls: rows by id, and ids that are gone. */
async function pull(): Promise<{ rows: Map<string, AnyRecord>; gone: string[] }> {
  const rows = new Map<string, AnyRecord>();
  const gone: string[] = [];
  for (;;) {
    const { body } = await older.post<PullResponse>(PATHS.pull, { protocol: FORMER, cursor });
    if (body.status !== 'page') throw new Error('It is told to begin anew');
    ({ cursor } = body);
    for (const { columns, rows: values } of body.rows) {
      for (const row of values) {
        const record = Object.fromEntries(columns.map((name, at) => [name, row[at]])) as unknown as AnyRecord;
        rows.set(record._id, record);
      }
    }
    for (const { ids } of body.gone) gone.push(...ids);
    if (!body.more) return { rows, gone };
  }
}

const inSet = (id: string, sent: Operation, undoes?: string): Operation => ({
  ...sent,
  set: { id, title: `Set ${id}`, part: 0, ...(undoes === undefined ? {} : { undoes }) },
});

test('its changes are judged one by one, and are no set', async () => {
  const results = await push(
    newCandidate('former-1', { city: 'Pune' }),
    operation('update', 'candidate', 'former-none', { city: 'Pune' }),
    newCandidate('former-2'),
  );
  expect(results.map(({ status }) => status)).toEqual(['applied', 'refused', 'applied']);
  expect(results[1]).not.toHaveProperty('refusedWith');
  const mine = await older.get<ChangeSetLine[]>(`${PATHS.changes}?mine=1`);
  expect(mine.body).toEqual([]);
});

test('it is given what sets and undos of others change', async () => {
  await pull();
  const records = ['former-1', 'former-2'];
  const change = records.map((id) =>
    inSet('set-1', operation('update', 'candidate', id, { city: 'Nashik' }, 1e9)),
  );
  await newer.push(...change, inSet('set-2', operation('delete', 'candidate', 'former-2', {}, 1e9)));
  const changed = await pull();
  expect(changed.rows.get('former-1')).toMatchObject({ city: 'Nashik' });
  expect(changed.gone).toEqual(['former-2']);

  await newer.push(
    inSet('undo-2', operation('undo', 'candidate', 'former-2'), 'set-2'),
    ...records.map((id) => inSet('undo-1', operation('undo', 'candidate', id), 'set-1')),
  );
  const undone = await pull();
  expect(undone.rows.get('former-1')).toMatchObject({ city: 'Pune' });
  expect(undone.rows.get('former-2')).toMatchObject({ city: null });
});

test('what it writes stands against an undo, and wins and loses as ever', async () => {
  await newer.push(
    inSet('set-3', operation('update', 'candidate', 'former-1', { city: 'Thane', notes: 'called' }, 1e9)),
  );
  const [result] = await push(operation('update', 'candidate', 'former-1', { city: 'Nagpur' }, 1));
  expect(result).toMatchObject({ status: 'applied', conflicts: [{ field: 'city', won: 'Nagpur' }] });
  const [undo] = await newer.push(inSet('undo-3', operation('undo', 'candidate', 'former-1'), 'set-3'));
  expect(undo).toMatchObject({ status: 'applied', left: [{ field: 'City' }] });
  expect((await pull()).rows.get('former-1')).toMatchObject({ city: 'Nagpur', notes: null });
});
