import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyRecord } from '#shared/model/entity.ts';
import type { Operation } from '#shared/protocol/sync.ts';
import { newCandidate, operation, seqOf, type TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

/** Decision 24: several records that are one person become one, and nothing that anybody wrote is lost by it. */

let server: TestServer;
let admin: TestClient;
let superAdmin: TestClient;
let hr: TestClient;
let made = 0;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn('Admin');
  superAdmin = await server.signIn('Super Admin');
  hr = await server.signIn('HR');
});
afterAll(() => server.stop());

/** Two candidates, `a` and `b`, with an activity about each; gives their ids and the seq of the last. */
async function pair(a: Record<string, unknown> = {}, b: Record<string, unknown> = {}) {
  made += 1;
  const ids = { a: `a${made}`, b: `b${made}`, about: `about-b${made}`, lead: `lead${made}` };
  const results = await hr.push(
    newCandidate(ids.a, { fullName: 'Asha Rao', ...a }),
    newCandidate(ids.b, { fullName: 'A. Rao', ...b }),
    operation('create', 'activity', ids.about, { candidate: ids.b, kind: 'Note', note: 'of b' }),
  );
  return { ...ids, base: seqOf(results.at(-1)), set: `merge-${made}` };
}

/** What a desk sends that merges `b` into `a`. */
function merge(
  { a, b, lead, base, set }: Awaited<ReturnType<typeof pair>>,
  values: Record<string, unknown> = {},
): Operation[] {
  const update = Object.keys(values).length > 0 ? [operation('update', 'candidate', a, values, base)] : [];
  return [
    ...update,
    operation('delete', 'candidate', b, {}, base),
    operation('create', 'mergedRecord', lead, { was: b, name: 'A. Rao', candidate: a }),
  ].map((each) => ({ ...each, set: { id: set, title: 'Merged A. Rao into Asha Rao', part: 0 } }));
}

const record = async (path: string): Promise<AnyRecord | null> => {
  const { status, body } = await admin.get<AnyRecord>(`/api/${path}`);
  return status === 200 ? body : null;
};

const applied = (results: readonly { status: string }[]): void =>
  expect(results.map(({ status }) => status)).toEqual(results.map(() => 'applied'));

test('what refers to the merged record refers to the one that stays, also what its maker’s desk did not know of', async () => {
  const ids = await pair();
  await hr.push(
    operation('create', 'inquiry', `inquiry${made}`, { Name: 'Asha' }),
    operation('update', 'candidate', ids.b, { inquiry: `inquiry${made}` }),
    operation('update', 'inquiry', `inquiry${made}`, { enrolledAs: ids.b }),
    operation('create', 'activity', `late${made}`, { candidate: ids.b, kind: 'Note', note: 'not seen' }),
  );
  applied(await admin.push(...merge(ids, { city: 'Pune' })));
  expect(await record(`students/${ids.b}`)).toBeNull();
  expect(await record(`students/${ids.a}`)).toMatchObject({ city: 'Pune' });
  for (const id of [ids.about, `late${made}`])
    expect((await record(`activities/${id}`))?.['candidate']).toBe(ids.a);
  expect((await record(`interns/inquiry${made}`))?.['enrolledAs']).toBe(ids.a);
});

