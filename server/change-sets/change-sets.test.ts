import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyRecord } from '#shared/model/entity.ts';
import {
  placeOf,
  type ChangeSet,
  type ChangeSetLine,
  type UndoAnswer,
} from '#shared/protocol/change-sets.ts';
import type { ErrorBody } from '#shared/protocol/errors.ts';
import { PUSH_LIMIT, type Operation } from '#shared/protocol/sync.ts';
import { bulkLoad } from '../database/bulk-load.ts';
import { insertRows } from '../database/statements.ts';
import { newCandidate, operation, type Answer, type TestClient } from '../testing/client.ts';
import { startTestServer, userIdOf, type TestServer } from '../testing/server.ts';

/** What people did of late as REST clients list it, and take it back. */

const DAY_MS = 86_400_000;

let server: TestServer;
let superAdmin: TestClient;
let admin: TestClient;
let hr: TestClient;
let made = 0;

beforeAll(async () => {
  server = await startTestServer();
  superAdmin = await server.signIn('Super Admin');
  admin = await server.signIn('Admin', null);
  hr = await server.signIn('HR');
});
afterAll(() => server.stop());

const newSet = (): ChangeSet => {
  made += 1;
  return { id: `rest-set-${made}`, title: `Set ${made}`, part: 0 };
};

/** Pushes the operations as one set, and gives its id. */
async function pushed(client: TestClient, ...operations: Operation[]): Promise<string> {
  const set = newSet();
  const results = await client.push(...operations.map((each) => ({ ...each, set })));
  expect(results.map(({ status }) => status)).toEqual(operations.map(() => 'applied'));
  return set.id;
}

const undo = <Body = UndoAnswer>(
  client: TestClient,
  setId: string,
  body: Record<string, unknown>,
): Promise<Answer<Body>> => client.post<Body>(`/api/change-sets/${encodeURIComponent(setId)}/undo`, body);

const newId = (): string => newSet().id;

async function cityOf(id: string): Promise<unknown> {
  return (await admin.get<AnyRecord>(`/api/students/${id}`)).body['city'];
}

/** Every set that pages of this size list. */
async function listed(client: TestClient, query: string): Promise<string[]> {
  const ids: string[] = [];
  for (let before: string | null = ''; before !== null;) {
    const cursor: string = before === '' ? '' : `&before=${encodeURIComponent(before)}`;
    const { status, body } = await client.get<ChangeSetLine[]>(`/api/change-sets?${query}${cursor}`);
    expect(status).toBe(200);
    ids.push(...body.map(({ id }) => id));
    const last = body.at(-1);
    before = last ? placeOf(last) : null;
  }
  return ids;
}

async function addSets(
  count: number,
  prefix: string,
  { userId, days }: { userId: string; days: number },
): Promise<void> {
  const at = new Date(Date.now() - days * DAY_MS).toISOString();
  const columns = ['id', 'userId', 'deskId', 'title', 'at', 'seq', 'changes', 'undoes', 'undoneBy'];
  const rows = Array.from({ length: count }, (_, n) => [
    `${prefix}-${Math.floor(n / 7)} ${n % 7}`,
    userId,
    null,
    `${prefix} ${n}`,
    at,
    1,
    1,
    null,
    null,
  ]);
  await server.database.write((trx) => insertRows(trx, 'change_sets', columns, rows));
}

test('a set is undone by who may see it, once, and the undo is listed', async () => {
  await hr.push(newCandidate('once', { city: 'Pune' }));
  const set = await pushed(hr, operation('update', 'candidate', 'once', { city: 'Nashik' }));
  const by = newId();
  const first = await undo(admin, set, { set: by });
  expect(first).toMatchObject({ status: 200, body: { done: 1, total: 1, next: null, left: [] } });
  expect(await cityOf('once')).toBe('Pune');
  // Said again it is as good as once; under another id it is another undo.
  expect(await undo(admin, set, { set: by })).toMatchObject({ status: 200, body: { next: null, left: [] } });
  const again = await undo<ErrorBody>(admin, set, { set: newId() });
  expect([again.status, again.body.error]).toEqual([409, 'This change was undone already.']);
  const { body } = await admin.get<ChangeSetLine[]>('/api/change-sets?limit=2');
  expect(body).toMatchObject([
    {
      id: by,
      title: `Undone: Set ${made - 2}`,
      by: { _id: userIdOf('Admin'), name: 'User Admin' },
      undoes: set,
    },
    { id: set, by: { name: 'User HR' }, changes: 1, undoneBy: by },
  ]);
});

