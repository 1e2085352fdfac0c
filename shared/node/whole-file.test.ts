import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFileOnce } from './whole-file.ts';

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

test.skipIf(process.platform === 'win32')('on a full disk nothing of it is left', () => {
  const program = `import { makeFileOnce } from ${JSON.stringify(new URL('whole-file.ts', import.meta.url).href)};
    try { makeFileOnce(process.argv[1], 'first') } catch { process.exit(3) }`;
  const command = 'ulimit -S -f 0; exec "$0" "$@"';
  const args = ['-c', command, process.execPath, '--input-type=module', '-e', program, path];
  expect(spawnSync('sh', args, { stdio: 'ignore' }).status).toBe(3);
  expect(readdirSync(folder)).toEqual([]);
});
