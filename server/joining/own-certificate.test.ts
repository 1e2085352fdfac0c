import { keyFingerprint } from '#shared/node/server-key.ts';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:https';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { DAY_MS } from '#shared/format/time.ts';
import { openDatabase } from '../database/database.ts';
import { CERTIFICATES } from '../../tests/product/certificates.ts';
import { startOnSameData, startTestServer, type TestServer } from '../testing/server.ts';
import { makeCertificate } from './make-certificate.ts';
import { openOwnCertificate, renewCertificate, replaceOwnKey } from './own-certificate.ts';

/** Decision 36: `TLS_OWN`. */

let server: TestServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const place = (): { dataFolder: string; host: string; allowedHosts: string[] } => ({
  dataFolder: server?.dataFolder ?? '',
  host: '127.0.0.1',
  allowedHosts: [],
});
const file = (name: string): string => join(server?.dataFolder ?? '', 'tls', name);
const read = (name: string): string => readFileSync(file(name), 'utf8');

interface Log {
  said: unknown[][];
  info: (...said: unknown[]) => void;
  warn: (...said: unknown[]) => void;
  error: (...said: unknown[]) => void;
}
function newLog(): Log {
  const said: unknown[][] = [];
  const say = (...each: unknown[]): void => void said.push(each);
  return { said, info: say, warn: say, error: say };
}