test('of another’s set nobody is told more than of one that never was', async () => {
  await superAdmin.push(newCandidate('others'));
  const set = await pushed(superAdmin, operation('update', 'candidate', 'others', { city: 'Thane' }));
  const seq = await server.database.seq();
  for (const role of ['HR', 'Employee', 'Student', ''] as const) {
    const client = await server.signIn(role, null);
    const theirs = await undo<ErrorBody>(client, set, { set: newId() });
    const never = await undo<ErrorBody>(client, 'never-was', { set: newId() });
    expect([role, theirs.status, theirs.body]).toEqual([role, 404, never.body]);
  }
  expect((await undo(server.client(), set, { set: newId() })).status).toBe(401);
  expect((await server.client().get('/api/change-sets')).status).toBe(401);
  expect(await server.database.seq()).toBe(seq);
});

test('an undo under the id of another set is refused, whosever that is', async () => {
  await hr.push(newCandidate('taken-id', { city: 'Pune' }));
  const set = await pushed(hr, operation('update', 'candidate', 'taken-id', { city: 'Nashik' }));
  const own = await pushed(hr, operation('update', 'candidate', 'taken-id', { notes: 'own' }));
  const others = await pushed(superAdmin, operation('update', 'candidate', 'taken-id', { trainer: 'x' }));
  for (const by of [own, others, set]) expect((await undo(hr, set, { set: by })).status).toBe(409);
  expect(await cityOf('taken-id')).toBe('Nashik');
});

test('an undo that is refused leaves another’s as it is', async () => {
  await hr.push(newCandidate('theirs', { city: 'Pune' }), newCandidate('long', { city: 'Pune' }));
  const set = newSet();
  await hr.push({ ...operation('update', 'candidate', 'theirs', { city: 'Agra' }), set });
  const by = newId();
  expect((await undo(admin, set.id, { set: by })).status).toBe(200);
  // More than a call takes, of one record: such an undo would be under way.
  const long = newSet();
  for (const part of [0, 1]) {
    const updates = Array.from({ length: 300 }, (_, n) =>
      operation('update', 'candidate', 'long', { notes: `${part} ${n}` }),
    );
    await hr.push(...updates.map((each) => ({ ...each, set: { ...long, part } })));
  }
  expect((await undo(hr, long.id, { set: by })).status).toBe(409);
  expect((await undo(hr, set.id, { set: newId() })).status).toBe(409);
  const { body } = await hr.get<ChangeSetLine[]>('/api/change-sets?mine=1');
  expect(body.find(({ id }) => id === set.id)?.undoneBy).toBe(by);
});

test('what cannot be read is refused with 400, and changes nothing', async () => {
  await hr.push(newCandidate('unread', { city: 'Pune' }));
  const set = await pushed(hr, operation('update', 'candidate', 'unread', { city: 'Nashik' }));
  const bodies = [
    { set: '' },
    { set: 'x'.repeat(101) },
    { set: 7 },
    { set: 'with\u0000nul' },
    { set: 'half \uD83D' },
    { set: 'a', from: -1 },
    { set: 'a', from: 0.5 },
    { set: 'a', from: 1e300 },
    { set: 'a', from: '0; DROP TABLE' },
    { set: 'a', more: true },
  ];
  for (const body of bodies) {
    const { status } = await undo(hr, set, body);
    expect([body, status]).toEqual([body, 400]);
  }
  // PostgreSQL takes no such text at all.
  expect([400, 404]).toContain((await undo(hr, 'with\u0000nul', { set: newId() })).status);
  for (const id of ["'; DROP TABLE change_sets; --", 'x'.repeat(5000), '../../x'])
    expect([id, (await undo(hr, id, { set: newId() })).status]).toEqual([id, 404]);
  expect(await cityOf('unread')).toBe('Nashik');
  const queries = [
    'limit=0',
    'limit=101',
    'limit=x',
    'mine=yes',
    'more=1',
    'before=x',
    'before=%00',
    `before=${encodeURIComponent('2026 a')}`,
    `before=${encodeURIComponent('2026-01-01T00:00:00.000Z a\u0000')}`,
    `before=${encodeURIComponent('2026-01-01T00:00:00.000Z')}`,
    `before=${'9'.repeat(201)}`,
    'before=2026-01-01%20a&before=2026-01-01%20b',
  ];
  for (const query of queries)
    expect([query, (await hr.get(`/api/change-sets?${query}`)).status]).toEqual([query, 400]);
});

