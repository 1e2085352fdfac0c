import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { AnyRecord } from '#shared/model/entity.ts';
import type { EntityName } from '#shared/model/entities.ts';
import type { Operation, OperationResult } from '#shared/protocol/sync.ts';
import { newCandidate, operation, seqOf, type TestClient } from '../../testing/client.ts';
import { startTestServer, userIdOf, type TestServer } from '../../testing/server.ts';

/** Decision 24: what comes back after a merge, or is merged once more, refers to records that are there. */

let server: TestServer;
let admin: TestClient;
let hr: TestClient;
let made = 0;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn('Admin');
  hr = await server.signIn('HR');
});
afterAll(() => server.stop());

/** Two candidates, of which the second came from an inquiry. */
async function pair() {
  made += 1;
  const ids = { a: `a${made}`, b: `b${made}`, lead: `lead${made}`, from: `from${made}` };
  const results = await hr.push(
    newCandidate(ids.a),
    operation('create', 'inquiry', ids.from, { Name: 'Asha' }),
    newCandidate(ids.b, { inquiry: ids.from }),
    operation('update', 'inquiry', ids.from, { enrolledAs: ids.b }),
  );
  applied(results);
  return { ...ids, base: seqOf(results.at(-1)), set: `merge-${made}` };
}
type Pair = Awaited<ReturnType<typeof pair>>;

const merge = ({ a, b, lead, base, set }: Pair): Operation[] =>
  [
    operation('delete', 'candidate', b, {}, base),
    operation('create', 'mergedRecord', lead, { was: b, name: 'B', candidate: a }),
  ].map((each) => ({ ...each, set: { id: set, title: 'Merged', part: 0 } }));

/** What a desk sends that takes a set back of which it knows these records. */
const undo = (undoes: string, id: string, records: [EntityName, string][]): Operation[] =>
  records.map(([entity, record]) => ({
    ...operation('undo', entity, record),
    set: { id, title: 'Undone', part: 0, undoes },
  }));

const note = (id: string, candidate: string): Operation =>
  operation('create', 'activity', id, { candidate, kind: 'Note', note: 'said' });

function applied(results: readonly OperationResult[]): void {
  expect(results.map((each) => (each.status === 'applied' ? (each.left ?? []) : each.error))).toEqual(
    results.map(() => []),
  );
}

const record = async (path: string): Promise<AnyRecord | null> => {
  const { status, body } = await admin.get<AnyRecord>(`/api/${path}`);
  return status === 200 ? body : null;
};
const about = async (id: string): Promise<unknown> => (await record(`activities/${id}`))?.['candidate'];

test.each([
  ['the record that stays last', ['mergedRecord', 'candidate']],
  ['the record that stays first', ['candidate', 'mergedRecord']],
] as const)(
  'a merge that is undone and done again takes along what was logged meanwhile: %s',
  async (_, order) => {
    const ids = await pair();
    await hr.push(note(`early${made}`, ids.b));
    applied(await admin.push(...merge(ids)));
    const known = order.map((entity): [EntityName, string] => [
      entity,
      entity === 'candidate' ? ids.b : ids.lead,
    ]);
    applied(await admin.push(...undo(ids.set, `back${made}`, known)));
    await hr.push(note(`late${made}`, ids.b));
    expect([await about(`early${made}`), await about(`late${made}`)]).toEqual([ids.b, ids.b]);
    applied(await admin.push(...undo(`back${made}`, `again${made}`, known)));
    expect(await record(`students/${ids.b}`)).toBeNull();
    expect([await about(`early${made}`), await about(`late${made}`)]).toEqual([ids.a, ids.a]);
    expect((await record(`interns/${ids.from}`))?.['enrolledAs']).toBe(ids.a);
  },
);

