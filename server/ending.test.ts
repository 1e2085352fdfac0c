import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ENDING = JSON.stringify(join(import.meta.dirname, 'ending.ts'));

/** Runs a program that ends itself; gives its exit code and signal. */
function run(program: string): Promise<[number | null, NodeJS.Signals | null]> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
    stdio: 'ignore',
  });
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve([code, signal])));
}

test('the process ends when its work is done, and in any case after its patience, whatever its threads do', async () => {
  const imported = `import { endAfter } from ${ENDING};`;
  expect(await run(`${imported} endAfter(Promise.resolve(), 20_000)`)).toEqual([0, null]);
  expect(await run(`${imported} endAfter(Promise.reject(new Error('no')), 20_000)`)).toEqual([1, null]);
  expect(await run(`${imported} endAfter(new Promise(() => undefined), 500)`)).toEqual([null, 'SIGKILL']);
  const stuck = `import { verify } from '@node-rs/bcrypt';
    for (let at = 0; at < 5; at += 1) void verify('x', '$2b$31$' + '.'.repeat(53));`;
  expect(await run(`${imported} ${stuck} endAfter(Promise.resolve(), 500)`)).toEqual([null, 'SIGKILL']);
});

test('nor does it wait for a single thread, as one that reads from a disk that is away', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'placement-ending-'));
  try {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const reading = `import { open } from 'node:fs/promises'; void open(${JSON.stringify(pipe)}, 'r');`;
    const program = `import { endAfter } from ${ENDING}; ${reading} endAfter(Promise.resolve(), 500)`;
    expect(await run(program)).toEqual([null, 'SIGKILL']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