test('a client that names no set gets one, by which it goes on', async () => {
  await hr.push(newCandidate('unnamed', { city: 'Pune' }));
  const set = await pushed(hr, operation('update', 'candidate', 'unnamed', { city: 'Nashik' }));
  const { status, body } = await undo(hr, set, {});
  expect([status, body]).toEqual([200, expect.objectContaining({ next: null, left: [] })]);
  expect(await cityOf('unnamed')).toBe('Pune');
  const [made] = (await hr.get<ChangeSetLine[]>('/api/change-sets?limit=1&mine=1')).body;
  expect(made).toMatchObject({ id: body.set, undoes: set });
});

test('a set of more than a call takes is undone in several; a forged place does no harm', async () => {
  const count = 620;
  for (let part = 0; part < count; part += 310) {
    await admin.push(
      ...Array.from({ length: 310 }, (_, n) => newCandidate(`many-${part + n}`, { city: 'Pune' })),
    );
  }
  const set = newSet();
  for (const part of [0, 1]) {
    const updates = Array.from({ length: 310 }, (_, n) =>
      operation('update', 'candidate', `many-${part * 310 + n}`, { city: 'Nashik' }),
    );
    await hr.push(...updates.map((each) => ({ ...each, set: { ...set, part } })));
  }
  const by = newId();
  const first = await undo(hr, set.id, { set: by });
  expect(first.body).toMatchObject({ done: 500, total: count, next: 500 });
  // What was changed last goes back first.
  expect([await cityOf('many-619'), await cityOf('many-0')]).toEqual(['Pune', 'Nashik']);
  // Somebody else does not go on with it, and no call beyond its end does anything.
  expect((await undo(admin, set.id, { set: by, from: 500 })).status).toBe(409);
  const beyond = await undo(hr, set.id, { set: by, from: Number.MAX_SAFE_INTEGER });
  expect(beyond).toMatchObject({ status: 200, body: { done: count, total: count, next: null, left: [] } });
  const last = await undo(hr, set.id, { set: by, from: 500 });
  expect(last.body).toMatchObject({ done: count, total: count, next: null, left: [] });
  expect([await cityOf('many-0'), await cityOf('many-310')]).toEqual(['Pune', 'Pune']);
  const { body } = await hr.get<ChangeSetLine[]>('/api/change-sets?limit=1&mine=1');
  expect(body[0]).toMatchObject({ id: by, changes: count });
});

test('an undo that its maker does not go on with is anybody’s to do, and counts as undone in the end', async () => {
  const ids = Array.from({ length: 520 }, (_, n) => `broken-off-${n}`);
  const people = ids.map((_id) => ({ _id, fullName: _id, mobile: '98765 43210', city: 'Pune' }));
  await bulkLoad(server.database, 'candidate', people);
  const set = newSet();
  for (const part of [0, 1]) {
    const some = ids.slice(part * 260, (part + 1) * 260);
    const updates = some.map((id) => operation('update', 'candidate', id, { city: 'Nashik' }));
    await hr.push(...updates.map((each) => ({ ...each, set: { ...set, part } })));
  }
  const undoneBy = async (): Promise<unknown> =>
    (await admin.get<ChangeSetLine[]>('/api/change-sets?limit=5')).body.find(({ id }) => id === set.id)
      ?.undoneBy;
  expect((await undo(superAdmin, set.id, { set: newId() })).body.next).toBe(500);
  expect([await cityOf('broken-off-519'), await cityOf('broken-off-0'), await undoneBy()]).toEqual([
    'Pune',
    'Nashik',
    null,
  ]);
  const by = newId();
  expect(await undo(admin, set.id, { set: by })).toMatchObject({
    status: 200,
    body: { next: 500, left: [] },
  });
  expect(await undo(admin, set.id, { set: by, from: 500 })).toMatchObject({
    status: 200,
    body: { next: null, left: [] },
  });
  expect([await cityOf('broken-off-519'), await cityOf('broken-off-0'), await undoneBy()]).toEqual([
    'Pune',
    'Pune',
    by,
  ]);
  expect((await undo(superAdmin, set.id, { set: newId() })).status).toBe(409);
});

