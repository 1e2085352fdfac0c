import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '#shared/access/roles.ts';
import type { ColumnValue } from '#shared/model/columns.ts';
import { entities, model } from '#shared/model/entities.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import {
  deletedPath,
  deletedPlaceOf,
  type DeletedRecord,
  type HistoryEntry,
  type HistoryField,
} from '#shared/protocol/history.ts';
import { bulkLoad } from '../database/bulk-load.ts';
import type { Database } from '../database/database.ts';
import { newCandidate, operation, seqOf, type Answer, type TestClient } from '../testing/client.ts';
import { ALL_ROLES, startTestServer, userIdOf, type TestServer } from '../testing/server.ts';
import { readHistory } from './read-history.ts';

let server: TestServer;
const clients = new Map<Role, TestClient>();

beforeAll(async () => {
  server = await startTestServer();
  for (const role of ALL_ROLES) clients.set(role, await server.signIn(role));
});
afterAll(() => server.stop());

function as(role: Role): TestClient {
  const client = clients.get(role);
  if (!client) throw new Error(`Nobody is ${role}`);
  return client;
}

const historyOf = (role: Role, entity: string, id: string, query = ''): Promise<Answer<HistoryEntry[]>> =>
  as(role).get(`/api/history/${entity}/${id}${query}`);

/** What a list of fields says, as `Label: old → new`. */
const said = (fields: readonly HistoryField[]): string[] =>
  fields.map((field) => `${field.label}: ${String(field.old)} → ${String(field.new)}`);

const reads = (role: Role): boolean => role === 'Super Admin' || role === 'Admin' || role === 'HR';

