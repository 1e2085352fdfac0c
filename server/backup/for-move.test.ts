import { createPrivateKey, createPublicKey } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keyFingerprint } from '#shared/node/server-key.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import { SERVER_PROGRAM, run, type Running, start } from '../../tests/product/processes.ts';
import { layForMove } from './for-move.ts';

/** The data of a server that PCs know by its key becomes that of another server, with a key of its own (decision 45). */

const EMAIL = 'superadmin@demo.test';
const PASSWORD = 'Demo@12345';
const KEPT = 'Kettle marble 96';

let folder: string;
let running: Running | undefined;
const at = (name: string): string => join(folder, name);
/** The key of sealed passwords lies in a file, as everywhere but in tests. */
const settingsOf = (name: string): Record<string, string> => ({
  PASSWORD_KEY: '',
  PASSWORD_KEY_FILE: at(`${name}.key`),
  ANNOUNCE: 'off',
  DATABASE_URL: '',
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placement-move-'));
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  rmSync(folder, { recursive: true, force: true });
});

async function serve(name: string, more: readonly string[] = [], own = false): Promise<string> {
  await running?.stop();
  const settings = { ...settingsOf(name), ...(own ? { TLS_OWN: 'on' } : {}) };
  const args = ['--data', at(name), '--port', '0', ...more];
  running = await start(SERVER_PROGRAM, args, /Listening on (http\S+)/, [], settings);
  return running.address;
}

type Ask = (path: string, body?: unknown) => Promise<unknown>;

