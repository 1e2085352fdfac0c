import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyRecord } from '#shared/model/entity.ts';
import type { EntityName } from '#shared/model/entities.ts';
import type { Operation, OperationResult } from '#shared/protocol/sync.ts';
import { newCandidate, operation, type TestClient } from '../testing/client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

/** Who takes back what they added takes away nothing that others did with it (docs/sync.md). */

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

const inSet = (id: string, ...operations: Operation[]): Operation[] =>
  operations.map((each) => ({ ...each, set: { id, title: 'Added', part: 0 } }));

const undo = (undoes: string, ...records: [EntityName, string][]): Operation[] => {
  made += 1;
  const set = { id: `undo-${made}`, title: 'Undone', part: 0, undoes };
  return records.map(([entity, id]) => ({ ...operation('undo', entity, id), set }));
};

const reasons = (results: readonly OperationResult[]): unknown[] =>
  results.flatMap((each) =>
    each.status === 'applied' ? (each.left ?? []).map(({ reason }) => reason) : each.error,
  );

const isThere = async (path: string): Promise<boolean> =>
  (await admin.get<AnyRecord>(`/api/${path}`)).status === 200;

test('a candidate about whom somebody has logged a call stays, until that is gone', async () => {
  await hr.push(...inSet('called', newCandidate('called')));
  await admin.push(operation('create', 'activity', 'call', { candidate: 'called', kind: 'Call' }));
  const left = await hr.push(...undo('called', ['candidate', 'called']));
  expect(reasons(left)).toEqual(['There is more about it by now (activities).']);
  expect(await isThere('students/called')).toBe(true);
  await admin.push(operation('delete', 'activity', 'call'));
  expect(reasons(await hr.push(...undo('called', ['candidate', 'called'])))).toEqual([]);
  expect(await isThere('students/called')).toBe(false);
});

test('an inquiry into which another one was merged stays', async () => {
  await hr.push(operation('create', 'inquiry', 'older', { Name: 'Older' }));
  await hr.push(...inSet('added', operation('create', 'inquiry', 'stays', { Name: 'Stays' })));
  await admin.push(
    ...inSet(
      'merge',
      operation('delete', 'inquiry', 'older'),
      operation('create', 'mergedRecord', 'lead', { was: 'older', name: 'Older', inquiry: 'stays' }),
    ),
  );
  expect(reasons(await hr.push(...undo('added', ['inquiry', 'stays'])))).toEqual([
    'There is more about it by now (merged records).',
  ]);
  expect(await isThere('interns/stays')).toBe(true);
});

test.each([
  ['the new one first', ['candidate', 'inquiry']],
  ['the new one last', ['inquiry', 'candidate']],
] as const)('what the same set linked with it is no reason: %s', async (name, order) => {
  const [lead, person] = [`lead-${order[0]}`, `person-${order[0]}`];
  await hr.push(operation('create', 'inquiry', lead, { Name: 'Asha' }));
  const enrolled = inSet(
    `enrolled ${name}`,
    newCandidate(person, { inquiry: lead, email: `p${made}@people.test` }),
    operation('update', 'inquiry', lead, { enrolledAs: person }),
  );
  expect((await hr.push(...enrolled)).map(({ status }) => status)).toEqual(['applied', 'applied']);
  const records = order.map((entity): [EntityName, string] => [entity, entity === 'inquiry' ? lead : person]);
  expect(reasons(await hr.push(...undo(`enrolled ${name}`, ...records)))).toEqual([]);
  expect(await isThere(`students/${encodeURIComponent(person)}`)).toBe(false);
});

