import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AuditLine } from '#shared/protocol/audit.ts';
import { readConfiguration } from './configuration/configuration.ts';
import { VERSION } from './version.ts';
import { TestClient } from './testing/client.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placement-main-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Run {
  child: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
}

function run(args: readonly string[], input?: string): Run {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), '--data', folder, ...args]);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  if (input !== undefined) child.stdin.end(input);
  return { child, output: () => output, ended: new Promise((resolve) => child.once('exit', resolve)) };
}

async function listening({ child, output, ended }: Run): Promise<string> {
  const said = new Promise<string>((resolve) => {
    const look = (): void => {
      const url = /^Listening on (http:\/\/127\.0\.0\.1:\d+)$/m.exec(output())?.[1];
      if (url) resolve(url);
    };
    child.stdout?.on('data', look);
  });
  return Promise.race([
    said,
    ended.then((code) => Promise.reject(new Error(`Ended with ${code}: ${output()}`))),
  ]);
}

test(
  'the first administrator signs in to a server that ends cleanly at SIGTERM',
  // Nine processes one after the other, on computers that do other things too.
  { timeout: 120_000 },
  async () => {
    const weak = run(['--create-admin', 'chief@office.test'], 'Chief@Office12\n');
    expect(await weak.ended).toBe(1);
    expect(weak.output()).toContain('It is made of the name, email, mobile number or birthday of its user.');
    const made = run(['--create-admin', 'chief@office.test'], 'Tabla lantern 83\n');
    expect(await made.ended).toBe(0);
    expect(made.output()).toBe('chief@office.test is Super Admin now.\n');
    const again = run(['--create-admin', 'other@office.test'], 'Tabla lantern 84\n');
    expect(await again.ended).toBe(1);
    expect(again.output()).toContain('There is a Super Admin already.');

    const forgotten = run(['--set-password', 'Chief@Office.test'], 'Kettle marble 96\n');
    expect(await forgotten.ended).toBe(0);
    expect(forgotten.output()).toBe('Chief@Office.test has the new password.\n');
    const weaker = run(['--set-password', 'chief@office.test'], 'Mumbai@2026\n');
    expect(await weaker.ended).toBe(1);
    expect(weaker.output()).toContain('guessed soon. Choose three or four words');
    const unknown = run(['--set-password', 'nobody@office.test'], 'Kettle marble 96\n');
    expect(await unknown.ended).toBe(1);

    const server = run(['--port', '0']);
    const url = await listening(server);
    const client = new TestClient(url);
    const { user } = await client.signIn('chief@office.test', 'Kettle marble 96', 'desk');
    expect(user.role).toBe('Super Admin');
    expect((await client.get('/api/roles')).status).toBe(200);
    const added = await client.get<AuditLine[]>('/api/audit?action=user-created');
    expect(added.body).toMatchObject([{ by: null, subject: { _id: user._id } }]);
    const live = await fetch(`${url}/api/sync/live`, {
      headers: { authorization: `Bearer ${client.token ?? ''}` },
    });
    expect(live.status).toBe(200);
    const second = run(['--port', new URL(url).port, '--data', join(folder, 'other')]);
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain('is taken by another program');

    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    await live.text();
    expect(server.output().trim()).toBe(`Listening on ${url}`);
    expect(statSync(join(folder, 'signing-secret')).mode & 0o777).toBe(0o600);
  },
);

test('arguments and environment are refused in one sentence', () => {
  expect(() => readConfiguration(['--port', 'x'], {})).toThrow('--port must be a number');
  expect(() => readConfiguration(['--create-admin', 'me'], {})).toThrow('needs an email address');
  expect(() => readConfiguration(['--what'], {})).toThrow('Usage:');
  expect(() => readConfiguration([], { LOG_LEVEL: 'loud' })).toThrow('LOG_LEVEL must be one of');
  expect(() => readConfiguration([], { DATABASE_URL: 'mysql://x' })).toThrow('DATABASE_URL must be');
  expect(() => readConfiguration(['--copy-to', 'x'], {})).toThrow('--copy-to must be');
  expect(readConfiguration(['--port', '0', '--demo'], {})).toMatchObject({
    port: 0,
    demo: true,
    host: '127.0.0.1',
  });
});

test('the version is that of the package', () => {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
    version: string;
  };
  expect(VERSION).toBe(manifest.version);
});

test('a second server on the same folder is refused in a sentence, and the first one goes on', async () => {
  const first = run(['--port', '0']);
  const url = await listening(first);
  const second = run(['--port', '0']);
  expect(await second.ended).toBe(1);
  expect(second.output()).toMatch(/^Another server is running with the data folder .* End it first/m);
  expect((await fetch(`${url}/api/health`)).status).toBe(200);
  first.child.kill('SIGKILL');
  await first.ended;
  const third = run(['--port', '0']);
  await listening(third);
  third.child.kill('SIGTERM');
  expect(await third.ended).toBe(0);
}, 60_000);
