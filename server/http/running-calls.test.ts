import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { SECOND_FACTOR_PATHS } from '#shared/protocol/second-factor.ts';
import { PATHS, PROTOCOL_VERSION, type Operation } from '#shared/protocol/sync.ts';
import { bulkLoad } from '../database/bulk-load.ts';
import { resetSecondFactor } from '../reset-second-factor.ts';
import { enrol } from '../testing/authenticator.ts';
import { operation, seqOf, type TestClient } from '../testing/client.ts';
import { emailOf, PASSWORD, startTestServer, userIdOf, type TestServer } from '../testing/server.ts';

/** The whole list is more than a connection takes in unread, and so is a page of it: a row that is larger than any comes alone. */
const CANDIDATES = 1_200;
const NOTES = 'एक लम्बी बात। '.repeat(1_000);
const LAST = `long-${CANDIDATES - 1}`;
const SINCE = 'Written after the session had ended';

let server: TestServer;
let superAdmin: TestClient;
let hr: TestClient;
const sockets: Socket[] = [];

beforeAll(async () => {
  server = await startTestServer({
    prepare: async (database) => {
      const candidates = Array.from({ length: CANDIDATES }, (_, at) => ({
        _id: `long-${at}`,
        fullName: `Candidate ${String(at).padStart(5, '0')}`,
        notes: at === 0 ? 'x'.repeat(16_000_000) : NOTES,
      }));
      await bulkLoad(database, 'candidate', candidates);
    },
  });
  superAdmin = await server.signIn('Super Admin', null);
});
beforeEach(async () => {
  hr = await server.signIn('HR', null);
});
afterEach(async () => {
  await hrIs(true);
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => server.stop());

const hrIs = async (isActive: boolean): Promise<void> => {
  seqOf((await superAdmin.push(operation('update', 'user', userIdOf('HR'), { isActive })))[0]);
};

const signedOutElsewhere = async (client: TestClient): Promise<void> => {
  const { body } = await client.get<{ _id: string; current: boolean }[]>(PATHS.sessions);
  const id = body.find(({ current }) => current)?._id ?? '';
  expect((await superAdmin.delete(`${PATHS.sessions}/${id}`)).status).toBe(204);
};

/** Begins a call; what follows its head is for the caller to send. */
function begin(client: TestClient, method: string, path: string, headers = ''): Socket {
  const { hostname, port, host } = new URL(server.url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  sockets.push(socket);
  const authorization = `Authorization: Bearer ${client.token ?? ''}`;
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n${authorization}\r\n${headers}\r\n`);
  return socket;
}

/** The head of a call with a body, of which all but the last character is sent; gives that one. */
async function beginWithBody(client: TestClient, path: string, body: unknown): Promise<[Socket, string]> {
  const text = JSON.stringify(body);
  const headers = `Content-Type: application/json\r\nContent-Length: ${text.length}\r\nConnection: close\r\n`;
  const socket = begin(client, 'POST', path, headers);
  socket.write(text.slice(0, -1));
  // It was sent before this one, which is answered.
  expect((await client.get(PATHS.me)).status).toBe(200);
  return [socket, text.slice(-1)];
}

/** All that comes until the connection ends. */
async function rest(socket: Socket): Promise<string> {
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => parts.push(part));
  socket.resume();
  if (!socket.closed) await once(socket, 'close');
  return Buffer.concat(parts).toString('utf8');
}

test('a call ends, too, where its session ended unheard: a command beside the server tells nobody', async () => {
  await enrol(hr);
  const change = operation('update', 'candidate', LAST, { company: SINCE });
  const [push] = await beginWithBody(hr, PATHS.push, { protocol: PROTOCOL_VERSION, operations: [change] });
  await resetSecondFactor(server.database, emailOf('HR'));
  // Nothing more of its body is sent.
  expect(await rest(push)).toBe('');
}, 20_000);

test('a long list ends with its session: nothing of what is written since is in it', async () => {
  const list = begin(hr, 'GET', '/api/students?sort=fullName', 'Connection: close\r\n');
  await once(list, 'readable');
  await hrIs(false);
  const change: Operation = operation('update', 'candidate', LAST, { company: SINCE });
  seqOf((await superAdmin.push(change))[0]);
  const text = await rest(list);
  expect([text.includes('Candidate 00000'), text.includes(SINCE)]).toEqual([true, false]);
});

test('so does a page of a pull, which is no GET', async () => {
  const first = await hr.post<{ cursor: string }>(PATHS.pull, { protocol: PROTOCOL_VERSION, cursor: null });
  const pull = JSON.stringify({ protocol: PROTOCOL_VERSION, cursor: first.body.cursor });
  const headers = `Content-Type: application/json\r\nContent-Length: ${pull.length}\r\nConnection: close\r\n`;
  const socket = begin(hr, 'POST', PATHS.pull, headers);
  socket.write(pull);
  await once(socket, 'readable');
  await hrIs(false);
  const text = await rest(socket);
  expect([text.includes('Candidate 00000'), text.includes('"cursor":')]).toEqual([true, false]);
});

test('a call whose body comes after its session has ended is not answered', async () => {
  const pull = { protocol: PROTOCOL_VERSION, cursor: null, limit: 1 };
  const [socket, last] = await beginWithBody(hr, PATHS.pull, pull);
  await hrIs(false);
  socket.write(last);
  expect((await rest(socket)).includes('"status":"page"')).toBe(false);
});

test('nor does it turn two-step sign-in off, or give recovery codes', async () => {
  for (const path of [SECOND_FACTOR_PATHS.off, SECOND_FACTOR_PATHS.recoveryCodes]) {
    const employee = await server.signIn('Employee', null);
    await enrol(employee);
    const [socket, last] = await beginWithBody(employee, path, { proof: PASSWORD });
    await signedOutElsewhere(employee);
    socket.write(last);
    expect(await rest(socket)).not.toMatch(/ 20[04] |recoveryCodes/);
    const asked = `${PATHS.secondFactor}?userId=${userIdOf('Employee')}`;
    expect((await superAdmin.get(asked)).body).toMatchObject({ on: true });
    expect((await superAdmin.delete(`${PATHS.secondFactor}/${userIdOf('Employee')}`)).status).toBe(204);
  }
});

test('the call that ends its own session is answered, and calls of other sessions go on', async () => {
  const other = await server.signIn('HR', null);
  const list = begin(other, 'GET', '/api/students?sort=fullName', 'Connection: close\r\n');
  await once(list, 'readable');
  expect((await hr.post(PATHS.logout, {})).status).toBe(204);
  expect((await hr.get(PATHS.me)).status).toBe(401);
  expect((await rest(list)).includes(`Candidate 0${CANDIDATES - 1}`)).toBe(true);
});