test('what a merged record had from somebody, or of something, that is gone by now is no reason to refuse', async () => {
  await superAdmin.push(
    operation('create', 'user', 'left', { name: 'Left Since', email: 'left@office.test' }),
    operation('create', 'roleAssignment', 'of-left', { userEmail: 'left@office.test', roleName: 'HR' }),
  );
  const ids = await pair({}, { interviewerId: 'left' });
  const inquiry = (id: string, changes: object): Operation =>
    operation('create', 'inquiry', id, { Name: 'Asha Rao', ...changes });
  await hr.push(
    operation('create', 'contactInquiry', 'message', { name: 'Asha Rao' }),
    inquiry('one', {}),
    inquiry('two', { contact: 'message', assignedTo: 'left' }),
    operation('update', 'contactInquiry', 'message', { inquiry: 'two' }, 1e9),
    operation('delete', 'contactInquiry', 'message', {}, 1e9),
  );
  applied(await superAdmin.push(operation('delete', 'user', 'left', {}, 1e9)));
  applied(await admin.push(...merge(ids, { interviewerId: 'left', interviewerName: 'Left Since' })));
  expect(await record(`students/${ids.a}`)).toMatchObject({ interviewerId: 'left' });
  const merged = { was: 'two', name: 'Asha Rao', inquiry: 'one' };
  const operations = [
    operation('update', 'inquiry', 'one', { contact: 'message', assignedTo: 'left' }, 1e9),
    operation('delete', 'inquiry', 'two', {}, 1e9),
    operation('create', 'mergedRecord', 'lead-of-two', merged),
  ];
  const set = { id: 'merge-of-two', title: 'Merged Asha Rao into Asha Rao', part: 0 };
  applied(await admin.push(...operations.map((each) => ({ ...each, set }))));
  expect(await record('interns/one')).toMatchObject({ contact: 'message', assignedTo: 'left' });
  // By itself it is refused as ever.
  await admin.push(inquiry('three', {}));
  expect(
    await admin.push(operation('update', 'inquiry', 'three', { assignedTo: 'left' }, 1e9)),
  ).toMatchObject([{ status: 'refused', code: 'invalid' }]);
});

test('a note that was deleted meanwhile keeps nobody from merging, and is of the one that stays once it is restored', async () => {
  const ids = await pair();
  applied(await hr.push(operation('delete', 'activity', ids.about, {}, 1e9)));
  const move = operation('update', 'activity', ids.about, { candidate: ids.a }, ids.base);
  const merging = merge(ids);
  const set = { id: ids.set, title: 'Merged A. Rao into Asha Rao', part: 0 };
  applied(await admin.push({ ...move, set }, ...merging));
  applied(await admin.push(operation('restore', 'activity', ids.about)));
  expect((await record(`activities/${ids.about}`))?.['candidate']).toBe(ids.a);
  // What says more than that, or stands in no merge, is refused as ever.
  applied(await admin.push(operation('delete', 'activity', ids.about, {}, 1e9)));
  expect(
    await admin.push(operation('update', 'activity', ids.about, { candidate: ids.a, note: 'late' }, 1e9)),
  ).toMatchObject([{ status: 'refused', code: 'conflict' }]);
});

test('a merge that says more of a note than where it goes is refused whole where the note was deleted', async () => {
  const ids = await pair();
  applied(await hr.push(operation('delete', 'activity', ids.about, {}, 1e9)));
  const changes = { candidate: ids.a, note: 'written by who merges' };
  const move = operation('update', 'activity', ids.about, changes, ids.base);
  const set = { id: ids.set, title: 'Merged A. Rao into Asha Rao', part: 0 };
  const results = await admin.push({ ...move, set }, ...merge(ids));
  expect(results[0]).toMatchObject({ status: 'refused', code: 'conflict' });
  expect(results.map(({ status }) => status)).toEqual(results.map(() => 'refused'));
  expect(await record(`students/${ids.b}`)).not.toBeNull();
});

test('one undo brings all of it back, what its maker’s desk did not know of too', async () => {
  const ids = await pair({ city: 'Thane' });
  await hr.push(
    operation('create', 'activity', `late${made}`, { candidate: ids.b, kind: 'Note', note: 'x' }),
  );
  applied(await admin.push(...merge(ids, { city: 'Pune' })));
  const undo = { id: `undo-${made}`, title: 'Undone', part: 0, undoes: ids.set };
  const results = await admin.push(
    ...[
      operation('undo', 'mergedRecord', ids.lead),
      operation('undo', 'candidate', ids.b),
      operation('undo', 'candidate', ids.a),
    ].map((each) => ({ ...each, set: undo })),
  );
  applied(results);
  expect(results.flatMap((result) => (result.status === 'applied' ? (result.left ?? []) : []))).toEqual([]);
  expect(await record(`students/${ids.b}`)).toMatchObject({ fullName: 'A. Rao' });
  expect(await record(`students/${ids.a}`)).toMatchObject({ city: 'Thane' });
  for (const id of [ids.about, `late${made}`])
    expect((await record(`activities/${id}`))?.['candidate']).toBe(ids.b);
  expect(await record(`merged-records/${ids.lead}`)).toBeNull();
});

