import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SERVER_PROGRAM } from '../../tests/product/processes.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { TestClient } from '../testing/client.ts';
import { defaultKeyFile, passwordKey } from './password-key.ts';

let folder: string;
let data: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placement-key-'));
  data = join(folder, 'data');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const KEY = Buffer.alloc(32, 'key').toString('base64');
const place = (
  passwordKeyFile: string | null,
  key: string | null = null,
): Parameters<typeof passwordKey>[0] => ({
  passwordKey: key,
  passwordKeyFile,
  dataFolder: data,
});

describe('the place of the key', () => {
  test('is the configuration folder of the system user, for each data of its own', () => {
    const at = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): string =>
      defaultKeyFile('o1', platform, env, home);
    expect(at('linux', {}, '/home/a')).toBe('/home/a/.config/placement-desk/password-keys/o1.key');
    expect(at('linux', { XDG_CONFIG_HOME: '/c' }, '/home/a')).toBe('/c/placement-desk/password-keys/o1.key');
    expect(at('linux', { XDG_CONFIG_HOME: 'c' }, '/home/a')).toBe(at('linux', {}, '/home/a'));
    expect(at('darwin', {}, '/Users/a')).toBe(
      '/Users/a/Library/Application Support/placement-desk/password-keys/o1.key',
    );
    expect(at('win32', { APPDATA: 'C:\\Users\\a\\AppData\\Roaming' }, 'C:\\Users\\a')).toBe(
      'C:\\Users\\a\\AppData\\Roaming\\placement-desk\\password-keys\\o1.key',
    );
    expect(at('win32', {}, 'C:\\Users\\a')).toBe(
      'C:\\Users\\a\\AppData\\Roaming\\placement-desk\\password-keys\\o1.key',
    );
  });

  test('is a file that only its user can read, made once', () => {
    // As a full disk leaves it.
    mkdirSync(join(folder, 'keys'), { mode: 0o700 });
    writeFileSync(join(folder, 'keys', 'a.key'), '');
    const file = join(folder, 'keys', 'a.key');
    const first = passwordKey(place(file), 'o1');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'keys')).mode & 0o777).toBe(0o700);
    expect(passwordKey(place(file), 'o1').id).toBe(first.id);
    expect(passwordKey(place(join(folder, 'b.key')), 'o1').id).not.toBe(first.id);
    expect(passwordKey(place(null, readFileSync(file, 'utf8')), 'o1').id).toBe(first.id);
  });

  test('is never in the data folder, not by a link either', () => {
    mkdirSync(data);
    symlinkSync(data, join(folder, 'link'));
    for (const file of [join(data, 'a.key'), join(data, 'keys', 'a.key'), join(folder, 'link', 'a.key')]) {
      expect(() => passwordKey(place(file), 'o1')).toThrow('must lie outside the data folder');
    }
    expect(readdirSync(data)).toEqual([]);
    expect(passwordKey(place(join(folder, 'data.key')), 'o1').id).toHaveLength(16);
  });

  test('says in one sentence what is wrong with it', () => {
    writeFileSync(join(folder, 'short.key'), 'c2hvcnQ=\n');
    expect(() => passwordKey(place(join(folder, 'short.key')), 'o1')).toThrow(
      /short\.key holds no key .* 32 bytes in base64/,
    );
    expect(() => passwordKey(place(null, 'secret'), 'o1')).toThrow('PASSWORD_KEY holds no key');
    expect(() => passwordKey(place(join(folder, 'short.key', 'a.key')), 'o1')).toThrow(
      /cannot be kept in .* Set PASSWORD_KEY_FILE/,
    );
    expect(() => readConfiguration([], { PASSWORD_KEY: KEY, PASSWORD_KEY_FILE: '/k' })).toThrow(
      'are both set',
    );
    expect(() => readConfiguration([], { PASSWORD_REVEAL: 'no' })).toThrow(
      'PASSWORD_REVEAL must be on or off',
    );
    expect(readConfiguration([], { PASSWORD_REVEAL: 'off' })).toMatchObject({ passwordReveal: false });
    expect(readConfiguration([], {})).toMatchObject({
      passwordReveal: true,
      passwordKey: null,
      passwordKeyFile: null,
    });
  });
});