test('the undo of a merge says what was written for the other one meanwhile; whoever wrote it takes it back there', async () => {
  const ids = await pair();
  applied(
    await admin.push(operation('update', 'candidate', ids.a, { remarks: 'A, of before', city: 'Pune' })),
  );
  applied(await admin.push(...merge(ids)));
  const late = (part: number, changes: object): Operation => ({
    ...operation('update', 'candidate', ids.b, { ...changes }, ids.base),
    set: { id: `late of ${ids.b} ${part}`, title: 'Remarks', part: 0 },
  });
  await hr.push(late(1, { remarks: 'B owes', city: 'Nashik' }));
  await hr.push(late(2, { remarks: 'B owes 5000' }));
  // Somebody says of the one that stays what is true of it.
  applied(await admin.push(operation('update', 'candidate', ids.a, { city: 'Surat' }, 1e9)));
  const results = await admin.push(
    ...undo(ids.set, `back${made}`, [
      ['mergedRecord', ids.lead],
      ['candidate', ids.b],
    ]),
  );
  const left = results.map((each) => (each.status === 'applied' ? (each.left ?? []) : each.error)).flat();
  expect(left).toMatchObject([
    {
      entity: 'candidate',
      recordId: ids.a,
      field: 'Remarks',
      reason: expect.stringContaining('wrote it for') as string,
    },
  ]);
  const remarks = async (id: string): Promise<unknown> =>
    (await record(`students/${id}`))?.['remarks'] ?? null;
  expect([await remarks(ids.a), await remarks(ids.b)]).toEqual(['B owes 5000', null]);
  for (const [part, before] of [
    [2, 'B owes'],
    [1, 'A, of before'],
  ] as const) {
    const set = `late of ${ids.b} ${part}`;
    const taken = await hr.push(...undo(set, `undo of ${set}`, [['candidate', ids.b]]));
    expect(taken.map(({ status }) => status)).toEqual(['applied']);
    expect(await remarks(ids.a)).toBe(before);
  }
});

test('what came late through two merges refers to the right one again with each of their undos', async () => {
  const [ids, next] = [await pair(), await pair()];
  applied(await admin.push(...merge(ids)));
  applied(await admin.push(...merge({ ...next, b: ids.a })));
  const [late, moved] = [`late${made}`, `moved${made}`];
  await hr.push(newCandidate(`third${made}`), note(late, ids.b), note(moved, `third${made}`));
  await hr.push(operation('update', 'activity', moved, { candidate: ids.b }, 1e9));
  expect([await about(late), await about(moved)]).toEqual([next.a, next.a]);
  const takeBack = async ({ set, lead }: Pair, id: string): Promise<void> =>
    applied(
      await admin.push(
        ...undo(set, `back of ${set}`, [
          ['mergedRecord', lead],
          ['candidate', id],
        ]),
      ),
    );
  await takeBack(next, ids.a);
  expect([await about(late), await about(moved)]).toEqual([ids.a, ids.a]);
  await takeBack(ids, ids.b);
  expect([await about(late), await about(moved)]).toEqual([ids.b, ids.b]);
});

test('what was deleted before its person was merged comes back with the one that stays', async () => {
  const ids = await pair();
  await hr.push(note(`gone${made}`, ids.b));
  applied(await hr.push(operation('delete', 'activity', `gone${made}`)));
  applied(await admin.push(...merge(ids)));
  applied(await hr.push(operation('restore', 'activity', `gone${made}`)));
  expect(await about(`gone${made}`)).toBe(ids.a);
});

test('an inquiry is enrolled as the candidate that stays, also where the merging desk has not said so', async () => {
  const ids = await pair();
  applied(await admin.push(...merge(ids)));
  expect((await record(`interns/${ids.from}`))?.['enrolledAs']).toBe(ids.a);
});

test('with a candidate that came from two inquiries after a merge both are free, and taken again with it', async () => {
  const [ids, other] = [await pair(), await pair()];
  applied(await admin.push(...merge({ ...other, a: ids.b })));
  const enrolled = async (): Promise<unknown[]> => [
    (await record(`interns/${ids.from}`))?.['enrolledAs'],
    (await record(`interns/${other.from}`))?.['enrolledAs'],
  ];
  expect(await enrolled()).toEqual([ids.b, ids.b]);
  applied(await admin.push(operation('delete', 'candidate', ids.b)));
  expect(await enrolled()).toEqual([null, null]);
  applied(await admin.push(operation('restore', 'candidate', ids.b)));
  expect(await enrolled()).toEqual([ids.b, ids.b]);
});

test('an interviewer of the record that was merged away is not told of one that is not theirs', async () => {
  const ids = await pair();
  applied(await admin.push(operation('update', 'candidate', ids.b, { interviewerId: userIdOf('Employee') })));
  applied(await admin.push(...merge(ids)));
  const employee = await server.signIn('Employee');
  const answer = await employee.put(`/api/students/${ids.b}`, { remarks: 'x' });
  expect(answer).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('was deleted by') as string },
  });
});

