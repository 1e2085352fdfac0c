import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Role } from '#shared/access/roles.ts';
import type { AnyRecord } from '#shared/model/entity.ts';
import type { DeletedRecord } from '#shared/protocol/history.ts';
import { PATHS, type Operation, type PullResponse } from '#shared/protocol/sync.ts';
import { cleanUp } from '../files/clean-up.ts';
import { FileStore } from '../files/store.ts';
import { Thumbnails } from '../files/thumbnails.ts';
import type { Author } from '../records/author.ts';
import { erasedHash } from '../records/erased.ts';
import { newCandidate, operation, type Answer, type TestClient } from '../testing/client.ts';
import { pdf, putDocument } from '../testing/documents.ts';
import { getFile, hashOf, picture, putFile } from '../testing/pictures.ts';
import { startOnSameData, startTestServer, userIdOf, type TestServer } from '../testing/server.ts';
import { storedBytes } from '../testing/stored-bytes.ts';
import { noSnapshots } from '../testing/no-snapshots.ts';
import { erasePerson, takeBack } from './erase.ts';
import { ErasedBesideBackups } from './erased-beside-backups.ts';
import { ErasedList } from './erased-list.ts';

/** Decision 33: who is erased is nowhere any more. */

const NAME = 'Zubeida Quraishi';
const PHONE = '98450 77123';
const EMAIL = 'zubeida.quraishi@sample.test';
const CV_TEXT = 'Kubernetes since Zubeida was nine';
const TRACES = [
  'Kochi',
  NAME,
  'Zubeida',
  PHONE,
  '9845077123',
  EMAIL,
  CV_TEXT,
  'since Zubeida',
  'her uncle in Surat',
];

let server: TestServer;
let superAdmin: TestClient;
let hr: TestClient;
const CV = pdf('the CV of Zubeida');
const PHOTO = picture('Zubeida');

beforeEach(async () => {
  server = await startTestServer();
  [superAdmin, hr] = await Promise.all([server.signIn('Super Admin'), server.signIn('HR')]);
  await putDocument(hr, CV);
  await putFile(hr, PHOTO);
  const set = { id: 'enrol', title: `Enrolment of ${NAME}`, part: 0 };
  await hr.push(
    operation('create', 'inquiry', 'lead', {
      Name: NAME,
      mobile: PHONE,
      notes: 'Asked by her uncle in Surat',
    }),
    {
      ...newCandidate('her', {
        fullName: NAME,
        mobile: PHONE,
        email: EMAIL,
        inquiry: 'lead',
        profilePicture: hashOf(PHOTO),
        fee: 45_000,
        interviewerId: userIdOf('Employee'),
      }),
      set,
    },
    { ...operation('update', 'inquiry', 'lead', { enrolledAs: 'her' }, 1e9), set },
    operation('create', 'activity', 'call', { candidate: 'her', kind: 'Call', note: `${NAME} will come` }),
    operation('create', 'document', 'cv', {
      candidate: 'her',
      kind: 'CV',
      name: `${NAME}.pdf`,
      file: hashOf(CV),
      text: CV_TEXT,
    }),
    operation('update', 'candidate', 'her', { email: 'other@sample.test' }, 1e9),
    operation('update', 'candidate', 'her', { city: 'Kochi' }, 1e9),
    newCandidate('stays', { fullName: 'Asha Rao' }),
  );
  // A result that says what lost, of a change that had a consequence elsewhere: the CV went from the interviewer.
  await superAdmin.push(operation('update', 'candidate', 'her', { city: 'Pune', interviewerName: null }, 1));
  await superAdmin.push(
    operation('update', 'candidate', 'her', { interviewerId: userIdOf('Employee') }, 1e9),
  );
});
afterEach(() => server.stop());

const erase = (
  client: TestClient,
  body: object = { reason: 'Asked for it by letter', name: NAME },
): Promise<Answer<{ erased: number }>> => client.post('/api/persons/candidate/her/erase', body);