describe('a server started without a word about keys', () => {
  const chosen = { PASSWORD_KEY: '', PASSWORD_KEY_FILE: '', PASSWORD_REVEAL: '' };
  const environment = (): NodeJS.ProcessEnv => ({
    ...process.env,
    ...chosen,
    HOME: join(folder, 'home'),
    XDG_CONFIG_HOME: join(folder, 'home', 'config'),
  });

  async function running<Result>(
    env: NodeJS.ProcessEnv,
    work: (url: string) => Promise<Result>,
  ): Promise<{ result: Result; output: string }> {
    const child = spawn(process.execPath, [SERVER_PROGRAM, '--port', '0', '--data', data, '--demo'], { env });
    let output = '';
    const ended = once(child, 'exit');
    const url = await new Promise<string>((resolve, reject) => {
      const hear = (chunk: Buffer): void => {
        output += chunk.toString();
        const found = /Listening on (\S+)/.exec(output)?.[1];
        if (found) resolve(found);
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('exit', () => reject(new Error(output)));
    });
    try {
      return { result: await work(url), output };
    } finally {
      child.kill('SIGTERM');
      await ended;
    }
  }

  const shown = async (url: string): Promise<unknown> => {
    const client = new TestClient(url);
    await client.signIn('superadmin@demo.test', 'Demo@12345', null);
    const users = await client.get<{ _id: string; email: string }[]>('/api/users');
    const hr = users.body.find(({ email }) => email === 'hr@demo.test');
    return (await client.get(`/api/users/with-password/${hr?._id ?? ''}`)).body;
  };

  test('keeps its key outside the data, and no password is in its log', { timeout: 60_000 }, async () => {
    const env = { ...environment(), LOG_LEVEL: 'debug' };
    const { result, output } = await running(env, async (url) => {
      const answer = await shown(url);
      await fetch(url + PATHS.login, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"email":"x","password":"Demo@12345"',
      });
      return answer;
    });
    expect(result).toMatchObject({ email: 'hr@demo.test', password: 'Demo@12345', passwordsKept: true });
    const keys = join(folder, 'home', 'config', 'placement-desk', 'password-keys');
    const [key] = readdirSync(keys);
    expect(statSync(join(keys, key ?? '')).mode & 0o777).toBe(0o600);
    expect(output).toContain('"area":"/api/users"');
    expect(output).not.toContain('Demo@12345');
    const text = readFileSync(join(keys, key ?? ''), 'utf8').trim();
    const files = readdirSync(data, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    for (const { parentPath, name } of files) {
      expect([name, readFileSync(join(parentPath, name)).includes(text)]).toEqual([name, false]);
    }
    // The data moved to another computer: nothing can be read, and that is no failure.
    const moved = await running({ ...environment(), XDG_CONFIG_HOME: join(folder, 'elsewhere') }, shown);
    expect(moved.result).toMatchObject({ password: null, passwordsKept: true });
    expect(moved.output).toContain('were sealed under another key');
  });

  test(
    'works without the password view where the folder cannot be written; a file that was chosen must be',
    { timeout: 60_000 },
    async () => {
      writeFileSync(join(folder, 'file'), '');
      const env = { ...environment(), XDG_CONFIG_HOME: join(folder, 'file', 'config') };
      const { result, output } = await running(env, shown);
      expect(result).toMatchObject({ email: 'hr@demo.test', password: null, passwordsKept: true });
      expect(output).toContain('Until then no password is kept.');
      const refused = spawnSync(process.execPath, [SERVER_PROGRAM, '--port', '0', '--data', data], {
        env: { ...environment(), PASSWORD_KEY_FILE: join(data, 'password.key') },
        encoding: 'utf8',
      });
      expect(refused.status).toBe(1);
      expect(refused.stderr.trim().split('\n')).toEqual([
        expect.stringContaining('must lie outside the data folder'),
      ]);
    },
  );
});