describe('decision 11', () => {
  test('every change says who, when, which fields, old and new, the newest first', async () => {
    const created = seqOf((await as('HR').push(newCandidate('told', { fee: 5000, city: 'Pune' })))[0]);
    const changes = { interviewStatus: 'Scheduled', interviewerId: userIdOf('Employee'), fee: 6000 };
    const changed = seqOf((await as('Admin').push(operation('update', 'candidate', 'told', changes)))[0]);
    await as('Super Admin').push(operation('delete', 'candidate', 'told'));
    await as('Super Admin').push(operation('restore', 'candidate', 'told'));

    const { status, body } = await historyOf('HR', 'candidate', 'told');
    expect(status).toBe(200);
    expect(body.map(({ kind, by }) => [kind, by?.name])).toEqual([
      ['restore', 'User Super Admin'],
      ['delete', 'User Super Admin'],
      ['update', 'User Admin'],
      ['create', 'User HR'],
    ]);
    const [, , update, create] = body;
    expect(update).toMatchObject({ seq: changed, by: { _id: userIdOf('Admin') } });
    expect(Date.parse(update?.at ?? '')).toBeGreaterThan(0);
    expect(said(update?.fields ?? [])).toEqual(
      expect.arrayContaining(['Interview Status: Not Scheduled → Scheduled', 'Fee: 5000 → 6000']),
    );
    const interviewer = update?.fields.find(({ name }) => name === 'interviewerId');
    expect(interviewer).toMatchObject({ old: null, new: userIdOf('Employee'), newText: 'User Employee' });
    expect(create).toMatchObject({ seq: created });
    expect(said(create?.fields ?? [])).toContain('City: null → Pune');
    // By the name in the REST paths as well, and in pages.
    const byPath = await historyOf('HR', 'students', 'told', '?limit=2');
    expect(byPath.body).toEqual(body.slice(0, 2));
    const older = await historyOf('HR', 'students', 'told', `?limit=2&before=${body[1]?.seq}`);
    expect(older.body).toEqual(body.slice(2));
    expect((await historyOf('HR', 'candidate', 'told', '?limit=201')).status).toBe(400);
    expect((await historyOf('HR', 'nothing', 'told')).status).toBe(404);
  });

  test('a change carries its set; its title is for who may see the set', async () => {
    const set = { id: 'set-in-history', title: 'Status of 2 candidates', part: 0 };
    await as('HR').push(newCandidate('in-set-1'), newCandidate('in-set-2'));
    const status = { interviewStatus: 'Scheduled' };
    await as('HR').push(
      { ...operation('update', 'candidate', 'in-set-1', status), set },
      { ...operation('update', 'candidate', 'in-set-2', status), set },
    );
    const undoes = { id: 'undo-in-history', title: 'Undone: Status', part: 0, undoes: set.id };
    await as('Admin').push({ ...operation('undo', 'candidate', 'in-set-1'), set: undoes });
    const done = { id: set.id, told: { title: set.title, changes: 2, undoes: null } };
    const undone = { id: undoes.id, told: { title: undoes.title, changes: 1, undoes: set.id } };
    const setsFor = async (role: Role): Promise<unknown[]> =>
      (await historyOf(role, 'candidate', 'in-set-1')).body.map((entry) => entry.set);
    expect(await setsFor('Admin')).toEqual([undone, done, null]);
    expect(await setsFor('Super Admin')).toEqual([undone, done, null]);
    // An HR's own, and not an Admin's.
    expect(await setsFor('HR')).toEqual([{ id: undoes.id, told: null }, done, null]);
  });

  test('a change that is called otherwise in Recent changes is so here too', async () => {
    const set = { id: 'role-in-history', title: 'Role of Chosen One', part: 0 };
    const chosen = { name: 'Chosen One', email: 'chosen@office.test' };
    await as('Super Admin').push(operation('create', 'user', 'chosen', chosen));
    await as('Super Admin').push({
      ...operation('create', 'roleAssignment', 'chosen', { userEmail: chosen.email, roleName: 'HR' }),
      set,
    });
    const titleFor = async (role: Role): Promise<string | undefined> =>
      (await historyOf(role, 'user', 'chosen')).body[0]?.set?.told?.title;
    expect(await titleFor('Super Admin')).toBe(set.title);
    expect(await titleFor('Admin')).toBe('Change of Role assignment');
  });

  test('records that were loaded with many others begin with the values that they had then', async () => {
    const loaded = { fullName: 'Loaded Person', city: 'Pune', fee: 5000, enrolledCourse: ['DevOps'] };
    const createdAt = '2024-05-01T00:00:00.000Z';
    await bulkLoad(server.database, 'candidate', [{ _id: 'loaded', createdAt, ...loaded }]);
    const begun = ['City: null → Pune', 'Fee: null → 5000', 'Full Name: null → Loaded Person'];
    const [create] = (await historyOf('HR', 'candidate', 'loaded')).body;
    expect(create).toMatchObject({ kind: 'create', by: null, at: createdAt });
    expect(said(create?.fields ?? [])).toEqual(expect.arrayContaining(begun));
    // Whatever became of them since, an empty field and a deletion too.
    const later = [{ city: 'Delhi', gender: 'Female' }, { city: null, fee: 7000 }, { city: 'Agra' }];
    for (const changes of later)
      await as('HR').push(operation('update', 'candidate', 'loaded', changes, 1e9));
    await as('HR').push(operation('delete', 'candidate', 'loaded'));
    const { body } = await historyOf('Admin', 'candidate', 'loaded');
    expect(body.map(({ kind }) => kind)).toEqual(['delete', 'update', 'update', 'update', 'create']);
    const first = said(body.at(-1)?.fields ?? []);
    expect(first).toEqual(expect.arrayContaining(begun));
    expect(first.join()).not.toContain('Gender');
    const oldest = await historyOf('Admin', 'candidate', 'loaded', `?limit=1&before=${body[3]?.seq}`);
    expect(oldest.body).toEqual([body[4]]);
  });

  test('who was deleted has no name', async () => {
    const gone = { name: 'Gone Soon', email: 'gone@office.test' };
    await as('Super Admin').push(operation('create', 'user', 'gone-soon', gone));
    await as('HR').push(newCandidate('theirs', { interviewerId: 'gone-soon' }));
    await as('Super Admin').push(operation('delete', 'user', 'gone-soon'));
    const { body } = await historyOf('HR', 'candidate', 'theirs');
    const field = body.at(-1)?.fields.find(({ name }) => name === 'interviewerId');
    expect(field).toMatchObject({ new: 'gone-soon' });
    expect(field).not.toHaveProperty('newText');
    const deleted = await as('Super Admin').get<DeletedRecord[]>('/api/history/users?deleted=true');
    expect(deleted.body[0]).toMatchObject({ title: 'Gone Soon', by: { name: 'User Super Admin' } });
  });

  test.each(ALL_ROLES)('role "%s" reads the history of what it may read, field by field', async (role) => {
    const superAdmin = as('Super Admin');
    for (const entity of model) {
      const id = `${entity.name}-of-${role || 'none'}`;
      await bulkLoad(server.database, entity.name, [{ _id: id, ...required(entity, id) }]);
      const answer = await historyOf(role, entity.name, id);
      const mayRead = reads(role) && entity.access[role] !== undefined;
      // What is somebody's own alone is not there for anybody else.
      const seen = entity.access[role]?.some(({ rows }) => rows === 'all') ? 200 : 404;
      expect([entity.name, answer.status]).toEqual([entity.name, mayRead ? seen : 403]);
    }
    // Of another user only the directory is read; one's own record wholly.
    const other = `user-of-${role || 'none'}`;
    await superAdmin.push(
      operation('update', 'user', other, { salary: 70_000, mobileNumber: '98200 11111' }),
    );
    await superAdmin.push(operation('update', 'user', other, { salary: 80_000 }));
    await superAdmin.push(operation('update', 'user', userIdOf(role), { salary: 60_001 }));
    if (!reads(role)) {
      expect((await historyOf(role, 'user', userIdOf(role))).status).toBe(403);
      return;
    }
    const ofOther = await historyOf(role, 'user', other);
    const changes = ofOther.body.filter(({ kind }) => kind === 'update');
    const names = changes.map(({ fields }) => fields.map(({ name }) => name));
    expect(names).toEqual(
      role === 'Super Admin' ? [['salary'], ['mobileNumber', 'salary']] : [['mobileNumber']],
    );
    expect(JSON.stringify(ofOther.body).includes('80000')).toBe(role === 'Super Admin');
    const ofOwn = await historyOf(role, 'user', userIdOf(role));
    expect(said(ofOwn.body[0]?.fields ?? [])).toEqual(['Salary: 50000 → 60001']);
    // Where most entries are hidden, a page is still filled from what is older.
    const one = await historyOf(role, 'user', other, '?limit=1');
    expect(one.body).toHaveLength(1);
  });

  test('an Employee, who sees no payment of their candidates, reads no history of them either', async () => {
    await as('HR').push(newCandidate('assigned', { interviewerId: userIdOf('Employee'), fee: 9000 }));
    expect((await as('Employee').get('/api/students/assigned')).status).toBe(200);
    const answer = await historyOf('Employee', 'candidate', 'assigned');
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(JSON.stringify(answer.body)).not.toContain('9000');
  });

  test('a password leaves no trace in it', async () => {
    const password = 'Monsoon-over-Konkan-8';
    const made = { name: 'Secretive', email: 'secretive@office.test' };
    await as('Super Admin').push(operation('create', 'user', 'secretive', made));
    expect((await as('Super Admin').put('/api/users/secretive', { password })).status).toBe(200);
    const { status, body } = await historyOf('Super Admin', 'user', 'secretive');
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toMatch(/password|Monsoon|argon2/i);
  });

  test('a long text is cut, and says so', async () => {
    const content = `<p>${'word '.repeat(6000)}</p>`;
    const blog = { title: 'Long', slug: 'long', content };
    await as('Admin').push(operation('create', 'blog', 'long', blog));
    const { body } = await historyOf('Admin', 'blog', 'long');
    const field = body[0]?.fields.find(({ name }) => name === 'content');
    expect(field?.cut).toBe(true);
    expect(String(field?.new).length).toBeLessThanOrEqual(20_000);
  });
});