test('what became of an inquiry while it was merged away became of the one that stays, until that is undone', async () => {
  made += 1;
  const ids = { a: `lead-a${made}`, b: `lead-b${made}`, lead: `leads${made}`, person: `person${made}` };
  const set = `merge-${made}`;
  const named = async (): Promise<unknown[]> => [
    (await record(`interns/${ids.a}`))?.['enrolledAs'],
    (await record(`interns/${ids.b}`))?.['enrolledAs'],
    (await record(`students/${ids.person}`))?.['inquiry'],
  ];
  const enrol = (inquiry: string, person: string): Operation[] =>
    [newCandidate(person, { inquiry }), operation('update', 'inquiry', inquiry, { enrolledAs: person })].map(
      (each) => ({ ...each, set: { id: `enrol-${person}`, title: 'Enrolled', part: 0 } }),
    );
  const seen = await hr.push(
    operation('create', 'inquiry', ids.a, { Name: 'Asha' }),
    operation('create', 'inquiry', ids.b, { Name: 'A.' }),
  );
  // The merging desk has not seen this.
  applied(await hr.push(...enrol(ids.b, ids.person)));
  const merged = [
    operation('delete', 'inquiry', ids.b, {}, seqOf(seen.at(-1))),
    operation('create', 'mergedRecord', ids.lead, { was: ids.b, name: 'A.', inquiry: ids.a }),
  ].map((each) => ({ ...each, set: { id: set, title: 'Merged', part: 0 } }));
  applied(await admin.push(...merged));
  expect(await named()).toEqual([ids.person, undefined, ids.a]);
  expect(await hr.push(...enrol(ids.a, `again${made}`))).toMatchObject([
    { status: 'refused', error: expect.stringContaining('Asha was enrolled already') as string },
    { status: 'refused' },
  ]);
  const known: [EntityName, string][] = [
    ['mergedRecord', ids.lead],
    ['inquiry', ids.b],
  ];
  applied(await admin.push(...undo(set, `back${made}`, known)));
  expect(await named()).toEqual([null, ids.person, ids.b]);
  applied(await admin.push(...undo(`back${made}`, `again${made}`, known)));
  expect(await named()).toEqual([ids.person, undefined, ids.a]);
});

test.each([
  ['the record that was merged first', ['candidate', 'mergedRecord']],
  ['where it led first', ['mergedRecord', 'candidate']],
] as const)(
  'a merge is not done again without the one that stayed, so that one is left: %s',
  async (_, order) => {
    const ids = await pair();
    applied(await admin.push(...merge(ids)));
    const known = order.map((entity): [EntityName, string] => [
      entity,
      entity === 'candidate' ? ids.b : ids.lead,
    ]);
    applied(await admin.push(...undo(ids.set, `back${made}`, known)));
    applied(await admin.push(operation('delete', 'candidate', ids.a)));
    const results = await admin.push(...undo(`back${made}`, `again${made}`, known));
    const reason = 'Candidate ' + ids.a + ' was deleted meanwhile. Restore it first, then merge them.';
    expect(results).toMatchObject([{ left: [{ reason }] }, { left: [{ reason }] }]);
    expect(await record(`students/${ids.b}`)).not.toBeNull();
  },
);

test('a merge is not done again over what somebody has changed in between; nothing of it is lost from sight', async () => {
  for (const order of [
    ['candidate', 'mergedRecord'],
    ['mergedRecord', 'candidate'],
  ] as const) {
    const ids = await pair();
    applied(await admin.push(...merge(ids)));
    const known = order.map((entity): [EntityName, string] => [
      entity,
      entity === 'candidate' ? ids.b : ids.lead,
    ]);
    applied(await admin.push(...undo(ids.set, `back${made}`, known)));
    applied(await hr.push(operation('update', 'candidate', ids.b, { city: 'Surat' }, ids.base)));
    const reason = 'User HR changed it since.';
    expect(await admin.push(...undo(`back${made}`, `again${made}`, known))).toMatchObject([
      { left: [{ reason }] },
      { left: [{ reason }] },
    ]);
    expect(await record(`students/${ids.b}`)).toMatchObject({ city: 'Surat' });
  }
});

test('an inquiry that had its candidate before keeps it when a merge into it is undone', async () => {
  const [ids, other] = [await pair(), await pair()];
  // Both inquiries lead to one candidate now; then they are merged too.
  applied(await admin.push(...merge({ ...other, a: ids.a, b: other.b }), ...merge({ ...ids, b: ids.b })));
  const named = async (): Promise<unknown[]> => [
    (await record(`interns/${ids.from}`))?.['enrolledAs'],
    (await record(`interns/${other.from}`))?.['enrolledAs'],
  ];
  expect(await named()).toEqual([ids.a, ids.a]);
  await admin.put(`/api/students/${ids.a}`, { inquiry: other.from });
  const lead = `inquiries${made}`;
  const merged = [
    operation('delete', 'inquiry', other.from, {}, 0),
    operation('create', 'mergedRecord', lead, { was: other.from, inquiry: ids.from }),
  ].map((each) => ({ ...each, set: { id: lead, title: 'Merged', part: 0 } }));
  applied(await admin.push(...merged));
  const known: [EntityName, string][] = [
    ['mergedRecord', lead],
    ['inquiry', other.from],
  ];
  applied(await admin.push(...undo(lead, `back${lead}`, known)));
  expect(await named()).toEqual([ids.a, ids.a]);
});

