import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyRecord } from '#shared/model/entity.ts';
import type { ChangeSetLine } from '#shared/protocol/change-sets.ts';
import type { Operation, OperationResult } from '#shared/protocol/sync.ts';
import { insertRows } from '../database/statements.ts';
import { newCandidate, operation, type TestClient } from '../testing/client.ts';
import { startTestServer, userIdOf, type TestServer } from '../testing/server.ts';
import { addToSaved, MOST_A_DAY } from './save-limits.ts';

/** What a person does in one go: taken in wholly or not at all, and taken back. */

let server: TestServer;
let admin: TestClient;
let hr: TestClient;
let superAdmin: TestClient;
let made = 0;

const JOB = { title: 'Opening', email: 'jobs@office.test' };

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn('Admin');
  hr = await server.signIn('HR');
  superAdmin = await server.signIn('Super Admin');
});
afterAll(() => server.stop());

const newSet = (undoes?: string): NonNullable<Operation['set']> => {
  made += 1;
  return { id: `set-${made}`, title: `Set ${made}`, part: 0, ...(undoes ? { undoes } : {}) };
};

const inSet = (set: NonNullable<Operation['set']>, ...operations: Operation[]): Operation[] =>
  operations.map((each) => ({ ...each, set }));

const undo = (set: string, ...records: string[]): Operation[] => {
  const by = newSet(set);
  return records.map((id) => ({ ...operation('undo', 'candidate', id), set: by }));
};

const stored = async (id: string): Promise<AnyRecord | null> => {
  const { status, body } = await admin.get<AnyRecord>(`/api/students/${id}`);
  return status === 200 ? body : null;
};

const statuses = (results: readonly OperationResult[]): string[] => results.map(({ status }) => status);

test('one refusal refuses the set, and says which change it was; what stands around it is taken in', async () => {
  const set = newSet();
  const before = newCandidate('around-1');
  const after = newCandidate('around-2');
  const good = newCandidate('whole-1');
  const bad = newCandidate('whole-2', { email: 'not an email' });
  const sent = [before, ...inSet(set, good, bad, newCandidate('whole-3')), after];
  const results = await admin.push(...sent);
  expect(statuses(results)).toEqual(['applied', 'refused', 'refused', 'refused', 'applied']);
  expect(results[2]).toMatchObject({ code: 'invalid' });
  expect(results[2]).not.toHaveProperty('refusedWith');
  expect(results[1]).toMatchObject({
    refusedWith: bad.id,
    error: expect.stringContaining(`This belongs to “${set.title}”`),
  });
  expect(await stored('whole-1')).toBeNull();
  expect(await stored('around-2')).not.toBeNull();
  // Sent again, as after an answer that was lost.
  expect(await admin.push(...sent)).toEqual(results);
});

test('what was refused before refuses what is sent with it in one part, also where that is new', async () => {
  const set = newSet();
  const bad = newCandidate('known-1', { email: 'not an email' });
  await admin.push(...inSet(set, bad, newCandidate('known-2')));
  const results = await admin.push(...inSet(set, bad, newCandidate('known-3')));
  expect(statuses(results)).toEqual(['refused', 'refused']);
  expect(await stored('known-3')).toBeNull();
});

test('a change that cannot be read refuses the set that it stands in', async () => {
  const set = newSet();
  const [first, last] = [newCandidate('unread-1'), newCandidate('unread-2')];
  const results = await admin.push(
    { ...first, set },
    { ...operation('create', 'candidate', 'unread-x'), entity: 'unicorn', set },
    { ...last, set },
  );
  expect(statuses(results)).toEqual(['refused', 'refused', 'refused']);
  expect(await stored('unread-1')).toBeNull();
});

test('a set is its user’s own: nobody else writes in it', async () => {
  const set = newSet();
  await admin.push(...inSet(set, newCandidate('own-1'), newCandidate('own-2')));
  const [stranger] = await hr.push(...inSet({ ...set, part: 1 }, newCandidate('own-3')));
  expect(stranger).toMatchObject({ status: 'refused', code: 'conflict' });
});