test('the server undoes it from another desk as well', async () => {
  const ids = await pair();
  applied(await admin.push(...merge(ids)));
  const answer = await superAdmin.post(`/api/change-sets/${ids.set}/undo`, { set: `server-undo-${made}` });
  expect(answer).toMatchObject({ status: 200, body: { next: null, left: [] } });
  expect((await record(`activities/${ids.about}`))?.['candidate']).toBe(ids.b);
  expect(await record(`students/${ids.b}`)).toMatchObject({ fullName: 'A. Rao' });
  expect(await record(`merged-records/${ids.lead}`)).toBeNull();
});

test('an edit of a record that was merged away arrives at the one that stays; whose value it takes is told', async () => {
  const ids = await pair({ city: 'Thane', trainer: 'Ravi' }, { city: 'Pune', remarks: 'seen' });
  // The merge takes the remarks of b, and keeps the city of a.
  applied(await admin.push(...merge(ids, { remarks: 'seen' })));
  const changes = { city: 'Nashik', remarks: 'called', notes: 'new' };
  const results = await superAdmin.push(operation('update', 'candidate', ids.b, changes, ids.base));
  expect(results).toMatchObject([{ status: 'applied', arrivedAt: ids.a }]);
  expect(await record(`students/${ids.a}`)).toMatchObject({ ...changes, trainer: 'Ravi' });
  const { conflicts } = await (await server.signIn('HR', 'told')).pull();
  const told = conflicts.filter(({ recordId }) => recordId === ids.a);
  // The maker saw the remarks, which both had; the city of a nobody had shown them.
  expect(told.map(({ field, lost, won }) => [field, lost, won])).toEqual([['city', 'Thane', 'Nashik']]);
});

test('who made an edit upon the record as it was first saved is taken to have seen what that said', async () => {
  const ids = await pair({ city: 'Thane' });
  const [saved] = await hr.push(newCandidate(`c${made}`, { city: 'Thane' }));
  applied(await admin.push(...merge({ ...ids, b: `c${made}`, base: seqOf(saved) })));
  const edit = operation('update', 'candidate', `c${made}`, { city: 'Nashik' }, seqOf(saved));
  expect(await superAdmin.push(edit)).toMatchObject([{ status: 'applied', arrivedAt: ids.a }]);
  const { conflicts } = await (await server.signIn('HR', `seen${made}`)).pull();
  expect(conflicts.filter(({ recordId }) => recordId === ids.a)).toEqual([]);
});

test('who deletes a record that was merged away hears as what it is there, unless that is not theirs to see', async () => {
  const ids = await pair();
  applied(await admin.push(...merge(ids)));
  expect(await superAdmin.push(operation('delete', 'candidate', ids.b, {}, ids.base))).toMatchObject([
    { status: 'applied', mergedInto: ids.a },
  ]);
  expect(await record(`students/${ids.a}`)).not.toBeNull();
  const twice = operation('delete', 'candidate', ids.a, {}, 1e9);
  const [gone, again] = await admin.push(twice, { ...twice, id: `${twice.id}-again` });
  for (const result of [gone, again]) expect(result).not.toHaveProperty('mergedInto');
});

test('what is logged about a record that was merged away is about the one that stays, through several merges', async () => {
  const ids = await pair();
  const next = await pair();
  applied(await admin.push(...merge(ids)));
  applied(await admin.push(...merge({ ...next, b: ids.a })));
  applied(await hr.push(operation('create', 'activity', `after${made}`, { candidate: ids.b, kind: 'Call' })));
  expect((await record(`activities/after${made}`))?.['candidate']).toBe(next.a);
  applied(await hr.push(operation('update', 'candidate', ids.b, { city: 'Surat' }, ids.base)));
  expect(await record(`students/${next.a}`)).toMatchObject({ city: 'Surat' });
});