test('of a merge that came in two calls all of it goes back to the record that is there again', async () => {
  const ids = await pair();
  await hr.push(note(`early${made}`, ids.b));
  const move = operation('update', 'activity', `early${made}`, { candidate: ids.a }, 1e9);
  applied(await admin.push({ ...move, set: { id: ids.set, title: 'Merged', part: 0 } }));
  const movedAt = new Date().toISOString();
  await vi.waitUntil(() => new Date().toISOString() > movedAt, { interval: 1 });
  const rest = merge(ids).map((each) => ({ ...each, set: { id: ids.set, title: 'Merged', part: 1 } }));
  applied(await admin.push(...rest));
  applied(await admin.push(operation('restore', 'candidate', ids.b)));
  expect(await about(`early${made}`)).toBe(ids.b);
});

test('what the one that stayed came from by now stays so when the other is there again', async () => {
  const ids = await pair();
  applied(await admin.push(...merge(ids)));
  expect((await record(`students/${ids.a}`))?.['inquiry']).toBe(ids.from);
  const other = `other-from${made}`;
  await hr.push(operation('create', 'inquiry', other, { Name: 'Asha once more' }));
  expect((await admin.put(`/api/students/${ids.a}`, { inquiry: other })).status).toBe(200);
  applied(await admin.push(operation('restore', 'candidate', ids.b)));
  expect((await record(`students/${ids.a}`))?.['inquiry']).toBe(other);
  expect((await record(`students/${ids.b}`))?.['inquiry']).toBe(ids.from);
});

test('an inquiry that was freed by the end of the one that stayed is again that of the one whose merge is undone', async () => {
  const ids = await pair();
  applied(await admin.push(...merge(ids)));
  applied(await admin.push(operation('delete', 'candidate', ids.a)));
  expect((await record(`interns/${ids.from}`))?.['enrolledAs']).toBeNull();
  const known: [EntityName, string][] = [
    ['mergedRecord', ids.lead],
    ['candidate', ids.b],
  ];
  applied(await admin.push(...undo(ids.set, `back${made}`, known)));
  expect((await record(`interns/${ids.from}`))?.['enrolledAs']).toBe(ids.b);
});

test('what comes back keeps what it came from where that became somebody who says otherwise', async () => {
  const [ids, other] = [await pair(), await pair()];
  applied(await admin.push(...merge({ ...ids, a: other.b })));
  // By hand the inquiry becomes one who came from elsewhere by now.
  const set = { id: `by-hand${made}`, title: 'Enrolled by hand', part: 0 };
  const steps = [
    operation('update', 'inquiry', ids.from, { enrolledAs: ids.a }, 1e9),
    operation('update', 'candidate', ids.a, { inquiry: ids.from }, 1e9),
  ];
  applied(await admin.push(...steps.map((each) => ({ ...each, set }))));
  const elsewhere = `elsewhere${made}`;
  await hr.push(operation('create', 'inquiry', elsewhere, { Name: 'Asha once more' }));
  expect((await admin.put(`/api/students/${ids.a}`, { inquiry: elsewhere })).status).toBe(200);
  applied(await admin.push(operation('restore', 'candidate', ids.b)));
  expect((await record(`students/${ids.b}`))?.['inquiry']).toBe(ids.from);
});

test('what comes back refers to the one that stayed, also where that is deleted by now', async () => {
  const ids = await pair();
  await hr.push(note(`gone${made}`, ids.b));
  applied(await hr.push(operation('delete', 'activity', `gone${made}`)));
  applied(await admin.push(...merge(ids)));
  applied(await admin.push(operation('delete', 'candidate', ids.a)));
  applied(await hr.push(operation('restore', 'activity', `gone${made}`)));
  expect(await about(`gone${made}`)).toBe(ids.a);
});

test('two that were merged the wrong way round, and then the other way, both undone, have each their own', async () => {
  const ids = await pair();
  await hr.push(note(`of-a${made}`, ids.a), note(`of-b${made}`, ids.b));
  const known = (away: string, lead: string): [EntityName, string][] => [
    ['mergedRecord', lead],
    ['candidate', away],
  ];
  const wrong = { ...ids, a: ids.b, b: ids.a, lead: `wrong${made}`, set: `wrong${made}` };
  for (const each of [wrong, ids, { ...wrong, lead: `more${made}`, set: `more${made}` }]) {
    applied(await admin.push(...merge(each)));
    expect([await about(`of-a${made}`), await about(`of-b${made}`)]).toEqual([each.a, each.a]);
    applied(await admin.push(...undo(each.set, `back-${each.set}`, known(each.b, each.lead))));
    expect([await about(`of-a${made}`), await about(`of-b${made}`)]).toEqual([ids.a, ids.b]);
  }
});

