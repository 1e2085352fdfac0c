import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { model } from '#shared/model/entities.ts';
import { mayCreate, mayUpdate } from '#shared/access/permissions.ts';
import type { ErrorBody } from '#shared/protocol/errors.ts';
import { FORM_BODY_LIMIT } from '../http/body-limits.ts';
import { operation, type Answer, type TestClient } from '../testing/client.ts';
import { answerToHead, FORBIDDEN } from '../testing/head-only.ts';
import { largestPicture, picture } from '../testing/pictures.ts';
import { ALL_ROLES, startTestServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
let chief: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  chief = await server.signIn('Super Admin', null);
});
afterAll(() => server.stop());

const FORM = 'multipart/form-data; boundary=b';
const part = (name: string, value: string): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const authorization = (client: TestClient): string => `Bearer ${client.token ?? ''}`;

async function sendForm(fields: readonly (readonly [string, string])[]): Promise<Answer<ErrorBody>> {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return chief.post<ErrorBody>('/users', form);
}

test('an index far beyond any list is refused at once, and the server goes on', async () => {
  const before = performance.now();
  const { status, body } = await sendForm([['zz[4294967294]', 'x']]);
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'bad-request' });
  expect((await chief.get('/api/health')).status).toBe(200);
  expect(performance.now() - before).toBeLessThan(5_000);
});

test.each([
  ['a[1000]'],
  ['a[1e3]'],
  ['a[b]'],
  ['a[][]'],
  ['a[b][c][d][e]'],
  ['[a]'],
  ['a]'],
  ['a['],
  [''],
  ['x'.repeat(101)],
])('a field called %j is refused by a clear sentence', async (name) => {
  const { status, body } = await sendForm([[name, 'x']]);
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'bad-request' });
  expect(body.error).toMatch(/^The form has a field .* Write lists as/);
});

test('an index within what a list holds makes no hole in it', async () => {
  const form = new FormData();
  form.append('fullName', 'Asha');
  form.append('mobile', '98765 43210');
  form.append('email', 'asha@people.test');
  form.append('enrolledCourse[0]', 'JAVA');
  form.append('enrolledCourse[999]', 'Cloud');
  expect(await chief.post('/api/students', form)).toMatchObject({
    status: 201,
    body: { enrolledCourse: ['JAVA', 'Cloud'] },
  });
});

test('as many fields as no record has are refused', async () => {
  const { status, body } = await sendForm(Array.from({ length: 501 }, (_, at) => [`f${at}`, 'x'] as const));
  expect({ status, code: body.code }).toEqual({ status: 413, code: 'too-large' });
});

test('a name that objects have of themselves is a field like any other, and there is none of it', async () => {
  for (const name of ['__proto__', 'constructor', 'toString']) {
    expect(await sendForm([[name, '{"isActive":true}']])).toMatchObject({
      status: 422,
      body: { code: 'invalid' },
    });
  }
});

test('lists within lists of one field are refused before they are unfolded', async () => {
  const form = new FormData();
  form.append('enrolledCourse', '['.repeat(1_000_000));
  expect(await chief.post('/api/students', form)).toMatchObject({
    status: 400,
    body: { code: 'bad-request' },
  });
});

test('a form is refused by what its head says of its length, unread', async () => {
  const answer = await answerToHead(server.url, 'POST', '/users', {
    authorization: authorization(chief),
    'content-type': FORM,
    'content-length': String(FORM_BODY_LIMIT + 1),
  });
  expect(answer).toMatchObject({ status: 413, code: 'too-large' });
});

test('a form that does not say its length is counted while it comes, over all of its fields', async () => {
  const megabyte = part('notes', 'x'.repeat(1024 * 1024));
  const chunk = `${megabyte.length.toString(16)}\r\n${megabyte}\r\n`;
  const answer = await answerToHead(
    server.url,
    'POST',
    '/users',
    { authorization: authorization(chief), 'content-type': FORM, 'transfer-encoding': 'chunked' },
    chunk.repeat(7),
  );
  expect(answer).toMatchObject({ status: 413, code: 'too-large' });
});

test('the largest picture fits into a form with its texts', async () => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ fullName: 'Asha', mobile: '98765 43210', email: 'a@b.test' }))
    form.append(name, value);
  form.append('notes', 'क'.repeat(20_000));
  form.append('profilePicture', new Blob([new Uint8Array(largestPicture())]), 'me.jpg');
  expect((await chief.post('/api/students', form)).status).toBe(201);
});

test('a field takes one file, however small and however many a form brings', async () => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ fullName: 'Two', mobile: '98765 43211', email: 'two@b.test' }))
    form.append(name, value);
  for (const mark of ['one', 'two'])
    form.append('profilePicture', new Blob([new Uint8Array(picture(mark))]), 'me.png');
  expect(await chief.post('/api/students', form)).toMatchObject({
    status: 422,
    body: { error: '"profilePicture" takes one file. Send the record with one of them.' },
  });
  expect(await server.database.all('SELECT "hash" FROM "files" WHERE "type" = ?', ['image/png'])).toEqual([]);
});

test('an article of a hundred thousand tags is refused by REST and by sync alike', async () => {
  const content = '<b>'.repeat(100_000);
  expect(await chief.post('/api/blogs', { title: 'Deep', slug: 'deep', content })).toMatchObject({
    status: 422,
    body: { code: 'invalid', fields: [{ field: 'content' }] },
  });
  const desk = await server.signIn('Super Admin');
  expect(
    await desk.push(operation('create', 'blog', 'deep', { title: 'Deep', slug: 'deep', content })),
  ).toMatchObject([{ status: 'refused', code: 'invalid', fields: [{ field: 'content' }] }]);
});

describe.each(ALL_ROLES.map((role) => [role || 'no role', role] as const))('%s', (_label, role) => {
  test('what the role can never do is refused from the head alone, form or JSON, whatever is to come', async () => {
    const client = await server.signIn(role, null);
    const calls: (readonly [method: string, path: string])[] = model.flatMap((entity) => [
      ...(mayCreate(entity, role) ? [] : [['POST', `/api/${entity.path}`] as const]),
      ...(mayUpdate(entity, role) ? [] : [['PUT', `/api/${entity.path}/any`] as const]),
    ]);
    if (role === '' || role === 'Student') {
      calls.push(['POST', '/users'], ['PUT', '/api/users/any']);
      calls.push(['PUT', `/api/files/${'a'.repeat(64)}`]);
    }
    for (const [method, path] of calls) {
      for (const contentType of [FORM, 'application/json']) {
        const head = {
          authorization: authorization(client),
          'content-type': contentType,
          'content-length': '1000',
        };
        const answer = await answerToHead(server.url, method, path, head);
        expect([method, path, answer]).toMatchObject([method, path, FORBIDDEN]);
      }
    }
  });
});
