import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '#shared/access/roles.ts';
import { fieldColumns, type ColumnValue } from '#shared/model/columns.ts';
import { model } from '#shared/model/entities.ts';
import { quote } from '#shared/model/list-query.ts';
import { cacheSchemaHash, searchTableOf } from '#shared/node/cache/cache-schema.ts';
import {
  snapshotOfferSchema,
  snapshotPiecePath,
  SNAPSHOTS_PATH,
  type OfferedSnapshot,
  type SnapshotOffer,
} from '#shared/protocol/snapshot.ts';
import { PATHS, PROTOCOL_VERSION } from '#shared/protocol/sync.ts';
import { bulkLoad } from '../../database/bulk-load.ts';
import { auditLines } from '../../testing/audit-log.ts';
import { newCandidate, operation, type TestClient } from '../../testing/client.ts';
import { startOnSameData, startTestServer, userIdOf, type TestServer } from '../../testing/server.ts';
import { onPostgresql } from '../../testing/postgresql.ts';
import { makeSnapshot } from './make-snapshot.ts';
import { SnapshotFolder } from './snapshot-folder.ts';
import { eventually } from '../../../tests/product/eventually.ts';

const SECRET = 'a-portfolio-that-only-its-owner-shows';
const WRITER = join(import.meta.dirname, 'snapshot-writer.ts');

let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  server = await startTestServer({
    configuration: { snapshotRows: 100, snapshotQuiet: 0 },
    prepare: async (database) => {
      const candidates = Array.from({ length: 700 }, (_, at) => ({
        _id: `loaded-${at}`,
        fullName: `Loaded Person ${at}`,
        mobile: `98${String(at).padStart(8, '0')}`,
        email: `loaded${at}@people.test`,
        fee: at,
        enrolledCourse: ['JAVA', 'Cloud'],
        ...(at % 7 === 0 ? { interviewerId: userIdOf('Employee'), interviewerName: 'User Employee' } : {}),
      }));
      await bulkLoad(database, 'candidate', candidates);
      await bulkLoad(database, 'user', [
        { _id: 'other', name: 'Other', email: 'other@office.test', portfolio: SECRET },
      ]);
      await bulkLoad(database, 'savedView', [
        {
          _id: 'shared-view',
          name: 'Shared',
          list: 'candidate.candidates',
          settings: '{}',
          owner: 'other',
          sharedWith: ['Super Admin', 'Admin', 'HR'],
        },
      ]);
    },
  });
  admin = await server.signIn('Admin');
});
afterAll(() => server.stop());

const askedWith = { protocol: PROTOCOL_VERSION, schema: cacheSchemaHash() };

const ask = async (client: TestClient, asked: object = askedWith): Promise<SnapshotOffer> =>
  snapshotOfferSchema.parse((await client.post(SNAPSHOTS_PATH, asked)).body);

/** The offer, once the snapshot that asking for it has made is ready. */
async function offered(client: TestClient): Promise<OfferedSnapshot> {
  return eventually(async () => {
    const offer = await ask(client);
    if (offer.status === 'none') throw new Error('not ready yet');
    return offer;
  });
}

async function piece(
  client: TestClient,
  ticket: string,
  at: number,
): Promise<{ status: number; bytes: Buffer }> {
  const response = await fetch(client.url + snapshotPiecePath(ticket, at), {
    headers: { authorization: `Bearer ${client.token ?? ''}` },
  });
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}

async function fetched(client: TestClient, { ticket, pieces }: OfferedSnapshot): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (const at of pieces.keys()) parts.push(gunzipSync((await piece(client, ticket, at)).bytes));
  return Buffer.concat(parts);
}

type Rows = Map<string, Record<string, ColumnValue>>;

/** What a snapshot holds: every field of every row, and how many rows the search index has. */
function read(path: string): { rows: Rows; indexed: Map<string, number> } {
  const db = new Database(path, { readonly: true });
  const rows: Rows = new Map();
  const indexed = new Map<string, number>();
  for (const entity of model) {
    const columns = ['_id', '_seq', ...fieldColumns(entity).map(({ name }) => name)].map(quote).join(', ');
    for (const row of db.prepare(`SELECT ${columns} FROM ${quote(entity.name)}`).all() as Record<
      string,
      ColumnValue
    >[])
      rows.set(`${entity.name}/${String(row['_id'])}`, row);
    const { count } = db.prepare(`SELECT COUNT(*) AS count FROM ${searchTableOf(entity)}`).get() as {
      count: number;
    };
    indexed.set(entity.name, count);
  }
  db.close();
  return { rows, indexed };
}