test('an undo of what came late ends where two were merged one way and then the other, whoever asks for it', async () => {
  const ids = await pair();
  applied(await admin.push(...merge(ids)));
  const late = operation('update', 'candidate', ids.b, { remarks: 'late' }, ids.base);
  const set = `late${made}`;
  applied(await admin.push({ ...late, set: { id: set, title: 'Late', part: 0 } }));
  const known: [EntityName, string][] = [
    ['mergedRecord', ids.lead],
    ['candidate', ids.b],
  ];
  await admin.push(...undo(ids.set, `back${made}`, known));
  const other = { ...ids, a: ids.b, b: ids.a, lead: `other${made}`, set: `other${made}` };
  applied(await admin.push(...merge(other)));
  // HR does not see what the administrator did, and takes nothing back of it.
  applied(await hr.push(...undo(set, `unseen${made}`, [['candidate', ids.b]])));
  expect((await record(`students/${ids.b}`))?.['remarks']).toBeNull();
});

test('what came late and was taken back is done again', async () => {
  const ids = await pair();
  const remarks = async (): Promise<unknown> => (await record(`students/${ids.a}`))?.['remarks'];
  applied(await hr.push(operation('update', 'candidate', ids.a, { remarks: 'own' }, 1e9)));
  applied(await admin.push(...merge(ids)));
  const late = operation('update', 'candidate', ids.b, { remarks: 'late' }, ids.base);
  applied(await hr.push({ ...late, set: { id: `late${made}`, title: 'Late', part: 0 } }));
  const known: [EntityName, string][] = [
    ['mergedRecord', ids.lead],
    ['candidate', ids.b],
  ];
  await admin.push(...undo(ids.set, `back${made}`, known));
  expect(await remarks()).toBe('late');
  let undone = `late${made}`;
  for (const stands of ['own', 'late', 'own']) {
    const by = `${undone}, undone`;
    applied(await hr.push(...undo(undone, by, [['candidate', ids.b]])));
    expect(await remarks()).toBe(stands);
    undone = by;
  }
});

test('who was enrolled late from an inquiry that was merged away came from that one again, as it says itself', async () => {
  made += 1;
  const ids = { a: `stays${made}`, b: `away${made}`, lead: `lead${made}`, from: '', set: `merge-${made}` };
  const results = await hr.push(
    operation('create', 'inquiry', ids.a, { Name: 'Asha' }),
    operation('create', 'inquiry', ids.b, { Name: 'Asha R' }),
  );
  const base = seqOf(results.at(-1));
  const set = { id: ids.set, title: 'Merged', part: 0 };
  const merging = [
    operation('delete', 'inquiry', ids.b, {}, base),
    operation('create', 'mergedRecord', ids.lead, { was: ids.b, name: 'B', inquiry: ids.a }),
  ];
  applied(await admin.push(...merging.map((each) => ({ ...each, set }))));
  const enrolled = `enrolled${made}`;
  applied(
    await hr.push(
      newCandidate(enrolled, { inquiry: ids.b }),
      operation('update', 'inquiry', ids.b, { enrolledAs: enrolled }, base),
    ),
  );
  const became = async (id: string): Promise<unknown> => (await record(`interns/${id}`))?.['enrolledAs'];
  expect([await became(ids.a), (await record(`students/${enrolled}`))?.['inquiry']]).toEqual([
    enrolled,
    ids.a,
  ]);
  applied(
    await admin.push(
      ...undo(ids.set, `back${made}`, [
        ['mergedRecord', ids.lead],
        ['inquiry', ids.b],
      ]),
    ),
  );
  expect((await record(`students/${enrolled}`))?.['inquiry']).toBe(ids.b);
  expect([await became(ids.b), await became(ids.a)]).toEqual([enrolled, null]);
});

test('a payment status that was chosen for one that was merged away meanwhile is not proposed over', async () => {
  const ids = await pair();
  const owes = { fee: 50_000, recievedAmount: 0, paymentStatus: 'Not Paid' };
  const results = await hr.push(
    operation('update', 'candidate', ids.a, owes, 1e9),
    operation('update', 'candidate', ids.b, owes, 1e9),
  );
  applied(results);
  applied(await admin.push(...merge(ids)));
  const chosen = { recievedAmount: 50_000, paymentStatus: 'Partially Paid' };
  applied(await hr.push(operation('update', 'candidate', ids.b, chosen, seqOf(results.at(-1)))));
  expect((await record(`students/${ids.a}`))?.['paymentStatus']).toBe('Partially Paid');
  // With what they had written themselves before.
  const fee = operation('update', 'candidate', ids.b, { fee: 70_000 }, seqOf(results.at(-1)));
  const discount = { recievedAmount: 60_000, paymentStatus: 'Fully Paid' };
  applied(await hr.push(fee, operation('update', 'candidate', ids.b, discount, seqOf(results.at(-1)))));
  expect((await record(`students/${ids.a}`))?.['paymentStatus']).toBe('Fully Paid');
});

