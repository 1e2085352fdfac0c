import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFileOnce } from './make-file-once.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placement-file-'));
  path = join(folder, 'key');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a file is made once, for its user alone, and then stays', () => {
  makeFileOnce(path, 'first');
  makeFileOnce(path, 'second');
  expect(readFileSync(path, 'utf8')).toBe('first');
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['key']);
});

test('an empty one, as a full disk leaves it, is none', () => {
  writeFileSync(path, '');
  makeFileOnce(path, 'first');
  expect(readFileSync(path, 'utf8')).toBe('first');
  expect(readdirSync(folder)).toEqual(['key']);
});

test('of many processes that find it empty at once, all have the same one after', async () => {
  const program = `import { makeFileOnce } from ${JSON.stringify(new URL('make-file-once.ts', import.meta.url).href)};
    import { readFileSync } from 'node:fs';
    process.stdin.once('data', () => {
      makeFileOnce(process.argv[1], 'made by ' + process.pid);
      process.stdout.write(readFileSync(process.argv[1], 'utf8'));
      process.exit(0);
    });
    process.stdout.write('ready ');`;
  for (let round = 0; round < 2; round += 1) {
    writeFileSync(path, '');
    const makers = Array.from({ length: 6 }, () => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', program, path]);
      let said = '';
      const ready = new Promise<void>((done) => {
        child.stdout.on('data', (text) => {
          said += String(text);
          if (said.startsWith('ready ')) done();
        });
      });
      const ended = once(child, 'close').then(() => said.replace('ready ', ''));
      return { child, ready, ended };
    });
    await Promise.all(makers.map(({ ready }) => ready));
    for (const { child } of makers) child.stdin.end('go');
    const read = await Promise.all(makers.map(({ ended }) => ended));
    expect([...new Set(read)]).toEqual([readFileSync(path, 'utf8')]);
    expect(readdirSync(folder)).toEqual(['key']);
  }
}, 60_000);

test.skipIf(process.platform === 'win32')('on a full disk nothing of it is left', () => {
  const program = `import { makeFileOnce } from ${JSON.stringify(new URL('make-file-once.ts', import.meta.url).href)};
    try { makeFileOnce(process.argv[1], 'first') } catch { process.exit(3) }`;
  const command = 'ulimit -S -f 0; exec "$0" "$@"';
  const args = ['-c', command, process.execPath, '--input-type=module', '-e', program, path];
  expect(spawnSync('sh', args, { stdio: 'ignore' }).status).toBe(3);
  expect(readdirSync(folder)).toEqual([]);
});
