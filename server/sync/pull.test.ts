import { afterAll, beforeAll, expect, test } from 'vitest';
import { PATHS, type ChecksumResponse } from '#shared/protocol/sync.ts';
import { bulkLoad } from '../database/bulk-load.ts';
import { newCandidate, operation, type TestClient } from '../testing/client.ts';
import { startTestServer, userIdOf, type TestServer } from '../testing/server.ts';

let server: TestServer;
let admin: TestClient;
let superAdmin: TestClient;

beforeAll(async () => {
  server = await startTestServer({
    prepare: async (database) => {
      await bulkLoad(
        database,
        'candidate',
        Array.from({ length: 120 }, (_, at) => ({
          _id: `loaded-${at}`,
          fullName: `Loaded ${at}`,
          mobile: '1',
          email: `loaded${at}@people.test`,
          fee: at,
          enrolledCourse: ['JAVA', 'Cloud'],
        })),
      );
    },
  });
  admin = await server.signIn('Admin');
  superAdmin = await server.signIn('Super Admin');
});
afterAll(() => server.stop());

test('a first sync gives every row once, in pages, with the total on the first', async () => {
  const desk = await server.signIn('Admin', 'paging');
  const pulled = await desk.pull(50);
  expect(pulled.pages).toBeGreaterThan(2);
  expect(pulled.total).toBe(pulled.rows.size);
  expect(pulled.gone).toEqual([]);
  expect(pulled.rows.get('candidate/loaded-7')).toMatchObject({ fee: 7, enrolledCourse: '["JAVA","Cloud"]' });
  const checksum = (await desk.get<ChecksumResponse>(PATHS.checksum)).body;
  const seqs = [...pulled.rows.entries()]
    .filter(([key]) => key.startsWith('candidate/'))
    .map(([, row]) => Number(row['_seq']));
  expect(checksum.entities.candidate).toEqual({
    count: seqs.length,
    seqSum: seqs.reduce((sum, seq) => sum + seq, 0),
  });
  expect((await desk.pull()).rows.size).toBe(0);
});

test('changes while a first sync goes on are not lost, and earlier deletes are not told', async () => {
  await admin.push(newCandidate('gone-before'), operation('delete', 'candidate', 'gone-before'));
  const desk = await server.signIn('Admin', 'meanwhile');
  await desk.pullPage(20);
  await admin.push(
    operation('update', 'candidate', 'loaded-3', { city: 'Meanwhile' }),
    operation('delete', 'candidate', 'loaded-4'),
    newCandidate('meanwhile'),
  );
  const rest = await desk.pull(20);
  expect(rest.rows.get('candidate/loaded-3')).toMatchObject({ city: 'Meanwhile' });
  expect(rest.rows.has('candidate/meanwhile')).toBe(true);
  expect(rest.gone).toEqual(['candidate/loaded-4']);
});

test('a deleted record is gone, and comes again when it is restored', async () => {
  const desk = await server.signIn('HR', 'tombstones');
  await desk.pull();
  await admin.push(operation('delete', 'candidate', 'loaded-10'));
  expect((await desk.pull()).gone).toEqual(['candidate/loaded-10']);
  await admin.push(operation('restore', 'candidate', 'loaded-10'));
  const back = await desk.pull();
  expect(back.rows.has('candidate/loaded-10')).toBe(true);
  expect(back.gone).toEqual([]);
});

test('a page is bounded in size, whatever its rows hold', async () => {
  const content = `<p>${'x'.repeat(900_000)}</p>`;
  const desk = await server.signIn('Admin', 'large');
  await desk.pull();
  for (let at = 0; at < 6; at += 1) {
    await admin.push(
      operation('create', 'blog', `large-${at}`, { title: `Large ${at}`, slug: `l${at}`, content }),
    );
  }
  await admin.push(
    ...Array.from({ length: 120 }, (_, at) =>
      operation('update', 'candidate', `loaded-${at}`, {
        notes: 'n'.repeat(19_000),
        discussion: 'd'.repeat(19_000),
      }),
    ).slice(20),
  );
  const pulled = await desk.pull();
  expect(pulled.pages).toBeGreaterThanOrEqual(3);
  expect([...pulled.rows.keys()].filter((key) => key.startsWith('blog/'))).toHaveLength(6);
  expect(pulled.rows.size).toBe(106);
});