test('what came late is taken back where it stands, also once its record was merged into another one', async () => {
  const ids = await pair();
  const elsewhere = await pair();
  applied(await admin.push(...merge(ids)));
  const late = operation('update', 'candidate', ids.b, { remarks: 'late' }, ids.base);
  applied(await hr.push({ ...late, set: { id: `late${made}`, title: 'Late', part: 0 } }));
  const known: [EntityName, string][] = [
    ['mergedRecord', ids.lead],
    ['candidate', ids.b],
  ];
  await admin.push(...undo(ids.set, `back${made}`, known));
  const other = { ...ids, a: elsewhere.a, lead: `other${made}`, set: `other${made}` };
  applied(await admin.push(...merge(other)));
  applied(await hr.push(...undo(`late${made}`, `taken${made}`, [['candidate', ids.b]])));
  expect((await record(`students/${ids.a}`))?.['remarks']).toBeNull();
});

test('what was deleted while its person was merged away comes back to that person once the merge is undone', async () => {
  const ids = await pair();
  const [early, late] = [`early${made}`, `late${made}`];
  const known: [EntityName, string][] = [
    ['mergedRecord', ids.lead],
    ['candidate', ids.b],
  ];
  await hr.push(note(early, ids.b));
  applied(await admin.push(...merge(ids)));
  await hr.push(note(late, ids.b), note(`other${made}`, ids.a));
  const all = [early, late, `other${made}`];
  applied(await hr.push(...all.map((id) => operation('delete', 'activity', id))));
  await admin.push(...undo(ids.set, `back${made}`, known));
  applied(await hr.push(...all.map((id) => operation('restore', 'activity', id))));
  expect(await Promise.all(all.map(about))).toEqual([ids.b, ids.b, ids.a]);
});

test('a late edit that was taken back and done again is named by the undo of the merge, one that was not is not', async () => {
  const ids = await pair();
  applied(await admin.push(...merge(ids)));
  const late = (name: string): Operation => ({
    ...operation('update', 'candidate', ids.b, { [name]: 'late' }, ids.base),
    set: { id: `${name}${made}`, title: 'Late', part: 0 },
  });
  applied(await hr.push(late('remarks'), late('city')));
  const taken: [EntityName, string][] = [['candidate', ids.b]];
  applied(await hr.push(...undo(`remarks${made}`, `taken${made}`, taken)));
  applied(await hr.push(...undo(`taken${made}`, `again${made}`, taken)));
  applied(await hr.push(...undo(`city${made}`, `city, taken${made}`, taken)));
  const results = await admin.push(
    ...undo(ids.set, `back${made}`, [
      ['mergedRecord', ids.lead],
      ['candidate', ids.b],
    ]),
  );
  const left = results.map((each) => (each.status === 'applied' ? (each.left ?? []) : each.error));
  expect(left.flat()).toMatchObject([{ field: 'Remarks' }]);
});

test('what was deleted comes back to whom it would be of by now, if it had been there all the time', async () => {
  const [wrong, right] = [await pair(), await pair()];
  const cv = `of-b${made}`;
  await hr.push(note(cv, wrong.b));
  const known = (lead: string, away: string): [EntityName, string][] => [
    ['mergedRecord', lead],
    ['candidate', away],
  ];
  // Into the wrong one, and put right.
  applied(await admin.push(...merge(wrong)));
  applied(await hr.push(operation('delete', 'activity', cv)));
  await admin.push(...undo(wrong.set, `back${made}`, known(wrong.lead, wrong.b)));
  const put = { ...wrong, a: right.a, lead: `put${made}`, set: `put${made}` };
  applied(await admin.push(...merge(put)));
  applied(await hr.push(operation('restore', 'activity', cv)));
  expect(await about(cv)).toBe(right.a);
  // Deleted once more, after a merge of the one that stayed was taken back.
  const on = { ...right, a: right.b, b: right.a, lead: `on${made}`, set: `on${made}` };
  applied(await admin.push(...merge(on)));
  await admin.push(...undo(on.set, `on, back${made}`, known(on.lead, on.b)));
  applied(await hr.push(operation('delete', 'activity', cv)));
  await admin.push(...undo(put.set, `put, back${made}`, known(put.lead, put.b)));
  applied(await hr.push(operation('restore', 'activity', cv)));
  expect(await about(cv)).toBe(wrong.b);
});

