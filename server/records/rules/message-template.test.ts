import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeValue } from '#shared/model/columns.ts';
import type { AnyRecord } from '#shared/model/entity.ts';
import { messageTemplate } from '#shared/model/message-template.ts';
import { bulkLoad } from '../../database/bulk-load.ts';
import { operation, type TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

/** Decision 26: what a template names is judged when it is saved, by every door. */

let server: TestServer;
let admin: TestClient;
let hr: TestClient;

const STALE = 'Hello {fullName}, on {oldField}';

beforeAll(async () => {
  server = await startTestServer({
    prepare: async (database) => {
      // As a version before had it: the field has gone from the model since.
      const before = {
        name: 'Before',
        channel: 'WhatsApp',
        audience: ['Candidates'],
        text: STALE,
        active: true,
      };
      await bulkLoad(database, 'messageTemplate', [{ _id: 'before', ...before }]);
    },
  });
  admin = await server.signIn('Admin');
  hr = await server.signIn('HR');
});
afterAll(() => server.stop());

const template = (id: string, changes: Record<string, unknown> = {}): ReturnType<typeof operation> =>
  operation('create', 'messageTemplate', id, {
    name: id,
    channel: 'WhatsApp',
    audience: ['Candidates'],
    text: 'Hello {fullName}',
    ...changes,
  });

const stored = async (id: string): Promise<AnyRecord> =>
  (await admin.get<AnyRecord>(`/api/templates/${id}`)).body;

test('a field that does not exist is refused with the nearest one, pushed and by REST', async () => {
  const error = 'There is no {fulName} of candidates. The nearest is {fullName}.';
  expect(await admin.push(template('typo', { text: 'Hello {fulName}' }))).toMatchObject([
    { status: 'refused', code: 'invalid', error },
  ]);
  const body = { name: 'x', channel: 'Email', audience: ['Candidates'], subject: 'For {fulName}', text: 'x' };
  const answer = await admin.post('/api/templates', body);
  expect(answer).toMatchObject({
    status: 422,
    body: { code: 'invalid', error, fields: [{ field: 'subject', code: 'invalid' }] },
  });
  for (const text of ['{__proto__}', 'x'.repeat(1_000_000), 'Hello {fullName', 'a\u0000b']) {
    expect(await admin.push(template('enemy', { text }))).toMatchObject([
      { status: 'refused', code: 'invalid' },
    ]);
  }
});

test('what is for several kinds names what all of them have, and a mail is for those with an address', async () => {
  const both = ['Candidates', 'Inquiries'];
  expect(
    await admin.push(
      template('both', { audience: both, text: 'Hello {name}, {mobile}' }),
      template('one', { audience: both }),
      template('mail', { audience: both, channel: 'Email', text: 'Hello {name}' }),
    ),
  ).toMatchObject([
    { status: 'applied' },
    { status: 'refused', error: expect.stringContaining('of inquiries. The nearest is {name}') },
    { status: 'refused', error: expect.stringContaining('Inquiries have no email address') },
  ]);
  // The rest of the record counts too, as it is stored.
  expect(
    await admin.push(operation('update', 'messageTemplate', 'both', { channel: 'Email' })),
  ).toMatchObject([{ status: 'refused', code: 'invalid' }]);
  await admin.push(template('later'));
  expect(await admin.push(operation('update', 'messageTemplate', 'later', { audience: both }))).toMatchObject(
    [{ status: 'refused', error: expect.stringContaining('{fullName}') }],
  );
});

test('a template that was right once keeps its text until somebody changes it', async () => {
  expect(
    await admin.push(operation('update', 'messageTemplate', 'before', { name: 'Renamed', active: false })),
  ).toMatchObject([{ status: 'applied' }]);
  const whole = await stored('before');
  expect((await admin.put('/api/templates/before', { ...whole, name: 'Again' })).status).toBe(200);
  expect(await stored('before')).toMatchObject({ name: 'Again', text: STALE, active: false });
  expect(
    await admin.push(operation('update', 'messageTemplate', 'before', { text: `${STALE}!` })),
  ).toMatchObject([{ status: 'refused', error: expect.stringContaining('{oldField}') }]);
});

test('HR reads templates and writes none', async () => {
  await admin.push(template('read'));
  expect((await hr.get<AnyRecord>('/api/templates/read')).body).toMatchObject({ text: 'Hello {fullName}' });
  expect(
    await hr.push(
      template('mine'),
      operation('update', 'messageTemplate', 'read', { text: 'x' }),
      operation('delete', 'messageTemplate', 'read'),
    ),
  ).toMatchObject([{ status: 'refused' }, { status: 'refused' }, { status: 'refused' }]);
  expect(encodeValue(messageTemplate.fields.audience, (await stored('read'))['audience'])).toBe(
    '["Candidates"]',
  );
});
