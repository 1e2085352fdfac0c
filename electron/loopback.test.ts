import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOOPBACK_PROTOCOLS } from '#shared/protocol/bridge.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { BridgedDesk } from './bridge-connection.ts';
import { Downloads } from './downloads.ts';
import { serveLoopback, type Loopback } from './loopback.ts';

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

let folder: string;
let loopback: Loopback;
let key: string;
let downloads: Downloads;
/** Milliseconds on the clock of the downloads. */
let running = 0;
let announce: Parameters<BridgedDesk['subscribe']>[0] | undefined;
const calls: string[] = [];
const faults: unknown[] = [];

/** The smallest desk there can be: the transport is what is tested here. */
const desk: BridgedDesk = {
  call: async (method, params) => {
    calls.push(method);
    if (method === 'records.get') throw new PlainError('forbidden', 'You may not see this record.');
    if (method === 'records.delete') throw new Error('SQLITE_CORRUPT at /home/hr/cache.db');
    if (method === 'sync.now') {
      const fields = [{ field: 'name', code: 'required' as const, message: 'Name is required' }];
      throw new PlainError('invalid', 'Name is required', fields);
    }
    return { method, params };
  },
  subscribe: (listener) => {
    announce = listener;
    return () => (announce = undefined);
  },
};

/** Node's own request, since fetch folds `..` away and does not let the Host be chosen. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { hostname, port } = new URL(loopback.origin);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => (body += text));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

const PROTOCOLS = Object.values(LOOPBACK_PROTOCOLS);

/** @param given what is offered as the key; undefined to offer none. */
function openSocket(
  headers: Record<string, string>,
  given: string | undefined = key,
  path = '/bridge',
): WebSocket {
  const protocols = given === undefined ? PROTOCOLS : [...PROTOCOLS, given];
  return new WebSocket(`${loopback.origin.replace('http', 'ws')}${path}`, protocols, { headers });
}

/** The status by which a WebSocket is refused, or the protocol by which it opens. */
function upgradeStatus(
  headers: Record<string, string>,
  given?: string,
  path?: string,
): Promise<number | string> {
  return new Promise((resolve, reject) => {
    const socket = openSocket(headers, given, path);
    socket.on('open', () => {
      socket.close();
      resolve(socket.protocol);
    });
    socket.on('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0);
      socket.terminate();
    });
    socket.on('error', (error) => {
      if (!String(error).includes('Unexpected server response')) reject(error);
    });
  });
}

function nextMessage(socket: WebSocket): Promise<unknown> {
  socket.binaryType = 'nodebuffer';
  return new Promise((resolve) => {
    socket.once('message', (data) =>
      resolve(JSON.parse(data instanceof Buffer ? data.toString('utf8') : '')),
    );
  });
}

async function connected(): Promise<WebSocket> {
  const socket = openSocket({ origin: loopback.origin });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return socket;
}

async function ask(socket: WebSocket, message: unknown): Promise<unknown> {
  const answer = nextMessage(socket);
  socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  return answer;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'loopback-'));
  const pages = join(folder, 'pages');
  mkdirSync(join(pages, 'assets'), { recursive: true });
  writeFileSync(join(pages, 'index.html'), '<title>Index</title>');
  writeFileSync(join(pages, 'assets', 'main-abc.js'), 'export {};');
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'secret.js'), 'secret');
  downloads = await Downloads.open(join(folder, 'downloads'), () => running);
  loopback = await serveLoopback({ desk, pages, downloads, port: 0, report: (fault) => faults.push(fault) });
  key = new URL(loopback.address).searchParams.get('token') ?? '';
});

afterAll(async () => {
  await loopback.close();
  rmSync(folder, { recursive: true });
});

describe('the first address', () => {
  test('carries a key that cannot be guessed', () => {
    expect(Buffer.from(key, 'base64url')).toHaveLength(32);
  });

  test('opens the page itself, which takes the key away before anything else sees it', async () => {
    const answer = await get(`/dashboard?token=${key}&tab=2`);
    expect(answer).toMatchObject({ status: 200, body: '<title>Index</title>' });
    // Neither a file that the page loads nor a link out of it names the address that it was opened by.
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
  });

  test('is answered without a cookie: browsers would send it to every port of this computer', async () => {
    for (const path of ['/', `/?token=${key}`, '/assets/main-abc.js', '/missing.js', '/?token=wrong']) {
      const answer = await get(path);
      expect(answer.headers['set-cookie'], path).toBeUndefined();
      expect(answer.body + JSON.stringify(answer.headers), path).not.toContain(key);
    }
  });
});