test('an undo takes back new records, values, deletes and restores, and twice is as good as once', async () => {
  await admin.push(
    newCandidate('changed', { city: 'Pune', notes: 'first' }),
    newCandidate('deleted'),
    newCandidate('restored'),
    operation('delete', 'candidate', 'restored'),
  );
  const set = newSet();
  const results = await admin.push(
    ...inSet(
      set,
      newCandidate('added'),
      operation('update', 'candidate', 'changed', { city: 'Nashik' }),
      operation('update', 'candidate', 'changed', { city: 'Nagpur', notes: null }),
      operation('delete', 'candidate', 'deleted'),
      operation('restore', 'candidate', 'restored'),
    ),
  );
  expect(new Set(statuses(results))).toEqual(new Set(['applied']));
  const back = undo(set.id, 'restored', 'deleted', 'changed', 'added');
  const undone = await admin.push(...back);
  expect(undone.map((each) => (each.status === 'applied' ? (each.left ?? []) : each))).toEqual([
    [],
    [],
    [],
    [],
  ]);
  expect(await stored('added')).toBeNull();
  expect(await stored('restored')).toBeNull();
  expect(await stored('deleted')).not.toBeNull();
  expect(await stored('changed')).toMatchObject({ city: 'Pune', notes: 'first' });
  const again = undo(set.id, 'changed').map((each) => ({ ...each, set: back[0]?.set }));
  expect(await admin.push(...again)).toMatchObject([{ status: 'applied' }]);
  const [other] = await admin.push(...undo(set.id, 'changed'));
  expect(other).toMatchObject({ status: 'refused', error: 'This change was undone already.' });
  // The undo is a set itself: taken back, all is as the first set had it.
  await admin.push(...undo(back[0]?.set?.id ?? '', 'added', 'changed', 'deleted', 'restored'));
  expect(await stored('added')).not.toBeNull();
  expect(await stored('changed')).toMatchObject({ city: 'Nagpur' });
  expect((await stored('changed'))?.['notes'] ?? null).toBeNull();
  expect(await stored('deleted')).toBeNull();
  expect(await stored('restored')).not.toBeNull();
});

test('what others changed since stays and is told; the rest goes back', async () => {
  await admin.push(newCandidate('since', { city: 'Pune', notes: 'first' }), newCandidate('gone-since'));
  const set = newSet();
  await hr.push(
    ...inSet(
      set,
      operation('update', 'candidate', 'since', { city: 'Nashik', notes: 'second' }),
      newCandidate('new-since'),
      operation('update', 'candidate', 'gone-since', { notes: 'x' }),
    ),
  );
  // The same value, written by somebody else, is somebody else's.
  await admin.push(
    operation('update', 'candidate', 'since', { city: 'Thane' }),
    operation('update', 'candidate', 'since', { city: 'Nashik' }),
    operation('update', 'candidate', 'new-since', { notes: 'kept' }),
    operation('delete', 'candidate', 'gone-since'),
  );
  const back = undo(set.id, 'since', 'new-since', 'gone-since');
  const by = back[0]?.set;
  const results = await hr.push(...back);
  expect(results.map((each) => (each.status === 'applied' ? each.left : each))).toEqual([
    [expect.objectContaining({ field: 'City', reason: 'User Admin changed it since.' })],
    [expect.objectContaining({ field: null, reason: 'User Admin changed it since.' })],
    [expect.objectContaining({ field: null, reason: 'It was deleted since.' })],
  ]);
  expect(await stored('since')).toMatchObject({ city: 'Nashik', notes: 'first' });
  expect(await stored('new-since')).not.toBeNull();
  // Asked for twice in one go, it is said twice.
  const twice = await hr.push(...undo(set.id, 'since', 'since').map((each) => ({ ...each, set: by })));
  const left = [{ recordId: 'since', reason: 'User Admin changed it since.' }];
  expect(twice).toMatchObject([{ left }, { left }]);
});

test('a value that cannot stand any more stays as it is by itself, with its own reason; the rest goes back', async () => {
  await superAdmin.push(
    ...['before', 'after'].map((id) => operation('create', 'leadStatus', id, { name: `Status ${id}` })),
    operation('create', 'inquiry', 'lead', { Name: 'Lead', leadStatus: 'before', notes: 'first' }),
    operation('create', 'user', 'leaves', { name: 'Leaves Soon', email: 'leaves@office.test' }),
    newCandidate('with-both', { city: 'Pune', interviewerId: 'leaves' }),
  );
  const set = newSet();
  await hr.push(
    ...inSet(
      set,
      operation('update', 'inquiry', 'lead', { leadStatus: 'after', notes: 'second' }, 1e9),
      operation('update', 'candidate', 'with-both', { city: 'Nashik', interviewerId: userIdOf('HR') }, 1e9),
    ),
  );
  await superAdmin.push(
    operation('delete', 'leadStatus', 'before', {}, 1e9),
    operation('delete', 'user', 'leaves', {}, 1e9),
  );
  const by = newSet(set.id);
  const results = await hr.push(
    { ...operation('undo', 'inquiry', 'lead'), set: by },
    { ...operation('undo', 'candidate', 'with-both'), set: by },
  );
  const gone = 'is not there any more. Choose another one.';
  expect(results.map((each) => (each.status === 'applied' ? each.left : each))).toEqual([
    [expect.objectContaining({ field: 'Lead Status', reason: `Lead Status ${gone}` })],
    ['Interviewer account', 'Interviewer'].map((field) =>
      expect.objectContaining({ field, reason: `Interviewer account ${gone}` }),
    ),
  ]);
  const { body } = await admin.get<AnyRecord>('/api/interns/lead');
  expect(body).toMatchObject({ leadStatus: { _id: 'after' }, notes: 'first' });
  expect(await stored('with-both')).toMatchObject({ city: 'Pune', interviewerId: userIdOf('HR') });
});