/** The same of a pull: fields that were not given are empty. */
function asRead(pulled: Rows): Rows {
  const fields = new Map<string, string[]>(
    model.map((entity) => [entity.name, fieldColumns(entity).map(({ name }) => name)]),
  );
  return new Map(
    [...pulled].map(([key, row]) => {
      const names = ['_id', '_seq', ...(fields.get(key.slice(0, key.indexOf('/'))) ?? [])];
      return [key, Object.fromEntries(names.map((name) => [name, row[name] ?? null]))];
    }),
  );
}

function stored(bytes: Buffer, name: string): string {
  const path = join(server.dataFolder, name);
  writeFileSync(path, bytes);
  return path;
}

const sorted = (rows: Rows): [string, unknown][] =>
  [...rows].sort(([one], [other]) => (one < other ? -1 : 1));

test.each<Role>(['Super Admin', 'Admin', 'HR'])(
  'for %s, a snapshot and the rest of the log are exactly what a first sync gives',
  async (role) => {
    const desk = await server.signIn(role, 'by snapshot');
    const offer = await offered(desk);
    const bytes = await fetched(desk, offer);
    // Meanwhile the data goes on.
    await admin.push(
      operation('update', 'candidate', 'loaded-3', { city: `Seen by ${role}` }),
      newCandidate(`after-${role}`),
      operation('delete', 'candidate', `loaded-${100 + role.length}`),
    );
    const { rows, indexed } = read(stored(bytes, `${role}.db`));
    expect(rows.size).toBe(offer.rows);
    expect(indexed.get('candidate')).toBe(
      [...rows.keys()].filter((key) => key.startsWith('candidate/')).length,
    );
    desk.cursor = offer.cursor;
    const beside = await desk.pullPage();
    if (beside.status !== 'page') throw new Error(beside.reason);
    // Of what the snapshot has, only the rows that name the user come once more: a Super Admin sees no more of those.
    const users = beside.rows.filter(({ entity }) => entity === 'user').flatMap((group) => group.rows);
    expect(users).toHaveLength(role === 'Super Admin' ? 0 : 1);
    desk.cursor = offer.cursor;
    // In pages of one row: each goes on beside the snapshot.
    const rest = await desk.pull(1);
    expect(rest.rows.has('savedView/shared-view')).toBe(true);
    for (const [key, row] of asRead(rest.rows)) rows.set(key, row);
    for (const key of rest.gone) rows.delete(key);
    // Not everything once more.
    expect(rest.rows.size).toBeLessThan(100);

    const whole = await (await server.signIn(role, 'page by page')).pull();
    expect(sorted(rows)).toEqual(sorted(asRead(whole.rows)));
    expect(bytes.includes(SECRET)).toBe(role === 'Super Admin');
  },
);

test('who sees single rows alone, or nothing, is offered none', async () => {
  for (const role of ['Employee', 'Student', ''] as const) {
    const desk = await server.signIn(role, 'small');
    await ask(desk);
    expect(await ask(desk)).toEqual({ status: 'none' });
  }
});

test('pieces are for the session that was offered them, and for its role', async () => {
  const desk = await server.signIn('Admin', 'own');
  const { ticket, pieces } = await offered(desk);
  expect((await piece(desk, ticket, 0)).status).toBe(200);
  expect((await piece(desk, ticket, pieces.length)).status).toBe(404);
  expect((await piece(desk, ticket, 99_999)).status).toBe(404);
  const others = [await server.signIn('Admin', 'another'), await server.signIn('Employee'), server.client()];
  const statuses = await Promise.all(others.map(async (client) => (await piece(client, ticket, 0)).status));
  expect(statuses).toEqual([404, 404, 401]);
  const [content = ''] = ticket.split('.');
  const [id] = JSON.parse(Buffer.from(content, 'base64url').toString()) as [string];
  const forged = (session: string): string =>
    `${Buffer.from(JSON.stringify([id, session])).toString('base64url')}.${'A'.repeat(43)}`;
  for (const wrong of [forged('any'), id, '..%2F..%2Fserver.db', `${content}.`])
    expect((await piece(desk, wrong, 0)).status).toBe(404);
});

test('a desk that is too old hears that it must be updated', async () => {
  const desk = await server.signIn('Admin', 'too old');
  const answer = await desk.post(SNAPSHOTS_PATH, { ...askedWith, protocol: PROTOCOL_VERSION - 2 });
  expect(answer).toMatchObject({ status: 426, body: { code: 'client-too-old' } });
});

