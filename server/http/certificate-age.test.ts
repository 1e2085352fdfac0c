import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Configuration } from '../configuration/configuration.ts';
import { CERTIFICATES } from '../../tests/product/certificates.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { daysLeft, warnOfExpiry } from './certificate-age.ts';
import { DAY_MS } from '#shared/format/time.ts';

const ENDS = Date.parse('2025-02-01T00:00:00Z');

let folder: string;
let files: Pick<Configuration, 'tlsCertFile' | 'tlsKeyFile'>;
let certFile: string;
let server: TestServer | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placement-certificate-'));
  certFile = join(folder, 'cert.pem');
  files = { tlsCertFile: certFile, tlsKeyFile: join(folder, 'key.pem') };
  put('ended');
});
afterEach(async () => {
  vi.useRealTimers();
  await server?.stop();
  server = undefined;
  rmSync(folder, { recursive: true, force: true });
});

function put(which: keyof typeof CERTIFICATES): void {
  writeFileSync(certFile, CERTIFICATES[which].cert);
  writeFileSync(join(folder, 'key.pem'), CERTIFICATES[which].key);
}

test('with a certificate that has ended the server does not start, unless a setting allows it', async () => {
  await expect(startTestServer({ configuration: files })).rejects.toThrow(
    /^The certificate .*cert\.pem has ended, and desks refuse it\. Renew it, or set ALLOW_EXPIRED_CERTIFICATE=on .*\.$/,
  );
  server = await startTestServer({ configuration: { ...files, allowExpiredCertificate: true } });
  expect(server.url).toMatch(/^https:/);
  await server.stop();
  put('one');
  server = await startTestServer({ configuration: files });
  expect(server.url).toMatch(/^https:/);
});

test('from 30 days before its end there is a warning at the start and every day, until it is renewed', () => {
  vi.useFakeTimers();
  const warnings: unknown[][] = [];
  let now = ENDS - 31.5 * DAY_MS;
  const stop = warnOfExpiry(certFile, { warn: (...said: unknown[]) => warnings.push(said) }, () => now);
  const nextDay = (): number => {
    now += DAY_MS;
    vi.advanceTimersByTime(DAY_MS);
    return warnings.length;
  };
  expect(warnings).toEqual([]);
  expect([nextDay(), nextDay(), nextDay()]).toEqual([0, 1, 2]);
  expect(warnings[0]).toEqual([{ certFile, days: 29 }, 'the certificate ends soon: renew it']);
  now = ENDS;
  nextDay();
  expect(warnings.at(-1)).toEqual([{ certFile }, 'the certificate has ended: desks refuse it']);
  put('one');
  expect(nextDay()).toBe(3);
  stop();
});

test('the days that are left', () => {
  expect(daysLeft(certFile, ENDS - DAY_MS)).toBe(1);
  expect(daysLeft(certFile, ENDS + 1)).toBe(-1);
  writeFileSync(certFile, 'nothing');
  expect(daysLeft(certFile, 0)).toBeNull();
});
