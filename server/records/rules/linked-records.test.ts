import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyRecord } from '#shared/model/entity.ts';
import type { Operation } from '#shared/protocol/sync.ts';
import { bulkLoad } from '../../database/bulk-load.ts';
import { newCandidate, operation, type TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { LINES_OF_DELETE, LINKS } from './linked-records.ts';

/** Decision 21: a message becomes one inquiry, an inquiry one candidate, and each names the other. */

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

const inSet = (...operations: Operation[]): Operation[] => {
  made += 1;
  const set = { id: `links-${made}`, title: `Set ${made}`, part: 0 };
  return operations.map((each) => ({ ...each, set }));
};

const read = async (path: string, id: string): Promise<AnyRecord | null> => {
  const { status, body } = await admin.get<AnyRecord>(`/api/${path}/${id}`);
  return status === 200 ? body : null;
};

const takeOver = (contact: string, inquiry: string): Operation[] =>
  inSet(
    operation('create', 'inquiry', inquiry, { Name: `Lead ${inquiry}`, contact }),
    operation('update', 'contactInquiry', contact, { inquiry }),
  );
const enrol = (inquiry: string, candidate: string): Operation[] =>
  inSet(
    newCandidate(candidate, { inquiry }),
    operation('update', 'inquiry', inquiry, { enrolledAs: candidate }),
  );
const undo = (sent: readonly Operation[]): Operation[] => {
  made += 1;
  const set = { id: `links-${made}`, title: 'Undone', part: 0, undoes: sent[0]?.set?.id ?? '' };
  return sent.toReversed().map(({ entity, recordId }) => ({ ...operation('undo', entity, recordId), set }));
};

test('the second who takes over or enrols is refused whole, with who was first', async () => {
  await admin.push(operation('create', 'contactInquiry', 'asha', { name: 'Asha' }));
  expect(await hr.push(...takeOver('asha', 'lead-1'))).toMatchObject([
    { status: 'applied' },
    { status: 'applied' },
  ]);
  expect(await admin.push(...takeOver('asha', 'lead-2'))).toMatchObject([
    {
      status: 'refused',
      code: 'conflict',
      error: 'Asha was taken over already as Lead lead-1 by User HR. Open that inquiry instead.',
    },
    { status: 'refused' },
  ]);
  expect(await read('interns', 'lead-2')).toBeNull();
  expect(await hr.push(...enrol('lead-1', 'person-1'))).toMatchObject([
    { status: 'applied' },
    { status: 'applied' },
  ]);
  expect(await admin.push(...enrol('lead-1', 'person-2'))).toMatchObject([
    {
      status: 'refused',
      error:
        'Lead lead-1 was enrolled already as Candidate person-1 by User HR. Open that candidate instead.',
    },
    { status: 'refused' },
  ]);
  expect(await read('students', 'person-2')).toBeNull();
  expect(await read('interns', 'lead-1')).toMatchObject({ contact: 'asha', enrolledAs: 'person-1' });
});

test('no door links what does not name each other, or what is linked', async () => {
  await admin.push(
    operation('create', 'contactInquiry', 'bela', { name: 'Bela' }),
    operation('create', 'inquiry', 'lone', { Name: 'Lone' }),
    newCandidate('stranger'),
  );
  const refused = { status: 409, body: { code: 'conflict' } };
  expect(await admin.put('/api/contacts/bela', { inquiry: 'lone' })).toMatchObject(refused);
  expect(await admin.put('/api/interns/lone', { enrolledAs: 'stranger' })).toMatchObject(refused);
  expect(await admin.put('/api/students/stranger', { inquiry: 'lead-1' })).toMatchObject(refused);
  expect(await admin.post('/api/interns', { Name: 'Again', contact: 'asha' })).toMatchObject(refused);
  // What is only now made can have become nothing yet.
  for (const client of [hr, admin]) {
    expect(await client.post('/api/interns', { Name: 'New', enrolledAs: 'stranger' })).toMatchObject(refused);
    expect(await client.post('/api/contacts', { name: 'New', inquiry: 'lone' })).toMatchObject(refused);
  }
  expect(
    await hr.push(operation('create', 'inquiry', 'new', { Name: 'New', enrolledAs: 'person-1' })),
  ).toMatchObject([{ status: 'refused', code: 'conflict' }]);
  // By REST, one after the other.
  expect((await admin.put('/api/students/stranger', { inquiry: 'lone' })).status).toBe(200);
  expect(await hr.push(...enrol('lone', 'second'))).toMatchObject([
    { status: 'refused', error: expect.stringContaining('Lone was enrolled already as') as string },
    { status: 'refused' },
  ]);
  expect((await admin.put('/api/interns/lone', { enrolledAs: 'stranger' })).status).toBe(200);
});

test('no door makes one forget the other; an undo and a delete do', async () => {
  await admin.push(operation('create', 'inquiry', 'kept', { Name: 'Kept' }));
  const enrolled = enrol('kept', 'kept-person');
  await hr.push(...enrolled);
  const error =
    'Kept became Candidate kept-person, and they belong together. Undo that in Recent changes, or delete Candidate kept-person.';
  const refused = { status: 409, body: { code: 'conflict', error } };
  expect(await hr.put('/api/interns/kept', { enrolledAs: null })).toMatchObject(refused);
  expect(await admin.put('/api/students/kept-person', { inquiry: '' })).toMatchObject(refused);
  const emptied = operation('update', 'inquiry', 'kept', { enrolledAs: null }, 1e9);
  expect(
    await hr.push(emptied, ...inSet(operation('update', 'candidate', 'kept-person', { inquiry: null }, 1e9))),
  ).toMatchObject([
    { status: 'refused', error },
    { status: 'refused', error },
  ]);
  expect(await hr.put('/api/interns/kept', { notes: 'Called', enrolledAs: 'kept-person' })).toMatchObject({
    status: 200,
  });
  expect(await admin.push(...undo(enrolled).filter(({ entity }) => entity === 'inquiry'))).toMatchObject([
    { status: 'applied' },
  ]);
  expect(await read('interns', 'kept')).toMatchObject({ enrolledAs: null });
});

test('what is deleted frees the other, and takes it again when it comes back, unless it is somebody else’s', async () => {
  await admin.delete('/api/students/stranger');
  expect(await read('interns', 'lone')).toMatchObject({ enrolledAs: null });
  await admin.push(operation('restore', 'candidate', 'stranger'));
  expect(await read('interns', 'lone')).toMatchObject({ enrolledAs: 'stranger' });
  await admin.delete('/api/students/stranger');
  await admin.push(...enrol('lone', 'other'));
  await admin.push(operation('restore', 'candidate', 'stranger'));
  expect(await read('interns', 'lone')).toMatchObject({ enrolledAs: 'other' });
  expect(await read('students', 'stranger')).toMatchObject({ inquiry: 'lone' });
  await admin.delete('/api/interns/lead-1');
  expect(await read('contacts', 'asha')).toMatchObject({ inquiry: null });
});

test('what comes back after what it became has gone does not name that, until it comes back too', async () => {
  await admin.push(operation('create', 'contactInquiry', 'later', { name: 'Later' }));
  const [taken, enrolled] = [takeOver('later', 'lead-later'), enrol('lead-later', 'person-later')];
  await admin.push(...taken);
  await admin.push(...enrolled);
  const named = async (): Promise<unknown[]> => [
    (await read('contacts', 'later'))?.['inquiry'],
    (await read('interns', 'lead-later'))?.['enrolledAs'],
  ];
  expect(await named()).toEqual(['lead-later', 'person-later']);
  await admin.push(operation('delete', 'contactInquiry', 'later'));
  await admin.push(operation('delete', 'inquiry', 'lead-later'));
  await admin.push(...undo(enrolled));
  await admin.push(operation('restore', 'contactInquiry', 'later'));
  expect(await named()).toEqual([null, undefined]);
  await admin.push(operation('restore', 'inquiry', 'lead-later'));
  expect(await named()).toEqual(['lead-later', null]);
  await admin.push(operation('restore', 'candidate', 'person-later'));
  expect(await named()).toEqual(['lead-later', 'person-later']);
  // Where that is there all the time, it is named again.
  await admin.push(operation('delete', 'inquiry', 'lead-later'));
  await admin.push(operation('restore', 'inquiry', 'lead-later'));
  expect(await named()).toEqual(['lead-later', 'person-later']);
});

test('where nobody knows who was first the sentence names nobody', async () => {
  await admin.push(operation('create', 'contactInquiry', 'loaded', { name: 'Loaded' }));
  const inquiry = { _id: 'loaded-lead', Name: 'Loaded lead', contact: 'loaded' };
  await bulkLoad(server.database, 'inquiry', [inquiry]);
  expect(await admin.put('/api/contacts/loaded', { inquiry: 'loaded-lead' })).toMatchObject({ status: 200 });
  expect(await hr.push(...takeOver('loaded', 'loaded-again'))).toMatchObject([
    {
      status: 'refused',
      error: 'Loaded was taken over already as Loaded lead. Open that inquiry instead.',
    },
    { status: 'refused' },
  ]);
});

test('HR takes back a take-over and an enrolment of its own, and does them again; of others, and later, it deletes none', async () => {
  await admin.push(operation('create', 'contactInquiry', 'chand', { name: 'Chand' }));
  const sent = takeOver('chand', 'lead-c');
  await hr.push(...sent);
  const back = undo(sent);
  const undone = await hr.push(...back);
  expect(undone.map((each) => ('left' in each ? each.left : each.status))).toEqual(['applied', 'applied']);
  expect(await read('interns', 'lead-c')).toBeNull();
  expect(await read('contacts', 'chand')).toMatchObject({ inquiry: null });
  expect(await hr.push(...undo(back))).toMatchObject([{ status: 'applied' }, { status: 'applied' }]);
  expect(await read('interns', 'lead-c')).toMatchObject({ contact: 'chand' });
  expect(await read('contacts', 'chand')).toMatchObject({ inquiry: 'lead-c' });
  // That is no way to delete by hand.
  expect(await hr.push(operation('delete', 'inquiry', 'lead-c'))).toMatchObject([
    { status: 'refused', code: 'forbidden' },
  ]);

  const old = inSet(operation('create', 'inquiry', 'old', { Name: 'Old' }), newCandidate('with-old'));
  await hr.push(...old);
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
  await server.database.write(async (trx) => {
    await trx.all(`UPDATE "change_log" SET "at" = ? WHERE "recordId" = 'old' RETURNING "seq"`, [hourAgo]);
  });
  expect(await hr.push(...undo(old))).toMatchObject([
    { status: 'applied' },
    { status: 'applied', left: [{ reason: 'Your role may not delete inquiries.' }] },
  ]);
  expect(await read('interns', 'old')).not.toBeNull();
  // Whose right it is takes back the rest.
  expect(await admin.push(...undo(old).filter(({ entity }) => entity === 'inquiry'))).toMatchObject([
    { status: 'applied' },
  ]);
  expect(await read('interns', 'old')).toBeNull();
});

test('what a delete freed is looked for in the lines right after it, and not in all of an entity', async () => {
  const plan = await server.database.read(async (trx) => {
    // With as few rows as here PostgreSQL would rather read them all.
    if (trx.dialect === 'postgresql') await trx.all('SET LOCAL enable_seqscan = off');
    const explain = trx.dialect === 'postgresql' ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN';
    return trx.all(`${explain} ${LINES_OF_DELETE}`, ['candidate', 'any', 50, 'inquiry']);
  });
  const isSqlite = server.database.dialect === 'sqlite';
  expect(JSON.stringify(plan)).toContain(isSqlite ? 'SEARCH c USING INTEGER PRIMARY KEY' : 'change_log_pkey');
});

test.each(LINKS.flatMap(({ from, to }) => [from, to]))(
  'who is named by $entity $field is found by an index',
  async ({ entity, field }) => {
    const plan = await server.database.read(async (trx) => {
      if (trx.dialect === 'postgresql') await trx.all('SET LOCAL enable_seqscan = off');
      const explain = trx.dialect === 'postgresql' ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN';
      return trx.all(
        `${explain} SELECT * FROM "${entity}" WHERE "${field}" = ? AND "deletedAt" IS NULL ORDER BY "_id"`,
        ['any'],
      );
    });
    expect(JSON.stringify(plan)).toContain(`${entity}_by_${field}`);
  },
);