test('an undo whose last call finds nothing left to do counts as done', async () => {
  await hr.push(newCandidate('over-and-over', { city: 'Pune' }));
  const set = newSet();
  const edits = Array.from({ length: PUSH_LIMIT + 1 }, (_, at) =>
    operation('update', 'candidate', 'over-and-over', { city: `City ${at}` }, 1e9),
  );
  const parts = [edits.slice(0, PUSH_LIMIT), edits.slice(PUSH_LIMIT)];
  for (const [part, some] of parts.entries())
    await hr.push(...some.map((each) => ({ ...each, set: { ...set, part } })));
  const by = newId();
  const undoneBy = async (): Promise<unknown> =>
    (await admin.get<ChangeSetLine[]>('/api/change-sets')).body.find(({ id }) => id === set.id)?.undoneBy;
  const first = await undo(admin, set.id, { set: by });
  expect(first.body).toMatchObject({ done: PUSH_LIMIT, next: PUSH_LIMIT });
  expect(await cityOf('over-and-over')).toBe('Pune');
  // Nobody else says so of it.
  expect((await undo(hr, set.id, { set: by, from: PUSH_LIMIT })).status).toBe(200);
  expect(await undoneBy()).toBeNull();
  const last = await undo(admin, set.id, { set: by, from: PUSH_LIMIT });
  expect(last.body).toMatchObject({ done: PUSH_LIMIT + 1, next: null, left: [] });
  expect(await undoneBy()).toBe(by);
  const again = await undo<ErrorBody>(admin, set.id, { set: newId() });
  expect([again.status, again.body.error]).toEqual([409, 'This change was undone already.']);
});

test('what comes of a set after it was undone, from a computer that is still sending it, can be undone too', async () => {
  const ids = ['late-0', 'late-1'];
  for (const id of ids) await hr.push(newCandidate(id, { city: 'Pune' }));
  const set = newSet();
  const part = (at: number): Promise<unknown> =>
    hr.push({
      ...operation('update', 'candidate', ids[at] ?? '', { city: 'Nashik' }),
      set: { ...set, part: at },
    });
  const undoneBy = async (): Promise<unknown> =>
    (await admin.get<ChangeSetLine[]>('/api/change-sets?limit=5')).body.find(({ id }) => id === set.id)
      ?.undoneBy;
  await part(0);
  const by = newId();
  expect((await undo(superAdmin, set.id, { set: by })).body).toMatchObject({ next: null, left: [] });
  expect(await undoneBy()).toBe(by);
  await part(1);
  expect([await cityOf('late-0'), await cityOf('late-1'), await undoneBy()]).toEqual([
    'Pune',
    'Nashik',
    null,
  ]);
  const rest = newId();
  expect((await undo(superAdmin, set.id, { set: rest })).body).toMatchObject({ next: null, left: [] });
  expect([await cityOf('late-0'), await cityOf('late-1'), await undoneBy()]).toEqual(['Pune', 'Pune', rest]);
  expect((await undo(admin, set.id, { set: newId() })).status).toBe(409);
});