/** Where on the server something of her can be read: `file: text`. */
async function traces(of: TestServer = server): Promise<string[]> {
  const stored = await storedBytes(of);
  return [...stored].flatMap(([name, bytes]) =>
    TRACES.filter((text) => bytes.includes(text) || bytes.includes(JSON.stringify(text).slice(1, -1))).map(
      (text) => `${name}: ${text}`,
    ),
  );
}

test('nothing of her is in any file or table, her papers are gone, and the accounts stay', async () => {
  expect((await traces()).length).toBeGreaterThan(8);
  const answer = await erase(superAdmin);
  expect(answer).toMatchObject({ status: 200, body: { erased: 4 } });
  expect(await traces()).toEqual([]);
  for (const bytes of [CV, PHOTO]) expect((await getFile(superAdmin, hashOf(bytes))).status).toBe(404);
  const [row] = await server.database.all<Record<string, unknown>>(
    `SELECT "fullName", "mobile", "city", "fee", "deletedAt" FROM "candidate" WHERE "_id" = 'her'`,
  );
  expect(row).toMatchObject({ fullName: null, mobile: null, city: null, fee: 45_000 });
  expect(row?.['deletedAt']).not.toBeNull();
  const stays = await hr.get<AnyRecord>('/api/students/stays');
  expect(stays.body['fullName']).toBe('Asha Rao');
  // Twice is as good as once.
  expect(await erase(superAdmin)).toMatchObject({ status: 200, body: { erased: 0 } });
});

test('nor is her address where she tried to sign in without an account; those of accounts stay', async () => {
  const typed = EMAIL.toUpperCase();
  await expect(server.client().signIn(typed, 'not hers', null)).rejects.toThrow('401');
  expect(await traces()).not.toEqual([]);
  await erase(superAdmin);
  expect(await traces()).toEqual([]);
  const lines = await server.database.all<{ account: string | null }>(
    `SELECT "account" FROM "audit_log" WHERE "action" = 'sign-in' ORDER BY "id"`,
  );
  const accounts = lines.map(({ account }) => account);
  expect(accounts.filter((account) => account === '…')).toHaveLength(1);
  expect(accounts.filter((account) => account?.includes('@'))).toHaveLength(accounts.length - 1);
});

test('a name that stands for something else takes nothing from others', async () => {
  const named = ['status', 'applied', '"status":"refused"', 'result', 'seq 1', 'Enrolment of'];
  const results = await hr.push(
    ...named.map((fullName, at) => newCandidate(`odd-${at}`, { fullName })),
    operation('update', 'candidate', 'nobody', { city: 'Pune' }, 1),
  );
  const kept = (): Promise<unknown[]> =>
    server.database.all(`SELECT "id", "result" FROM "operations" WHERE "id" = ?`, [results.at(-1)?.id ?? '']);
  const before = await kept();
  const lines = await superAdmin.get<unknown[]>('/api/audit?action=sign-in');
  for (const [at, name] of named.entries()) {
    const answer = await superAdmin.post(`/api/persons/candidate/odd-${at}/erase`, {
      reason: 'A test of it',
      name,
    });
    expect([name, answer.status]).toEqual([name, 200]);
  }
  expect(await kept()).toEqual(before);
  for (const { result } of await server.database.all<{ result: string }>('SELECT "result" FROM "operations"'))
    expect(() => JSON.parse(result) as unknown).not.toThrow();
  expect((await superAdmin.get<unknown[]>('/api/audit?action=sign-in')).body).toEqual(lines.body);
});