describe('pages', () => {
  test('are served with the strict policy', async () => {
    const answer = await get('/');
    expect(answer).toMatchObject({ status: 200, body: '<title>Index</title>' });
    expect(answer.headers['content-security-policy']).toContain("script-src 'self';");
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  test('a route of the application answers the index page', async () => {
    expect(await get('/candidates/abc?page=2')).toMatchObject({
      status: 200,
      body: '<title>Index</title>',
    });
  });

  test('a hashed file may be kept by the browser', async () => {
    const answer = await get('/assets/main-abc.js');
    expect(answer.headers['content-type']).toContain('text/javascript');
    expect(answer.headers['cache-control']).toContain('immutable');
  });

  test.each(['evil.example', 'localhost:80', '127.0.0.1', '127.0.0.1:1'])(
    'the Host %j is refused',
    async (host) => {
      expect((await get('/', { host })).status).toBeGreaterThanOrEqual(400);
    },
  );

  test.each(['http://evil.example', 'null', 'http://127.0.0.1:1', 'https://127.0.0.1'])(
    'the Origin %j is refused',
    async (origin) => {
      expect((await get('/', { origin })).status).toBe(403);
    },
  );

  test.each(['cross-site', 'same-site'])(
    'a file asked for by a page elsewhere (%s) is refused',
    async (site) => {
      const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors' };
      expect((await get('/assets/main-abc.js', headers)).status).toBe(403);
    },
  );

  test('a link from another port leads to the page', async () => {
    const headers = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' };
    expect((await get('/', headers)).status).toBe(200);
  });

  test.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/../../secret.js',
    '/assets/..%5c..%5csecret.js',
    '/%00.js',
    '/%zz.js',
    '//../secret.js',
    '/missing.js',
    '/secret.txt',
  ])('the path %s leads nowhere', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(answer.body).not.toContain('secret');
  });

  test('nothing can be sent to a page', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      expect((await get('/', {}, method)).status).toBe(405);
    }
  });
});

describe('a download', () => {
  const CONTENT = '\uFEFFName\r\nमीरा\r\n'.repeat(50_000);
  const waiting = (): string[] => readdirSync(join(folder, 'downloads'));

  test('is given once, under its name, and is then gone from the disk', async () => {
    const { path, download } = await downloads.place('users.csv');
    expect((await get(download)).status).toBe(404);
    writeFileSync(path, CONTENT);
    const answer = await get(download, { origin: loopback.origin });
    expect(answer.status).toBe(200);
    expect(answer.body === CONTENT).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': "attachment; filename*=UTF-8''users.csv",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    await expect.poll(waiting).toEqual([]);
    expect(await get(download)).toMatchObject({ status: 404 });
  });

  test('is given to one of two who ask at the same time', async () => {
    const { path, download } = await downloads.place('users.csv');
    writeFileSync(path, CONTENT);
    const answers = await Promise.all([get(download), get(download)]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 404]);
  });

  test('is for our own page alone, and others do not use it up', async () => {
    const { path, download } = await downloads.place('users.csv');
    writeFileSync(path, CONTENT);
    expect((await get(download, { origin: 'http://evil.example' })).status).toBe(403);
    expect((await get(download, { host: 'evil.example' })).status).toBe(421);
    for (const site of ['cross-site', 'same-site']) {
      for (const mode of ['no-cors', 'navigate']) {
        const foreign = { 'sec-fetch-site': site, 'sec-fetch-mode': mode };
        expect((await get(download, foreign)).status).toBe(403);
      }
    }
    expect((await get(download, {}, 'HEAD')).status).toBe(404);
    expect((await get('/download/')).status).toBe(404);
    expect((await get('/download/../downloads')).body).not.toContain('Name');
    expect((await get(download)).status).toBe(200);
  });

  test('that was never fetched goes with one that is asked for later, and with the next start', async () => {
    const first = await downloads.place('users.csv');
    writeFileSync(first.path, CONTENT);
    running += 6 * 60_000;
    const second = await downloads.place('users.csv');
    expect(existsSync(first.path)).toBe(false);
    writeFileSync(second.path, CONTENT);
    await Downloads.open(join(folder, 'downloads'));
    expect(waiting()).toEqual([]);
  });

  test('that is being written is not given up for another one', async () => {
    const first = await downloads.place('all.xlsx');
    running += 60 * 60_000;
    const second = await downloads.place('users.csv');
    for (const { path } of [first, second]) writeFileSync(path, CONTENT);
    for (const { download } of [first, second]) expect((await get(download)).status).toBe(200);
    await expect.poll(waiting).toEqual([]);
  });

  test('is given to nobody once its user has left, also where it was being written then', async () => {
    const [finished, unfinished] = [await downloads.place('a.csv'), await downloads.place('b.csv')];
    writeFileSync(finished.path, CONTENT);
    await downloads.forget();
    expect(waiting()).toEqual([]);
    writeFileSync(unfinished.path, CONTENT);
    for (const { download } of [finished, unfinished]) expect((await get(download)).status).toBe(404);
    await downloads.forget();
    expect(waiting()).toEqual([]);
  });
});