test.each([
  ['the new one first', ['candidate', 'inquiry']],
  ['the new one last', ['inquiry', 'candidate']],
] as const)('an inquiry goes on naming the candidate that stays: %s', async (name, order) => {
  const [lead, person] = [`stays-${order[0]}`, `stays-person-${order[0]}`];
  await hr.push(operation('create', 'inquiry', lead, { Name: 'Bela' }));
  await hr.push(
    ...inSet(
      `stays ${name}`,
      newCandidate(person, { fullName: 'Bela Stays', inquiry: lead, email: `s${made}@people.test` }),
      operation('update', 'inquiry', lead, { enrolledAs: person }),
    ),
  );
  const note = `note-${order[0]}`;
  await admin.push(operation('create', 'activity', note, { candidate: person, kind: 'Note' }));
  const records = order.map((entity): [EntityName, string] => [entity, entity === 'inquiry' ? lead : person]);
  const [more, together] = [
    'There is more about it by now (activities).',
    'Bela Stays stays, and they belong together.',
  ];
  const left = reasons(await hr.push(...undo(`stays ${name}`, ...records)));
  expect(new Set(left)).toEqual(new Set([together, more]));
  expect((await admin.get<AnyRecord>(`/api/interns/${lead}`)).body).toMatchObject({ enrolledAs: person });
  // Once nothing keeps it, both go back.
  await admin.push(operation('delete', 'activity', note));
  expect(reasons(await hr.push(...undo(`stays ${name}`, ...records)))).toEqual([]);
  expect((await admin.get<AnyRecord>(`/api/interns/${lead}`)).body).toMatchObject({ enrolledAs: null });
});

test.each(['enrolled-again', 'brought-back'] as const)(
  'an inquiry goes on naming the candidate that stays, also where it was %s',
  async (how) => {
    const [lead, person] = [`lead-${how}`, `person-${how}`];
    await hr.push(operation('create', 'inquiry', lead, { Name: 'Chitra' }));
    const records: [EntityName, string][] = [
      ['inquiry', lead],
      ['candidate', person],
    ];
    await hr.push(
      ...inSet(
        how,
        newCandidate(person, { inquiry: lead, email: `c${made}@people.test` }),
        operation('update', 'inquiry', lead, { enrolledAs: person }),
      ),
    );
    const named = async (): Promise<unknown> =>
      (await admin.get<AnyRecord>(`/api/interns/${lead}`)).body['enrolledAs'];
    let last = how as string;
    const turn = async (): Promise<unknown[]> => {
      const sent = undo(last, ...records);
      // What is done again is done in the order of the first time.
      records.reverse();
      last = sent[0]?.set?.id ?? '';
      return reasons(await admin.push(...sent));
    };
    if (how === 'brought-back') {
      last = `delete ${how}`;
      await admin.push(...inSet(last, operation('delete', 'candidate', person)));
      records.reverse();
    } else expect(await turn()).toEqual([]);
    expect(await named()).toBeNull();
    expect(await turn()).toEqual([]);
    expect(await named()).toBe(person);
    await hr.push(operation('create', 'activity', `note-${how}`, { candidate: person, kind: 'Note' }));
    expect(new Set(await turn())).toEqual(
      new Set([
        'There is more about it by now (activities).',
        `Candidate ${person} stays, and they belong together.`,
      ]),
    );
    expect(await named()).toBe(person);
  },
);

test('what was deleted, brought back and then changed or called by others is not deleted by doing that again', async () => {
  for (const [id, later, reason] of [
    ['edited', operation('update', 'candidate', 'edited', { city: 'Surat' }), 'User Admin changed it since.'],
    [
      'rung',
      operation('create', 'activity', 'ring', { candidate: 'rung', kind: 'Call' }),
      'There is more about it by now (activities).',
    ],
  ] as const) {
    await hr.push(
      newCandidate(id),
      operation('create', 'activity', `of-${id}`, { candidate: id, kind: 'Note' }),
    );
    await hr.push(...inSet(`deleted ${id}`, operation('delete', 'candidate', id)));
    const back = undo(`deleted ${id}`, ['candidate', id]);
    expect(reasons(await hr.push(...back))).toEqual([]);
    const again = undo(back[0]?.set?.id ?? '', ['candidate', id]);
    await admin.push(later);
    expect(reasons(await hr.push(...again))).toEqual([reason]);
    expect(await isThere(`students/${id}`)).toBe(true);
  }
});

test('HR takes back its own addition once more after doing it again', async () => {
  await hr.push(...inSet('lead', operation('create', 'inquiry', 'to-and-fro', { Name: 'Lead' })));
  let set = 'lead';
  for (const there of [false, true, false]) {
    const sent = undo(set, ['inquiry', 'to-and-fro']);
    expect(reasons(await hr.push(...sent))).toEqual([]);
    expect(await isThere('interns/to-and-fro')).toBe(there);
    set = sent[0]?.set?.id ?? '';
  }
});
