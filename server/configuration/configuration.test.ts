import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaults, helpText, readConfiguration } from './configuration.ts';
import { settings } from './settings.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placement-settings-'));
  file = join(folder, 'server.conf');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('the command line wins over the environment, and that over the file', () => {
  writeFileSync(
    file,
    '# the office\nSERVER_PORT=1001\nSERVER_HOST = 0.0.0.0\nexport LOG_LEVEL="info"\n\nBACKUP_KEEP=3\n',
  );
  const env = { CONFIG_FILE: file, SERVER_HOST: '::1', BACKUP_KEEP: '' };
  expect(readConfiguration(['--port', '2002'], env)).toMatchObject({
    port: 2002,
    host: '::1',
    logLevel: 'info',
    backupKeep: 3,
  });
  expect(readConfiguration(['--config', file], {})).toMatchObject({ port: 1001, host: '0.0.0.0' });
  expect(readConfiguration([], {})).toEqual(defaults);
});

test('the server inside the application heeds no setting that opens it or moves its data', () => {
  writeFileSync(file, 'SERVER_HOST=0.0.0.0\n');
  const env = {
    CONFIG_FILE: file,
    SERVER_HOST: '0.0.0.0',
    ALLOW_PLAIN_HTTP: 'on',
    DATABASE_URL: 'postgres://somebody@db.example/other',
    TLS_CERT_FILE: '/c',
    PUBLIC_READ: 'jobs',
    METRICS_TOKEN: 'short',
    PASSWORD_REVEAL: 'off',
    LOG_LEVEL: 'info',
  };
  expect(readConfiguration(['--embedded', '--data', folder], env)).toEqual({
    ...defaults,
    embedded: true,
    dataFolder: folder,
    passwordReveal: false,
    logLevel: 'info',
  });
});

test('the server inside the application answers a network by its own switch alone, and only over HTTPS', () => {
  const env = { SERVER_HOST: '192.0.2.1', TLS_OWN: 'off', ALLOW_PLAIN_HTTP: 'on', ANNOUNCE: 'loudly' };
  expect(readConfiguration(['--embedded', '--network', '--port', '5701'], env)).toMatchObject({
    host: '0.0.0.0',
    tlsOwn: true,
    allowPlainHttp: false,
    announce: true,
    network: true,
  });
  expect(readConfiguration(['--embedded', '--network'], { ANNOUNCE: 'off' }).announce).toBe(false);
  expect(readConfiguration(['--embedded'], env)).toMatchObject({ host: '127.0.0.1', tlsOwn: false });
  expect(() => readConfiguration(['--network'], {})).toThrow('Set SERVER_HOST and TLS_OWN for a server.');
  expect(() => readConfiguration(['--embedded', '--network', '--demo'], {})).toThrow(
    'Demo data is never opened',
  );
  expect(() => readConfiguration(['--for-move'], {})).toThrow('--for-move goes with --backup FOLDER.');
});

test('a file with a setting that there is not is refused, with the nearest one', () => {
  writeFileSync(file, 'BACKUP_FOLDER=/b\n');
  expect(() => readConfiguration(['--config', file], {})).toThrow(
    'server.conf has a setting "BACKUP_FOLDER" that there is not. Do you mean BACKUP_DIR?',
  );
  writeFileSync(file, 'tls_certfile=/c\n');
  expect(() => readConfiguration(['--config', file], {})).toThrow('Do you mean TLS_CERT_FILE?');
  writeFileSync(file, 'LOG_LEVEL=info\nBACKUP_DIR /b\n');
  expect(() => readConfiguration(['--config', file], {})).toThrow('line 2 is not of the form KEY=value');
  expect(() => readConfiguration(['--config', join(folder, 'none')], {})).toThrow('cannot be read');
});

test('a file that Windows wrote, with its mark and its line ends, is read', () => {
  writeFileSync(file, '\uFEFFSERVER_PORT=5999\r\nLOG_LEVEL=info\r\n');
  expect(readConfiguration(['--config', file], {})).toMatchObject({ port: 5999, logLevel: 'info' });
});

test('every setting is refused in one sentence where it makes no sense', () => {
  const refused: Record<string, string> = {
    SERVER_PORT: 'x',
    DATABASE_URL: 'mysql://x',
    TRUST_PROXY: 'yes',
    ALLOW_EXPIRED_CERTIFICATE: '1',
    ALLOW_PLAIN_HTTP: 'yes',
    ALLOWED_HOSTS: 'desk.office:5701',
    MAX_CONNECTIONS: '1',
    BACKUP_AT: '25:00',
    BACKUP_KEEP: '0',
    PASSWORD_REVEAL: 'maybe',
    METRICS_TOKEN: 'short',
    LOG_LEVEL: 'loud',
  };
  for (const [name, text] of Object.entries(refused)) {
    expect(() => readConfiguration([], { [name]: text }), name).toThrow(new RegExp(`^${name} must .*\\.$`));
  }
  expect(() => readConfiguration([], { TLS_CERT_FILE: '/c' })).toThrow('go together');
  expect(() => readConfiguration(['--backup', '/b', '--restore', '/c'], {})).toThrow('Give only one of');
  expect(() => readConfiguration(['--dry-run'], {})).toThrow('--dry-run goes with --import');
  expect(() => readConfiguration(['--backup='], {})).toThrow('--backup needs a value');
});

test('proxies are a number or addresses', () => {
  const of = (text: string): unknown => readConfiguration([], { TRUST_PROXY: text }).trustProxy;
  expect(of('')).toBe(0);
  expect(of('1')).toBe(1);
  expect(of('10.0.0.2, 10.1.0.0/16,loopback')).toEqual(['10.0.0.2', '10.1.0.0/16', 'loopback']);
  expect(() => of('10.0.0.0/33')).toThrow('TRUST_PROXY must be');
  expect(() => of('proxy.office')).toThrow('TRUST_PROXY must be');
});

test('--help shows every setting', () => {
  expect(readConfiguration(['--help'], {}).help).toBe(true);
  for (const { name } of Object.values(settings)) expect(helpText()).toContain(`  ${name} `);
});