test('who wrote what the merge had not seen is told with the values', async () => {
  const ids = await pair();
  await hr.push(operation('update', 'candidate', ids.b, { notes: 'not seen' }, ids.base));
  applied(await admin.push(...merge(ids)));
  const { conflicts } = await (await server.signIn('HR', `unseen${made}`)).pull();
  expect(conflicts.filter(({ recordId }) => recordId === ids.b)).toMatchObject([
    { field: '', lost: { notes: 'not seen' } },
  ]);
});

test('where one was deleted or merged meanwhile nothing is merged, with a sentence', async () => {
  const ids = await pair();
  const third = await pair();
  await hr.push(operation('delete', 'candidate', third.b));
  const both = [...merge(ids, { city: 'Pune' }), ...merge({ ...third, a: ids.a, set: ids.set })];
  const results = await admin.push(...both);
  expect(results.every(({ status }) => status === 'refused')).toBe(true);
  expect(results.at(-1)).toMatchObject({
    error:
      'A. Rao was deleted by User HR meanwhile. Nothing was merged; look at those that are left, then merge them.',
  });
  expect((await record(`students/${ids.a}`))?.['city'] ?? null).toBeNull();
  expect(await record(`students/${ids.b}`)).toMatchObject({ fullName: 'A. Rao' });

  applied(await superAdmin.push(...merge({ ...ids, set: `first-${made}` })));
  expect(
    (await admin.push(...merge({ ...ids, set: `second-${made}`, lead: `other${made}` }))).at(-1),
  ).toMatchObject({
    error: expect.stringContaining(
      'A. Rao was merged into Asha Rao by User Super Admin meanwhile.',
    ) as string,
  });
  // The other way round: the one that should stay is the one that went.
  const round = await admin.push(
    ...merge({ ...ids, a: ids.b, b: ids.a, set: `round-${made}`, lead: `r${made}` }),
  );
  expect(round.map(({ status }) => status)).toEqual(['refused', 'refused']);
  expect(await record(`students/${ids.a}`)).not.toBeNull();
});

test('it is for Admin and Super Admin; HR sees where a record leads, nobody else does', async () => {
  const ids = await pair();
  const lead = { was: ids.b, candidate: ids.a };
  expect(await hr.push(operation('create', 'mergedRecord', ids.lead, lead))).toMatchObject([
    { status: 'refused', code: 'forbidden' },
  ]);
  expect((await hr.post('/api/merged-records', lead)).status).toBe(403);
  expect((await admin.post('/api/merged-records', lead)).status).toBe(201);
  // By REST the same happens without a desk: the record goes, and what refers to it is moved.
  expect(await record(`students/${ids.b}`)).toBeNull();
  expect((await record(`activities/${ids.about}`))?.['candidate']).toBe(ids.a);
  expect((await hr.get<AnyRecord[]>('/api/merged-records')).status).toBe(200);
  for (const role of ['Employee', 'Student'] as const)
    expect((await (await server.signIn(role)).get('/api/merged-records')).status).toBe(403);
  expect((await hr.get('/api/not-duplicates')).status).toBe(403);
  expect(await admin.put(`/api/students/${ids.b}`, { city: 'Pune' })).toMatchObject({
    status: 409,
    body: { error: `A. Rao was merged into Asha Rao (${ids.a}). Change that one.` },
  });
});

test('one that is brought back by itself has again what referred to it, and leads nowhere', async () => {
  const ids = await pair();
  applied(await admin.push(...merge(ids)));
  applied(await admin.push(operation('restore', 'candidate', ids.b)));
  expect((await record(`activities/${ids.about}`))?.['candidate']).toBe(ids.b);
  expect(await record(`merged-records/${ids.lead}`)).toBeNull();
});