test('a record that a set changed often goes back once, as a whole, and what stays of it is told once', async () => {
  await hr.push(newCandidate('often', { city: 'Pune', notes: 'first' }));
  const set = newSet();
  for (const part of [0, 1]) {
    const updates = Array.from({ length: 300 }, (_, n) =>
      operation('update', 'candidate', 'often', { city: `City ${part} ${n}`, notes: `Note ${part} ${n}` }),
    );
    await hr.push(...updates.map((each) => ({ ...each, set: { ...set, part } })));
  }
  await superAdmin.push(operation('update', 'candidate', 'often', { city: 'Thane' }));
  const by = newId();
  const first = await undo(hr, set.id, { set: by });
  expect(first.body).toMatchObject({ done: 500, total: 600, next: 500, left: [{ field: 'City' }] });
  const last = await undo(hr, set.id, { set: by, from: 500 });
  expect(last.body).toMatchObject({ done: 600, total: 600, next: null, left: [] });
  const { body } = await admin.get<AnyRecord>('/api/students/often');
  expect([body['city'], body['notes']]).toEqual(['Thane', 'first']);
});

test('what comes of a set while it is undone in several calls goes back with it', async () => {
  const ids = Array.from({ length: 920 }, (_, n) => `coming-${n}`);
  const people = ids.map((_id) => ({ _id, fullName: _id, mobile: '98765 43210', city: 'Pune' }));
  await bulkLoad(server.database, 'candidate', people);
  const set = newSet();
  const part = (at: number): Promise<unknown> =>
    hr.push(
      ...ids.slice(at * 310, (at + 1) * 310).map((id) => ({
        ...operation('update', 'candidate', id, { city: 'Nashik' }),
        set: { ...set, part: at },
      })),
    );
  await part(0);
  await part(1);
  const by = newId();
  expect((await undo(admin, set.id, { set: by })).body).toMatchObject({ done: 500, total: 620, next: 500 });
  await part(2);
  const places = [];
  for (let next: number | null = 500; next !== null; places.push(next)) {
    const { body }: Answer<UndoAnswer> = await undo(admin, set.id, { set: by, from: next });
    expect(body).toMatchObject({ left: [], total: 920 });
    next = body.next;
    if (next === null) break;
  }
  expect(places).toEqual([620]);
  const { body } = await admin.get<AnyRecord[]>('/api/students');
  expect(body.filter(({ _id, city }) => String(_id).startsWith('coming-') && city !== 'Pune')).toEqual([]);
  const { body: sets } = await admin.get<ChangeSetLine[]>('/api/change-sets?limit=5');
  expect(sets.find(({ id }) => id === set.id)?.undoneBy).toBe(by);
});

