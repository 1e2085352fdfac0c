import { spawn, type ChildProcess } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { JOIN_PATH, readJoinCode } from '#shared/protocol/joining.ts';
import { PASSWORD_KEY, SERVER_PROGRAM } from '../../tests/product/processes.ts';
import { keyFingerprint } from '#shared/node/server-key.ts';

/** Decision 36: the command line of the server. */

let folder: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placement-join-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

const OFFICE = { SERVER_HOST: '0.0.0.0', TLS_OWN: 'on', ANNOUNCE: 'off' };

interface Run {
  child: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
}
function run(args: readonly string[], env: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, [SERVER_PROGRAM, '--data', folder, ...args], {
    env: { ...process.env, DATABASE_URL: '', PASSWORD_KEY, ...env },
  });
  children.push(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output, ended: new Promise((resolve) => child.once('exit', resolve)) };
}
async function printed(args: readonly string[], env = {}): Promise<[number | null, string]> {
  const { ended, output } = run(args, env);
  return [await ended, output()];
}

interface Answer {
  status: number | undefined;
  text: string;
  /** Of the certificate that answered. */
  key: string;
}
function joinAt(address: string, token: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      address + JOIN_PATH,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        rejectUnauthorized: false,
        agent: false,
      },
      (response) => {
        const { raw } = (response.socket as TLSSocket).getPeerCertificate();
        const key = keyFingerprint(new X509Certificate(raw).publicKey);
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve({ status: response.statusCode, text, key }));
      },
    );
    asked.once('error', reject);
    asked.end(JSON.stringify({ token, computer: 'PC 7' }));
  });
}

test('a server that nobody reaches prints no code, and what to set instead', async () => {
  const [code, said] = await printed(['--join-code']);
  expect([code, said]).toEqual([1, expect.stringContaining('Set SERVER_HOST=0.0.0.0 and TLS_OWN=on')]);
  expect(await printed(['--uses', '3'])).toEqual([1, '--uses goes with --join-code.\n']);
  expect((await printed(['--join-code', '--uses', '1001']))[1]).toContain(
    '--uses must be a number from 1 to',
  );
  expect((await printed(['--join-code', '--hours', '0']))[1]).toContain('--hours must be a number from 1 to');
  expect((await printed(['--join-code', '--address', 'desk']))[1]).toContain(
    '"desk" is no address of a server.',
  );
  const [, early] = await printed(['--join-code'], OFFICE);
  expect(early).toMatch(/^There is no .*tls.*\.pem yet\. Start the server once with TLS_OWN=on/);
});

test('beside a running server it prints a code that PCs join by, under the key that the server shows', async () => {
  const server = run(['--port', '0'], OFFICE);
  await expect.poll(server.output, { timeout: 60_000 }).toMatch(/^Listening on https:/m);
  const port = /:(\d+)$/m.exec(server.output())?.[1] ?? '';
  const address = `https://localhost:${port}`;
  const [ended, said] = await printed(
    ['--join-code', '--uses', '1', '--hours', '2', '--address', address, '--address', 'https://192.0.2.7'],
    OFFICE,
  );
  expect(ended).toBe(0);
  const [text = '', , leads, good, , name, ...file] = said.trimEnd().split('\n');
  const code = readJoinCode(text);
  expect(code).toMatchObject({ addresses: [address, 'https://192.0.2.7'], key: expect.any(String) });
  expect(leads).toBe(`Leads to ${address}, https://192.0.2.7`);
  expect(good).toMatch(/^Good until .+, for one PC$/);
  expect(name).toBe('placement-desk.ini:');
  expect(file).toEqual(['[office]', `join=${text}`]);
  const first = await joinAt(address, code?.token ?? '');
  expect([first.status, first.text, first.key]).toEqual([200, '{"office":null}', code?.key]);
  expect((await joinAt(address, code?.token ?? '')).status).toBe(404);

  expect((await printed(['--new-server-key'], OFFICE))[1]).toContain('Another server is running');
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(await printed(['--new-server-key'], OFFICE)).toEqual([
    0,
    expect.stringMatching(/^The server has a new key\. The old one is .* give every PC a new join code/),
  ]);
});
