import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { SERVER_PROGRAM } from '../../tests/product/processes.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { CERTIFICATES } from '../../tests/product/certificates.ts';
import { newCandidate } from '../testing/client.ts';
import { onPostgresql } from '../testing/postgresql.ts';
import { emailOf, startTestServer, type TestServer } from '../testing/server.ts';
import { areaOf } from './area.ts';

let server: TestServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});
const start = async (configuration: Partial<Configuration>): Promise<TestServer> =>
  (server = await startTestServer({ configuration }));

test('what a call is about holds no id, with and without /api', () => {
  expect(areaOf('/users/user-1?x=1')).toBe('/users');
  expect(areaOf('/users/with-password/user-1')).toBe('/users');
  expect(areaOf('/api/students/one')).toBe('/api/students');
  expect(areaOf('/api/sync/push')).toBe('/api/sync/push');
  expect(areaOf('/api/meera@mail.test')).toBe('other');
  expect(areaOf('/meera@mail.test')).toBe('other');
});

test('an answer has the id of its call, which only a proxy of ours may choose', async () => {
  const ask = async ({ url }: TestServer): Promise<string | null> =>
    (await fetch(`${url}/api/health`, { headers: { 'x-request-id': 'chosen-elsewhere' } })).headers.get(
      'x-request-id',
    );
  expect(await ask(await start({}))).toMatch(/^[0-9a-f-]{36}$/);
  await server?.stop();
  expect(await ask(await start({ trustProxy: ['loopback'] }))).toBe('chosen-elsewhere');
});

// PostgreSQL cannot be made to run out of room for one test alone.
if (!onPostgresql())
  test('a full disk is said, and what comes once there is room is taken in', async () => {
    const running = await start({});
    const admin = await running.signIn('Admin');
    const most = (pages: number): Promise<unknown> =>
      running.database.write((trx) => trx.all(`PRAGMA max_page_count = ${pages}`));
    const [now] = await running.database.all<{ page_count: number }>('PRAGMA page_count');
    await most(Number(now?.page_count));
    const candidates = ['one', 'two', 'three'].map((id) => newCandidate(id, { notes: 'x'.repeat(20_000) }));
    await expect(admin.push(...candidates)).rejects.toThrow(
      /503 .*The disk of the server is full, and nothing can be saved there\. Tell your administrator\./,
    );
    // Whoever watches the server hears of it, until something was saved again.
    const health = async (): Promise<[number, unknown]> => {
      const { status, body } = await running.client().get<{ status: string }>('/api/health');
      return [status, body.status];
    };
    expect(await health()).toEqual([503, 'disk-full']);
    await most(1_000_000);
    const results = await admin.push(...candidates);
    expect(results.map(({ status }) => status)).toEqual(['applied', 'applied', 'applied']);
    expect(await health()).toEqual([200, 'ok']);
  });