test('what a document says is cut before a tag that begins, also where it is full of such signs', async () => {
  const signs = `${'<'.repeat(15_000)}>`;
  await as('HR').push(newCandidate('signed'));
  const made = { kind: 'CV', candidate: 'signed', name: 'signs.txt', file: 'f'.repeat(64), text: 'first' };
  await bulkLoad(server.database, 'document', [{ _id: 'signs', ...made }]);
  for (let at = 0; at < 40; at += 1) {
    const text = `${at} ${signs}<b${' begun'.repeat(5_000)}`;
    const [result] = await as('HR').push(operation('update', 'document', 'signs', { text }));
    expect(result).toMatchObject({ status: 'applied' });
  }
  const { status, body } = await historyOf('HR', 'document', 'signs', '?limit=100');
  expect(status).toBe(200);
  const [newest] = body;
  expect(newest?.fields.find(({ name }) => name === 'text')).toMatchObject({
    old: `38 ${signs}`,
    new: `39 ${signs}`,
    cut: true,
  });
}, 20_000);

test('a history of long texts is read a few changes at a time, the first values of a loaded record too', async () => {
  await bulkLoad(server.database, 'blog', [
    { _id: 'often', title: 'Often', slug: 'often', content: 'first' },
  ]);
  for (let at = 0; at < 30; at += 1) {
    const content = `<p>${at} ${'long '.repeat(20_000)}</p>`;
    await as('Admin').push(operation('update', 'blog', 'often', { content }));
  }
  let most = 0;
  const watched: Database = {
    ...server.database,
    seq: () => server.database.seq(),
    all: async <Row>(sql: string, params?: readonly ColumnValue[]): Promise<Row[]> => {
      const rows = await server.database.all<Row>(sql, params);
      most = Math.max(most, JSON.stringify(rows).length);
      return rows;
    },
  };
  const admin = { _id: userIdOf('Admin'), role: 'Admin' } as const;
  const entries = await readHistory(watched, admin, entities.blog, 'often', { limit: 200 });
  expect(entries).toHaveLength(31);
  expect(entries.at(-1)?.fields.find(({ name }) => name === 'content')).toMatchObject({ new: 'first' });
  expect(most).toBeLessThan(2_000_000);
});