test('a page is bounded by what travels: a quotation mark is two characters then', async () => {
  const desk = await server.signIn('Admin', 'quoting');
  await desk.pull();
  const quotes = '"'.repeat(19_000);
  const changes = { notes: quotes, discussion: quotes, remarks: quotes };
  const ids = Array.from({ length: 70 }, (_, at) => `loaded-${30 + at}`);
  for (const some of [ids.slice(0, 35), ids.slice(35)])
    await admin.push(...some.map((id) => operation('update', 'candidate', id, changes, 1e9)));
  const pages: string[][] = [];
  for (;;) {
    const page = await desk.pullPage();
    if (page.status !== 'page') throw new Error(page.reason);
    expect(JSON.stringify(page).length).toBeLessThan(4_300_000);
    pages.push(page.rows.flatMap(({ rows }) => rows.map(([id]) => String(id))));
    if (!page.more) break;
  }
  expect(pages.flat()).toEqual(ids);
  expect(pages).toHaveLength(2);
});

test('values that were overtaken come in pages too, once each', async () => {
  const [mine, other] = [await server.signIn('HR', 'mine'), await server.signIn('HR', 'other')];
  const ids = Array.from({ length: 40 }, (_, at) => `overtaken-${at}`);
  await admin.push(...ids.map((id) => newCandidate(id)));
  await mine.pull();
  for (let round = 0; round < 4; round += 1) {
    for (const desk of [mine, other]) {
      const notes = `${round}${'n'.repeat(19_000)}`;
      await desk.push(
        ...ids.map((id) => operation('update', 'candidate', id, { notes: notes + desk.cursor })),
      );
    }
  }
  const { cursor } = mine;
  const told: string[] = [];
  for (;;) {
    const page = await mine.pullPage();
    if (page.status !== 'page') throw new Error('There is no page');
    expect(JSON.stringify(page).length).toBeLessThan(8_000_000);
    told.push(...page.conflicts.map(({ id }) => id));
    if (!page.more) break;
  }
  expect(told).toHaveLength(new Set(told).size);
  expect(told).toHaveLength(ids.length * 7);
  // In pages of a few rows as well.
  mine.cursor = cursor;
  const { conflicts, pages } = await mine.pull(9);
  expect(conflicts.map(({ id }) => id)).toEqual(told);
  // Nine in each, and not one.
  expect(pages).toBeLessThan(told.length / 5);
});

test('a value in a record of a kind that this version does not know is not told, and holds up nothing', async () => {
  const desk = await server.signIn('HR', 'older server');
  await desk.pull();
  // As a newer version beside this one writes it, while servers are updated one after the other.
  await server.database.write((trx, log) =>
    trx.all(
      `INSERT INTO "conflicts" ("id", "seq", "userId", "entity", "recordId", "field", "lost", "won", "byName", "at")
       VALUES ('of-a-newer-version', ?, ?, 'ofANewerVersion', 'one', 'field', '1', '2', 'Somebody', ?)`,
      [log.next(), userIdOf('HR'), log.at],
    ),
  );
  await admin.push(newCandidate('beside-the-newer'));
  const pulled = await desk.pull();
  expect([[...pulled.rows.keys()], pulled.conflicts]).toEqual([['candidate/beside-the-newer'], []]);
});

test('an interviewer sees assigned candidates without payment, and is told when one is taken away', async () => {
  const interviewer = userIdOf('Employee');
  const employee = await server.signIn('Employee');
  expect([...(await employee.pull()).rows.keys()].some((key) => key.startsWith('candidate/'))).toBe(false);
  await admin.push(operation('update', 'candidate', 'loaded-1', { interviewerId: interviewer }));
  const granted = await employee.pull();
  expect(granted.rows.get('candidate/loaded-1')).toMatchObject({ interviewerName: 'User Employee' });
  expect(granted.rows.get('candidate/loaded-1')).not.toHaveProperty('fee');

  await admin.push(operation('update', 'candidate', 'loaded-1', { interviewerName: null }));
  await superAdmin.push(operation('update', 'user', interviewer, { salary: 60_000 }));
  // A desk may ask its user about deletes, never about this.
  expect(await employee.pullPage()).toMatchObject({
    rows: [{ entity: 'user', rows: [expect.arrayContaining([interviewer, 60_000])] }],
    gone: [{ entity: 'candidate', ids: ['loaded-1'], hidden: ['loaded-1'] }],
  });
  await admin.push(
    operation('update', 'candidate', 'loaded-5', { interviewerId: interviewer }),
    operation('delete', 'candidate', 'loaded-5'),
  );
  expect(await employee.pullPage()).toMatchObject({ gone: [{ entity: 'candidate', ids: ['loaded-5'] }] });
  await admin.push(operation('restore', 'candidate', 'loaded-5'));
  await employee.pull();

  const [taken] = await employee.push(operation('update', 'candidate', 'loaded-1', { remarks: 'too late' }));
  expect(taken).toMatchObject({ status: 'refused', code: 'not-found' });

  await admin.push(
    operation('update', 'candidate', 'loaded-2', { interviewerId: interviewer }),
    operation('update', 'candidate', 'loaded-2', { interviewerId: userIdOf('HR') }),
    operation('update', 'candidate', 'loaded-2', { interviewerId: interviewer }),
  );
  const again = await employee.pull();
  expect(again.rows.has('candidate/loaded-2')).toBe(true);
  expect(again.gone).toEqual([]);
});

