import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../tests/product/eventually.ts';
import { runEmbeddedServer, type EmbeddedServer } from './embedded-server.ts';
import type { ServerProcess } from './server-process.ts';

/** A real process that listens, and notes how it was started and how it ended. */
const SERVER = `
import { createServer } from 'node:http';
import { appendFileSync } from 'node:fs';
const option = (name) => process.argv[process.argv.indexOf(name) + 1];
const note = (text) => appendFileSync(option('--data') + '/notes', text + '\\n');
const server = createServer((request, response) => {
  if (request.url === '/crash') process.exit(7);
  response.end('well');
});
server.listen(Number(option('--port')), '127.0.0.1', () => {
  note('started ' + process.pid);
  console.log('Listening on http://127.0.0.1:' + server.address().port);
});
process.on('SIGTERM', () => { note('ended'); process.exit(0); });
`;

let folder: string;
let server: EmbeddedServer | undefined;

function start(script: string): (args: string[]) => ServerProcess {
  const file = join(folder, 'server.mjs');
  writeFileSync(file, script);
  return (args) => {
    const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    return {
      onOutput: (listener) => {
        child.stdout?.setEncoding('utf8').on('data', listener);
        child.stderr?.setEncoding('utf8').on('data', listener);
      },
      onExit: (listener) => void child.once('exit', listener),
      end: () => void child.kill('SIGTERM'),
      kill: () => void child.kill('SIGKILL'),
      onMessage: (listener) => void child.on('message', listener),
    };
  };
}

const notesWithPids = (): string[] => readFileSync(join(folder, 'notes'), 'utf8').trim().split('\n');
const notes = (): string[] => notesWithPids().map((note) => note.replace(/ \d+$/, ''));
const lastPid = (): number => Number(notesWithPids().at(-1)?.split(' ').at(-1));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'embedded-server-'));
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  rmSync(folder, { recursive: true });
});

test('after a crash the server is there again at the same address', async () => {
  const lines: string[] = [];
  server = runEmbeddedServer(start(SERVER), folder, (line) => lines.push(line), { demo: false });
  const url = await server.url;
  expect(await (await fetch(url)).text()).toBe('well');
  await expect(fetch(`${url}/crash`)).rejects.toThrow();
  await eventually(async () => expect(await (await fetch(url)).text()).toBe('well'));
  expect(notes()).toEqual(['started', 'started']);
  expect(lines.join('\n')).toContain('The embedded server ended (7)');
});

test('a server that hangs is ended and is there again at the same address', async () => {
  const lines: string[] = [];
  const often = { demo: false, askEveryMs: 50 };
  server = runEmbeddedServer(start(SERVER), folder, (line) => lines.push(line), often);
  const url = await server.url;
  expect(await (await fetch(url)).text()).toBe('well');
  const hung = lastPid();
  process.kill(hung, 'SIGSTOP');
  await eventually(() => expect(notes()).toEqual(['started', 'started']));
  expect(() => process.kill(hung, 0)).toThrow('ESRCH');
  await eventually(async () => expect(await (await fetch(url)).text()).toBe('well'));
  expect(lines.join('\n')).toContain('has not answered for a long time');
});

test('a question while the server is away is not left without an answer', async () => {
  const lines: string[] = [];
  server = runEmbeddedServer(start(SERVER), folder, (line) => lines.push(line), { demo: false });
  const url = await server.url;
  await expect(fetch(`${url}/crash`)).rejects.toThrow();
  await eventually(() => expect(lines.join('\n')).toContain('The embedded server ended (7)'));
  await expect(server.ask({ type: 'is-first-start' })).rejects.toThrow('The embedded server ended.');
});

test('it is ended in its own time and not started again', async () => {
  server = runEmbeddedServer(start(SERVER), folder, () => undefined, { demo: false });
  const url = await server.url;
  await server.stop();
  expect(notes()).toEqual(['started', 'ended']);
  await expect(fetch(url)).rejects.toThrow();
});

test('a server that cannot start says why', async () => {
  const script = 'console.error("The data folder cannot be written."); process.exit(3);';
  const failing = runEmbeddedServer(start(script), folder, () => undefined, { demo: false });
  await expect(failing.url).rejects.toThrow(
    'The embedded server could not start (3). The data folder cannot be written.',
  );
});

test('a server that tells why it cannot start is ended, and that is what is said', async () => {
  const script = `
process.send({ type: 'failed', why: 'The disk is full.' });
console.error('    at create (client.js:359:43)');
setInterval(() => undefined, 1000);`;
  const failing = runEmbeddedServer(start(script), folder, () => undefined, { demo: false });
  await expect(failing.url).rejects.toThrow('The embedded server could not start. The disk is full.');
});
