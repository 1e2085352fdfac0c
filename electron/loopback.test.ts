import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
let cookie: string;
let downloads: Downloads;
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

function openSocket(headers: Record<string, string>, path = '/bridge'): WebSocket {
  return new WebSocket(`${loopback.origin.replace('http', 'ws')}${path}`, { headers });
}

/** The status by which a WebSocket is refused, or 101 when it opens. */
function upgradeStatus(headers: Record<string, string>, path?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = openSocket(headers, path);
    socket.on('open', () => {
      socket.close();
      resolve(101);
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
  const socket = openSocket({ cookie, origin: loopback.origin });
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
  downloads = await Downloads.open(join(folder, 'downloads'));
  loopback = await serveLoopback({ desk, pages, downloads, port: 0, report: (fault) => faults.push(fault) });
  const { headers } = await get(new URL(loopback.address).pathname + new URL(loopback.address).search);
  cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? '';
});

afterAll(async () => {
  await loopback.close();
  rmSync(folder, { recursive: true });
});

describe('the first address', () => {
  test('its token is exchanged for a cookie that scripts and other sites cannot use', async () => {
    const token = new URL(loopback.address).search;
    const answer = await get(`/dashboard${token}&tab=2`);
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe('/dashboard?tab=2');
    expect(answer.headers['set-cookie']?.[0]).toMatch(/; HttpOnly; SameSite=Strict; Path=\/$/);
    expect(answer.headers['set-cookie']?.[0]).not.toContain(token.slice(7));
  });

  test('the redirect never leaves this origin', async () => {
    const answer = await get(`//evil.example/${new URL(loopback.address).search}`);
    expect(answer.headers.location ?? '/').toMatch(/^\/(?!\/)/);
  });

  test.each(['', 'wrong', 'a'.repeat(43)])('the token %j is refused', async (token) => {
    const answer = await get(`/?token=${token}`);
    expect(answer.status).toBe(401);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });
});

describe('pages', () => {
  test('are served with the strict policy', async () => {
    const answer = await get('/', { cookie });
    expect(answer).toMatchObject({ status: 200, body: '<title>Index</title>' });
    expect(answer.headers['content-security-policy']).toContain("script-src 'self';");
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  test('a route of the application answers the index page', async () => {
    expect(await get('/candidates/abc?page=2', { cookie })).toMatchObject({
      status: 200,
      body: '<title>Index</title>',
    });
  });

  test('a hashed file may be kept by the browser', async () => {
    const answer = await get('/assets/main-abc.js', { cookie });
    expect(answer.headers['content-type']).toContain('text/javascript');
    expect(answer.headers['cache-control']).toContain('immutable');
  });

  test('without the cookie nothing is served', async () => {
    for (const path of ['/', '/assets/main-abc.js', '/missing.js']) {
      expect((await get(path)).status).toBe(401);
      expect((await get(path, { cookie: cookie.replace(/=.*/, '=wrong') })).status).toBe(401);
    }
  });

  test.each(['evil.example', 'localhost:80', '127.0.0.1', '127.0.0.1:1'])(
    'the Host %j is refused',
    async (host) => {
      expect((await get('/', { cookie, host })).status).toBeGreaterThanOrEqual(400);
    },
  );

  test.each(['http://evil.example', 'null', 'http://127.0.0.1:1', 'https://127.0.0.1'])(
    'the Origin %j is refused',
    async (origin) => {
      expect((await get('/', { cookie, origin })).status).toBe(403);
    },
  );

  test('a file asked for by another site is refused even with the cookie', async () => {
    const headers = { cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
    expect((await get('/assets/main-abc.js', headers)).status).toBe(403);
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
    const answer = await get(path, { cookie });
    expect(answer.status).toBe(404);
    expect(answer.body).not.toContain('secret');
  });

  test('nothing can be sent to a page', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      expect((await get('/', { cookie }, method)).status).toBe(405);
    }
  });
});

describe('a download', () => {
  const CONTENT = '\uFEFFName\r\nमीरा\r\n'.repeat(50_000);
  const waiting = (): string[] => readdirSync(join(folder, 'downloads'));

  test('is given once, under its name, and is then gone from the disk', async () => {
    const { path, download } = await downloads.place('users.csv');
    expect((await get(download, { cookie })).status).toBe(404);
    writeFileSync(path, CONTENT);
    const answer = await get(download, { cookie, origin: loopback.origin });
    expect(answer.status).toBe(200);
    expect(answer.body === CONTENT).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': "attachment; filename*=UTF-8''users.csv",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    await expect.poll(waiting).toEqual([]);
    expect(await get(download, { cookie })).toMatchObject({ status: 404 });
  });

  test('is given to one of two who ask at the same time', async () => {
    const { path, download } = await downloads.place('users.csv');
    writeFileSync(path, CONTENT);
    const answers = await Promise.all([get(download, { cookie }), get(download, { cookie })]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 404]);
  });

  test('is for our own page alone, and others do not use it up', async () => {
    const { path, download } = await downloads.place('users.csv');
    writeFileSync(path, CONTENT);
    expect((await get(download)).status).toBe(401);
    expect((await get(download, { cookie: cookie.replace(/=.*/, '=wrong') })).status).toBe(401);
    expect((await get(download, { cookie, origin: 'http://evil.example' })).status).toBe(403);
    expect((await get(download, { cookie, host: 'evil.example' })).status).toBe(421);
    const foreign = { cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
    expect((await get(download, foreign)).status).toBe(403);
    expect((await get(download, { cookie }, 'HEAD')).status).toBe(404);
    expect((await get('/download/', { cookie })).status).toBe(404);
    expect((await get('/download/../downloads', { cookie })).body).not.toContain('Name');
    expect((await get(download, { cookie })).status).toBe(200);
  });

  test('that was never fetched goes with the next one, and with the next start', async () => {
    const first = await downloads.place('users.csv');
    writeFileSync(first.path, CONTENT);
    const second = await downloads.place('users.csv');
    expect(existsSync(first.path)).toBe(false);
    writeFileSync(second.path, CONTENT);
    await Downloads.open(join(folder, 'downloads'));
    expect(waiting()).toEqual([]);
  });
});

describe('the bridge', () => {
  test('opens for our own page only', async () => {
    const origin = loopback.origin;
    expect(await upgradeStatus({ cookie, origin })).toBe(101);
    expect(await upgradeStatus({ origin })).toBe(401);
    expect(await upgradeStatus({ cookie: cookie.replace(/=.*/, '=wrong'), origin })).toBe(401);
    expect(await upgradeStatus({ cookie, origin: 'http://evil.example' })).toBe(403);
    expect(await upgradeStatus({ cookie })).toBe(403);
    expect(await upgradeStatus({ cookie, origin, host: 'evil.example' })).toBe(421);
    expect(await upgradeStatus({ cookie, origin }, '/other')).toBe(404);
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

  test.each([['not json'], [Buffer.from([1, 2, 3])], ['x'.repeat(8 * 1024 * 1024 + 1)]])(
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