test('what an undo did not come to stands: it was undone in part alone, or its last part came later', async () => {
  await admin.push(newCandidate('reached', { city: 'Pune' }), newCandidate('not-reached', { city: 'Pune' }));
  const early = newSet();
  const later = newSet();
  await admin.push(...inSet(early, operation('update', 'candidate', 'not-reached', { city: 'Agra' })));
  await hr.push(
    ...inSet(
      later,
      operation('update', 'candidate', 'reached', { city: 'Thane' }, 1e9),
      operation('update', 'candidate', 'not-reached', { city: 'Thane' }, 1e9),
    ),
  );
  await hr.push(...undo(later.id, 'reached'));
  const kept = { recordId: 'not-reached', field: 'City', reason: 'User HR changed it since.' };
  expect(await admin.push(...undo(early.id, 'not-reached'))).toMatchObject([
    { status: 'applied', left: [kept] },
  ]);
  expect(await stored('not-reached')).toMatchObject({ city: 'Thane' });
  const late = { ...later, part: 1 };
  await hr.push(...inSet(late, operation('update', 'candidate', 'reached', { city: 'Kochi' }, 1e9)));
  const again = newSet();
  await admin.push(newCandidate('came-late', { city: 'Pune' }));
  await admin.push(...inSet(again, operation('update', 'candidate', 'came-late', { city: 'Agra' })));
  await hr.push(
    ...inSet({ ...late, part: 2 }, operation('update', 'candidate', 'came-late', { city: 'Kochi' }, 1e9)),
  );
  expect(await admin.push(...undo(again.id, 'came-late'))).toMatchObject([
    { status: 'applied', left: [{ ...kept, recordId: 'came-late' }] },
  ]);
  expect(await stored('came-late')).toMatchObject({ city: 'Kochi' });
});

test('a record that was changed without end: what its last 2,000 changes do not tell stays, and is told', async () => {
  await admin.push(newCandidate('busy', { city: 'Pune' }));
  const old = newSet();
  await admin.push(...inSet(old, operation('update', 'candidate', 'busy', { city: 'Agra' })));
  for (let round = 0; round < 4; round += 1) {
    const notes = Array.from({ length: 500 }, (_, n) => ({ notes: `${round} ${n}` }));
    await admin.push(...notes.map((changes) => operation('update', 'candidate', 'busy', changes)));
    // Not within one day: then it is too much.
    addToSaved(server.database, userIdOf('Admin'), -MOST_A_DAY, 0);
  }
  const left = [{ recordId: 'busy', field: null, reason: expect.stringContaining('changed too often') }];
  expect(await admin.push(...undo(old.id, 'busy'))).toMatchObject([{ status: 'applied', left }]);
  const last = newSet();
  await admin.push(...inSet(last, operation('update', 'candidate', 'busy', { city: 'Thane' })));
  const seq = await server.database.seq();
  // Asked for 500 times in one part, it is looked at once.
  const results = await admin.push(...undo(last.id, ...Array<string>(500).fill('busy')));
  expect(new Set(statuses(results))).toEqual(new Set(['applied']));
  expect(await server.database.seq()).toBe(seq + 1);
  expect(await stored('busy')).toMatchObject({ city: 'Agra', notes: '3 499' });
});

