import { afterEach, beforeEach, expect, test } from 'vitest';
import { candidate } from '#shared/model/candidate.ts';
import type { AnyRecord } from '#shared/model/entity.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import { bulkLoad } from '../../database/bulk-load.ts';
import { newCandidate, operation, TestClient } from '../../testing/client.ts';
import { emailOf, PASSWORD, startTestServer, userIdOf, type TestServer } from '../../testing/server.ts';

/** Decision 11: a candidate with the email of an active student is that student's own record. */

const STUDENT = userIdOf('Student');
const EMAIL = emailOf('Student');
let server: TestServer;
let superAdmin: TestClient;
let admin: TestClient;

beforeEach(async () => {
  server = await startTestServer();
  superAdmin = await server.signIn('Super Admin');
  admin = await server.signIn('Admin');
});
afterEach(() => server.stop());

const studentOf = async (id: string): Promise<unknown> =>
  (await admin.get<AnyRecord>(`/api/students/${id}`)).body['studentId'];

/** What a desk is told: the ids of the candidates that it has, and of those that left it. */
async function told(desk: TestClient): Promise<{ has: string[]; gone: string[] }> {
  const { rows, gone } = await desk.pull();
  return {
    has: [...rows.keys()].filter((key) => key.startsWith('candidate/')).toSorted(),
    gone: gone.filter((key) => key.startsWith('candidate/')).toSorted(),
  };
}

test('the email decides, however it is written; a changed one takes the record from the desk', async () => {
  const desk = await server.signIn('Student');
  expect(await told(desk)).toEqual({ has: [], gone: [] });
  await admin.push(
    newCandidate('own', { email: EMAIL.toUpperCase() }),
    newCandidate('other', { email: 'somebody@office.test' }),
    newCandidate('of-staff', { email: emailOf('HR') }),
  );
  expect([await studentOf('own'), await studentOf('other'), await studentOf('of-staff')]).toEqual([
    STUDENT,
    null,
    null,
  ]);
  expect(await told(desk)).toEqual({ has: ['candidate/own'], gone: [] });
  await admin.push(
    operation('update', 'candidate', 'own', { email: 'moved@office.test' }),
    operation('update', 'candidate', 'other', { email: EMAIL }),
  );
  expect(await told(desk)).toEqual({ has: ['candidate/other'], gone: ['candidate/own'] });
  expect(await studentOf('own')).toBe(null);
});

test('what a client says of it is refused where a person saves, and ignored else', async () => {
  await admin.push(newCandidate('own', { studentId: STUDENT }));
  expect(await studentOf('own')).toBe(null);
  expect(await admin.put('/api/students/own', { studentId: STUDENT })).toMatchObject({
    status: 403,
    body: { code: 'forbidden', fields: [{ field: 'studentId', code: 'invalid' }] },
  });
});

test("the account's email, role and activity are followed, and its end", async () => {
  await admin.push(newCandidate('one', { email: EMAIL }), newCandidate('two', { email: 'new@office.test' }));
  const both = async (): Promise<unknown[]> => [await studentOf('one'), await studentOf('two')];
  expect(await both()).toEqual([STUDENT, null]);
  const account = `/api/users/${STUDENT}`;
  await superAdmin.put(account, { email: 'NEW@office.test' });
  expect(await both()).toEqual([null, STUDENT]);
  const desk = new TestClient(server.url);
  await desk.signIn('new@office.test', PASSWORD, 'desk');
  expect(await told(desk)).toEqual({ has: ['candidate/two'], gone: [] });
  await superAdmin.put(account, { isActive: false });
  expect(await both()).toEqual([null, null]);
  await superAdmin.put(account, { isActive: true });
  expect(await both()).toEqual([null, STUDENT]);

  const assignment = `/api/assignroles/assignment-${STUDENT}`;
  await superAdmin.put(assignment, { roleName: 'Employee' });
  expect(await both()).toEqual([null, null]);
  await superAdmin.put(assignment, { roleName: 'Student' });
  expect(await both()).toEqual([null, STUDENT]);
  await admin.push(operation('delete', 'candidate', 'two'));
  await superAdmin.delete(account);
  await admin.push(operation('restore', 'candidate', 'two'));
  expect(await both()).toEqual([null, null]);
});

test('a student reads the named fields of the own record by every door, and sets none', async () => {
  const bystander = { email: 'other@office.test', fullName: 'Other', fee: 7 };
  await bulkLoad(server.database, 'candidate', [
    { _id: 'own', fullName: 'Own', email: EMAIL, fee: 50_000, notes: 'Pays late', discussion: 'Shy' },
    { _id: 'other', ...bystander },
  ]);
  const student = await server.signIn('Student');
  const fields = [
    '_id',
    'fullName',
    'email',
    'enrolledCourse',
    'trainingMode',
    'trainer',
    'batchTime',
    'startDate',
    'trainingTime',
    'trainingStatus',
    'fee',
    'recievedAmount',
    'paymentStatus',
    'interviewStatus',
    'interviewerName',
    'interviewDate',
    'studentId',
    'createdAt',
    'updatedAt',
  ].toSorted();
  const list = await student.get<AnyRecord[]>('/api/students');
  expect(list.body.map(({ _id }) => _id)).toEqual(['own']);
  const one = await student.get<AnyRecord>('/api/students/own');
  // It is a list by a field that is not the student's.
  const placed = await student.get('/api/students/placement-status/filter');
  for (const shown of [list.body[0], one.body]) expect(Object.keys(shown ?? {}).toSorted()).toEqual(fields);
  expect(placed.status).toBe(403);
  const { rows } = await student.pull();
  expect(Object.keys(rows.get('candidate/own') ?? {}).toSorted()).toEqual([...fields, '_seq'].toSorted());
  expect(rows.has('candidate/other')).toBe(false);
  expect((await student.get('/api/students/other')).status).toBe(404);
  for (const query of ['notes=x', 'counselor=x', 'placementStatus=Placed', 'map=x', 'sort=nextCall'])
    expect([query, (await student.get(`/api/students?${query}`)).status]).toEqual([query, 403]);
  for (const name of Object.keys(candidate.fields)) {
    if (candidate.fields[name as 'email'].serverSet) continue;
    expect([name, (await student.put('/api/students/own', { [name]: 'x' })).status]).toEqual([name, 403]);
  }
  expect((await student.get('/api/history/candidate/own')).status).toBe(403);
  expect((await student.get<AnyRecord>(`/api/users/${STUDENT}`)).body).not.toHaveProperty('salary');
  expect((await student.get<AnyRecord>(PATHS.me)).body).not.toHaveProperty('salary');
});

test('a student who also interviews loses the record for both reasons at once', async () => {
  const desk = await server.signIn('Student');
  await admin.push(newCandidate('both', { email: EMAIL, interviewerId: STUDENT }));
  expect(await told(desk)).toEqual({ has: ['candidate/both'], gone: [] });
  const changes = { email: 'somebody@office.test', interviewerId: userIdOf('Employee') };
  const [result] = await admin.push(operation('update', 'candidate', 'both', changes, 1e9));
  expect(result?.status).toBe('applied');
  expect(await told(desk)).toEqual({ has: [], gone: ['candidate/both'] });
});