test('behind a proxy the address is that of the client; without one nobody can claim another', async () => {
  const addressAfter = async (running: TestServer): Promise<unknown> => {
    await fetch(`${running.url}/api/auths/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.7, 203.0.113.9' },
      body: JSON.stringify({ email: emailOf('HR'), password: 'wrong' }),
    });
    const [line] = await running.database.all<{ address: string }>(
      `SELECT "address" FROM "audit_log" WHERE "outcome" = 'refused'`,
    );
    return line?.address;
  };
  expect(await addressAfter(await start({}))).toBe('127.0.0.1');
  await server?.stop();
  expect(await addressAfter(await start({ trustProxy: 1 }))).toBe('203.0.113.9');
  await server?.stop();
  expect(await addressAfter(await start({ trustProxy: ['loopback', '203.0.113.9'] }))).toBe('198.51.100.7');
});

test('metrics are there for who has the token, and hold nothing of a person', async () => {
  const metricsToken = 'a-token-of-the-office';
  const running = await start({ metricsToken });
  const hr = await running.signIn('HR');
  await hr.push(newCandidate('candidate-1'), newCandidate('candidate-1'));
  await hr.get('/api/students/candidate-1');
  const live = await fetch(`${running.url}/api/sync/live`, {
    headers: { authorization: `Bearer ${hr.token ?? ''}` },
  });
  expect((await fetch(`${running.url}/metrics`)).status).toBe(401);
  const read = async (): Promise<string> => {
    const answer = await fetch(`${running.url}/metrics`, {
      headers: { authorization: `Bearer ${metricsToken}` },
    });
    expect(answer.headers.get('content-type')).toContain('text/plain');
    return answer.text();
  };
  const text = await read();
  expect(text).toContain(
    'placement_desk_call_seconds_count{area="/api/students",method="GET",status="200"} 1',
  );
  expect(text).toContain('placement_desk_live_channels 1');
  expect(text).toContain(`placement_desk_log_seq ${await running.database.seq()}`);
  expect(text).toMatch(/placement_desk_write_seconds_count\{outcome="committed"\} [1-9]/);
  expect(text).toContain('placement_desk_operations_total{outcome="applied"} 1');
  expect(text).toContain('placement_desk_operations_total{outcome="refused"} 1');
  expect(text).toContain('process_resident_memory_bytes');
  expect(text).not.toMatch(/candidate-1|office\.test|user-/);
  await live.body?.cancel();
  await expect.poll(read).toContain('placement_desk_live_channels 0');
});

test('without a token there are no metrics', async () => {
  expect((await fetch(`${(await start({})).url}/metrics`)).status).toBe(404);
});

test('HTTPS by files of a certificate, which are read again when they change', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'placement-tls-'));
  try {
    const tlsCertFile = join(folder, 'cert.pem');
    const tlsKeyFile = join(folder, 'key.pem');
    const put = ({ cert, key }: { cert: string; key: string }): void => {
      writeFileSync(tlsCertFile, cert);
      writeFileSync(tlsKeyFile, key);
    };
    put({ cert: CERTIFICATES.one.cert, key: CERTIFICATES.two.key });
    await expect(start({ tlsCertFile, tlsKeyFile })).rejects.toThrow('Check TLS_CERT_FILE and TLS_KEY_FILE.');
    put(CERTIFICATES.one);
    const running = await start({ tlsCertFile, tlsKeyFile });
    expect(running.url).toMatch(/^https:/);
    const one = await certificateOf(running.url);
    put(CERTIFICATES.two);
    running.reloadCertificate();
    const two = await certificateOf(running.url);
    expect(two).not.toBe(one);
    // What cannot be used leaves the certificate that works.
    put({ cert: CERTIFICATES.one.cert, key: 'nothing' });
    running.reloadCertificate();
    expect(await certificateOf(running.url)).toBe(two);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** The fingerprint of the certificate with which the server answers a call. */
function certificateOf(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const ca = [CERTIFICATES.one.cert, CERTIFICATES.two.cert];
    request(`${url}/api/health`, { ca, agent: false }, (response) => {
      const { fingerprint256 } = (response.socket as TLSSocket).getPeerCertificate();
      expect(response.statusCode).toBe(200);
      response.resume();
      response.once('end', () => resolve(fingerprint256));
    })
      .once('error', reject)
      .end();
  });
}

test('a call that is under way at SIGTERM is answered before the server ends', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'placement-ending-'));
  try {
    const child = spawn(process.execPath, [SERVER_PROGRAM, '--data', folder, '--port', '0']);
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const url = await new Promise<string>((resolve) => {
      let said = '';
      child.stdout.on('data', (chunk: Buffer) => {
        const found = /^Listening on (\S+)\n/m.exec((said += chunk.toString()))?.[1];
        if (found) resolve(found);
      });
    });
    const body = JSON.stringify({ email: 'nobody@office.test', password: 'x' });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(
      `POST /api/auths/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
    );
    // The server has the call, and waits for its body.
    await expect.poll(() => answer).toContain('100 Continue');
    child.kill('SIGTERM');
    // It takes no more connections: the signal has arrived.
    await expect
      .poll(() =>
        fetch(`${url}/api/health`).then(
          () => 'open',
          () => 'closed',
        ),
      )
      .toBe('closed');
    socket.write(body);
    await closed;
    expect(answer).toContain('HTTP/1.1 401');
    expect(answer).toContain('Email or password is wrong.');
    expect(await ended).toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