describe('the bridge', () => {
  test('opens for our own page only', async () => {
    const origin = loopback.origin;
    expect(await upgradeStatus({ origin })).toBe(LOOPBACK_PROTOCOLS.letIn);
    expect(await upgradeStatus({ origin: 'http://evil.example' })).toBe(403);
    expect(await upgradeStatus({ origin: 'http://127.0.0.1:1' })).toBe(403);
    expect(await upgradeStatus({})).toBe(403);
    expect(await upgradeStatus({ origin, host: 'evil.example' })).toBe(421);
    expect(await upgradeStatus({ origin }, key, '/other')).toBe(404);
  });

  test.each([
    ['wrong', {}],
    ['a'.repeat(43), {}],
    // Nothing that a browser adds by itself lets a page in.
    ['none', { cookie: 'placement-desk=KEY; token=KEY', authorization: 'Bearer KEY' }],
  ])('without the key (%s) the page is told so, and no call reaches the desk', async (given, more) => {
    const headers = Object.fromEntries(
      Object.entries(more).map(([name, value]) => [name, value.replaceAll('KEY', key)]),
    );
    const before = calls.length;
    const socket = openSocket({ origin: loopback.origin, ...headers }, given);
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    await new Promise((resolve) => socket.once('open', resolve));
    expect(socket.protocol).toBe(LOOPBACK_PROTOCOLS.refused);
    const heard: unknown[] = [];
    socket.on('message', (data) => heard.push(data));
    socket.send(JSON.stringify({ id: 1, method: 'session.get', params: {} }));
    expect(await closed).toBe(4401);
    expect(heard).toEqual([]);
    expect(calls.length).toBe(before);
  });

  test('a client that names no protocol at all is not let in', async () => {
    const socket = new WebSocket(`${loopback.origin.replace('http', 'ws')}/bridge`, {
      headers: { origin: loopback.origin },
    });
    expect(await new Promise<number>((resolve) => socket.once('close', resolve))).toBe(4401);
  });

  test('carries calls, refusals and events', async () => {
    const socket = await connected();
    expect(await ask(socket, { id: 1, method: 'session.get', params: {} })).toEqual({
      id: 1,
      result: { method: 'session.get', params: {} },
    });
    expect(await ask(socket, { id: 2, method: 'records.get', params: {} })).toEqual({
      id: 2,
      error: { code: 'forbidden', message: 'You may not see this record.' },
    });
    expect(await ask(socket, { id: 3, method: 'sync.now', params: {} })).toHaveProperty(
      'error.fields.0.field',
      'name',
    );
    const event = nextMessage(socket);
    announce?.('changed', { entity: 'candidate', ids: null, origin: 'elsewhere' });
    expect(await event).toMatchObject({ event: 'changed' });
    socket.close();
  });

  test('a fault inside is told in general words and reported', async () => {
    const socket = await connected();
    const answer = await ask(socket, { id: 4, method: 'records.delete', params: {} });
    expect(answer).toHaveProperty('error.code', 'internal');
    expect(JSON.stringify(answer)).not.toContain('cache.db');
    expect(String(faults.at(-1))).toContain('SQLITE_CORRUPT');
    socket.close();
  });

  test.each([
    { id: 5, method: 'files.read', params: {} },
    { id: 5, method: 'session.get', params: {}, more: 1 },
    { id: 5, method: 'toString' },
    { id: 5 },
  ])('the message %j is refused before the desk sees it', async (message) => {
    const socket = await connected();
    const before = calls.length;
    expect(await ask(socket, message)).toMatchObject({ id: 5, error: { code: 'bad-request' } });
    expect(calls.length).toBe(before);
    socket.close();
  });

  test.each([['not json'], [Buffer.from([1, 2, 3])], ['x'.repeat(16 * 1024 * 1024 + 1)]])(
    'what is no message at all ends the connection',
    async (data) => {
      const socket = await connected();
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.on('error', () => undefined);
      socket.send(data);
      await closed;
    },
  );
});

test('a port that is taken is told in a sentence', async () => {
  const port = Number(new URL(loopback.origin).port);
  const second = serveLoopback({ desk, pages: folder, downloads, port, report: () => undefined });
  await expect(second).rejects.toThrow(`Port ${port} is in use. Choose another with --port.`);
});
