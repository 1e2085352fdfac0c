import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PATHS } from '#shared/protocol/sync.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { BODY_TIMES } from './slow-bodies.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

interface Slow {
  socket: Socket;
  said: () => string;
  /** How long the server kept the connection, in milliseconds. */
  kept: Promise<number>;
}

/** Announces a large body and sends a byte of it twice a second. */
function sendSlowly(path: string, headers = ''): Slow {
  const socket = connect(server.port, '127.0.0.1');
  const begun = performance.now();
  let said = '';
  socket.on('data', (chunk: Buffer) => (said += chunk.toString()));
  socket.on('error', () => undefined);
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\n${headers}Content-Length: 100000\r\n\r\n`,
  );
  const bytes = setInterval(() => socket.write(' '), 500);
  const kept = new Promise<number>((resolve) => {
    socket.once('close', () => {
      clearInterval(bytes);
      resolve(performance.now() - begun);
    });
  });
  return { socket, said: () => said, kept };
}

test('a slow body ends within seconds without a session, answered or not, and goes on with one', async () => {
  const admin = await server.signIn('Admin');
  const sessionHeader = `Authorization: Bearer ${admin.token ?? ''}\r\n`;
  const signedIn = sendSlowly(PATHS.push, sessionHeader);
  const unanswered = [sendSlowly(PATHS.login), sendSlowly(PATHS.refresh)];
  const answered = [
    // Refused without a session, 401, and where there is nothing, 404.
    sendSlowly(PATHS.push),
    sendSlowly('/api/nothing'),
    // Signed in, and still answered before its body was read.
    sendSlowly('/api/nothing', sessionHeader),
  ];
  const small = connect(server.port, '127.0.0.1');
  small.on('error', () => undefined).resume();
  small.write(
    `POST ${PATHS.login} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
  );
  const begun = performance.now();
  await new Promise((resolve) => small.once('close', resolve));
  expect(performance.now() - begun).toBeGreaterThan(BODY_TIMES.stranger - 500);
  for (const slow of [...unanswered, ...answered]) {
    expect(await slow.kept).toBeLessThan(BODY_TIMES.stranger + 4_000);
  }
  for (const slow of answered) expect(slow.said()).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(signedIn.socket.destroyed).toBe(false);
  signedIn.socket.destroy();
}, 60_000);

test('a large body that is refused at once still has its answer', async () => {
  const body = 'x'.repeat(6 * 1024 * 1024);
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(`${server.url}${PATHS.push}`, { method: 'POST', headers, body })).status).toBe(401);
  expect((await fetch(`${server.url}${PATHS.login}`, { method: 'POST', headers, body })).status).toBe(413);
});