test('of many records that were changed often no more is looked at than others can wait for, and the rest is told', async () => {
  const ids = Array.from({ length: 22 }, (_, n) => `often-${n}`);
  await admin.push(...ids.map((id) => newCandidate(id, { city: 'Pune' })));
  const set = newSet();
  await hr.push(...inSet(set, ...ids.map((id) => operation('update', 'candidate', id, { city: 'Agra' }))));
  await server.database.write(async (trx, log) => {
    for (const id of ids) {
      const lines = Array.from({ length: 1_000 }, () => [
        log.next(),
        'candidate',
        id,
        'update',
        log.at,
        '{"notes":null}',
        '{"notes":null}',
      ]);
      await insertRows(
        trx,
        'change_log',
        ['seq', 'entity', 'recordId', 'kind', 'at', 'before', 'after'],
        lines,
      );
    }
  });
  const results = await hr.push(...undo(set.id, ...ids));
  const left = results.map((each) =>
    each.status === 'applied' ? (each.left?.[0]?.reason ?? '') : each.error,
  );
  expect(left.slice(0, 19)).toEqual(Array(19).fill(''));
  expect(left.at(-1)).toContain('changed too often');
  expect([(await stored('often-0'))?.['city'], (await stored('often-21'))?.['city']]).toEqual([
    'Pune',
    'Agra',
  ]);
});

test('an undo gives no rights: others’ sets are for Admins; to anybody else they are as sets that never came', async () => {
  const set = newSet();
  await superAdmin.push(
    ...inSet(
      set,
      newCandidate('of-super', { city: 'Pune' }),
      operation('create', 'job', 'job-of-super', JOB),
    ),
  );
  const seq = await server.database.seq();
  const employee = await server.signIn('Employee');
  for (const stranger of [hr, employee]) {
    for (const id of ['of-super', 'never-there']) {
      const [theirs] = await stranger.push(...undo(set.id, id));
      const [never] = await stranger.push(...undo('never-came', id));
      expect(theirs).toEqual({ ...never, id: theirs?.id });
      expect(theirs).toMatchObject({ status: 'applied' });
    }
  }
  expect(await server.database.seq()).toBe(seq);
  // Nor is it marked as undone by what claims to undo it.
  const claim = operation('update', 'candidate', 'of-super', { city: 'Nashik' });
  expect(await hr.push({ ...claim, set: newSet(set.id) })).toMatchObject([
    { status: 'refused', code: 'bad-request' },
  ]);
  expect(await stored('of-super')).not.toBeNull();
  const [allowed] = await admin.push(...undo(set.id, 'of-super'));
  expect(allowed).toMatchObject({ status: 'applied' });
  expect(await stored('of-super')).toBeNull();
});

test('the answer to an undo tells nothing of a record that its sender may not see', async () => {
  await superAdmin.push(newCandidate('hidden-1', { fullName: 'Nobody Sees' }));
  const employee = await server.signIn('Employee');
  const [hidden] = await employee.push(...undo('never-came', 'hidden-1'));
  const [absent] = await employee.push(...undo('never-came', 'not-there'));
  expect(hidden).toEqual({ ...absent, id: hidden?.id });
  // What an Admin undoes of a Super Admin, without what only that role sees.
  const set = newSet();
  await superAdmin.push(
    ...inSet(set, operation('create', 'job', 'secret-job', { ...JOB, title: 'Secret opening' })),
  );
  const job = { ...operation('undo', 'job', 'secret-job'), set: newSet(set.id) };
  const [left] = await admin.push(job);
  expect(left).toMatchObject({
    status: 'applied',
    seq: 0,
    left: [{ title: 'Job', field: null, reason: 'It is no longer yours to see.' }],
  });
  expect(JSON.stringify(left)).not.toContain('Secret opening');
  // One's own set of a record that was taken from one since.
  await superAdmin.push(
    newCandidate('mine-once', { fullName: 'Mine Once', interviewerId: userIdOf('Employee') }),
  );
  const own = newSet();
  const [saved] = await employee.push(
    ...inSet(own, operation('update', 'candidate', 'mine-once', { interviewStatus: 'Not Answered' })),
  );
  expect(saved).toMatchObject({ status: 'applied' });
  await superAdmin.push(
    operation('update', 'candidate', 'mine-once', { interviewerId: null, fullName: 'New Name' }, 1e9),
  );
  const [taken] = await employee.push(...undo(own.id, 'mine-once'));
  expect(taken).toMatchObject({ seq: 0, left: [{ title: 'Candidate', field: null }] });
  expect(JSON.stringify(taken)).not.toMatch(/Mine Once|New Name/);
});

const BAD_TITLES: readonly string[] = [
  '',
  'with\u0000nul',
  'in two\nlines',
  'half \uD83D of a pair',
  'x'.repeat(201),
  'turned \u202E round',
  'kept \u2066 apart',
];