test('who asks must be a Super Admin, name her as the heading does, and give a reason without her name', async () => {
  for (const role of ['Admin', 'HR', 'Employee', 'Student', ''] as Role[])
    expect([role, (await erase(await server.signIn(role))).status]).toEqual([role, 403]);
  const refused: [object, number][] = [
    [{ reason: 'By letter', name: 'Asha Rao' }, 422],
    [{ reason: `${NAME} asked for it`, name: NAME }, 422],
    [{ reason: 'Her number is 09845077123', name: NAME }, 422],
    [{ reason: `Wrote from ${EMAIL.toUpperCase()}`, name: NAME }, 422],
    [{ reason: '', name: NAME }, 400],
    [{ name: NAME }, 400],
    [{ reason: 'By letter', name: NAME, id: 'stays' }, 400],
  ];
  for (const [body, status] of refused)
    expect([body, (await erase(superAdmin, body)).status]).toEqual([body, status]);
  expect(
    (await superAdmin.post('/api/persons/user/user-hr/erase', { reason: 'x y z', name: 'User HR' })).status,
  ).toBe(404);
  expect(
    (await superAdmin.post('/api/persons/candidate/nobody/erase', { reason: 'x y z', name: 'A' })).status,
  ).toBe(404);
  expect(await erase(superAdmin, { reason: 'By letter', name: `  ${NAME.toLowerCase()} ` })).toMatchObject({
    status: 200,
  });
  const { body } = await superAdmin.get<{ by: { _id: string }; detail: Record<string, unknown> }[]>(
    '/api/audit?action=person-erased',
  );
  expect(body[0]).toMatchObject({
    by: { _id: userIdOf('Super Admin') },
    detail: { rows: 4, why: 'By letter' },
  });
});

/** What erases on the server, and who asks for it in that session. */
function asOf(sessionId: string): { services: Parameters<typeof erasePerson>[0]; author: Author } {
  const services = {
    database: server.database,
    files: new FileStore(join(server.dataFolder, 'files')),
    thumbnails: new Thumbnails(join(server.dataFolder, 'thumbnails')),
    erased: new ErasedList(server.dataFolder),
    erasedBesideBackups: new ErasedBesideBackups({
      folder: () => null,
      epoch: server.database.epoch,
      tell: () => undefined,
    }),
    snapshots: noSnapshots(server.database, server.dataFolder),
    logger: pino({ enabled: false }),
  };
  const author: Author = {
    _id: userIdOf('Super Admin'),
    role: 'Super Admin',
    name: 'User Super Admin',
    deskId: null,
    sessionId,
    address: '127.0.0.1',
  };
  return { services, author };
}

test('her papers go from the disk also where the copies for first syncs do not', async () => {
  const [session] = await server.database.all<{ id: string }>(
    'SELECT "id" FROM "sessions" WHERE "userId" = ?',
    [userIdOf('Super Admin')],
  );
  const { services, author } = asOf(session?.id ?? '');
  const forget = (): never => {
    throw new Error('EBUSY: resource busy or locked');
  };
  Object.assign(services.snapshots, { forget });
  await expect(
    erasePerson(services, author, { entity: 'candidate', id: 'her', name: NAME, reason: 'By letter' }),
  ).rejects.toThrow('EBUSY');
  for (const bytes of [CV, PHOTO]) expect(await services.files.has(hashOf(bytes))).toBe(false);
});

test('whoever was told that she was not erased is not contradicted by a later start', async () => {
  const [session] = await server.database.all<{ id: string }>(
    'SELECT "id" FROM "sessions" WHERE "userId" = ?',
    [userIdOf('Super Admin')],
  );
  const { services, author } = asOf(session?.id ?? '');
  const { erased, database } = services;
  const takeBackWell = erased.takeBack.bind(erased);
  erased.takeBack = () => Promise.reject(new Error('EIO: i/o error'));
  const rename = (from: string, to: string): Promise<unknown> =>
    database.write((trx) => trx.all(`ALTER TABLE "${from}" RENAME TO "${to}"`));
  await rename('audit_log', 'put_away');
  const request = { entity: 'candidate', id: 'her', name: NAME, reason: 'By letter' } as const;
  await expect(erasePerson(services, author, request)).rejects.toThrow();
  await rename('put_away', 'audit_log');
  expect((await erased.read()).size).toBeGreaterThan(0);
  await expect(takeBack(services)).rejects.toThrow('EIO');
  erased.takeBack = takeBackWell;
  await takeBack(services);
  expect((await erased.read()).size).toBe(0);
  expect(erased.leftToTakeBack).toEqual([]);
});