test('three calls at once: under one id all are the same undo, under three ids one of them is', async () => {
  await hr.push(newCandidate('at-once', { city: 'Pune' }), newCandidate('at-once-too', { city: 'Pune' }));
  const same = await pushed(hr, operation('update', 'candidate', 'at-once', { city: 'Nashik' }));
  const by = newId();
  const answers = await Promise.all([1, 2, 3].map(() => undo(hr, same, { set: by })));
  expect(answers.map(({ status, body }) => [status, body.left])).toEqual([1, 2, 3].map(() => [200, []]));
  const other = await pushed(hr, operation('update', 'candidate', 'at-once-too', { city: 'Nashik' }));
  const three = await Promise.all([1, 2, 3].map(() => undo(hr, other, { set: newId() })));
  expect(three.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  expect([await cityOf('at-once'), await cityOf('at-once-too')]).toEqual(['Pune', 'Pune']);
});

test('what others changed since stays, and is told', async () => {
  await hr.push(newCandidate('since-rest', { city: 'Pune', notes: 'first' }));
  const set = await pushed(
    hr,
    operation('update', 'candidate', 'since-rest', { city: 'Nashik', notes: 'x' }),
  );
  await superAdmin.push(operation('update', 'candidate', 'since-rest', { city: 'Thane' }));
  const { body } = await undo(admin, set, { set: newId() });
  expect(body.left).toEqual([
    {
      entity: 'candidate',
      recordId: 'since-rest',
      title: 'Candidate since-rest',
      field: 'City',
      reason: 'User Super Admin changed it since.',
    },
  ]);
  const { body: record } = await admin.get<AnyRecord>('/api/students/since-rest');
  expect([record['city'], record['notes']]).toEqual(['Thane', 'first']);
});

test('10,000 sets of one moment are listed once each; those of before 30 days neither listed nor undone', async () => {
  await addSets(10_000, 'bulk', { userId: userIdOf('Employee'), days: 1 });
  await addSets(3, 'old', { userId: userIdOf('Employee'), days: 31 });
  const employee = await server.signIn('Employee', null);
  const own = await listed(employee, 'limit=100');
  expect(own).toHaveLength(10_000);
  expect(new Set(own).size).toBe(10_000);
  expect(own.filter((id) => !id.startsWith('bulk-'))).toEqual([]);
  expect((await listed(admin, 'limit=100&mine=1')).filter((id) => id.startsWith('bulk-'))).toEqual([]);
  // A place of another's list gives no more than the own list has.
  const { body } = await admin.get<ChangeSetLine[]>('/api/change-sets?limit=1');
  const before = encodeURIComponent(placeOf(body[0] ?? { at: '', id: '' }));
  const forged = await employee.get<ChangeSetLine[]>(`/api/change-sets?limit=5&before=${before}`);
  expect(forged.body.map(({ by }) => by._id)).toEqual(Array(5).fill(userIdOf('Employee')));

  await hr.push(newCandidate('long-ago', { city: 'Pune' }));
  const set = await pushed(hr, operation('update', 'candidate', 'long-ago', { city: 'Nashik' }));
  await server.database.write((trx) =>
    trx.all('UPDATE "change_sets" SET "at" = ? WHERE "id" = ? RETURNING "id"', [
      new Date(Date.now() - 31 * DAY_MS).toISOString(),
      set,
    ]),
  );
  const late = await undo<ErrorBody>(hr, set, { set: newId() });
  expect(late).toMatchObject({ status: 403, body: { error: expect.stringContaining('last 30 days') } });
  expect(await cityOf('long-ago')).toBe('Nashik');
});

test('who no longer sees a record is told that it was changed, and not whose it is', async () => {
  const interviewerId = userIdOf('Employee');
  await admin.push(newCandidate('taken', { interviewerId }), newCandidate('stays', { interviewerId }));
  const employee = await server.signIn('Employee', 'interviewing');
  const [taken, stays] = [newSet(), newSet()];
  for (const [set, id] of [
    [taken, 'taken'],
    [stays, 'stays'],
  ] as const) {
    const remark = operation('update', 'candidate', id, { remarks: 'Seen' }, 1e9);
    await employee.push({ ...remark, set: { ...set, title: `Remarks of Candidate ${id}` } });
  }
  const titles = async (client: TestClient): Promise<(string | undefined)[]> => {
    const { body } = await client.get<ChangeSetLine[]>('/api/change-sets?limit=100');
    return [taken, stays].map((set) => body.find(({ id }) => id === set.id)?.title);
  };
  const both = ['Remarks of Candidate taken', 'Remarks of Candidate stays'];
  expect(await titles(employee)).toEqual(both);
  await admin.push(operation('update', 'candidate', 'taken', { interviewerId: null }, 1e9));
  expect(await titles(employee)).toEqual(['Change of Candidate', both[1]]);
  expect(await titles(admin)).toEqual(both);
  const undo = await employee.post(`/api/change-sets/${taken.id}/undo`, { set: newSet().id });
  expect(undo).toMatchObject({ status: 200, body: { title: 'Change of Candidate' } });
});

test('what followed from a delete goes back with it, and nothing is said to be left', async () => {
  await hr.push(
    operation('create', 'inquiry', 'lead', { Name: 'Lead' }),
    newCandidate('became', { inquiry: 'lead' }),
    operation('update', 'inquiry', 'lead', { enrolledAs: 'became' }),
  );
  const set = await pushed(admin, operation('delete', 'candidate', 'became'));
  expect((await undo(superAdmin, set, { set: newId() })).body).toMatchObject({ next: null, left: [] });
  expect((await admin.get<AnyRecord>('/api/interns/lead')).body['enrolledAs']).toBe('became');
});
