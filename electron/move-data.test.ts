import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../tests/product/eventually.ts';
import { endMoves, writeForMove } from './move-data.ts';
import type { ServerProcess } from './server-process.ts';

/** A real process that writes a backup, says so over its channel, or goes on without end. */
const BACKUP = `
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
const into = process.argv[process.argv.indexOf('--backup') + 1];
const unfinished = join(into, 'backup-20260801-100000.unfinished');
console.log('Writing ' + unfinished);
mkdirSync(unfinished);
writeFileSync(join(unfinished, 'server.db'), 'names and numbers');
setInterval(() => undefined, 1_000);
if (!process.argv.includes('--without-end')) {
  renameSync(unfinished, unfinished.replace('.unfinished', ''));
  process.send({ type: 'done' });
}
`;

let folder: string;
let stick: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'move-data-'));
  stick = join(folder, 'stick');
  mkdirSync(stick);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function backingUp(...more: string[]): (args: string[]) => ServerProcess {
  const file = join(folder, 'server.mjs');
  writeFileSync(file, BACKUP);
  return (args) => {
    const child = spawn(process.execPath, [file, ...args, ...more], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    return {
      onOutput: (listener) => void child.stdout?.setEncoding('utf8').on('data', listener),
      onExit: (listener) => void child.once('exit', listener),
      end: () => void child.kill('SIGTERM'),
      kill: () => void child.kill('SIGKILL'),
      onMessage: (listener) => void child.on('message', listener),
    };
  };
}

const move = (start: (args: string[]) => ServerProcess): ReturnType<typeof writeForMove> =>
  writeForMove({ start, folder: () => folder }, stick);

test('the data lies in a folder of its own, with what is to be done about it', async () => {
  const { folder: into, backup } = await move(backingUp());
  expect(readdirSync(into).sort()).toEqual(['READ ME.txt', 'backup-20260801-100000']);
  expect(join(stick, backup)).toBe(join(into, 'backup-20260801-100000'));
  await endMoves();
  expect(existsSync(into)).toBe(true);
});

test('where the application ends meanwhile, nothing of it stays in the open', async () => {
  const writing = move(backingUp('--without-end'));
  const refused = expect(writing).rejects.toThrow('The server ended');
  const written = (): string[] =>
    readdirSync(stick, { recursive: true, encoding: 'utf8' }).filter((each) => each.endsWith('server.db'));
  await eventually(() => expect(written()).toHaveLength(1));
  await endMoves();
  expect(readdirSync(stick)).toEqual([]);
  await refused;
});

test('what the system refuses is said in a sentence', async () => {
  rmSync(stick, { recursive: true });
  await expect(move(backingUp())).rejects.toThrow(
    `Nothing can be written in ${stick} (ENOENT). Choose another folder.`,
  );
});