test('whose session ends while the call comes in erases nobody', async () => {
  const [session] = await server.database.all<{ id: string }>(
    'SELECT "id" FROM "sessions" WHERE "userId" = ?',
    [userIdOf('Super Admin')],
  );
  await superAdmin.post(PATHS.logout, {});
  const { services, author } = asOf(session?.id ?? '');
  await expect(
    erasePerson(services, author, { entity: 'candidate', id: 'her', name: NAME, reason: 'By letter' }),
  ).rejects.toMatchObject({ code: 'session-ended' });
  expect((await hr.get('/api/students/her')).status).toBe(200);
});

test('what comes too late is refused and leaves nothing: edits, notes, undos, the same again, and after a restore', async () => {
  await erase(superAdmin);
  const late = [
    operation('update', 'candidate', 'her', { city: NAME }, 1e9),
    newCandidate('her', { fullName: NAME }),
    operation('restore', 'candidate', 'her', {}, 1e9),
    operation('create', 'activity', 'late', { candidate: 'her', kind: 'Note', note: `${NAME} called` }),
    { ...newCandidate('her', { fullName: NAME }), again: { ackedAt: new Date().toISOString() } },
    // Made of her inquiry on a desk that had not heard of it.
    newCandidate('enrolled-late', { fullName: NAME, inquiry: 'lead' }),
  ];
  for (const each of late) {
    const [result] = await hr.push(each);
    expect(result).toMatchObject({ status: 'refused', code: 'erased' });
  }
  expect((await superAdmin.put('/api/students/her', { city: NAME })).status).toBe(410);
  const undo = await superAdmin.post('/api/change-sets/enrol/undo', { set: 'undo-of-enrol' });
  expect([200, 404, 409]).toContain(undo.status);
  expect(await traces()).toEqual([]);
  const history = await superAdmin.get('/api/history/candidate/her');
  expect(JSON.stringify(history.body)).not.toContain('Kochi');
  await superAdmin.push(operation('delete', 'candidate', 'stays', {}, 1e9));
  // Among those who can be restored there is nobody who was erased.
  const deleted = await superAdmin.get<DeletedRecord[]>('/api/history/candidate?deleted=true');
  expect(deleted.body.map(({ _id }) => _id)).toEqual(['stays']);
});

test('what follows to her late record is of her too where only the record had been answered, and that answer was lost', async () => {
  await erase(superAdmin);
  const first = newCandidate('enrolled-late', { fullName: NAME, inquiry: 'lead' });
  await hr.push(first);
  const set = { id: 'late-set', title: `Call with ${NAME}`, part: 0 };
  const about = (id: string) =>
    operation('create', 'activity', id, { candidate: 'enrolled-late', kind: 'Note', note: `${NAME} called` });
  const results = await hr.push(
    first,
    about('late-note'),
    { ...newCandidate('other', { fullName: 'Asha Rao' }), set },
    { ...about('late-call'), set },
  );
  expect(new Set(results.map((result) => result.status === 'refused' && result.code))).toEqual(
    new Set(['erased']),
  );
  expect(await traces()).toEqual([]);
});

test('a part of a set that comes too late leaves not even the title', async () => {
  await erase(superAdmin);
  const set = { id: 'late-set', title: `Enrolled ${NAME}`, part: 0 };
  const results = await hr.push(
    { ...newCandidate('other', { fullName: 'Asha Rao' }), set },
    { ...operation('update', 'inquiry', 'lead', { notes: NAME }, 1e9), set },
  );
  expect(results.map((result) => result.status === 'refused' && result.code)).toEqual(['erased', 'erased']);
  expect(await traces()).toEqual([]);
});

