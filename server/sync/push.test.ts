import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PATHS, PROTOCOL_VERSION } from '#shared/protocol/sync.ts';
import { newCandidate, operation, seqOf, type TestClient } from '../testing/client.ts';
import { startTestServer, userIdOf, type TestServer } from '../testing/server.ts';
import { eventually } from '../../tests/product/eventually.ts';

let server: TestServer;
let admin: TestClient;
let hr: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn('Admin');
  hr = await server.signIn('HR');
});
afterAll(() => server.stop());

const stored = async (id: string): Promise<Record<string, unknown>> =>
  (await admin.get<Record<string, unknown>>(`/api/students/${id}`)).body;

test('a retry gets the first answer again and changes nothing', async () => {
  const create = newCandidate('retry');
  const [first] = await admin.push(create);
  const seq = await server.database.seq();
  expect(await admin.push(create, create)).toEqual([first, first]);
  expect(await server.database.seq()).toBe(seq);
});

test('of two with one id in a part all are refused for that, and nothing is done', async () => {
  const set = { id: 'twins', title: 'Twins', part: 0 };
  const [one, other] = [newCandidate('twin-1'), newCandidate('twin-2')];
  const refused = operation('update', 'candidate', 'twin-none', { city: 'Pune' });
  const sent = [one, { ...other, id: one.id }, refused].map((each) => ({ ...each, set }));
  const results = await admin.push(...sent);
  expect(results.map((each) => each.status === 'refused' && each.code)).toEqual([
    'conflict',
    'conflict',
    'conflict',
  ]);
});

test('an operation whose answer was dropped is applied once', async () => {
  const create = newCandidate('dropped');
  const body = JSON.stringify({ protocol: PROTOCOL_VERSION, operations: [create] });
  const before = await server.database.seq();
  await new Promise<void>((resolve) => {
    const call = httpRequest(`${server.url}${PATHS.push}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token ?? ''}`, 'content-type': 'application/json' },
    });
    call.on('error', () => resolve());
    call.on('close', () => resolve());
    // The body goes out whole, and the connection breaks before the answer is read.
    call.end(body, () => setImmediate(() => call.destroy()));
  });
  const [result] = await admin.push(create);
  expect(result?.status).toBe('applied');
  expect(await server.database.seq()).toBe(before + 1);
  await expect(admin.push(create)).resolves.toEqual([result]);
});

test('an id is not taken for other content or another user', async () => {
  const create = newCandidate('once');
  await admin.push(create);
  const [other] = await admin.push({ ...create, changes: { ...create.changes, fullName: 'Another' } });
  expect(other).toMatchObject({ status: 'refused', code: 'conflict' });
  const [stranger] = await hr.push(create);
  expect(stranger).toMatchObject({ status: 'refused', code: 'conflict' });
  expect((await stored('once'))['fullName']).toBe('Candidate once');
});

test('a refused operation does not hold up the others, and their order holds', async () => {
  const results = await admin.push(
    newCandidate('first'),
    newCandidate('broken', { email: 'not an email' }),
    { id: 'nonsense', kind: 'explode' },
    'not even an object',
    operation('update', 'candidate', 'nobody', { notes: 'x' }),
    operation('create', 'role', 'own-role', { name: 'Guest' }),
    newCandidate('second'),
    operation('update', 'candidate', 'first', { notes: 'after the create' }),
  );
  expect(results.map((result) => (result.status === 'applied' ? 'applied' : result.code))).toEqual([
    'applied',
    'invalid',
    'bad-request',
    'bad-request',
    'not-found',
    'forbidden',
    'applied',
    'applied',
  ]);
  const seqs = results.flatMap((result) => (result.status === 'applied' ? [result.seq] : []));
  expect(seqs).toEqual([...seqs].sort((one, other) => one - other));
  expect(new Set(seqs).size).toBe(seqs.length);
  expect((await stored('first'))['notes']).toBe('after the create');
});

test('what is no change at all is refused under the id that it says, and the others in the push go on', async () => {
  const good = newCandidate('beside-nonsense');
  const sent = [null, 'text', 5, [], { id: 7 }, { id: 'named' }, { id: 'n'.repeat(1_000) }, good];
  const results = await admin.push(...sent);
  expect(results.map(({ id, status }) => [id, status])).toEqual([
    ...['', '', '', '', '', 'named', 'n'.repeat(100)].map((id) => [id, 'refused']),
    [good.id, 'applied'],
  ]);
});

test('different fields both win; on the same field the last wins and the loser is told', async () => {
  const base = seqOf((await admin.push(newCandidate('merge', { city: 'Pune', notes: 'old' })))[0]);
  await hr.pull();
  const [ofHr] = await hr.push(
    operation('update', 'candidate', 'merge', { city: 'Nashik', trainer: 'Meera' }, base),
  );
  expect(ofHr).not.toHaveProperty('conflicts');
  const [ofAdmin] = await admin.push(
    operation('update', 'candidate', 'merge', { city: 'Nagpur', company: 'Acme' }, base),
  );
  expect(ofAdmin).toMatchObject({
    status: 'applied',
    conflicts: [{ field: 'city', lost: 'Nashik', won: 'Nagpur' }],
  });
  expect(await stored('merge')).toMatchObject({
    city: 'Nagpur',
    trainer: 'Meera',
    company: 'Acme',
    notes: 'old',
  });
  const pulled = await hr.pull();
  expect(pulled.conflicts).toMatchObject([
    {
      entity: 'candidate',
      recordId: 'merge',
      field: 'city',
      lost: 'Nashik',
      won: 'Nagpur',
      by: 'User Admin',
    },
  ]);
  expect((await hr.pull()).conflicts).toEqual([]);
});

