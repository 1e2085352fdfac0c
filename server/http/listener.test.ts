import { createPrivateKey, generateKeyPairSync, X509Certificate, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '#shared/format/time.ts';
import { CERTIFICATES } from '../../tests/product/certificates.ts';
import { defaults, type Configuration } from '../configuration/configuration.ts';
import { makeCertificate } from '../joining/make-certificate.ts';
import { makeListener, type Listener } from './listener.ts';

let folder: string;
let certFile: string;
let keyFile: string;
let said: unknown[][];
let running: Listener | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placement-listener-'));
  certFile = join(folder, 'cert.pem');
  keyFile = join(folder, 'key.pem');
  said = [];
});
afterEach(() => {
  running?.stopWatching();
  running?.server.close();
  running = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

const put = (cert: string, key: string | KeyObject): void => {
  writeFileSync(certFile, cert);
  writeFileSync(
    keyFile,
    typeof key === 'string' ? key : key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  );
};

/** Good for some days from so many days from now on. */
const madeFor = (inDays: number, days: number): Promise<string> =>
  // It is good from a day before the time it is made for.
  makeCertificate({
    privateKey: ec,
    title: 'made',
    names: ['127.0.0.1'],
    days,
    now: Date.now() + (inDays + 1) * DAY_MS,
  });

async function start(configuration: Partial<Configuration> = {}): Promise<Listener> {
  const say = (...each: unknown[]): void => void said.push(each);
  running = makeListener(
    { ...defaults, tlsCertFile: certFile, tlsKeyFile: keyFile, ...configuration },
    (_request, response) => void response.end(),
    { info: say, warn: say, error: say },
  );
  running.server.listen(0, '127.0.0.1');
  await once(running.server, 'listening');
  said = [];
  return running;
}

/** What the server shows to a new connection, as PEM. */
async function shown({ server }: Listener): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { raw } = socket.getPeerCertificate();
  socket.destroy();
  return new X509Certificate(raw).toString();
}

const notYet = await madeFor(2, 90);

const NOT_A_PAIR =
  /^.*cert\.pem and .*key\.pem are not a certificate and its key in PEM\. Check TLS_CERT_FILE/;
const ENDED = /^The certificate .*cert\.pem has ended, and desks refuse it\. Renew it, or set .*\.$/;
const NOT_YET =
  /^The certificate .*cert\.pem is good from \d{4}-\d\d-\d\dT\S+ on, and desks refuse it until then\. Check the clock of this computer, .*\.$/;

test('a certificate with a key of another kind ends the start', async () => {
  put(CERTIFICATES.one.cert, rsa);
  await expect(start()).rejects.toThrow(NOT_A_PAIR);
});

test('a certificate that is not good yet ends the start, unless the setting allows it', async () => {
  put(notYet, ec);
  await expect(start()).rejects.toThrow(NOT_YET);
  await start({ allowExpiredCertificate: true });
});

test.each([
  ['has a key of another kind', NOT_A_PAIR, () => put(CERTIFICATES.one.cert, rsa)],
  ['came without its key', NOT_A_PAIR, () => put(CERTIFICATES.two.cert, CERTIFICATES.one.key)],
  ['has ended', ENDED, () => put(CERTIFICATES.ended.cert, CERTIFICATES.ended.key)],
  ['is not good yet', NOT_YET, () => put(notYet, ec)],
])(
  'a renewed certificate that %s leaves the old one in use, and the log says so',
  async (_case, why, renew) => {
    put(CERTIFICATES.one.cert, CERTIFICATES.one.key);
    const listener = await start();
    renew();
    listener.reloadCertificate();
    expect(said).toEqual([[{ said: expect.stringMatching(why) as string }, 'the old certificate stays']]);
    expect(await shown(listener)).toBe(CERTIFICATES.one.cert);

    const { cert, key } = CERTIFICATES.two;
    put(cert, createPrivateKey(key));
    listener.reloadCertificate();
    expect(said.at(-1)).toEqual(['the certificate was read again']);
    expect(await shown(listener)).toBe(cert);
  },
);

test('one that was taken with few days left is warned of at once', async () => {
  put(CERTIFICATES.one.cert, CERTIFICATES.one.key);
  const listener = await start();
  put(await madeFor(-2, 4.5), ec);
  listener.reloadCertificate();
  expect(said).toEqual([
    ['the certificate was read again'],
    [{ certFile, days: 3 }, 'the certificate ends soon: renew it'],
  ]);
});
