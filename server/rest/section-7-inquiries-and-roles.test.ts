import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyRecord } from '#shared/model/entity.ts';
import type { ErrorBody } from '#shared/protocol/errors.ts';
import { byText, namesIn, OldClient } from '../testing/old-client.ts';
import { emailOf, PASSWORD, startTestServer, type TestServer } from '../testing/server.ts';

/** Section 7 of the specification, row by row, as an old client makes the calls: inquiries, lead statuses, roles and their assignments. */

let server: TestServer;
let http: OldClient;

beforeAll(async () => {
  server = await startTestServer();
  http = new OldClient(server);
  await http.signIn(emailOf('Super Admin'), PASSWORD, null);
});
afterAll(() => server.stop());

/** What the tests made, for those after them. */
const ids: Record<string, string> = {};
const idOf = (name: string): string => ids[name] ?? `no ${name} was made`;

test('section 7: POST /api/lead-status with name', async () => {
  const hot = await http.created('/api/lead-status', { name: 'Hot' });
  expect(hot).toMatchObject({ name: 'Hot' });
  ids['lead status'] = hot._id;
  ids['unused lead status'] = (await http.created('/api/lead-status', { name: 'Cold' }))._id;
});

test('section 7: POST /api/interns with leadStatus as an object', async () => {
  const inquiry = await http.created('/api/interns', {
    Name: '  Kiran Rao ',
    mobile: ' 90000 40000 ',
    internshipType: 'DevOps',
    leadStatus: { _id: idOf('lead status'), name: 'Hot' },
    nextCall: '2031-02-03T04:05:00.000Z',
  });
  expect(inquiry).toMatchObject({
    Name: 'Kiran Rao',
    mobile: '90000 40000',
    statusType: 'No',
    interviewStatus: 'Not Scheduled',
    leadStatus: { _id: idOf('lead status'), name: 'Hot' },
    nextCall: '2031-02-03T04:05:00.000Z',
  });
  ids['inquiry'] = inquiry._id;
  ids['other inquiry'] = (await http.created('/api/interns', { Name: 'Lata', leadStatus: null }))._id;
});

test('section 7: GET /api/interns', async () => {
  const all = await http.list('/api/interns', { text: 'hot', id: idOf('inquiry') });
  expect(namesIn(all, '_id').toSorted(byText)).toEqual(
    [idOf('inquiry'), idOf('other inquiry')].toSorted(byText),
  );
  const byStatus = await http.get<AnyRecord[]>(`/api/interns?leadStatus=${idOf('lead status')}`);
  expect(namesIn(byStatus.body, '_id')).toEqual([idOf('inquiry')]);
});

test('section 7: GET /api/interns/{id}', async () => {
  expect(await http.get(`/api/interns/${idOf('inquiry')}`)).toMatchObject({
    status: 200,
    body: { leadStatus: { _id: idOf('lead status'), name: 'Hot' } },
  });
});

test('section 7: PUT /api/interns/{id} with the whole inquiry, leadStatus as an object', async () => {
  const after = await http.sentWhole(`/api/interns/${idOf('inquiry')}`, { notes: 'Calls back' });
  expect(after).toMatchObject({ notes: 'Calls back', leadStatus: { _id: idOf('lead status') } });
  const path = `/api/interns/${idOf('other inquiry')}`;
  const asId = await http.put(path, { leadStatus: idOf('lead status') });
  expect(asId).toMatchObject({ status: 200, body: { leadStatus: { name: 'Hot' } } });
  expect(await http.put(path, { leadStatus: null })).toMatchObject({ body: { leadStatus: null } });
});

test('section 7: DELETE /api/interns/{id}', () => http.deleted(`/api/interns/${idOf('other inquiry')}`));

test('section 7: GET /api/lead-status', async () => {
  const [first] = await http.list('/api/lead-status', { text: 'hot', id: idOf('lead status') });
  expect(Object.keys(first ?? {})).toEqual(expect.arrayContaining(['_id', 'name', 'createdAt']));
});

test('section 7: PUT /api/lead-status/{id} with name', async () => {
  const path = `/api/lead-status/${idOf('lead status')}`;
  expect(await http.put(path, { name: 'Warm' })).toMatchObject({ status: 200, body: { name: 'Warm' } });
  expect(await http.sentWhole(path, { name: 'Hot again' })).toMatchObject({ name: 'Hot again' });
  expect(await http.get(`/api/interns/${idOf('inquiry')}`)).toMatchObject({
    body: { leadStatus: { name: 'Hot again' } },
  });
});

test('section 7: DELETE /api/lead-status/{id}, unless inquiries have it', async () => {
  const used = await http.delete<ErrorBody>(`/api/lead-status/${idOf('lead status')}`);
  expect(used).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect(used.body.error).toContain('1 inquiry');
  await http.deleted(`/api/lead-status/${idOf('unused lead status')}`);
});

test('section 7: GET /api/roles', async () => {
  expect(namesIn(await http.list('/api/roles'), 'name')).toEqual([
    'Admin',
    'Employee',
    'HR',
    'Student',
    'Super Admin',
  ]);
});

test('section 7: POST /api/roles with name', async () => {
  ids['role'] = (await http.created('/api/roles', { name: 'Trainer' }))._id;
  expect(await http.post('/api/roles', { name: 'trainer' })).toMatchObject({ status: 409 });
});

test('section 7: PUT /api/roles/{id} with name', async () => {
  const path = `/api/roles/${idOf('role')}`;
  expect(await http.put(path, { name: 'Coach' })).toMatchObject({ status: 200, body: { name: 'Coach' } });
  expect(await http.sentWhole(path, { name: 'Mentor' })).toMatchObject({ name: 'Mentor' });
});

test('section 7: POST /api/assignroles with userEmail and roleName', async () => {
  const none = await http.created('/api/assignroles', { userEmail: emailOf(''), roleName: 'Mentor' });
  expect(none).toMatchObject({ userEmail: emailOf(''), roleName: 'Mentor', userName: 'User None' });
  ids['assignment'] = none._id;
  const empty = await http.post('/api/assignroles', { userEmail: '', roleName: '' });
  expect(empty).toMatchObject({ status: 422, body: { error: 'User and Role are required.' } });
});

test('section 7: GET /api/assignroles', async () => {
  const all = await http.list('/api/assignroles', { text: 'mentor', id: idOf('assignment') });
  expect(all).toHaveLength(6);
});

test('section 7: PUT /api/assignroles/{id}', async () => {
  const path = `/api/assignroles/${idOf('assignment')}`;
  expect(await http.sentWhole(path, { roleName: 'Student' })).toMatchObject({ roleName: 'Student' });
  // The name follows from the email: what an old client still has of another user changes nothing.
  expect(await http.put(path, { userEmail: emailOf(''), userName: 'Somebody Else' })).toMatchObject({
    status: 200,
    body: { userName: 'User None' },
  });
});

test('section 7: DELETE /api/assignroles/{id}', () => http.deleted(`/api/assignroles/${idOf('assignment')}`));

test('section 7: DELETE /api/roles/{id}', async () => {
  await http.deleted(`/api/roles/${idOf('role')}`);
  const builtIn = (await http.list('/api/roles'))[0];
  expect(await http.delete(`/api/roles/${builtIn?._id}`)).toMatchObject({ status: 409 });
});