test('who sees every candidate is not told that one left an assignment', async () => {
  const hr = await server.signIn('HR', 'sees all');
  await hr.pull();
  await admin.push(
    operation('update', 'candidate', 'loaded-5', { interviewerId: userIdOf('HR') }),
    operation('update', 'candidate', 'loaded-5', { interviewerId: null }),
  );
  const pulled = await hr.pull();
  expect(pulled.gone).toEqual([]);
  expect(pulled.rows.has('candidate/loaded-5')).toBe(true);
});

test('who was overtaken while a record was hidden from them is told when it comes back', async () => {
  const desk = await server.signIn('Employee', 'returning');
  const interviewerId = userIdOf('Employee');
  await admin.push(newCandidate('returns', { interviewerId }));
  await desk.pull();
  const [written] = await desk.push(operation('update', 'candidate', 'returns', { remarks: 'theirs' }, 1e9));
  expect(written?.status).toBe('applied');
  // The admin has not seen it; the candidate goes to nobody meanwhile.
  await admin.push(operation('update', 'candidate', 'returns', { interviewerId: null }, 1e9));
  await admin.push(operation('update', 'candidate', 'returns', { remarks: 'mine' }, 1));
  const hidden = await desk.pull();
  expect([hidden.gone, hidden.conflicts]).toEqual([['candidate/returns'], []]);
  await admin.push(operation('update', 'candidate', 'returns', { interviewerId }, 1e9));
  const back = await desk.pull();
  expect(back.rows.has('candidate/returns')).toBe(true);
  expect(back.conflicts).toMatchObject([{ field: 'remarks', lost: 'theirs', won: 'mine' }]);
  // Not with every change that follows, as far as a desk can tell: it knows the notice by its id.
  await admin.push(operation('update', 'candidate', 'returns', { city: 'Pune' }, 1e9));
  expect((await desk.pull()).conflicts.map(({ id }) => id)).toEqual(back.conflicts.map(({ id }) => id));
  const other = await server.signIn('HR', 'not returning');
  await other.pull();
  await admin.push(operation('update', 'candidate', 'returns', { city: 'Thane' }, 1e9));
  expect((await other.pull()).conflicts).toEqual([]);
});

test('the own record comes whole, others as the directory', async () => {
  const employee = await server.signIn('Employee', 'directory');
  const { rows } = await employee.pull();
  expect(rows.get(`user/${userIdOf('Employee')}`)).toHaveProperty('salary');
  expect(Object.keys(rows.get(`user/${userIdOf('HR')}`) ?? {}).sort()).toEqual(
    [
      '_id',
      '_seq',
      'createdAt',
      'email',
      'isActive',
      'meetingLink',
      'mobileNumber',
      'name',
      'roleName',
      'updatedAt',
    ].sort(),
  );
});

test('a changed role, another user or a foreign cursor mean a resync', async () => {
  const employee = await server.signIn('Employee', 'role');
  await employee.pull();
  const cursor = employee.cursor;
  const hr = await server.signIn('HR', 'foreign');
  hr.cursor = cursor;
  expect(await hr.pullPage()).toEqual({ status: 'resync', reason: 'permissions' });
  hr.cursor = 'no cursor at all';
  expect(await hr.pullPage()).toEqual({ status: 'resync', reason: 'schema' });

  await superAdmin.push(
    operation('update', 'roleAssignment', `assignment-${userIdOf('Employee')}`, { roleName: 'HR' }),
  );
  await expect(employee.pullPage()).rejects.toThrow('session-ended');
  const promoted = await server.signIn('Employee', 'role');
  promoted.cursor = cursor;
  expect(await promoted.pullPage()).toEqual({ status: 'resync', reason: 'permissions' });
  promoted.cursor = null;
  expect((await promoted.pull()).rows.get('candidate/loaded-1')).toHaveProperty('fee');
});
