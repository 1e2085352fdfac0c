import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaults, type Configuration } from '../configuration/configuration.ts';
import { CERTIFICATES } from '../../tests/product/certificates.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { daysLeft } from './certificate-age.ts';
import { makeListener } from './listener.ts';
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
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: ENDS - 30.5 * DAY_MS });
  const warnings: unknown[][] = [];
  const others: unknown[][] = [];
  const note = (...said: unknown[]): void => void others.push(said);
  const listener = makeListener({ ...defaults, ...files }, () => undefined, {
    warn: (...said: unknown[]) => warnings.push(said),
    info: note,
    error: note,
  });
  const nextDay = (): number => {
    vi.advanceTimersByTime(DAY_MS);
    return warnings.length;
  };
  try {
    expect(warnings).toEqual([]);
    expect([nextDay(), nextDay(), nextDay()]).toEqual([1, 2, 3]);
    expect(warnings[0]).toEqual([{ certFile, days: 29 }, 'the certificate ends soon: renew it']);
    vi.setSystemTime(ENDS);
    nextDay();
    const ended = [{ certFile }, 'the certificate has ended: desks refuse it'];
    expect(warnings.at(-1)).toEqual(ended);
    // It is good from November 2026 on: until then the one in use is warned of, and it is looked at again.
    put('one');
    listener.reloadCertificate();
    expect(others).toMatchObject([[{}, 'the old certificate stays']]);
    expect(nextDay()).toBe(6);
    expect(warnings.at(-1)).toEqual(ended);
    vi.setSystemTime(Date.parse('2026-12-01T00:00:00Z'));
    expect(nextDay()).toBe(6);
    expect(others.at(-1)).toEqual(['the certificate was read again']);
    expect(nextDay()).toBe(6);
  } finally {
    listener.stopWatching();
  }
});

test('the days that are left', () => {
  const certificate = new X509Certificate(CERTIFICATES.ended.cert);
  expect(daysLeft(certificate, ENDS - DAY_MS)).toBe(1);
  expect(daysLeft(certificate, ENDS + 1)).toBe(-1);
});