describe('decision 10: deleted records', () => {
  test('are found page by page, however many were deleted since', async () => {
    const ids = Array.from({ length: 130 }, (_, at) => `paged-${at}`);
    await as('HR').push(...ids.map((id) => newCandidate(id)));
    await as('HR').push(...ids.map((id) => operation('delete', 'candidate', id)));
    const found: string[] = [];
    for (
      let before: string | undefined, page = 0;
      page === 0 || (before !== undefined && page < 9);
      page += 1
    ) {
      const path = deletedPath('candidate', { limit: 60, before });
      const { body } = await as('Admin').get<DeletedRecord[]>(path);
      found.push(...body.map(({ _id }) => _id));
      const last = body.at(-1);
      before = last && body.length === 60 ? deletedPlaceOf(last) : undefined;
    }
    expect(found.slice(0, 130).toSorted()).toEqual(ids.toSorted());
    expect(new Set(found).size).toBe(found.length);
    const invented = await as('Admin').get(deletedPath('candidate', { before: 'yesterday' }));
    expect(invented.status).toBe(400);
  });

  test('are found and read by Admin and Super Admin, and by nobody else', async () => {
    await as('HR').push(newCandidate('lost', { fullName: 'Lost Person' }));
    await as('HR').push(operation('delete', 'candidate', 'lost'));
    for (const role of ALL_ROLES) {
      const listed = await as(role).get<DeletedRecord[]>('/api/history/candidate?deleted=true');
      const history = await historyOf(role, 'candidate', 'lost');
      if (role === 'Super Admin' || role === 'Admin') {
        expect(listed.status).toBe(200);
        expect(listed.body[0]).toMatchObject({ _id: 'lost', title: 'Lost Person', by: { name: 'User HR' } });
        expect(history.body.map(({ kind }) => kind)).toEqual(['delete', 'create']);
      } else {
        expect([role, listed.status, history.status]).toEqual([role, 403, reads(role) ? 404 : 403]);
      }
    }
    await as('Admin').push(operation('restore', 'candidate', 'lost'));
    const listed = await as('Admin').get<DeletedRecord[]>('/api/history/candidate?deleted=true');
    expect(listed.body.map(({ _id }) => _id)).not.toContain('lost');
    // Of what one may not see, one does not see what was deleted.
    expect((await as('Admin').get('/api/history/jobs?deleted=true')).status).toBe(403);
    expect((await as('Admin').get('/api/history/candidate')).status).toBe(400);
  });
});

test('nobody reads a history without signing in', async () => {
  expect((await server.client().get('/api/history/candidate/told')).status).toBe(401);
});

/** Values for the fields that a record must have. */
function required(entity: EntityDefinition, id: string): Record<string, unknown> {
  const names = Object.entries(entity.fields).filter(([, field]) => field.required);
  return Object.fromEntries(
    names.map(([name, { kind }]) => [name, kind === 'email' ? `${id}@people.test` : `${name} ${id}`]),
  );
}