test('a change takes nothing from the fields that it does not name, however old what its maker saw', async () => {
  const written = { notes: 'Called twice', remarks: 'Pays in two parts' };
  const base = seqOf((await hr.push(newCandidate('unnamed', written)))[0]);
  await admin.push(operation('update', 'candidate', 'unnamed', { city: 'Nashik' }, base));
  await hr.push(operation('update', 'candidate', 'unnamed', { trainer: 'Meera' }, base));
  expect(await stored('unnamed')).toMatchObject({ ...written, city: 'Nashik', trainer: 'Meera' });
});

test("a desk's own earlier operations are no conflict, nor is the same value", async () => {
  const base = seqOf((await admin.push(newCandidate('own')))[0]);
  const own = await admin.push(
    operation('update', 'candidate', 'own', { city: 'Pune' }, base),
    operation('update', 'candidate', 'own', { city: 'Surat' }, base),
  );
  expect(own.every((result) => !('conflicts' in result))).toBe(true);
  const [same] = await hr.push(operation('update', 'candidate', 'own', { city: 'Surat' }, base));
  expect(same).toEqual({ id: same?.id, status: 'applied', seq: seqOf(own[1]) });
});

test('the same user on another desk is told too', async () => {
  const base = seqOf((await admin.push(newCandidate('two-desks')))[0]);
  const other = await server.signIn('Admin', 'laptop');
  await other.pull();
  await other.push(operation('update', 'candidate', 'two-desks', { city: 'Pune' }, base));
  await admin.push(operation('update', 'candidate', 'two-desks', { city: 'Surat' }, base));
  expect((await other.pull()).conflicts).toMatchObject([{ field: 'city', lost: 'Pune', won: 'Surat' }]);
});

test('a desk that starts anew hears of lost values of late, one that was long away hears of all', async () => {
  const away = await server.signIn('HR', 'long-away');
  await away.pull();
  const base = seqOf((await admin.push(newCandidate('long-ago', { city: 'Pune' })))[0]);
  await hr.push(operation('update', 'candidate', 'long-ago', { city: 'Nashik' }, base));
  await admin.push(operation('update', 'candidate', 'long-ago', { city: 'Nagpur' }, base));
  const isTold = async (desk: TestClient): Promise<boolean> =>
    (await desk.pull()).conflicts.some(({ recordId }) => recordId === 'long-ago');
  expect(await isTold(await server.signIn('HR', 'new-today'))).toBe(true);
  const longAgo = new Date(Date.now() - 15 * 86_400_000).toISOString();
  await server.database.write((trx) =>
    trx.all('UPDATE "conflicts" SET "at" = ? WHERE "recordId" = ?', [longAgo, 'long-ago']),
  );
  expect(await isTold(await server.signIn('HR', 'new-later'))).toBe(false);
  expect(await isTold(away)).toBe(true);
});

test('who deletes over an edit that they have not seen deletes it, and the writer of the edit is told', async () => {
  const base = seqOf((await admin.push(newCandidate('unseen', { city: 'Pune', notes: 'old' })))[0]);
  await hr.pull();
  await hr.push(
    operation('update', 'candidate', 'unseen', { city: 'Nashik', notes: 'Call on Monday' }, base),
  );
  const [deleted] = await admin.push(operation('delete', 'candidate', 'unseen', {}, base));
  expect(deleted).toEqual({ id: deleted?.id, status: 'applied', seq: seqOf(deleted) });
  const told = await hr.pull();
  expect(told.gone).toEqual(['candidate/unseen']);
  expect(told.conflicts).toMatchObject([
    {
      entity: 'candidate',
      recordId: 'unseen',
      field: '',
      lost: { city: 'Nashik', notes: 'Call on Monday' },
      won: null,
      by: 'User Admin',
    },
  ]);
  const lossesOf = async (desk: typeof hr): Promise<unknown[]> =>
    (await desk.pull()).conflicts.filter(({ recordId }) => recordId === 'unseen');
  expect(await lossesOf(admin)).toEqual([]);

  // Who deletes what they have seen takes nothing from anybody.
  const [restored] = await admin.push(operation('restore', 'candidate', 'unseen', {}, seqOf(deleted)));
  await hr.pull();
  await admin.push(operation('delete', 'candidate', 'unseen', {}, seqOf(restored)));
  expect(await lossesOf(hr)).toEqual([]);
  await admin.push(operation('restore', 'candidate', 'unseen', {}, seqOf(restored)));
  expect(await stored('unseen')).toMatchObject({ city: 'Nashik', notes: 'Call on Monday' });
});

