import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base, type PackagedApplication } from './launch.ts';

/** A data folder in which nothing can be kept. The box that says so waits for the user; the same stands on standard error. */

interface Fixtures {
  folder: string;
  /** Starts the application; gives what it has said up to a sentence, and ends it then for its code. */
  startUntil: (args: readonly string[], sentence: string) => Promise<number | null>;
}

const test = base.extend<Fixtures>({
  folder: async ({ browserName }, provide) => {
    const folder = mkdtempSync(join(tmpdir(), `placement-desk-${browserName}-`));
    await provide(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  },

  startUntil: async ({ packaged }, provide) => {
    const running: ChildProcess[] = [];
    await provide(async (args, sentence) => {
      const child = started(packaged, args);
      running.push(child);
      let said = '';
      child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
      const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
      await expect.poll(() => said, { timeout: 60_000 }).toContain(sentence);
      // It waits for the user, whose end of the session is as good as a click.
      expect(child.exitCode).toBeNull();
      child.kill('SIGTERM');
      return ended;
    });
    for (const child of running) child.kill('SIGKILL');
  },
});

function started(packaged: PackagedApplication, args: readonly string[]): ChildProcess {
  // An administrator is bound by the rights of files only without the powers of one.
  const before = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all'] : [];
  const [program = '', ...all] = [...before, packaged.executablePath, ...packaged.args, ...args];
  return spawn(program, all, {
    env: packaged.env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

test('a file in place of the data folder is told of in a sentence, and ends the application with 1', async ({
  folder,
  startUntil,
}) => {
  const file = join(folder, 'file');
  writeFileSync(file, 'x');
  const sentence = `The folder ${file} cannot be made (${file} is a file). Choose a place where this user may write.`;
  expect(await startUntil(['--data', file], sentence)).toBe(1);
});

test('a data folder that cannot be written in is told of likewise', async ({ folder, startUntil }) => {
  const readOnly = join(folder, 'read-only');
  mkdirSync(readOnly, { mode: 0o500 });
  const sentence = `Nothing can be kept in the data folder ${readOnly} (EACCES). Give this user the right to write there`;
  expect(await startUntil(['--data', readOnly], sentence)).toBe(1);
});

test('a lock that cannot be made is not taken for a second start', async ({ folder, startUntil }) => {
  mkdirSync(join(folder, 'SingletonLock'));
  const sentence = `The lock of the data folder ${folder} cannot be made.`;
  expect(await startUntil(['--data', folder], sentence)).toBe(1);
});

test('a folder of the desk that cannot be made is told of, not tried for ever', async ({
  folder,
  startUntil,
}) => {
  writeFileSync(join(folder, 'desk'), 'x');
  // A line of its own, once it is tried no more; before that the desk's process says so each time.
  const sentence = `\nThe folder ${join(folder, 'desk')} cannot be made`;
  expect(await startUntil(['--data', folder], sentence)).toBe(1);
});

test('a folder of the server that cannot be made is told of', async ({ folder, startUntil }) => {
  writeFileSync(join(folder, 'server'), 'x');
  // In the words of the application, not the server's own, which come before it has heard of them.
  const sentence = `The embedded server could not start. The folder ${join(folder, 'server')} cannot be made`;
  expect(await startUntil(['--data', folder], sentence)).toBe(1);
});
