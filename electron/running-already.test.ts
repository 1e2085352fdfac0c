import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isRunningAlready } from './running-already.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'running-already-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lock = (): string => join(folder, 'SingletonLock');
const isElsewhere = process.platform === 'win32';

test('the lock of another process says so', () => {
  symlinkSync('office-pc-12-4711', lock());
  expect(isRunningAlready(folder, 4712)).toBe(true);
});

test('a lock that is not there, is no lock, or is our own, does not', () => {
  expect(isRunningAlready(folder, 4712)).toBe(isElsewhere);
  symlinkSync('office-pc-12-4712', lock());
  expect(isRunningAlready(folder, 4712)).toBe(isElsewhere);
  rmSync(lock());
  mkdirSync(lock());
  expect(isRunningAlready(folder, 4712)).toBe(isElsewhere);
});
