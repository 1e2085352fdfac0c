import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { PATHS, PROTOCOL_VERSION, type PullResponse } from '#shared/protocol/sync.ts';
import { bulkLoad } from '../database/bulk-load.ts';
import { newCandidate, seqOf, type TestClient } from '../testing/client.ts';
import { getFile, hashOf, largestPicture, putFile } from '../testing/pictures.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

/** One row may be larger than a page, and then travels alone: more than a connection takes in unread. */
const NOTES = 'A long note. '.repeat(700_000);

let server: TestServer;
let hr: TestClient;
const sockets: Socket[] = [];

beforeAll(async () => {
  server = await startTestServer({
    prepare: async (database) => {
      await bulkLoad(database, 'candidate', [{ _id: 'long', fullName: 'Long', notes: NOTES }]);
    },
  });
  hr = await server.signIn('HR');
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => server.stop());

/** Makes a call and reads no more of the answer than its beginning. */
async function leaveUnread(method: string, path: string, body = ''): Promise<void> {
  const { hostname, port, host } = new URL(server.url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  sockets.push(socket);
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${hr.token ?? ''}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  await once(socket, 'readable');
}

test('four pages of first syncs of a user are under way at once; what others change comes through meanwhile', async () => {
  const live = await server.signIn('HR', 'live');
  await live.pull();
  // The page with the long row: the one after the rows that were built in.
  const asked = { protocol: PROTOCOL_VERSION, cursor: null };
  const { body } = await hr.post<PullResponse>(PATHS.pull, asked);
  if (body.status !== 'page') throw new Error('There was no page');
  const next = JSON.stringify(body.more ? { ...asked, cursor: body.cursor } : asked);
  await Promise.all([1, 2, 3, 4].map(() => leaveUnread('POST', PATHS.pull, next)));
  let isAnswered = false;
  const fifth = hr.post<PullResponse>(PATHS.pull, JSON.parse(next)).finally(() => (isAnswered = true));
  const seq = seqOf((await hr.push(newCandidate('meanwhile')))[0]);
  expect((await live.pullPage()) as { seq?: number }).toMatchObject({ seq });
  const admin = await server.signIn('Admin');
  for (let times = 0; times < 2; times += 1) {
    admin.cursor = null;
    await admin.pull();
  }
  expect(isAnswered).toBe(false);
  sockets[0]?.destroy();
  expect((await fifth).body.status).toBe('page');
});

test('a row that is larger than a page as it travels comes alone, and what follows it comes after it', async () => {
  const desk = await server.signIn('HR', 'quoting');
  await desk.pull();
  await bulkLoad(server.database, 'candidate', [
    { _id: 'quoted', fullName: 'Quoted', notes: '"'.repeat(3_000_000) },
    { _id: 'after-it', fullName: 'After It' },
  ]);
  const pages: unknown[] = [];
  for (let at = 0; at < 2; at += 1) {
    const page = await desk.pullPage();
    if (page.status !== 'page') throw new Error(page.reason);
    pages.push([page.more, ...page.rows.flatMap(({ rows }) => rows.map(([id]) => id))]);
  }
  expect(pages).toEqual([
    [true, 'quoted'],
    [false, 'after-it'],
  ]);
});

test('a whole picture arrives as it was sent', async () => {
  const bytes = largestPicture();
  await putFile(hr, bytes);
  const given = await getFile(hr, hashOf(bytes));
  expect([given.headers.get('content-length'), given.bytes.equals(bytes)]).toEqual([
    String(bytes.length),
    true,
  ]);
});
