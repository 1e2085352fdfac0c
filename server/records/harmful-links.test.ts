import { afterAll, beforeAll, expect, test } from 'vitest';
import { operation, type TestClient } from '../testing/client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

/**
 * A data link may be any text, but nothing that a browser would run, and no address that seems to be another: by REST and
 * by sync, on both engines.
 */

let server: TestServer;
let hr: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  hr = await server.signIn('HR');
});
afterAll(() => server.stop());

const HARMFUL = [
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
  'http://127.0.0.1:5800/candidate',
  'localhost:5800',
  'http://[::1]/',
  '//evil.example',
  'https://bank.example/\u202Egpj.exe',
  'bank\u00AD.example',
  'https://ba\u200Bnk.example/',
  'https://ｂａｎｋ.example/',
];
const KEPT = [
  'https://drive.example.com/a',
  'drive.example.com/a',
  'http://192.168.1.20/list',
  'the blue folder',
  'https://xn--pple-43d.com/',
  'क्\u200Dष',
];

test.each(HARMFUL)('%j is refused, whichever way it comes', async (link) => {
  const made = await hr.post('/api/links', { purpose: 'List', link });
  expect(made).toMatchObject({ status: 422, body: { code: 'invalid', fields: [{ field: 'link' }] } });
  const there = await hr.post<{ _id: string }>('/api/links', { purpose: 'List', link: 'drive.example.com' });
  expect((await hr.put(`/api/links/${there.body._id}`, { link })).status).toBe(422);
  const [created] = await hr.push(
    operation('create', 'dataLink', `new-${HARMFUL.indexOf(link)}`, { purpose: 'List', link }),
  );
  expect(created).toMatchObject({ status: 'refused', code: 'invalid' });
  const [updated] = await hr.push(operation('update', 'dataLink', there.body._id, { link }));
  expect(updated).toMatchObject({ status: 'refused', code: 'invalid' });
  expect((await hr.get(`/api/links/${there.body._id}`)).body).toMatchObject({ link: 'drive.example.com' });
});

test.each(KEPT)('%j is kept as it is written', async (link) => {
  const made = await hr.post('/api/links', { purpose: 'List', link });
  expect(made.status).toBeLessThan(300);
  expect(made.body).toMatchObject({ link });
});

test('what is wrong with an address that seems to be another is said in plain words', async () => {
  const made = await hr.post('/api/links', { purpose: 'List', link: 'https://ba\u200Bnk.example/' });
  expect(made.body).toMatchObject({
    fields: [
      {
        message:
          'Link has characters that do not show or look like others. Type the address by hand, such as https://example.com',
      },
    ],
  });
});

test.each([
  ['/api/hrs', 'personalLinkedIn'],
  ['/api/hrs', 'companyWebsite'],
])('fields for web addresses take none of this computer either: %s %s', async (path, field) => {
  const answer = await hr.post(path, { name: 'Asha Rao', [field]: 'http://127.0.0.1:9000/' });
  expect(answer.status).toBe(422);
  expect(answer.body).toMatchObject({ fields: expect.arrayContaining([expect.objectContaining({ field })]) });
});