test('a desk of another version, or one that knows another history, is offered none', async () => {
  const desk = await server.signIn('Admin', 'other form');
  await offered(desk);
  expect(await ask(desk, { ...askedWith, schema: 'another' })).toEqual({ status: 'none' });
  expect(await ask(desk, { ...askedWith, receipt: 'of another server' })).toEqual({ status: 'none' });
});

test('the audit log has the first sync, with its rows, before the first piece leaves', async () => {
  const before = (await auditLines(server.database, 'first-sync')).length;
  const desk = await server.signIn('Admin', 'told of');
  const { total, rows } = await offered(desk);
  const lines = await auditLines(server.database, 'first-sync');
  expect(lines).toHaveLength(before + 1);
  expect(lines.at(-1)?.detail).toMatchObject({ rows: total, device: `told of of ${userIdOf('Admin')}` });
  // And they are counted, each time that it is offered.
  const taken = async (): Promise<number> => {
    const superAdmin = await server.signIn('Super Admin', null);
    await superAdmin.get(PATHS.dataTaken);
    const [row] = await server.database.all<{ sum: number }>(
      `SELECT SUM("rows") AS "sum" FROM "data_taken" WHERE "door" = 'first-sync' AND "userId" = ?`,
      [userIdOf('Admin')],
    );
    return Number(row?.sum ?? 0);
  };
  const once = await taken();
  await offered(desk);
  expect(await taken()).toBe(once + rows);
});

test('the next one goes on from the one before, and is the same as one made anew', async () => {
  const folder = new SnapshotFolder(join(server.dataFolder, 'made-here'));
  const making = { database: server.database, folder, writer: WRITER };
  const first = await makeSnapshot(making, 'Admin', undefined, () => true);
  await admin.push(
    newCandidate('newcomer', { fullName: 'Zubeida Newcomer' }),
    operation('update', 'candidate', 'loaded-5', { fullName: 'Renamed Entirely' }),
    operation('delete', 'candidate', 'loaded-6'),
  );
  const next = await makeSnapshot(making, 'Admin', first ?? undefined, () => true);
  const anew = await makeSnapshot(making, 'Admin', undefined, () => true);
  if (!first || !next || !anew) throw new Error('One was not made');
  expect(next.seq).toBeGreaterThan(first.seq);
  expect({ ...next, id: '', madeAt: '', pieces: [] }).toEqual({ ...anew, id: '', madeAt: '', pieces: [] });
  const [one, other] = [read(folder.database(next.id)), read(folder.database(anew.id))];
  expect(sorted(one.rows)).toEqual(sorted(other.rows));
  expect(one.indexed).toEqual(other.indexed);
  expect(one.rows.has('candidate/loaded-6')).toBe(false);
});

test('erasing somebody removes every snapshot at once, also one that is being made', async () => {
  const desk = await server.signIn('Super Admin', 'erasing');
  const { ticket } = await offered(desk);
  const files = join(server.dataFolder, 'snapshots');
  expect(readdirSync(files).length).toBeGreaterThan(2);
  // As a server leaves it that is killed while it makes one.
  writeFileSync(join(files, `${randomUUID()}.db`), 'loaded9@people.test');
  const erased = await desk.post('/api/persons/candidate/loaded-9/erase', {
    name: 'Loaded Person 9',
    reason: 'By letter',
  });
  expect(erased.status).toBe(200);
  // One that is being made just now is given up, and leaves nothing either.
  await eventually(() => expect(readdirSync(files)).toEqual([]));
  expect((await piece(desk, ticket, 0)).status).toBe(404);
  const next = await offered(desk);
  expect((await fetched(desk, next)).includes('loaded9@people.test')).toBe(false);
  for (const name of existsSync(files) ? readdirSync(files) : [])
    expect(readFileSync(join(files, name)).includes('loaded9@people.test')).toBe(false);
});

test('what a server that was killed has half written goes when it starts again: beside others, when it is old', async () => {
  const own = await startTestServer();
  await own.close();
  const files = join(own.dataFolder, 'snapshots');
  mkdirSync(files, { recursive: true });
  const [young, old] = [join(files, `${randomUUID()}.db`), join(files, `${randomUUID()}.pieces`)];
  for (const file of [young, old]) writeFileSync(file, 'everybody');
  utimesSync(old, new Date(0), new Date(0));
  const next = await startOnSameData(own);
  expect(readdirSync(files)).toEqual(onPostgresql() ? [basename(young)] : []);
  await next.close();
  await own.drop();
});
