import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Role } from '#shared/access/roles.ts';
import type { AnyRecord } from '#shared/model/entity.ts';
import { bulkLoad } from '../../database/bulk-load.ts';
import { operation, type TestClient } from '../../testing/client.ts';
import { startTestServer, userIdOf, type TestServer } from '../../testing/server.ts';

/** Decision 21: whose leads are, and who gets the next one. */

let server: TestServer;
let superAdmin: TestClient;
let hr: TestClient;
const TEAM = ['hr-asha', 'hr-bela', 'hr-chand'] as const;

beforeAll(async () => {
  server = await startTestServer({
    configuration: { publicContact: true },
    prepare: async (database) => {
      await bulkLoad(
        database,
        'user',
        TEAM.map((id) => ({ _id: id, name: id, email: `${id}@office.test`, isActive: true })),
      );
      await bulkLoad(
        database,
        'roleAssignment',
        TEAM.map((id) => ({ _id: `role-${id}`, userEmail: `${id}@office.test`, roleName: 'HR' })),
      );
    },
  });
  superAdmin = await server.signIn('Super Admin');
  hr = await server.signIn('HR');
});
afterAll(() => server.stop());

beforeEach(async () => {
  for (const id of TEAM) await superAdmin.put(`/api/users/${id}`, { takesLeads: false, isActive: true });
});

const tick = async (...ids: string[]): Promise<void> => {
  for (const id of ids)
    expect((await superAdmin.put(`/api/users/${id}`, { takesLeads: true })).status).toBe(200);
};
const read = async (path: string, id: string): Promise<AnyRecord> =>
  (await superAdmin.get<AnyRecord>(`/api/${path}/${id}`)).body;

const addLead = async (body: Record<string, unknown>, by = hr): Promise<AnyRecord> => {
  const { status, body: made } = await by.post<AnyRecord>('/api/interns', body);
  expect(status).toBe(201);
  return made;
};

let sent = 0;
const message = async (client: TestClient): Promise<unknown> => {
  sent += 1;
  const email = `visitor-${sent}@mail.test`;
  expect((await client.post('/api/contacts', { name: 'Visitor', email })).status).toBe(201);
  const { body } = await superAdmin.get<AnyRecord[]>(`/api/contacts?email=${email}`);
  return body[0]?.['assignedTo'];
};

test('who adds an inquiry has it, where nobody else is named: by REST and by sync', async () => {
  expect(await addLead({ Name: 'Own' })).toMatchObject({ assignedTo: userIdOf('HR') });
  expect(await addLead({ Name: 'Given', assignedTo: 'hr-asha' })).toMatchObject({ assignedTo: 'hr-asha' });
  await hr.push(operation('create', 'inquiry', 'by-sync', { Name: 'Sync' }));
  expect(await read('interns', 'by-sync')).toMatchObject({ assignedTo: userIdOf('HR') });
  // Nobody takes leads in turn: what is nobody's on purpose stays so.
  expect(await addLead({ Name: 'Nobody', assignedTo: null })).toMatchObject({ assignedTo: null });
});

test.each(['Employee', 'Student', ''] as const)(
  'it cannot be that of a user with the role "%s"',
  async (role) => {
    const refused = {
      status: 422,
      body: {
        code: 'invalid',
        fields: [{ field: 'assignedTo', message: expect.stringContaining(name(role)) }],
      },
    };
    expect(await hr.post('/api/interns', { Name: 'X', assignedTo: userIdOf(role) })).toMatchObject(refused);
    const { _id } = await addLead({ Name: `Kept from ${role}` });
    expect(await hr.put(`/api/interns/${_id}`, { assignedTo: userIdOf(role) })).toMatchObject(refused);
    const [pushed] = await hr.push(operation('update', 'inquiry', _id, { assignedTo: userIdOf(role) }));
    expect(pushed).toMatchObject({ status: 'refused', code: 'invalid' });
    expect(await read('interns', _id)).toMatchObject({ assignedTo: userIdOf('HR') });
  },
);

const name = (role: Role): string =>
  `User ${role || 'None'} is not HR, Admin or Super Admin. Choose somebody who is`;