test('who was deleted while the inquiry that they came from was merged away comes back as what became of that one alone', async () => {
  made += 1;
  const [stays, away, enrolled] = [`stays${made}`, `away${made}`, `enrolled${made}`];
  const set = { id: `merge-${made}`, title: 'Merged', part: 0 };
  applied(
    await hr.push(
      operation('create', 'inquiry', stays, { Name: 'Asha' }),
      operation('create', 'inquiry', away, { Name: 'Asha R' }),
      newCandidate(enrolled, { inquiry: away }),
      operation('update', 'inquiry', away, { enrolledAs: enrolled }, 1e9),
    ),
  );
  const merging = [
    operation('delete', 'inquiry', away, {}, 1e9),
    operation('create', 'mergedRecord', `lead${made}`, { was: away, name: 'B', inquiry: stays }),
  ];
  applied(await admin.push(...merging.map((each) => ({ ...each, set }))));
  applied(await admin.push(operation('delete', 'candidate', enrolled, {}, 1e9)));
  const known: [EntityName, string][] = [
    ['mergedRecord', `lead${made}`],
    ['inquiry', away],
  ];
  await admin.push(...undo(set.id, `back${made}`, known));
  applied(await admin.push(operation('restore', 'candidate', enrolled)));
  const became = async (id: string): Promise<unknown> => (await record(`interns/${id}`))?.['enrolledAs'];
  expect((await record(`students/${enrolled}`))?.['inquiry']).toBe(away);
  expect([await became(away), await became(stays)]).toEqual([enrolled, null]);
});

test('who comes back is of the right inquiry alone, where it had been merged into a wrong one before', async () => {
  made += 1;
  const [wrong, right, own, enrolled] = ['wrong', 'right', 'own', 'enrolled'].map(
    (each) => `${each}${made}`,
  ) as [string, string, string, string];
  const lead = (id: string): Operation => operation('create', 'inquiry', id, { Name: id });
  applied(
    await hr.push(
      ...[wrong, right, own].map(lead),
      newCandidate(enrolled, { inquiry: own }),
      operation('update', 'inquiry', own, { enrolledAs: enrolled }, 1e9),
    ),
  );
  const mergeInto = (into: string): Operation[] =>
    [
      operation('delete', 'inquiry', own, {}, 1e9),
      operation('create', 'mergedRecord', `of-${into}`, { was: own, name: own, inquiry: into }),
    ].map((each) => ({ ...each, set: { id: `into-${into}`, title: 'Merged', part: 0 } }));
  applied(await admin.push(...mergeInto(wrong)));
  applied(await admin.push(operation('delete', 'candidate', enrolled, {}, 1e9)));
  await admin.push(
    ...undo(`into-${wrong}`, `back${made}`, [
      ['mergedRecord', `of-${wrong}`],
      ['inquiry', own],
    ]),
  );
  applied(await admin.push(...mergeInto(right)));
  applied(await admin.push(operation('restore', 'candidate', enrolled)));
  const became = async (id: string): Promise<unknown> => (await record(`interns/${id}`))?.['enrolledAs'];
  expect((await record(`students/${enrolled}`))?.['inquiry']).toBe(right);
  expect([await became(right), await became(wrong)]).toEqual([enrolled, null]);
});

test('who was enrolled late from an inquiry of which somebody before is deleted goes back with it', async () => {
  made += 1;
  const [stays, away, first, second] = [`stays${made}`, `away${made}`, `first${made}`, `second${made}`];
  const results = await hr.push(
    operation('create', 'inquiry', stays, { Name: 'Asha' }),
    operation('create', 'inquiry', away, { Name: 'Asha R' }),
    newCandidate(first, { inquiry: away }),
    operation('update', 'inquiry', away, { enrolledAs: first }, 1e9),
  );
  applied(results);
  const set = { id: `merge-${made}`, title: 'Merged', part: 0 };
  const merging = [
    operation('delete', 'inquiry', away, {}, 1e9),
    operation('create', 'mergedRecord', `lead${made}`, { was: away, name: 'B', inquiry: stays }),
  ];
  applied(await admin.push(...merging.map((each) => ({ ...each, set }))));
  applied(
    await hr.push(
      operation('delete', 'candidate', first, {}, 1e9),
      newCandidate(second, { inquiry: away }),
      operation('update', 'inquiry', away, { enrolledAs: second }, seqOf(results.at(-1))),
    ),
  );
  await admin.push(
    ...undo(set.id, `back${made}`, [
      ['mergedRecord', `lead${made}`],
      ['inquiry', away],
    ]),
  );
  const became = async (id: string): Promise<unknown> => (await record(`interns/${id}`))?.['enrolledAs'];
  expect((await record(`students/${second}`))?.['inquiry']).toBe(away);
  expect([await became(away), await became(stays)]).toEqual([second, null]);
});

