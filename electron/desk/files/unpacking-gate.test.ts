import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const PROGRAM = join(import.meta.dirname, '../testing/ended-while-unpacking.ts');

it('a worker that is ended at any moment while it unpacks costs nothing but itself', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, '200']);
  expect(stdout).toBe('All are ended');
}, 240_000);
