import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PATHS } from '#shared/protocol/sync.ts';
import { DOCUMENT_PATH } from '../api-documentation/own-calls.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Sends the calls in one piece, and gives what came back until the connection ended. */
async function answersTo(...calls: readonly string[]): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1').setEncoding('utf8');
  let text = '';
  socket.on('data', (piece: string) => (text += piece)).on('error', () => undefined);
  const closed = once(socket, 'close');
  socket.write(calls.join(''));
  await closed;
  return text;
}

const get = (path: string, connection = 'keep-alive'): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: ${connection}\r\n\r\n`;

test('calls that were sent ahead are answered in their order', async () => {
  const text = await answersTo(
    get(PATHS.health),
    get('/api/nothing'),
    get(PATHS.health),
    get(PATHS.me, 'close'),
  );
  expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
    '200',
    '404',
    '200',
    '401',
  ]);
});

test('who sends hundreds of calls ahead is cut off, before the answers are made', async () => {
  const text = await answersTo(...Array<string>(500).fill(get(DOCUMENT_PATH)));
  expect([...text.matchAll(/HTTP\/1\.1 200/g)].length).toBeLessThan(20);
  expect((await server.client().get(PATHS.health)).status).toBe(200);
});