test('where a record leads is not deleted by itself: the record is the person’s, and goes with an erasure', async () => {
  const ids = await pair();
  applied(await admin.push(...merge(ids)));
  const sentence = 'What a merge has left is not deleted by itself. Undo the merge instead.';
  expect(await admin.delete(`/api/merged-records/${ids.lead}`)).toMatchObject({
    status: 409,
    body: { error: sentence },
  });
  expect(await admin.push(operation('delete', 'mergedRecord', ids.lead))).toMatchObject([
    { status: 'refused', error: sentence },
  ]);
  const erased = { name: 'Asha Rao', reason: 'asked' };
  expect(await superAdmin.post(`/api/persons/candidate/${ids.a}/erase`, erased)).toMatchObject({
    body: { erased: 4 },
  });
  expect(await admin.push(operation('restore', 'candidate', ids.b))).toMatchObject([{ status: 'refused' }]);
});

test('a merge that was undone makes nobody be merged away when it is sent once more', async () => {
  const ids = await pair();
  const [inquiry, another] = [`once-inquiry${made}`, `another${made}`];
  applied(
    await hr.push(
      operation('create', 'inquiry', inquiry, { Name: 'Asha' }),
      operation('update', 'candidate', ids.b, { inquiry }),
      operation('update', 'inquiry', inquiry, { enrolledAs: ids.b }),
    ),
  );
  const merging = merge(ids);
  applied(await admin.push(...merging));
  expect((await admin.post(`/api/change-sets/${ids.set}/undo`, {})).status).toBe(200);
  const twice = { ...newCandidate(another, { inquiry }), set: merging[0]?.set };
  const results = await admin.push(...merging, twice);
  expect(results.at(-1)).toMatchObject({ status: 'refused' });
  expect(await record(`students/${another}`)).toBeNull();
  expect(await record(`interns/${inquiry}`)).toMatchObject({ enrolledAs: ids.b });
});

test('who was deleted by itself is not merged away after it, also by REST', async () => {
  const ids = await pair();
  expect((await admin.delete(`/api/students/${ids.b}`)).status).toBe(200);
  const answer = await admin.post('/api/merged-records', { was: ids.b, candidate: ids.a });
  expect(answer).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('A. Rao was deleted by User Admin meanwhile.') as string },
  });
  expect((await record(`activities/${ids.about}`))?.['candidate']).toBe(ids.b);
});

test('what cannot be merged is refused', async () => {
  const ids = await pair();
  const lead = (changes: Record<string, unknown>): Operation =>
    operation('create', 'mergedRecord', `bad${(made += 1)}`, changes);
  const results = await admin.push(
    lead({ was: ids.b }),
    lead({ was: 'never-was', candidate: ids.a }),
    lead({ was: ids.a, candidate: ids.a }),
    lead({ was: ids.b, candidate: 'never-was' }),
    lead({ candidate: ids.a }),
  );
  expect(results.map(({ status }) => status)).toEqual(results.map(() => 'refused'));
});

test('where a record leads is not changed by hand, only along with the record that it leads to', async () => {
  const [ids, next] = [await pair(), await pair()];
  applied(await admin.push(...merge(ids)));
  for (const changes of [{ candidate: next.b }, { was: next.b }, { candidate: null }])
    expect(await admin.put(`/api/merged-records/${ids.lead}`, changes)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('is not changed by hand') as string },
    });
  // As a desk does that knows of the first merge.
  const along = { ...operation('update', 'mergedRecord', ids.lead, { candidate: next.a }) };
  const second = merge({ ...next, b: ids.a });
  const set = { id: next.set, title: 'Merged', part: 0 };
  applied(await admin.push({ ...along, set }, ...second.map((each) => ({ ...each, set }))));
  expect(await record(`merged-records/${ids.lead}`)).toMatchObject({ candidate: next.a });
  applied(await hr.push(operation('update', 'candidate', ids.b, { city: 'Surat' }, ids.base)));
  expect(await record(`students/${next.a}`)).toMatchObject({ city: 'Surat' });
});
