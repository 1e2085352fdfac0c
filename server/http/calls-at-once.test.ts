import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PATHS } from '#shared/protocol/sync.ts';
import type { TestClient } from '../testing/client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('who sends many calls at once holds up nobody else', async () => {
  const [many, one] = [await server.signIn('Student', null), await server.signIn('HR', null)];
  const answered: TestClient[] = [];
  const ask = async (who: TestClient): Promise<void> => {
    expect((await who.get(`${PATHS.checksum}?content=1`)).status).toBe(200);
    answered.push(who);
  };
  // All connections to the data are taken until all calls have come in.
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const reading = Array.from({ length: 40 }, () => server.database.read(() => held));
  const asked = [...Array.from({ length: 150 }, () => ask(many)), ask(one)];
  for (let times = 0; times < 10; times += 1) await server.client().get('/api/openapi.json');
  release();
  await Promise.all([...reading, ...asked]);
  expect(answered).toHaveLength(151);
  expect(answered.indexOf(one)).toBeLessThan(75);
});

test('live channels, which stay open, and calls that were given up take no place', async () => {
  const client = await server.signIn('Admin', null);
  const { hostname, port, host } = new URL(server.url);
  const open = (path: string): ReturnType<typeof connect> => {
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${client.token ?? ''}\r\n\r\n`,
    );
    return socket;
  };
  const channels = Array.from({ length: 20 }, () => open(PATHS.live));
  await Promise.all(channels.map((each) => once(each, 'readable')));
  for (const each of Array.from({ length: 40 }, () => open(PATHS.checksum))) each.end(() => each.destroy());
  expect((await client.get(PATHS.me)).status).toBe(200);
  for (const each of channels) each.destroy();
});