test('nor does one in which something else is refused first, or that names her in a list', async () => {
  await hr.push(newCandidate('other', { fullName: 'Asha Rao' }), newCandidate('gone'));
  await erase(superAdmin);
  await hr.push(operation('delete', 'candidate', 'gone', {}, 1e9));
  const inSet = (id: string, ...made: Operation[]): Operation[] =>
    made.map((each) => ({ ...each, set: { id, title: `Merge with ${NAME}`, part: 0 } }));
  const lead = { was: 'lead', name: NAME, inquiry: 'other-lead' };
  await superAdmin.push(operation('create', 'inquiry', 'other-lead', { Name: 'Asha' }));
  const results = [
    // Refused since it is deleted, before it is seen that she was erased.
    ...(await superAdmin.push(
      ...inSet(
        'gone-first',
        operation('update', 'candidate', 'gone', { city: 'Pune' }, 1),
        operation('update', 'inquiry', 'lead', { notes: NAME }, 1),
      ),
    )),
    // The same of what only refers to her.
    ...(await superAdmin.push(
      ...inSet(
        'called-late',
        operation('update', 'candidate', 'gone', { city: 'Pune' }, 1),
        operation('create', 'activity', 'late-call', { candidate: 'her', kind: 'Call' }),
      ),
    )),
    ...(await superAdmin.push(...inSet('merged-late', operation('create', 'mergedRecord', 'away', lead)))),
    ...(await superAdmin.push(
      ...inSet(
        'no-duplicates',
        operation('create', 'notDuplicate', 'not-same', { records: ['lead', 'other-lead'] }),
      ),
    )),
  ];
  expect(results.map(({ status }) => status)).toEqual(Array(6).fill('refused'));
  expect(await traces()).toEqual([]);
  // What no id can be is no reason to fail at all of it; who may not say it at all hears that.
  const odd = operation('create', 'notDuplicate', 'odd', { records: ['a\u0000b', 'lead-x'] });
  expect(
    await superAdmin.push(
      ...inSet('odd', odd, operation('update', 'candidate', 'gone', { city: '\u0000' }, 1)),
    ),
  ).toMatchObject([{ status: 'refused' }, { status: 'refused' }]);
  const named = operation('create', 'notDuplicate', 'not-theirs', { records: ['lead', 'other-lead'] });
  expect(await hr.push(named)).toMatchObject([{ status: 'refused', code: 'forbidden' }]);
});

test('a photo that another one took the place of goes too, and a document that came too late at the next clean-up', async () => {
  const second = picture('the second of Zubeida');
  await putFile(hr, second);
  await hr.push(operation('update', 'candidate', 'her', { profilePicture: hashOf(second) }, 1e9));
  expect((await getFile(hr, hashOf(PHOTO))).status).toBe(200);
  await erase(superAdmin);
  for (const bytes of [PHOTO, second]) expect((await getFile(hr, hashOf(bytes))).status).toBe(404);

  const [late, shared] = [pdf(`${NAME} late`), pdf('a form of the office')];
  for (const bytes of [late, shared]) await putDocument(hr, bytes);
  await putDocument(superAdmin, shared);
  const document = (id: string, bytes: Buffer) =>
    operation('create', 'document', id, { candidate: 'her', kind: 'CV', name: 'a', file: hashOf(bytes) });
  const results = await hr.push(document('late', late), document('late-too', shared));
  for (const result of results) expect(result).toMatchObject({ status: 'refused', code: 'erased' });
  expect((await getFile(hr, hashOf(late))).status).toBe(404);
  await cleanUp({
    database: server.database,
    files: new FileStore(join(server.dataFolder, 'files')),
    thumbnails: new Thumbnails(join(server.dataFolder, 'thumbnails')),
  });
  expect(await traces()).toEqual([]);
  // Somebody else may be about to name it.
  expect((await getFile(superAdmin, hashOf(shared))).status).toBe(200);
});

test('every desk is told, whoever it is and whenever it comes', async () => {
  const employee = await server.signIn('Employee');
  const seen = await employee.pull();
  expect([...seen.rows.keys()]).toContain('candidate/her');
  await hr.pull();
  await erase(superAdmin);
  const ofHr = await hr.pullPage();
  expect(ofHr).toMatchObject({ status: 'page' });
  const told = (page: PullResponse): string[] =>
    page.status === 'page'
      ? (page.erased ?? []).flatMap(({ entity, ids }) => ids.map((id) => `${entity}/${id}`))
      : [];
  expect(told(ofHr).toSorted()).toEqual(['activity/call', 'candidate/her', 'document/cv', 'inquiry/lead']);
  expect((await employee.pull()).gone.toSorted()).toEqual(['candidate/her', 'document/cv']);
  // One that begins anew may still have something of hers in its outbox.
  const anew = await server.signIn('HR', 'another desk');
  expect(told(await anew.pullPage())).toContain('candidate/her');
});

