import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '#shared/model/new-id.ts';
import { eventually } from '../tests/product/eventually.ts';
import { connectLoopback } from '../tests/product/loopback-client.ts';

let folder: string;
let application: ChildProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'browser-mode-'));
});

afterEach(() => {
  application?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Starts the application and gives all that it says once it serves its pages. */
async function start(): Promise<() => string> {
  const file = join(import.meta.dirname, 'browser-mode.ts');
  const child = spawn(process.execPath, [file, '--port', '0', '--data', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  application = child;
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  await eventually(() => expect(said).toContain('Open http://127.0.0.1:'));
  return () => said;
}

const serverIn = (said: string): string => /Listening on (\S+)/.exec(said)?.[1] ?? '';

const answers = (server: string): Promise<boolean> =>
  fetch(`${server}/api/health`).then(
    () => true,
    () => false,
  );

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'its server does not outlive it after %s',
  async (signal) => {
    const server = serverIn((await start())());
    expect(await answers(server)).toBe(true);
    application?.kill(signal);
    await eventually(async () => expect(await answers(server)).toBe(false));
  },
  60_000,
);

test('a second start with its folder is refused with its address, and touches nothing', async () => {
  const said = await start();
  const mine = join(folder, 'downloads', 'an export on its way');
  writeFileSync(mine, 'rows');
  const server = serverIn(said());
  const file = join(import.meta.dirname, 'browser-mode.ts');
  const second = spawn(process.execPath, [file, '--port', '0', '--data', folder]);
  let told = '';
  second.stderr.setEncoding('utf8').on('data', (text: string) => (told += text));
  const code = await new Promise((resolve) => second.once('close', resolve));
  expect(code).toBe(1);
  expect(told).toContain('The application is running already at http://127.0.0.1:');
  expect(told).toContain(/Open (http:\/\/127\.0\.0\.1:\d+)/.exec(said())?.[1]);
  expect(readFileSync(mine, 'utf8')).toBe('rows');
  expect(await answers(server)).toBe(true);
  // However it ends, the folder is free again.
  application?.kill('SIGKILL');
  await eventually(async () => expect(await answers(server)).toBe(false));
  await start();
}, 90_000);

test('a list that was written for a user is given to nobody once that user has left', async () => {
  const said = await start();
  const address = /Open (http\S+)/.exec(said())?.[1] ?? '';
  const client = await connectLoopback(address);
  await client.call('session.signIn', { email: 'hr@demo.test', password: 'Demo@12345' });
  await eventually(async () => expect(await client.call('sync.status', {})).toMatchObject({ state: 'live' }));
  const downloads = (): string[] => readdirSync(join(folder, 'downloads'));
  const query = { entity: 'candidate', list: 'candidates' } as const;
  await client.call('system.diagnostics', {});
  const [list, diagnostics] = await Promise.all([
    client.call('export.start', { id: newId(), query }),
    client.call('system.saveDiagnostics', {}),
  ]);
  // Each is there, however many are asked for at once.
  expect([list.download, diagnostics?.download]).toEqual([expect.any(String), expect.any(String)]);
  expect(downloads()).toHaveLength(2);
  await client.call('session.signOut', { evenIfWaiting: true, wipe: true });
  await eventually(() => expect(downloads()).toEqual([]));
  expect((await fetch(new URL(list.download ?? '', address))).status).toBe(404);
  client.close();
}, 60_000);

test('a data folder in which nothing can be kept is refused in a sentence', async () => {
  const taken = join(folder, 'file');
  writeFileSync(taken, 'x');
  const file = join(import.meta.dirname, 'browser-mode.ts');
  const refused = spawn(process.execPath, [file, '--port', '0', '--data', taken]);
  let told = '';
  refused.stderr.setEncoding('utf8').on('data', (text: string) => (told += text));
  expect(await new Promise((resolve) => refused.once('close', resolve))).toBe(1);
  expect(told).toBe(
    `The folder ${taken} cannot be made (${taken} is a file). Choose a place where this user may write.\n`,
  );
}, 60_000);