test('it cannot be that of somebody who is not active, or deleted; whose it is keeps it', async () => {
  const { _id } = await addLead({ Name: 'Kept', assignedTo: 'hr-bela' });
  await superAdmin.put('/api/users/hr-bela', { isActive: false });
  const answer = await hr.post('/api/interns', { Name: 'Left', assignedTo: 'hr-bela' });
  expect(answer).toMatchObject({
    status: 422,
    body: { error: 'hr-bela is no longer active. Choose somebody else.' },
  });
  expect((await hr.put(`/api/interns/${_id}`, { notes: 'called', assignedTo: 'hr-bela' })).status).toBe(200);
  const [contact] = await hr.push(
    operation('create', 'contactInquiry', 'c', { name: 'C', assignedTo: 'gone' }),
  );
  expect(contact).toMatchObject({ status: 'refused', code: 'invalid' });
});

test('messages and inquiries that are nobody’s go in turn, whoever sends them', async () => {
  await tick('hr-asha', 'hr-bela', 'hr-chand');
  const visitor = server.client();
  const first = [await message(visitor), await message(hr), await message(visitor)];
  expect(new Set(first)).toEqual(new Set(TEAM));
  const { assignedTo } = await addLead({ Name: 'Fourth', assignedTo: null });
  expect(assignedTo).toBe(first[0]);
  expect(await message(visitor)).toBe(first[1]);
  // Who adds one on purpose has it, and loses no turn.
  expect(await addLead({ Name: 'Own' })).toMatchObject({ assignedTo: userIdOf('HR') });
  expect(await message(visitor)).toBe(first[2]);
  // Many in one transaction.
  const pushed = Array.from({ length: 6 }, (_, at) =>
    operation('create', 'inquiry', `turn-${at}`, { Name: `Turn ${at}`, assignedTo: null }),
  );
  await hr.push(...pushed);
  const turns = [];
  for (let at = 0; at < 6; at += 1) turns.push((await read('interns', `turn-${at}`))['assignedTo']);
  expect(turns).toEqual([...first, ...first]);
});

test('what was nobody’s when it came stays so when it is changed', async () => {
  expect(await message(server.client())).toBeNull();
  const { body } = await superAdmin.get<AnyRecord[]>(`/api/contacts?email=visitor-${sent}@mail.test`);
  const [contact] = body;
  await tick('hr-asha');
  const change = operation('update', 'contactInquiry', contact?._id ?? '', { name: 'Renamed' }, 1e9);
  expect(await hr.push(change)).toMatchObject([{ status: 'applied' }]);
  expect(await read('contacts', contact?._id ?? '')).toMatchObject({ name: 'Renamed', assignedTo: null });
});

test('it never goes to somebody who left, whose role changed, or who is not ticked', async () => {
  await tick('hr-asha', 'hr-bela');
  const visitor = server.client();
  await superAdmin.put('/api/users/hr-asha', { isActive: false });
  expect([await message(visitor), await message(visitor)]).toEqual(['hr-bela', 'hr-bela']);
  await superAdmin.push(operation('update', 'roleAssignment', 'role-hr-bela', { roleName: 'Employee' }));
  expect(await message(visitor)).toBeNull();
  await superAdmin.push(operation('update', 'roleAssignment', 'role-hr-bela', { roleName: 'HR' }));
  expect(await message(visitor)).toBe('hr-bela');
  await superAdmin.put('/api/users/hr-bela', { takesLeads: false });
  expect(await message(visitor)).toBeNull();
});

test('only a Super Admin says who takes leads, and nobody whose turn it is', async () => {
  const admin = await server.signIn('Admin');
  for (const client of [admin, hr])
    expect((await client.put(`/api/users/${userIdOf('HR')}`, { takesLeads: true })).status).toBe(403);
  const answer = await superAdmin.put('/api/users/hr-asha', { leadGivenAt: '2020-01-01T00:00:00.000Z' });
  expect(answer.status).toBe(403);
});

test('a lead that comes back after a restore is whose it was, if that person may have it; else it goes in turn', async () => {
  await tick('hr-asha', 'hr-bela');
  const offered = (owner: string) => ({
    ...operation('create', 'inquiry', `again-${owner}`, { Name: `Lead of ${owner}`, assignedTo: null }),
    again: { ackedAt: new Date(Date.now() - 60_000).toISOString(), seen: { assignedTo: owner } },
  });
  const student = userIdOf('Student');
  await superAdmin.push(offered('hr-bela'), offered('hr-chand'), offered(student), offered('nobody'));
  const owners = await Promise.all(
    ['hr-bela', 'hr-chand', student, 'nobody'].map(async (owner) => {
      return (await read('interns', `again-${owner}`))['assignedTo'];
    }),
  );
  // Asha has waited longest once Bela's has come back.
  expect(owners).toEqual(['hr-bela', 'hr-chand', 'hr-asha', 'hr-bela']);
});