/** The certificate that the server shows, whatever it says. */
function shownBy(url: string): Promise<X509Certificate> {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/api/health`, { rejectUnauthorized: false, agent: false }, (response) => {
      const { raw } = (response.socket as TLSSocket).getPeerCertificate();
      response.resume();
      resolve(new X509Certificate(raw));
    });
    asked.once('error', reject);
    asked.end();
  });
}

async function start(): Promise<TestServer> {
  return (server = await startTestServer({ configuration: { tlsOwn: true } }));
}
/** Once more on the same data. @returns the key that it shows */
async function again(): Promise<string> {
  if (!server) throw new Error('No server');
  const other = await startOnSameData(server, { tlsOwn: true });
  const shown = keyFingerprint((await shownBy(other.url)).publicKey);
  await other.close();
  return shown;
}

test('the server makes a key and a certificate that clients can check, private and good for 800 days', async () => {
  const { url } = await start();
  expect(url).toMatch(/^https:/);
  const certificate = await shownBy(url);
  expect(certificate.checkIssued(certificate) && certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.checkHost('localhost', { subject: 'never' })).toBe('localhost');
  expect(certificate.checkHost(hostname().toLowerCase(), { subject: 'never' })).toBeDefined();
  expect(certificate.checkIP('127.0.0.1')).toBeDefined();
  expect(certificate.ca).toBe(false);
  const days = (Date.parse(certificate.validTo) - Date.now()) / DAY_MS;
  expect(days).toBeGreaterThan(799);
  expect(days).toBeLessThan(801);
  expect(statSync(file('')).mode & 0o777).toBe(0o700);
  for (const name of ['key.pem', 'cert.pem']) expect(statSync(file(name)).mode & 0o777).toBe(0o600);
  // Who trusts this certificate is not asked to close an eye.
  const trusted = await new Promise((resolve, reject) => {
    const asked = request(
      `${url}/api/health`,
      { ca: read('cert.pem'), agent: false, servername: 'localhost' },
      (response) => {
        response.resume();
        resolve((response.socket as TLSSocket).authorized);
      },
    );
    asked.once('error', reject);
    asked.end();
  });
  expect(trusted).toBe(true);
});

test('it is renewed with the same key: 30 days before its end, for a new name, and where the clock was ahead', async () => {
  await start();
  const log = newLog();
  const key = read('key.pem');
  const before = read('cert.pem');
  const now = Date.now();
  expect(await renewCertificate(place(), log, now)).toBe(false);
  expect(await renewCertificate(place(), log, now + 769 * DAY_MS)).toBe(false);
  expect(await renewCertificate(place(), log, now + 771 * DAY_MS)).toBe(true);
  expect(read('cert.pem')).not.toBe(before);
  // Made by a clock that was ahead: it is not good yet.
  expect(await renewCertificate(place(), log, now)).toBe(true);
  const named = { ...place(), allowedHosts: ['desk.office.test', '[::2]'], host: '192.0.2.7' };
  expect(await renewCertificate(named, log, now)).toBe(true);
  expect(await renewCertificate(named, log, now)).toBe(false);
  const certificate = new X509Certificate(read('cert.pem'));
  expect(certificate.checkHost('desk.office.test', { subject: 'never' })).toBeDefined();
  expect(certificate.checkIP('::2')).toBeDefined();
  expect(certificate.checkIP('192.0.2.7')).toBeDefined();
  writeFileSync(file('cert.pem'), 'nothing');
  expect(await renewCertificate(place(), log, now)).toBe(true);
  writeFileSync(file('cert.pem'), CERTIFICATES.one.cert);
  expect(await renewCertificate(place(), log, now)).toBe(true);
  expect(read('key.pem')).toBe(key);
  expect(keyFingerprint(new X509Certificate(read('cert.pem')).publicKey)).toBe(
    keyFingerprint(certificate.publicKey),
  );
});

test('a running server shows the renewed one, and one that starts again the same key', async () => {
  const running = await start();
  const key = keyFingerprint((await shownBy(running.url)).publicKey);
  await renewCertificate({ ...place(), allowedHosts: ['desk.office.test'] }, newLog());
  running.reloadCertificate();
  const shown = await shownBy(running.url);
  expect(shown.subjectAltName).toContain('desk.office.test');
  expect(keyFingerprint(shown.publicKey)).toBe(key);
  await running.close();
  expect(await again()).toBe(key);
  rmSync(file('cert.pem'));
  expect(await again()).toBe(key);
});

test('a key that is missing, damaged or another one ends the start: never a new one by itself', async () => {
  const running = await start();
  const key = keyFingerprint((await shownBy(running.url)).publicKey);
  await running.close();
  const kept = read('key.pem');
  const refusals: [() => void, RegExp][] = [
    [
      () => rmSync(file('key.pem')),
      /key\.pem is missing, and PCs know this server by that key\. Put it back/,
    ],
    [() => rmSync(file(''), { recursive: true }), /key\.pem is missing/],
    [() => writeFileSync(file('key.pem'), kept.slice(0, 60)), /key\.pem is damaged\. Put it back/],
    [() => writeFileSync(file('key.pem'), ''), /key\.pem is damaged/],
    [() => writeFileSync(file('key.pem'), CERTIFICATES.one.key), /key\.pem is not the key that PCs know/],
  ];
  for (const [harm, sentence] of refusals) {
    harm();
    await expect(again()).rejects.toThrow(sentence);
    await expect(again()).rejects.toThrow(/or run --new-server-key: every PC then needs a new join code\.$/);
  }
  expect(read('key.pem')).toBe(CERTIFICATES.one.key);
  writeFileSync(file('key.pem'), kept);
  expect(await again()).toBe(key);
});

test('an empty key that a full disk left before any PC knew one is made anew', async () => {
  server = await startTestServer();
  await server.close();
  mkdirSync(file(''));
  writeFileSync(file('key.pem'), '');
  const key = await again();
  expect(await again()).toBe(key);
});

test('a key that others could read is theirs no more, and the log says so', async () => {
  const running = await start();
  await running.close();
  chmodSync(file('key.pem'), 0o644);
  chmodSync(file(''), 0o755);
  await again();
  expect(statSync(file('key.pem')).mode & 0o777).toBe(0o600);
  expect(statSync(file('')).mode & 0o777).toBe(0o700);
  chmodSync(file('key.pem'), 0o644);
  const log = newLog();
  const database = await openDatabase({
    at:
      running.databaseUrl === null
        ? { file: join(running.dataFolder, 'server.db') }
        : { url: running.databaseUrl },
  });
  await openOwnCertificate(place(), database, log);
  expect(log.said).toEqual([
    [{ file: file('key.pem') }, expect.stringContaining('others could read the key of this server')],
  ]);
  // A new one on purpose: the old is put aside, the codes that name it are over.
  await database.write((trx) =>
    trx.all(
      `INSERT INTO "join_codes" ("id", "tokenHash", "madeAt", "endsAt", "uses", "used") VALUES ('a', 'b', 'c', '9', 1, 0)`,
    ),
  );
  const old = read('key.pem');
  expect(await replaceOwnKey({ ...place(), embedded: false }, database)).toMatch(
    /^The server has a new key\. The old one is .*key\.pem\.\d+\. Start it, and give every PC a new join code/,
  );
  expect(await database.all('SELECT "id" FROM "join_codes"')).toEqual([]);
  await database.close();
  const [aside = ''] = readdirSync(file('')).filter((name) => name.startsWith('key.pem.'));
  expect(read(aside)).toBe(old);
  expect(read('key.pem')).not.toBe(old);
  expect(existsSync(file('cert.pem'))).toBe(false);
  await again();
});

test('it says whose it is, for which names and for what', async () => {
  const made = await makeCertificate({
    privateKey: createPrivateKey(CERTIFICATES.one.key),
    title: 'Office in Łódź',
    names: ['desk.office.test', '192.0.2.7', '2001:db8::1'],
    days: 10,
    now: Date.now(),
  });
  const certificate = new X509Certificate(made);
  expect(certificate.subject).toBe('CN=Office in Łódź');
  expect(certificate.subjectAltName).toBe(
    'DNS:desk.office.test, IP Address:192.0.2.7, IP Address:2001:DB8:0:0:0:0:0:1',
  );
  expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
  expect(certificate.serialNumber).toMatch(/^[4-7][\dA-F]{31}$/);
});
