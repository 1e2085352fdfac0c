import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { SERVER_PROGRAM } from '../../tests/product/processes.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { send } from '../testing/raw-request.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { isLoopback } from './exposure.ts';

let server: TestServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});
const start = async (configuration: Partial<Configuration>): Promise<TestServer> =>
  (server = await startTestServer({ configuration }));

test.each([['0.0.0.0'], ['::'], ['192.0.2.1'], ['server.office']])(
  'on %s without HTTPS the server does not start, and says what to set',
  async (host) => {
    await expect(start({ host })).rejects.toThrow(
      /^On .* unencrypted: set TLS_OWN=on, or TLS_CERT_FILE .* TRUST_PROXY .* ALLOW_PLAIN_HTTP=on .*\.$/,
    );
  },
);

test('with a proxy that does HTTPS it starts, and where a setting allows it, which health and the log show', async () => {
  const health = async ({ port }: TestServer): Promise<string> =>
    (await send(`http://127.0.0.1:${port}`, { method: 'GET', path: '/api/health' })).text;
  expect(await health(await start({ host: '0.0.0.0', trustProxy: 1 }))).not.toContain('unencrypted');
  await server?.stop();
  expect(await health(await start({ host: '0.0.0.0', allowPlainHttp: true }))).toContain(
    '"unencrypted":true',
  );
  await server?.stop();
  expect(await health(await start({}))).not.toContain('unencrypted');
});

test('the program itself refuses in one sentence, and warns where it is allowed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'placement-exposure-'));
  const run = (env: Record<string, string>, until: RegExp): Promise<string> =>
    new Promise((resolve) => {
      const args = ['--data', folder, '--port', '0', '--host', '0.0.0.0'];
      const child = spawn(process.execPath, [SERVER_PROGRAM, ...args], {
        env: { ...process.env, DATABASE_URL: '', ...env },
      });
      let said = '';
      const hear = (chunk: Buffer): void => {
        said += chunk.toString();
        if (until.test(said)) child.kill('SIGTERM');
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('exit', () => resolve(said));
    });
  try {
    expect(await run({}, /Listening/)).toMatch(/^On 0\.0\.0\.0 passwords would travel unencrypted: .*\.\n$/);
    const allowed = await run({ ALLOW_PLAIN_HTTP: 'on' }, /Listening/);
    expect(allowed).toContain('ALLOW_PLAIN_HTTP is on: passwords and records travel unencrypted');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

const calledBy = async ({ url }: TestServer, host: string): Promise<number> =>
  (await send(url, { method: 'GET', path: '/api/health', headers: { host } })).status;

test('on the loopback a name that leads there from elsewhere is refused, whatever is called', async () => {
  const running = await start({});
  for (const host of [
    'evil.example',
    'evil.example:5701',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
  ])
    expect([host, await calledBy(running, host)]).toEqual([host, 421]);
  for (const host of ['192.168.1.4', '[::2]', '[::1].evil.example', 'a@localhost'])
    expect([host, await calledBy(running, host)]).toEqual([host, 421]);
  for (const host of ['localhost', 'LOCALHOST:80', 'localhost.:80', '127.0.0.1:1', '[::1]:5701'])
    expect([host, await calledBy(running, host)]).toEqual([host, 200]);
  const { status, text } = await send(running.url, {
    method: 'POST',
    path: '/api/auths/login',
    headers: { host: 'evil.example', 'content-type': 'application/json' },
    body: '{"email":"a","password":"b"}',
  });
  expect([status, text]).toEqual([421, expect.stringContaining('does not go by this name')]);
});

test('names that a setting gives are taken, also behind a proxy; elsewhere any name is', async () => {
  expect(await calledBy(await start({ allowedHosts: ['desk.office.test'] }), 'desk.office.test:5701')).toBe(
    200,
  );
  if (server) expect(await calledBy(server, 'evil.example')).toBe(421);
  await server?.stop();
  const behind = await start({ trustProxy: 1, allowedHosts: ['desk.office.test'] });
  expect(await calledBy(behind, 'Desk.Office.test')).toBe(200);
  expect(await calledBy(behind, 'evil.example')).toBe(421);
  await server?.stop();
  expect(await calledBy(await start({ trustProxy: 1 }), 'desk.office.test')).toBe(200);
});

test('this computer is known by each of its own addresses, and by no other', () => {
  for (const own of ['127.0.0.1', '127.3.2.1', '::1', '::ffff:127.0.0.1', 'localhost'])
    expect([own, isLoopback(own)]).toEqual([own, true]);
  for (const other of ['192.0.2.1', '::', '::2', '::ffff:192.0.2.1', 'fe80::1%eth0', 'server.office'])
    expect([other, isLoopback(other)]).toEqual([other, false]);
});
