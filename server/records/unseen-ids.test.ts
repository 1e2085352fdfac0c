import { afterAll, beforeAll, expect, test } from 'vitest';
import { bulkLoad } from '../database/bulk-load.ts';
import { operation } from '../testing/client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

/** An id that looks like another one would stand for it wherever a field names it. */

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test.each(['\u200B', ' ', '\u00A0', '\u2028', '\u3000', '\uFEFF', '\u00AD', 'e\u0301'])(
  'nobody makes a record by the id of another and %j, to have that one merged away',
  async (sign) => {
    const made = sign.codePointAt(0);
    const [admin, hr] = [await server.signIn('Admin'), await server.signIn('HR')];
    const [victim, stays] = [`victim-${made}`, `stays-${made}`];
    await admin.push(operation('create', 'inquiry', victim, { Name: 'Victim Verma' }));
    const twin = `${victim}${sign}`;
    const results = await hr.push(
      operation('create', 'inquiry', stays, { Name: 'Ravi Rao' }),
      operation('create', 'inquiry', twin, { Name: 'Ravi Rao' }),
    );
    expect(results).toMatchObject([{ status: 'applied' }, { status: 'refused', code: 'bad-request' }]);
    const set = { id: `merge-${made}`, title: 'Merge of Ravi Rao into Ravi Rao', part: 0 };
    await admin.push(
      { ...operation('delete', 'inquiry', twin, {}, 1e9), set },
      {
        ...operation('create', 'mergedRecord', `lead-${made}`, { was: twin, name: 'Ravi', inquiry: stays }),
        set,
      },
    );
    const { body } = await admin.get<{ Name: string }>(`/api/interns/${victim}`);
    expect(body.Name).toBe('Victim Verma');
  },
);

test('what is called so since before is changed and deleted as all else', async () => {
  const admin = await server.signIn('Admin');
  const id = 'old lead आशा';
  await bulkLoad(server.database, 'inquiry', [{ _id: id, Name: 'Asha' }]);
  expect(
    await admin.push(
      operation('update', 'inquiry', id, { Name: 'Asha Rao' }, 1e9),
      operation('delete', 'inquiry', id, {}, 1e9),
      operation('restore', 'inquiry', id, {}, 1e9),
    ),
  ).toMatchObject([{ status: 'applied' }, { status: 'applied' }, { status: 'applied' }]);
  expect((await admin.get(`/api/interns/${encodeURIComponent(id)}`)).body).toMatchObject({
    Name: 'Asha Rao',
  });
});

test.each(['.', '..'])('nobody calls a record or a change %j, which no address leads to', async (id) => {
  const hr = await server.signIn('HR');
  const set = { id, title: 'All at once', part: 0 };
  const results = await hr.push(operation('create', 'inquiry', id, { Name: 'Ravi Rao' }), {
    ...operation('create', 'inquiry', `of-set-${id.length}`, { Name: 'Ravi Rao' }),
    set,
  });
  const refused = { status: 'refused', code: 'bad-request' };
  expect(results).toMatchObject([refused, refused]);
});
