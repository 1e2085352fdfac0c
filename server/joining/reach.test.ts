import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CERTIFICATES } from '../../tests/product/certificates.ts';
import { announcementOf, isAnnounced } from './announce.ts';
import { makeCertificate } from './make-certificate.ts';
import { lanAddresses, machineName } from './own-names.ts';
import { givenAddresses, isTrustedBySystems, knownKeyOf, reachOf, type Door } from './reach.ts';

/** Decision 36: where a join code leads, and by which key. */

const door: Door & { announce: boolean } = {
  host: '0.0.0.0',
  trustProxy: 0,
  allowedHosts: [],
  tlsCertFile: null,
  tlsOwn: true,
  allowPlainHttp: false,
  announce: true,
};
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placement-reach-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a code leads to the names of the server, else to this computer’s name and its networks', () => {
  expect(reachOf({ ...door, allowedHosts: ['desk.office.test', '[::2]'] }, 5701)).toEqual({
    addresses: ['https://desk.office.test:5701', 'https://[::2]:5701'],
    notReached: null,
  });
  expect(reachOf({ ...door, host: '192.0.2.7' }, 443).addresses).toEqual(['https://192.0.2.7']);
  expect(reachOf({ ...door, host: '::2', tlsOwn: false }, 5701).addresses).toEqual(['http://[::2]:5701']);
  const machine = machineName();
  expect(reachOf(door, 5701).addresses).toEqual(
    [...(machine === null ? [] : [machine]), ...lanAddresses()]
      .slice(0, 4)
      .map((host) => `https://${host}:5701`),
  );
  expect(reachOf({ ...door, host: '127.0.0.1', trustProxy: 1, allowedHosts: ['a.test'] }, 5701)).toEqual({
    addresses: ['https://a.test'],
    notReached: null,
  });
});

test('where nobody gets in it says what to set', () => {
  expect(reachOf({ ...door, host: '127.0.0.1' }, 5701)).toEqual({
    addresses: [],
    notReached: expect.stringContaining('SERVER_HOST=0.0.0.0'),
  });
  expect(reachOf({ ...door, trustProxy: 1 }, 5701).notReached).toContain('ALLOWED_HOSTS');
  expect(reachOf(door, 0).notReached).toContain('SERVER_PORT');
});

test('networks within the computer and numbers of no router are left out', () => {
  const one = (address: string, internal = false, family: 'IPv4' | 'IPv6' = 'IPv4') =>
    ({ address, internal, family, netmask: '', mac: '', cidr: null, scopeid: 0 }) as never;
  expect(
    lanAddresses({
      lo: [one('127.0.0.1', true)],
      eth0: [one('192.0.2.9'), one('192.0.2.7'), one('2001:db8::1', false, 'IPv6')],
      docker0: [one('172.17.0.1')],
      'vEthernet (WSL)': [one('172.20.0.1')],
      wlan0: [one('169.254.3.4'), one('192.0.2.7')],
    }),
  ).toEqual(['192.0.2.7', '192.0.2.9']);
  expect(machineName('OFFICE-PC')).toBe('office-pc');
  for (const none of ['localhost', '192.0.2.7', 'a b', '', 'with_underline/'])
    expect(machineName(none)).toBeNull();
});

test('addresses that somebody gives are origins, and names that the server answers to', () => {
  expect(givenAddresses(door, ['https://Desk.Office.test:5701/', 'http://192.0.2.7'])).toEqual([
    'https://desk.office.test:5701',
    'http://192.0.2.7',
  ]);
  for (const wrong of ['desk.office.test', 'ftp://a.test', 'https://a.test/path', 'https://', ''])
    expect(() => givenAddresses(door, [wrong])).toThrow(/is no address of a server\. Give one such as/);
  expect(() => givenAddresses({ ...door, allowedHosts: ['a.test'] }, ['https://b.test'])).toThrow(
    'Add that name to ALLOWED_HOSTS.',
  );
});

test('the key is that of a certificate that systems do not know, and none of a proxy or of a known one', async () => {
  const tlsCertFile = join(folder, 'cert.pem');
  writeFileSync(tlsCertFile, CERTIFICATES.one.cert);
  expect(knownKeyOf({ trustProxy: 0, tlsCertFile })).toMatch(/^[\w-]{43}$/);
  expect(knownKeyOf({ trustProxy: 1, tlsCertFile })).toBeNull();
  expect(knownKeyOf({ trustProxy: 0, tlsCertFile: null })).toBeNull();
  expect(() => knownKeyOf({ trustProxy: 0, tlsCertFile: join(folder, 'none') })).toThrow('TLS_CERT_FILE');
  const [one, two] = [CERTIFICATES.one.cert, CERTIFICATES.two.cert].map((pem) => new X509Certificate(pem));
  if (!one || !two) throw new Error('No certificates');
  // Both say that they are of "localhost": it is the signature that counts.
  expect(isTrustedBySystems([one], [CERTIFICATES.one.cert])).toBe(true);
  expect(isTrustedBySystems([one], [CERTIFICATES.two.cert])).toBe(false);
  expect(isTrustedBySystems([one, two], [CERTIFICATES.two.cert])).toBe(false);
  expect(isTrustedBySystems([one])).toBe(false);
  const forged = await makeCertificate({
    privateKey: createPrivateKey(CERTIFICATES.two.key),
    title: 'localhost',
    names: ['localhost'],
    days: 10,
    now: Date.now(),
  });
  expect(isTrustedBySystems([new X509Certificate(forged)], [CERTIFICATES.one.cert])).toBe(false);
});

test('what is announced: the office, the scheme, and a name where the server has one; on no loopback', () => {
  expect(announcementOf(door, 5701, null)).toEqual({ scheme: 'https' });
  expect(announcementOf({ ...door, allowedHosts: ['desk.office.test'] }, 5701, 'Ashwini Training')).toEqual({
    scheme: 'https',
    office: 'Ashwini Training',
    address: 'https://desk.office.test:5701',
  });
  const { office = '' } = announcementOf(door, 5701, 'प्रशिक्षण '.repeat(20));
  expect(Buffer.byteLength(office)).toBeLessThanOrEqual(200);
  expect(office).toMatch(/^प्रशिक्षण .*[^\uFFFD]$/u);
  expect(isAnnounced(door)).toBe(true);
  expect(isAnnounced({ ...door, announce: false })).toBe(false);
  expect(isAnnounced({ ...door, host: '127.0.0.1' })).toBe(false);
  expect(isAnnounced({ ...door, trustProxy: 1 })).toBe(false);
});