async function signedIn(url: string): Promise<Ask> {
  const ask =
    (headers: Record<string, string>): Ask =>
    async (path, body) => {
      const answer = await fetch(url + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    };
  const { token } = (await ask({})(PATHS.login, { email: EMAIL, password: PASSWORD })) as { token: string };
  return ask({ authorization: `Bearer ${token}` });
}

const keyIn = (name: string): string =>
  keyFingerprint(createPublicKey(createPrivateKey(readFileSync(at(`${name}/tls/key.pem`)))));

/** A server that had TLS of its own, with an employee whose password is kept, and its data written out. */
async function writtenOut(): Promise<{ employee: string; backup: string; candidates: unknown }> {
  await serve('pc', ['--demo'], true);
  const ask = await signedIn(await serve('pc'));
  const made = (await ask('/api/users', {
    name: 'Ravi Nair',
    email: 'ravi.nair@office.example',
    password: KEPT,
  })) as { _id: string };
  const candidates = await ask('/api/students?limit=50');
  mkdirSync(at('stick'));
  // Beside the running server, as on a PC.
  await run(SERVER_PROGRAM, ['--data', at('pc'), '--backup', at('stick'), '--for-move'], settingsOf('pc'));
  const backup = readdirSync(at('stick')).find((each) => each.startsWith('backup-')) ?? '';
  return { employee: made._id, backup: join(at('stick'), backup), candidates };
}

const files = (name: string): string[] =>
  readdirSync(at(`${name}/files`), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();

test('one command makes it the data of an office server: the same sign-in, records, files and sealed passwords', async () => {
  const { employee, backup, candidates } = await writtenOut();
  if (process.platform !== 'win32') expect(statSync(at('stick/move.json')).mode & 0o077).toBe(0);
  const said = await run(SERVER_PROGRAM, ['--restore', backup, '--data', at('office')], settingsOf('office'));
  expect(said).toContain(`The key of sealed passwords is in ${at('office.key')}.`);
  expect(readFileSync(at('office.key'), 'utf8').trim()).toBe(readFileSync(at('pc.key'), 'utf8').trim());
  expect(files('office')).toEqual(files('pc'));
  expect(files('office').length).toBeGreaterThan(0);

  // With HTTPS of its own it has another key than the PC, which goes on with its own.
  await serve('office', [], true);
  expect(keyIn('office')).not.toBe(keyIn('pc'));
  const ask = await signedIn(await serve('office'));
  expect(await ask('/api/students?limit=50')).toEqual(candidates);
  expect(await ask(`/api/users/with-password/${employee}`)).toMatchObject({ password: KEPT });
  await serve('pc', [], true);
});

test('a key that is there already stays, and that is said; without one in the move nothing is made up', async () => {
  const { employee, backup } = await writtenOut();
  const other = Buffer.alloc(32, 'other').toString('base64');
  writeFileSync(at('office.key'), `${other}\n`, { mode: 0o600 });
  const said = await run(SERVER_PROGRAM, ['--restore', backup, '--data', at('office')], settingsOf('office'));
  expect(said).toContain('holds another key than');
  expect(readFileSync(at('office.key'), 'utf8').trim()).toBe(other);
  const ask = await signedIn(await serve('office'));
  await expect(ask(`/api/users/with-password/${employee}`)).resolves.toMatchObject({ password: null });
});

test('a backup that was made for no move keeps the key that PCs know its server by', async () => {
  const { backup } = await writtenOut();
  renameSync(at('stick/move.json'), at('elsewhere.json'));
  await run(SERVER_PROGRAM, ['--restore', backup, '--data', at('restored')], settingsOf('restored'));
  expect(existsSync(at('restored.key'))).toBe(false);
  await expect(serve('restored', [], true)).rejects.toThrow('PCs know this server by that key');
});

test('a move that was left beside the backups makes none of the restore of another one', async () => {
  const { backup } = await writtenOut();
  renameSync(backup, at('stick/of-the-move'));
  await run(SERVER_PROGRAM, ['--data', at('pc'), '--backup', at('stick')], settingsOf('pc'));
  const later = readdirSync(at('stick')).find((each) => each.startsWith('backup-')) ?? '';
  const command = ['--restore', join(at('stick'), later), '--data', at('restored')];
  const said = await run(SERVER_PROGRAM, command, settingsOf('restored'));
  expect(said).toMatch(/move\.json is of a move by another backup, and was not used/);
  expect(existsSync(at('restored.key'))).toBe(false);
  await expect(serve('restored', [], true)).rejects.toThrow('PCs know this server by that key');
});

test('what goes wrong with the move leaves no data folder, and the same command does it all later', async () => {
  const { backup } = await writtenOut();
  const command = ['--restore', backup, '--data', at('office')];
  const move = readFileSync(at('stick/move.json'), 'utf8');
  // The stick was pulled out too early.
  writeFileSync(at('stick/move.json'), move.slice(0, 20));
  await expect(run(SERVER_PROGRAM, command, settingsOf('office'))).rejects.toThrow('code 1');
  expect(existsSync(at('office'))).toBe(false);
  writeFileSync(at('stick/move.json'), move);
  // The key of sealed passwords cannot be kept: without it nobody signs in with a second step.
  writeFileSync(at('a file'), '');
  const nowhere = { ...settingsOf('office'), PASSWORD_KEY_FILE: at('a file/office.key') };
  await expect(run(SERVER_PROGRAM, command, nowhere)).rejects.toThrow('code 1');
  expect(existsSync(at('office'))).toBe(false);
  expect(await run(SERVER_PROGRAM, command, settingsOf('office'))).toContain(
    'The key of sealed passwords is in',
  );
  await serve('office', [], true);
  expect(keyIn('office')).not.toBe(keyIn('pc'));
});

test('where what belongs to a move cannot be written, that is a sentence', async () => {
  const { backup } = await writtenOut();
  rmSync(at('stick/move.json'));
  mkdirSync(at('stick/move.json/in the way'), { recursive: true });
  const place = { dataFolder: at('pc'), passwordKey: null, passwordKeyFile: at('pc.key') };
  expect(() => layForMove(backup, place)).toThrow(
    /^The folder of the backups, .+, cannot be written to \(E\w+\)\. Give the server the right/,
  );
});