test('what was not the one’s to take back, another takes back; until then it stands against an earlier undo', async () => {
  const [candidate, user] = ['partly', userIdOf('Employee')];
  await superAdmin.push(newCandidate(candidate, { city: 'Pune' }));
  const paid = async (): Promise<unknown> =>
    (await superAdmin.get<AnyRecord>(`/api/users/${user}`)).body['salary'];
  const first = await paid();
  const [earlier, set] = [newSet(), newSet()];
  const raise = (salary: number): Operation => operation('update', 'user', user, { salary }, 1e9);
  const move = operation('update', 'candidate', candidate, { city: 'Nashik' }, 1e9);
  await superAdmin.push(...inSet(earlier, raise(60_000)));
  await superAdmin.push(...inSet(set, raise(70_000), move));
  const undoBoth = (): Operation[] => {
    const by = newSet(set.id);
    return inSet(by, operation('undo', 'user', user), operation('undo', 'candidate', candidate));
  };
  const listed = async (): Promise<unknown> =>
    (await admin.get<ChangeSetLine[]>('/api/change-sets')).body.find(({ id }) => id === set.id)?.undoneBy;

  // Twice: it changes nothing more, and it is not as if all had been undone.
  for (const city of ['Pune', 'Pune']) {
    const results = await admin.push(...undoBoth());
    expect(results).toMatchObject([{ status: 'applied', left: [{}] }, { status: 'applied' }]);
    expect([await paid(), (await stored(candidate))?.['city']]).toEqual([70_000, city]);
    expect(await listed()).toBeNull();
  }
  // What stands stays, whatever else of its set was undone.
  const [kept] = await superAdmin.push(...inSet(newSet(earlier.id), operation('undo', 'user', user)));
  expect(kept).toMatchObject({ status: 'applied', left: [{ recordId: user }] });
  expect(await paid()).toBe(70_000);

  const rest = undoBoth();
  expect(await superAdmin.push(...rest)).toMatchObject([{ status: 'applied' }, { status: 'applied' }]);
  expect(await paid()).toBe(60_000);
  expect(await listed()).toBe(rest[0]?.set?.id);
  expect(statuses(await admin.push(...undoBoth()))).toEqual(['refused', 'refused']);
  await superAdmin.push(...inSet(newSet(earlier.id), operation('undo', 'user', user)));
  expect(await paid()).toBe(first);
});

test('titles are one line of 200 characters that any database keeps, and HTML in them is text', async () => {
  for (const title of BAD_TITLES) {
    const [result] = await admin.push(...inSet({ ...newSet(), title }, newCandidate(`bad-title-${made}`)));
    expect([title, result?.status]).toEqual([title, 'refused']);
  }
  const title = '<img src=x onerror=alert(1)> “सुनीता” 👩‍👩‍👧';
  const set = { ...newSet(), title };
  await admin.push(...inSet(set, newCandidate('html-title')));
  const { body } = await admin.get<ChangeSetLine[]>('/api/change-sets?limit=1');
  expect(body[0]).toMatchObject({ id: set.id, title });
});

test('an undo of what never came changes nothing, and one without a set is refused', async () => {
  await admin.push(newCandidate('untouched', { city: 'Pune' }));
  const other = newSet();
  await admin.push(...inSet(other, newCandidate('touched')));
  const seq = await server.database.seq();
  for (const [result] of [
    await admin.push(...undo('never-came', 'untouched')),
    await admin.push(...undo(other.id, 'untouched')),
  ]) {
    expect(result).toMatchObject({ status: 'applied' });
    expect(result).not.toHaveProperty('left');
  }
  expect(await server.database.seq()).toBe(seq);
  expect(await admin.push(operation('undo', 'candidate', 'untouched'))).toMatchObject([
    { status: 'refused', code: 'bad-request' },
  ]);
});

test('of a part in which two changes have one id nothing is done', async () => {
  const admin = await server.signIn('Admin');
  const set = { id: 'set-of-one-id', title: 'Two by one id', part: 0 };
  const first = { ...newCandidate('by-one-id'), set };
  const second = { ...newCandidate('by-the-same-id'), id: first.id, set };
  expect((await admin.push(first, second)).map(({ status }) => status)).toEqual(['refused', 'refused']);
  const { rows } = await admin.pull();
  expect([...rows.keys()].filter((key) => key.startsWith('candidate/by-'))).toEqual([]);
});