test('an inquiry that had become somebody by a merge of candidates has still where a merge of inquiries is undone', async () => {
  made += 1;
  const [i0, i1, x0, x1] = [`i0-${made}`, `i1-${made}`, `x0-${made}`, `x1-${made}`];
  const mergeOf = (entity: 'candidate' | 'inquiry', was: string, into: string): Operation[] =>
    [
      operation('delete', entity, was, {}, 1e9),
      operation('create', 'mergedRecord', `of-${was}`, { was, name: was, [entity]: into }),
    ].map((each) => ({ ...each, set: { id: `merge-${was}`, title: 'Merged', part: 0 } }));
  applied(
    await hr.push(
      operation('create', 'inquiry', i0, { Name: i0 }),
      operation('create', 'inquiry', i1, { Name: i1 }),
      newCandidate(x0, { inquiry: i0 }),
      newCandidate(x1, { inquiry: i1 }),
      operation('update', 'inquiry', i0, { enrolledAs: x0 }, 1e9),
      operation('update', 'inquiry', i1, { enrolledAs: x1 }, 1e9),
    ),
  );
  applied(await admin.push(...mergeOf('candidate', x0, x1)));
  applied(await admin.push(...mergeOf('inquiry', i0, i1)));
  await admin.push(
    ...undo(`merge-${i0}`, `back${made}`, [
      ['mergedRecord', `of-${i0}`],
      ['inquiry', i0],
    ]),
  );
  const became = async (id: string): Promise<unknown> => (await record(`interns/${id}`))?.['enrolledAs'];
  expect([await became(i0), await became(i1)]).toEqual([x1, x1]);
});

test.each([
  ['inquiries', 'inquiry', false],
  ['candidates', 'candidate', false],
  ['inquiries, of which the desks knew', 'inquiry', true],
  ['candidates, of which the desks knew', 'candidate', true],
] as const)(
  'where both were merged, the undo of the merge of the %s leaves the enrolment whole',
  async (_, wrong, knows) => {
    made += 1;
    const ids = {
      inquiry: [`i0-${made}`, `i1-${made}`],
      candidate: [`x0-${made}`, `x1-${made}`],
    } as const;
    const mergeOf = (entity: 'candidate' | 'inquiry', linked: string): Operation[] => {
      const [was, into] = ids[entity];
      const named = entity === 'inquiry' ? 'candidate' : 'inquiry';
      const [own, other] =
        entity === 'inquiry' ? (['enrolledAs', 'inquiry'] as const) : (['inquiry', 'enrolledAs'] as const);
      // As a desk sends them that has the records.
      const known = [
        operation('update', named, linked, { [other]: into }, 1e9),
        operation('update', entity, into, { [own]: linked }, 1e9),
      ];
      return [
        ...(knows ? known : []),
        operation('delete', entity, was, {}, 1e9),
        operation('create', 'mergedRecord', `of-${was}`, { was, name: was, [entity]: into }),
      ].map((each) => ({ ...each, set: { id: `merge-${was}`, title: 'Merged', part: 0 } }));
    };
    applied(
      await hr.push(
        operation('create', 'inquiry', ids.inquiry[0], { Name: 'Asha' }),
        operation('create', 'inquiry', ids.inquiry[1], { Name: 'Asha R' }),
        newCandidate(ids.candidate[0], { inquiry: ids.inquiry[0] }),
        newCandidate(ids.candidate[1]),
        operation('update', 'inquiry', ids.inquiry[0], { enrolledAs: ids.candidate[0] }, 1e9),
      ),
    );
    const right = wrong === 'inquiry' ? 'candidate' : 'inquiry';
    applied(await admin.push(...mergeOf(wrong, ids[right][0])));
    applied(await admin.push(...mergeOf(right, ids[wrong][1])));
    const [back] = ids[wrong];
    await admin.push(
      ...undo(`merge-${back}`, `back${made}`, [
        ['mergedRecord', `of-${back}`],
        [wrong, back],
        ...(knows
          ? ([
              [wrong, ids[wrong][1]],
              [right, ids[right][0]],
            ] as [EntityName, string][])
          : []),
      ]),
    );
    const became = async (id: string): Promise<unknown> =>
      (await record(`interns/${id}`))?.['enrolledAs'] ?? null;
    const came = async (id: string): Promise<unknown> =>
      (await record(`students/${id}`))?.['inquiry'] ?? null;
    const [[i0, i1], [x0, x1]] = [ids.inquiry, ids.candidate];
    expect([await became(i0), await became(i1), await came(x0), await came(x1)]).toEqual(
      wrong === 'inquiry' ? [x1, null, null, i0] : [null, x0, i1, null],
    );
  },
);
