import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import express, { type Response } from 'express';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Actor } from '#shared/access/permissions.ts';
import type { AnyRecord } from '#shared/model/entity.ts';
import { bulkLoad } from '../database/bulk-load.ts';
import { errorHandler } from '../http/errors.ts';
import { AwayDatabase } from '../http/away-database.ts';
import { FullDisk } from '../http/full-disk.ts';
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

/**
 * A server of the candidates' list alone, with other limits. A query may say whose list it is, in `who`; so many of
 * them begin in one turn, in the order of `who`.
 */
async function listing(
  limits?: ListLimits,
  atOnce = 1,
): Promise<{ url: string; answers: Response[]; found: string[] }> {
  const { database } = server;
  const lists = new Lists(database, limits);
  const entity = database.model.entity('candidate');
  const actor: Actor = { _id: userIdOf('HR'), role: 'HR' };
  const answers: Response[] = [];
  const found: string[] = [];
  const begin: { who: string; send: () => void }[] = [];
  const app = express();
  app.get('/', ({ query }, response, next) => {
    const who = typeof query['who'] === 'string' ? query['who'] : actor._id;
    answers.push(response);
    const heard = (): undefined => void found.push(who);
    const asked = readListQuery(entity, { ...query, who: undefined });
    const send = (): void => void lists.send(who, actor, entity, asked, response, heard).catch(next);
    begin.push({ who, send });
    if (begin.length < atOnce) return;
    begin.sort((one, other) => one.who.localeCompare(other.who));
    for (const each of begin.splice(0)) each.send();
  });
  app.use(
    errorHandler({
      logger: makeLogger('silent'),
      database: server.database,
      fullDisk: new FullDisk(server.database),
      away: new AwayDatabase(server.database, makeLogger('silent'), () => undefined),
    }),
  );
  const made = createServer(app).listen(0, '127.0.0.1');
  await once(made, 'listening');
  closing.push(async () => {
    made.closeAllConnections();
    made.close();
    await once(made, 'close');
  });
  return { url: `http://127.0.0.1:${(made.address() as AddressInfo).port}`, answers, found };
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

test('users take turns at having lists found: who asks for many holds another up for one of them', async () => {
  const { url, found } = await listing(undefined, 5);
  await Promise.all(['a', 'a', 'a', 'a', 'b'].map((who) => fetch(`${url}/?limit=5&who=${who}`)));
  const inTurn = ['a', 'b', 'a', 'a', 'a'];
  // PostgreSQL searches in processes of its own: there none waits for another.
  if (server.database.dialect === 'sqlite') expect(found).toEqual(inTurn);
  else expect(found.sort()).toEqual(inTurn.sort());
});

test('a page that is not full needs no counting; its total is right all the same', async () => {
  const entity = server.database.model.entity('candidate');
  const total = async (query: Record<string, string>): Promise<[number, number]> => {
    const actor: Actor = { _id: userIdOf('HR'), role: 'HR' };
    const list = await listRecords(
      server.database,
      actor,
      entity,
      readListQuery(entity, { ...query, who: undefined }),
    );
    return [list.count, list.total];
  };
  expect(await total({ limit: '500' })).toEqual([500, CANDIDATES]);
  expect(await total({ limit: '500', offset: '1000' })).toEqual([200, CANDIDATES]);
  expect(await total({ limit: '500', offset: '5000' })).toEqual([0, CANDIDATES]);
  expect(await total({ limit: '1200' })).toEqual([CANDIDATES, CANDIDATES]);
  expect(await total({ limit: '5', search: 'nobody' })).toEqual([0, 0]);
});

test('a search has so many different words, and a word that is said again is looked for once', async () => {
  const words = Array.from({ length: 13 }, (_, at) => `w${at}`);
  const refused = await hr.get(`/api/students?limit=5&search=${words.join('+')}`);
  expect([refused.status, refused.body]).toEqual([
    400,
    { code: 'bad-request', error: 'Search for fewer words.' },
  ]);
  expect((await hr.get(`/api/students?limit=5&search=${words.slice(1).join('+')}`)).status).toBe(200);
  const again = await hr.get<AnyRecord[]>(`/api/students?limit=5&search=${'candidate+'.repeat(19)}`);
  expect([again.status, again.body.length]).toEqual([200, 5]);
});
