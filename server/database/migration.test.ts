import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { candidate } from '#shared/model/candidate.ts';
import { model } from '#shared/model/entities.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import { text } from '#shared/model/field.ts';
import { newCandidate } from '../testing/client.ts';
import { startTestServer } from '../testing/server.ts';
import { openDatabase, type Database } from './database.ts';
import { stepsBetween, tablesAfter } from './migration.ts';
import { migrations } from './migrations/index.ts';
import { modelOf } from './model.ts';
import { tablesOf } from './schema.ts';

let folder: string;
let database: Database | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placement-migration-'));
});
afterEach(async () => {
  await database?.close();
  database = undefined;
  rmSync(folder, { recursive: true, force: true });
});

/** The candidate of the model with one more field, as somebody would add it. */
const withHobby: EntityDefinition = {
  ...candidate,
  fields: { ...candidate.fields, hobby: text('Hobby', { sortable: true, maxLength: 20 }) },
};
const largerModel = model.map((entity) => (entity.name === 'candidate' ? withHobby : entity));

async function tablesIn(open: Database): Promise<Map<string, { columns: string[]; indexes: string[] }>> {
  const found = new Map<string, { columns: string[]; indexes: string[] }>();
  const tables = await open.all<{ name: string }>(
    `SELECT "name" FROM "sqlite_master" WHERE "type" = 'table' AND "name" NOT IN ('migrations') AND "name" NOT LIKE 'sqlite_%'`,
  );
  for (const { name } of tables) {
    const columns = await open.all<{ name: string; type: string }>(
      `SELECT "name", "type" FROM pragma_table_info('${name}')`,
    );
    const indexes = await open.all<{ name: string }>(
      `SELECT "name" FROM pragma_index_list('${name}') WHERE "origin" = 'c'`,
    );
    found.set(name, {
      columns: columns.map((column) => `${column.name} ${column.type.toLowerCase()}`).sort(),
      indexes: indexes.map((index) => index.name).sort(),
    });
  }
  return found;
}

test('running the migrations from empty gives exactly the model', async () => {
  expect(stepsBetween(tablesAfter(migrations), tablesOf(model))).toEqual([]);
  database = await openDatabase({ at: { file: join(folder, 'server.db') } });
  const expected = tablesOf(model).map((table): [string, { columns: string[]; indexes: string[] }] => [
    table.name,
    {
      columns: table.columns.map((column) => `${column.name} ${column.type}`).sort(),
      indexes: table.indexes.map((index) => index.name).sort(),
    },
  ]);
  expect(await tablesIn(database)).toEqual(new Map(expected));
});

test('opening again runs nothing, and keeps the epoch', async () => {
  const file = join(folder, 'server.db');
  const first = await openDatabase({ at: { file } });
  const { epoch } = first;
  await first.close();
  database = await openDatabase({ at: { file } });
  expect(database.epoch).toBe(epoch);
});

test('a removal or a change of type is refused with a sentence', () => {
  const tables = tablesOf(largerModel);
  expect(() => stepsBetween(tables, tablesOf(model))).toThrow(
    'Migrations only add: candidate.hobby cannot be removed',
  );
  expect(() => stepsBetween(tables, tablesOf(model.slice(1)))).toThrow('the table user cannot be removed');
  const changed = tables.map((table) => ({
    ...table,
    columns: table.columns.map((column) =>
      column.name === 'hobby' ? { ...column, type: 'real' as const } : column,
    ),
  }));
  expect(() => stepsBetween(tables, changed)).toThrow('cannot become another type');
});

test('a field added to the model is there everywhere: table, validation, list, order, pull', async () => {
  const added = { name: '9999-hobby', steps: stepsBetween(tablesAfter(migrations), tablesOf(largerModel)) };
  expect(added.steps).toHaveLength(4);
  const server = await startTestServer({ model: modelOf(largerModel), migrations: [...migrations, added] });
  try {
    const admin = await server.signIn('Admin');
    const [tooLong, fits] = await admin.push(
      newCandidate('a', { hobby: 'x'.repeat(21) }),
      newCandidate('b', { hobby: 'Élan vital' }),
      newCandidate('c', { hobby: 'cricket' }),
    );
    expect(tooLong).toMatchObject({ status: 'refused', code: 'invalid', fields: [{ field: 'hobby' }] });
    expect(fits?.status).toBe('applied');
    const list = await admin.get<{ hobby: string }[]>('/api/students?sort=-hobby');
    expect(list.body.map(({ hobby }) => hobby)).toEqual(['Élan vital', 'cricket']);
    expect((await admin.pull()).rows.get('candidate/b')).toMatchObject({ hobby: 'Élan vital' });
  } finally {
    await server.stop();
  }
});

test('a field that becomes unique gets its sort key in the rows that are there', async () => {
  const file = join(folder, 'server.db');
  const before = migrations.filter(({ name }) => name < '0010');
  const first = await openDatabase({ at: { file }, migrations: before });
  for (const [id, slug] of [
    ['b1', 'Java-21'],
    ['b2', 'java-21'],
    ['b3', null],
  ] as const) {
    await first.write((trx) =>
      trx.all(
        `INSERT INTO "blog" ("_id", "title", "slug", "_seq", "_createdSeq") VALUES (?, 'Java', ?, 1, 1)`,
        [id, slug],
      ),
    );
  }
  await first.close();
  database = await openDatabase({ at: { file } });
  expect(await database.all('SELECT "_id", "slug_key" FROM "blog" ORDER BY "_id"')).toEqual([
    { _id: 'b1', slug_key: 'java-21' },
    { _id: 'b2', slug_key: 'java-21' },
    { _id: 'b3', slug_key: null },
  ]);
});

test('candidates that are there name the active student who has their email', async () => {
  const file = join(folder, 'server.db');
  const before = migrations.filter(({ name }) => name < '0011');
  const first = await openDatabase({ at: { file }, migrations: before });
  await first.write(async (trx) => {
    // More students than are looked up at once.
    for (let at = 0; at < 1_100; at += 1) {
      const [roleName, isActive] = [at === 1 ? 'HR' : 'Student', at === 2 ? 0 : at === 3 ? null : 1];
      await trx.all(
        `INSERT INTO "user" ("_id", "email_key", "roleName", "isActive", "_seq", "_createdSeq") VALUES (?, ?, ?, ?, 1, 1)`,
        [`u${at}`, `p${at}@x.test`, roleName, isActive],
      );
      await trx.all(
        `INSERT INTO "candidate" ("_id", "email_key", "deletedAt", "_seq", "_createdSeq") VALUES (?, ?, ?, 1, 1)`,
        [`c${at}`, `p${at}@x.test`, at === 4 ? '2026-01-01T00:00:00.000Z' : null],
      );
    }
    await trx.all(
      `INSERT INTO "candidate" ("_id", "email_key", "_seq", "_createdSeq") VALUES ('twin', 'p0@x.test', 1, 1)`,
    );
  });
  await first.close();
  database = await openDatabase({ at: { file } });
  const rows = await database.all<{ _id: string; studentId: string | null }>(
    'SELECT "_id", "studentId" FROM "candidate"',
  );
  const named = new Map(rows.map(({ _id, studentId }) => [_id, studentId]));
  expect(['twin', 'c0', 'c1', 'c2', 'c3', 'c4', 'c1099'].map((id) => named.get(id))).toEqual([
    'u0',
    'u0',
    null,
    null,
    'u3',
    null,
    'u1099',
  ]);
  expect([...named.values()].filter((id) => id === null)).toHaveLength(3);
});