test('an edit of a deleted record is refused with a sentence; a restore brings it back', async () => {
  const base = seqOf((await admin.push(newCandidate('deleted', { city: 'Pune' })))[0]);
  await hr.push(operation('delete', 'candidate', 'deleted', {}, base));
  const edit = operation('update', 'candidate', 'deleted', { city: 'Surat' }, base);
  const [refused] = await admin.push(edit);
  expect(refused).toMatchObject({ status: 'refused', code: 'conflict' });
  expect(refused).toHaveProperty(
    'error',
    expect.stringMatching(/was deleted by User HR\. Restore it, then send your change again\.$/),
  );
  const [askedFor] = await hr.push({ ...edit, id: `${edit.id}-hr` });
  expect(askedFor).toHaveProperty(
    'error',
    expect.stringContaining('Ask an administrator to restore it, then'),
  );
  expect((await admin.get('/api/students/deleted')).status).toBe(404);
  await admin.push(operation('restore', 'candidate', 'deleted'));
  expect((await stored('deleted'))['city']).toBe('Pune');
  const [again] = await admin.push({ ...edit, id: `${edit.id}-again` });
  expect(again?.status).toBe('applied');
});

test('deleting twice is as good as once', async () => {
  await admin.push(newCandidate('twice'));
  const [first] = await admin.push(operation('delete', 'candidate', 'twice'));
  const [second] = await admin.push(operation('delete', 'candidate', 'twice'));
  expect(seqOf(second)).toBe(seqOf(first));
});

test('a waiting operation may carry a time that has passed; a password never travels', async () => {
  const [late] = await admin.push(newCandidate('late', { nextCall: '2020-01-01T10:00:00.000Z' }));
  expect(late?.status).toBe('applied');
  const superAdmin = await server.signIn('Super Admin');
  const secret = operation('create', 'user', 'with-password', {
    name: 'A',
    email: 'a@b.test',
    password: 'Tabla lantern 83',
  });
  expect(await superAdmin.push(secret)).toMatchObject([{ status: 'refused', code: 'invalid' }]);
  const [kept] = await server.database.all<{ found: number }>(
    `SELECT COUNT(*) AS "found" FROM "operations" WHERE "result" LIKE '%Secret@%'`,
  );
  expect(kept?.found).toBe(0);
});

test('the server sets who added a candidate', async () => {
  await hr.push(newCandidate('mine', { map: 'somebody else' }));
  expect(await stored('mine')).toMatchObject({
    map: userIdOf('HR'),
    addedBy: { _id: userIdOf('HR'), name: 'User HR' },
  });
});

test('many desks at once: order of seq is order of commit, and every change has one', async () => {
  const before = await server.database.seq();
  const desks = await Promise.all(['a', 'b', 'c', 'd'].map((desk) => server.signIn('HR', desk)));
  const pushes = await Promise.all(
    desks.flatMap((desk, at) =>
      Array.from({ length: 5 }, (_, round) =>
        desk.push(
          newCandidate(`many-${at}-${round}`),
          operation('update', 'candidate', `many-${at}-${round}`, { city: 'Pune' }),
        ),
      ),
    ),
  );
  const seqs = pushes
    .flat()
    .map(seqOf)
    .sort((one, other) => one - other);
  expect(seqs).toEqual(Array.from({ length: 40 }, (_, at) => before + 1 + at));
  const lines = await server.database.all<{ seq: number }>(
    'SELECT "seq" FROM "change_log" WHERE "seq" > ? ORDER BY "seq"',
    [before],
  );
  expect(lines.map(({ seq }) => seq)).toEqual(seqs);
});

test('a change that names __proto__ is refused as one of any unknown field', async () => {
  const changes: unknown = JSON.parse('{"fullName":"Meera Iyer","__proto__":{"fee":1}}');
  const push = { ...newCandidate('proto-candidate'), changes };
  const answer = await admin.post<{ results: unknown[] }>(PATHS.push, {
    protocol: PROTOCOL_VERSION,
    operations: [push],
  });
  expect(answer.body.results).toMatchObject([
    { status: 'refused', code: 'invalid', fields: [{ field: '__proto__', code: 'unknown' }] },
  ]);
  expect((await admin.get('/api/students/proto-candidate')).status).toBe(404);
});

test('versions of the protocol that are not served are told so', async () => {
  const newer = await admin.post(PATHS.push, { protocol: PROTOCOL_VERSION + 1, operations: [] });
  expect(newer).toMatchObject({ status: 501, body: { code: 'not-supported' } });
  const older = await admin.post(PATHS.push, { protocol: PROTOCOL_VERSION - 2, operations: [] });
  expect(older).toMatchObject({ status: 426, body: { code: 'client-too-old' } });
});

test('an advance is announced after it is committed', async () => {
  const heard: number[] = [];
  const stop = server.database.onAdvance((seq) => heard.push(seq));
  const [result] = await admin.push(newCandidate('announced'));
  await eventually(() => expect(heard).toEqual([seqOf(result)]));
  stop();
});
