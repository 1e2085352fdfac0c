import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyRecord } from '#shared/model/entity.ts';
import { bulkLoad } from '../database/bulk-load.ts';
import { newCandidate, operation, type TestClient } from '../testing/client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

/** Signs that nobody sees, in what desks of before, REST and visitors send, and in what is stored from before. */
let server: TestServer;
let hr: TestClient;

beforeAll(async () => {
  server = await startTestServer({
    configuration: { publicContact: true },
    prepare: async (database) => {
      await bulkLoad(database, 'candidate', [
        {
          _id: 'before',
          fullName: '\u200B\u2060',
          city: 'Pu\u200Bne',
          mobile: '98765 43211',
          email: 'before@people.test',
        },
      ]);
    },
  });
  hr = await server.signIn('HR');
});
afterAll(() => server.stop());

const candidateOf = async (id: string): Promise<AnyRecord> =>
  (await hr.get<AnyRecord>(`/api/students/${id}`)).body;

test('a desk of before sends them: they are not kept, and the record is found', async () => {
  const results = await hr.push(
    newCandidate('pushed', { fullName: 'Ri\u200Bya Zwsharma', city: 'Fee 1000 \u202E paid' }),
    newCandidate('nameless', { fullName: '\u200B\u2060', email: 'nameless@people.test' }),
  );
  expect(results).toMatchObject([{ status: 'applied' }, { status: 'refused', code: 'invalid' }]);
  expect(await candidateOf('pushed')).toMatchObject({ fullName: 'Riya Zwsharma', city: 'Fee 1000  paid' });
  for (const search of ['Riya Zw', 'Ri\u200Bya Zw']) {
    const found = await hr.get<AnyRecord[]>(`/api/students?search=${encodeURIComponent(search)}`);
    expect(found.body.map(({ _id }) => _id)).toEqual(['pushed']);
  }
  const { rows } = await hr.pull();
  expect(rows.get('candidate/pushed')).toMatchObject({ fullName: 'Riya Zwsharma' });
});

test('by REST they are not kept, and a name of nothing else is refused', async () => {
  const given = { ...newCandidate('rest').changes, fullName: 'Zz \u202Ecod.exe', notes: 'One\u200B\n\ttwo' };
  const made = await hr.post<AnyRecord>('/api/students', given);
  expect(made.body).toMatchObject({ fullName: 'Zz cod.exe', notes: 'One\n\ttwo' });
  const emptied = await hr.put(`/api/students/${made.body._id}`, { fullName: '\u3164' });
  expect(emptied).toMatchObject({ status: 422, body: { fields: [{ field: 'fullName', code: 'required' }] } });
});

test('nor are they in a message of the website', async () => {
  const visitor = server.client();
  expect((await visitor.post('/api/contacts', { name: '\u200B', message: '\u202E' })).status).toBe(422);
  const sent = await visitor.post('/api/contacts', {
    name: 'Zz \u202Ecod.exe',
    message: 'Which\u200B fees?',
  });
  expect(sent.status).toBe(201);
  const { rows } = await hr.pull();
  expect([...rows.values()]).toContainEqual(
    expect.objectContaining({ name: 'Zz cod.exe', message: 'Which fees?' }),
  );
});

test('what is stored so is sent along and stays, until the field itself is changed', async () => {
  const before = await candidateOf('before');
  const whole = await hr.put('/api/students/before', { ...before, notes: 'Called' });
  expect(whole.status).toBe(200);
  expect(await candidateOf('before')).toMatchObject({ fullName: '\u200B\u2060', notes: 'Called' });
  expect(await hr.push(operation('update', 'candidate', 'before', { city: 'Pune' }))).toMatchObject([
    { status: 'applied' },
  ]);
  expect(await candidateOf('before')).toMatchObject({ city: 'Pune' });
});