test('a person who comes back with an older backup is erased again at the start', async () => {
  const copy = await server.database.all<Record<string, string>>(
    `SELECT * FROM "candidate" WHERE "_id" = 'her'`,
  );
  await erase(superAdmin);
  // As a database from before the erasing is: she is there, and it knows of no erasing.
  await server.database.write(async (trx) => {
    await trx.all('DELETE FROM "erased"');
    const row = copy[0] ?? {};
    const names = Object.keys(row);
    await trx.all(`DELETE FROM "candidate" WHERE "_id" = 'her'`);
    await trx.all(
      `INSERT INTO "candidate" (${names.map((name) => `"${name}"`).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      names.map((name) => row[name] ?? null),
    );
  });
  expect((await traces()).length).toBeGreaterThan(0);
  await server.close();
  const again = await startOnSameData(server);
  expect(await traces({ ...server, database: again.database })).toEqual([]);
  const [result] = await again.database.all(`SELECT 1 AS "found" FROM "erased" WHERE "recordId" = 'her'`);
  expect(result).toBeDefined();
  await again.close();
  // The list itself says nothing of her.
  const list = readFileSync(join(server.dataFolder, 'erased'), 'utf8');
  expect(list).not.toContain('her');
});

test('very many who come back with an older backup are erased again, wherever they are named', async () => {
  const people = Array.from({ length: 120 }, (_, at) => ({ id: `many-${at}`, name: `${NAME} ${at}.` }));
  await hr.push(
    ...people.map(({ id, name: fullName }, at) => ({
      ...newCandidate(id, { fullName, email: `somebody.whose.address.is.long-${at}@people.test` }),
      set: { id: `made-${id}`, title: `Added ${fullName}`, part: 0 },
    })),
  );
  const [first] = people;
  const view = { name: `Like ${first?.name ?? ''}`, list: 'candidate.candidates', settings: '{}' };
  expect(await hr.push(operation('create', 'savedView', 'view', view))).toMatchObject([
    { status: 'applied' },
  ]);
  await server.close();
  // As where the backup has them all, and the list beside it says that they were erased.
  const listed = ['candidate/her', 'inquiry/lead', 'activity/call', 'document/cv'].map((key) =>
    key.split('/'),
  );
  const hashes = [...listed, ...people.map(({ id }) => ['candidate', id])].map(([entity = '', id = '']) =>
    erasedHash(entity, id),
  );
  await new ErasedList(server.dataFolder).add(hashes);
  const again = await startOnSameData(server);
  expect(await traces({ ...server, database: again.database })).toEqual([]);
  await again.close();
});

test('a second record of hers that is found later is erased by its own name, whichever of them is asked for', async () => {
  await erase(superAdmin);
  const second = { fullName: 'Zubeida Q. Khan', mobile: PHONE };
  // Made of what is erased it is about her, and comes too late; by itself it is somebody's record like any.
  const late = await hr.push(newCandidate('late', { ...second, inquiry: 'lead' }));
  expect(late).toMatchObject([{ status: 'refused', code: 'erased' }]);
  expect(await hr.push(newCandidate('second', second))).toMatchObject([{ status: 'applied' }]);
  await server.database.write((trx) =>
    trx.all(`UPDATE "candidate" SET "inquiry" = 'lead' WHERE "_id" = 'second'`),
  );
  const asked = (body: object): Promise<Answer<unknown>> =>
    superAdmin.post('/api/persons/inquiry/lead/erase', { reason: 'Asked for it by letter', ...body });
  // Of the first one nobody knows any more how it was called.
  for (const name of [NAME, 'Inquiry', ''])
    expect([name, (await asked({ name })).status]).toEqual([name, name === '' ? 400 : 422]);
  const named = { name: 'Zubeida Q. Khan', reason: 'Khan asked by letter' };
  expect(await asked(named)).toMatchObject({ status: 422 });
  expect(await asked({ name: 'zubeida q. khan' })).toMatchObject({ status: 200, body: { erased: 1 } });
  expect(await traces()).toEqual([]);
});
