import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import express, { type Response } from 'express';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Actor } from '#shared/access/permissions.ts';
import type { AnyRecord } from '#shared/model/entity.ts';
import { bulkLoad } from '../database/bulk-load.ts';
import { errorHandler } from '../http/errors.ts';
import { makeLogger } from '../http/logging.ts';
import type { TestClient } from '../testing/client.ts';
import { startTestServer, userIdOf, type TestServer } from '../testing/server.ts';
import { readListQuery } from './list-query.ts';
import { listRecords } from './list-records.ts';
import { Lists, type ListLimits } from './send-list.ts';

const CANDIDATES = 1_200;
/** The whole list is more than a connection takes in unread. */
const NOTES = 'A long note. '.repeat(1_000);

let server: TestServer;
let hr: TestClient;
let admin: TestClient;
const sockets: Socket[] = [];
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  server = await startTestServer({
    prepare: async (database) => {
      const candidates = Array.from({ length: CANDIDATES }, (_, at) => ({
        _id: `long-${String(at).padStart(5, '0')}`,
        fullName: `Candidate ${at}`,
        notes: NOTES,
      }));
      await bulkLoad(database, 'candidate', candidates);
    },
  });
  hr = await server.signIn('HR', null);
  admin = await server.signIn('Admin', null);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const close of closing.splice(0)) await close();
});
afterAll(() => server.stop());

/** Asks for a list, and reads no more of the answer than its beginning. */
async function leaveUnread(url: string, path: string, token = ''): Promise<Socket> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  sockets.push(socket);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  await once(socket, 'readable');
  return socket;
}

/** A server of the candidates' list alone, with other limits. */
async function listing(limits: ListLimits): Promise<{ url: string; answers: Response[] }> {
  const { database } = server;
  const lists = new Lists(database, limits);
  const entity = database.model.entity('candidate');
  const actor: Actor = { _id: userIdOf('HR'), role: 'HR' };
  const answers: Response[] = [];
  const app = express();
  app.get('/', (_request, response, next) => {
    answers.push(response);
    lists.send(actor._id, actor, entity, readListQuery(entity, {}), response).catch(next);
  });
  app.use(errorHandler(makeLogger('silent')));
  const made = createServer(app).listen(0, '127.0.0.1');
  await once(made, 'listening');
  closing.push(async () => {
    made.closeAllConnections();
    made.close();
    await once(made, 'close');
  });
  return { url: `http://127.0.0.1:${(made.address() as AddressInfo).port}`, answers };
}

test('each part of a list is read in a turn of the event loop of its own', async () => {
  const { database } = server;
  const entity = database.model.entity('candidate');
  let turn = 0;
  let probe = setImmediate(function again() {
    turn += 1;
    probe = setImmediate(again);
  });
  const list = await listRecords(
    database,
    { _id: userIdOf('HR'), role: 'HR' },
    entity,
    readListQuery(entity, {}),
  );
  const turns: number[] = [];
  let records = 0;
  for await (const some of list.pages()) {
    turns.push(turn);
    records += some.length;
  }
  clearImmediate(probe);
  expect(records).toBe(CANDIDATES);
  expect(turns.length).toBeGreaterThanOrEqual(CANDIDATES / 500);
  expect(new Set(turns).size).toBe(turns.length);
});

test('two long lists of a user are sent at once: the next waits its turn, short ones and those of others do not', async () => {
  const [first] = await Promise.all([1, 2].map(() => leaveUnread(server.url, '/api/students', hr.token)));
  let isAnswered = false;
  const third = hr.get<AnyRecord[]>('/api/students').finally(() => (isAnswered = true));
  expect((await hr.get('/api/users')).status).toBe(200);
  expect((await hr.get<AnyRecord[]>('/api/students?limit=20')).body).toHaveLength(20);
  for (let times = 0; times < 2; times += 1)
    expect((await admin.get<AnyRecord[]>('/api/students')).body).toHaveLength(CANDIDATES);
  expect(isAnswered).toBe(false);
  first?.destroy();
  expect((await third).body).toHaveLength(CANDIDATES);
});

test('who waits too long for a place is refused in a sentence that says when to try again', async () => {
  const few = { ofOne: 1, inAll: 9, waitMs: 20 };
  const { url } = await listing({ any: few, long: few });
  await leaveUnread(url, '/');
  const refused = await fetch(url);
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
    429,
    '1',
    {
      code: 'too-many-requests',
      error: 'Too much is being read from the server at once. Wait a minute and try again.',
    },
  ]);
});

test('a reader that takes nothing is ended, and its place is free again', async () => {
  const one = { ofOne: 1, inAll: 1, waitMs: 20_000 };
  const { url, answers } = await listing({ any: one, long: one, patienceMs: 500 });
  await leaveUnread(url, '/');
  const next = fetch(url);
  if (answers[0] && !answers[0].closed) await once(answers[0], 'close');
  expect((await next).status).toBe(200);
});
