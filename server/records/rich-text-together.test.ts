import { afterAll, beforeAll, expect, test } from 'vitest';
import { PATHS, PROTOCOL_VERSION, type Operation } from '#shared/protocol/sync.ts';
import { operation, type TestClient } from '../testing/client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

/** Articles, each of the largest kind, are not made safe by the hundred while everybody else waits. */

let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn('Admin');
});
afterAll(() => server.stop());

const article = (id: string, content: string): Operation =>
  operation('create', 'blog', id, { title: id, slug: id, content });

test.each([
  ['tags', '<p>a</p>'.repeat(9_900)],
  ['written characters', 'a &amp; '.repeat(20_000)],
])('articles with many %s are taken a few at a time, each of them by itself', async (name, content) => {
  const articles = ['one', 'two', 'three'].map((id) => article(`${name.slice(0, 4)}-${id}`, content));
  const together = await admin.post(PATHS.push, { protocol: PROTOCOL_VERSION, operations: articles });
  expect(together).toMatchObject({ status: 413, body: { code: 'too-large' } });
  for (const each of articles) expect(await admin.push(each)).toMatchObject([{ status: 'applied' }]);
});

test('an article with a picture in the text itself is refused, and the refusal names the field', async () => {
  const content = '<p>a <img src="data:image/png;base64,AAAA" /></p>';
  expect(await admin.push(article('with-inline', content))).toMatchObject([
    {
      status: 'refused',
      code: 'invalid',
      fields: [
        { field: 'content', message: expect.stringContaining('picture in the text itself') as string },
      ],
    },
  ]);
});

test('a day’s work on articles goes in one push, and back in one undo', async () => {
  const set = { id: 'articles', title: 'Articles', part: 0 };
  const ids = Array.from({ length: 100 }, (_, at) => `daily-${at}`);
  const content = '<p>Some <b>words</b> &amp; more</p>'.repeat(40);
  expect(await admin.push(...ids.map((id) => article(id, content)))).toHaveLength(100);
  const edits = ids.map((id) => operation('update', 'blog', id, { content: '<p>Other</p>' }, 1_000));
  await admin.push(...edits.map((each) => ({ ...each, set })));
  expect(await admin.post('/api/change-sets/articles/undo', { set: 'articles-back' })).toMatchObject({
    status: 200,
    body: { left: [] },
  });
  expect(await admin.get('/api/blogs/daily-7')).toMatchObject({ body: { content } });
});
