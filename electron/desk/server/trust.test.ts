import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createPlainServer } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { serverKeyOf } from '#shared/node/server-key.ts';
import { CERTIFICATES } from '../../../tests/product/certificates.ts';
import { NetworkFailure, ServerConnection } from './server-connection.ts';
import { OTHER_KEY, UntrustedServer } from './untrusted-server.ts';

const calls: string[] = [];
afterEach(() => void calls.splice(0));

async function portOf(server: {
  listen: Server['listen'];
  address: Server['address'];
  close: () => void;
}): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, '0.0.0.0', () => resolve()));
  onTestFinished(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** A server of our own with that certificate; it notes which calls reached it. */
function secureServer(certificate: keyof typeof CERTIFICATES): Promise<number> {
  return portOf(
    createServer(CERTIFICATES[certificate], (request, response) => {
      calls.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`.trim());
      response.setHeader('content-type', 'application/json').end('{"ok":true}');
    }),
  );
}

const ask = (connection: ServerConnection): Promise<unknown> =>
  connection.call('/api/health', { method: 'POST', body: { secret: 1 }, token: 'token' });

const failureOf = (connection: ServerConnection): Promise<unknown> =>
  ask(connection).then(
    () => null,
    (error: unknown) => error,
  );

const keyOf = (certificate: keyof typeof CERTIFICATES): string => serverKeyOf(CERTIFICATES[certificate].cert);

describe('a PC that knows the key of its server', () => {
  test('speaks to a certificate that nobody has signed, and to one that was renewed or has ended', async () => {
    for (const certificate of ['one', 'ended'] as const) {
      const port = await secureServer(certificate);
      const connection = new ServerConnection(`https://127.0.0.1:${port}`, { key: keyOf(certificate) });
      expect(await ask(connection)).toEqual({ ok: true });
      // By another name too: a key has none.
      const byName = new ServerConnection(`https://127.0.0.2:${port}`, { key: keyOf(certificate) });
      expect(await ask(byName)).toEqual({ ok: true });
    }
  });

  test('sends nothing where another key answers, and says so', async () => {
    const port = await secureServer('two');
    const failure = await failureOf(new ServerConnection(`https://127.0.0.1:${port}`, { key: keyOf('one') }));
    expect(failure).toBeInstanceOf(UntrustedServer);
    expect(failure).toMatchObject({ reason: OTHER_KEY, code: 'unavailable' });
    expect(String(failure)).toContain('answers with another key than the server that this PC joined');
    expect(calls).toEqual([]);
  });

  test('goes on at another address of the server where one is gone, or is somebody else', async () => {
    const [port, other] = [await secureServer('one'), await secureServer('two')];
    const gone = `https://127.0.0.1:${await closedPort()}`;
    const connection = new ServerConnection(gone, {
      others: [`https://127.0.0.1:${other}`, `https://127.0.0.1:${port}`],
      key: keyOf('one'),
    });
    expect(await failureOf(connection)).toMatchObject({ neverSent: true });
    expect(await failureOf(connection)).toBeInstanceOf(UntrustedServer);
    expect(await ask(connection)).toEqual({ ok: true });
    expect(await ask(connection)).toEqual({ ok: true });
  });
});

describe('a PC without a key of its server', () => {
  test('does not speak to a certificate that nobody it trusts has signed', async () => {
    const port = await secureServer('one');
    const failure = await failureOf(new ServerConnection(`https://127.0.0.1:${port}`));
    expect(failure).toBeInstanceOf(UntrustedServer);
    expect(String(failure)).toContain('Nobody whom this PC trusts has signed the certificate of 127.0.0.1');
    expect(calls).toEqual([]);
  });

  test('says that an address does not speak HTTPS', async () => {
    const port = await portOf(
      createPlainServer((_request, response) => void response.end('{}')) as unknown as Server,
    );
    const failure = await failureOf(new ServerConnection(`https://127.0.0.1:${port}`));
    expect(String(failure)).toContain('does not speak HTTPS at this address');
  });

  test('takes what is no matter of trust as network', async () => {
    expect(await failureOf(new ServerConnection(`https://127.0.0.1:${await closedPort()}`))).toBeInstanceOf(
      NetworkFailure,
    );
    expect(await failureOf(new ServerConnection('https://no-such-host.invalid'))).toBeInstanceOf(
      NetworkFailure,
    );
  });

  test.each([
    ['one', '127.0.0.1', /^\{"ok":true\}$/, 'is trusted where the system trusts it'],
    ['one', '127.0.0.2', /is for another name/, 'is refused under another name'],
    ['ended', '127.0.0.1', /has ended/, 'is refused once it has ended'],
  ] as const)('a certificate (%s at %s) %s %s', async (certificate, host, said, _what) => {
    const port = await secureServer(certificate);
    expect(await asksWhereTheSystemTrusts(CERTIFICATES[certificate].cert, `https://${host}:${port}`)).toMatch(
      said,
    );
  });
});

/** A port on which nobody listens any more. */
async function closedPort(): Promise<number> {
  const server = createPlainServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** What a process says of that server whose system trusts that certificate. */
async function asksWhereTheSystemTrusts(certificate: string, url: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'trust-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const store = join(folder, 'store.pem');
  writeFileSync(store, certificate);
  const program = `
    import { ServerConnection } from ${JSON.stringify(join(import.meta.dirname, 'server-connection.ts'))};
    const connection = new ServerConnection(${JSON.stringify(url)});
    const said = await connection.call('/api/health', { method: 'GET' }).then((answer) => JSON.stringify(answer), String);
    process.stdout.write(said);
    process.exit(0);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, SSL_CERT_FILE: store },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  await new Promise((resolve) => child.once('close', resolve));
  return said;
}
