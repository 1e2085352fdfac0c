import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { whileLocked } from './lock-file.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
  file = join(folder, 'some.lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('work under one lock is done one after the other, also after some that failed', async () => {
  const steps: string[] = [];
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const first = whileLocked(file, async () => {
    steps.push('first begins');
    await held;
    steps.push('first ends');
    throw new Error('came to nothing');
  });
  const second = whileLocked(file, async () => void steps.push('second'));
  expect(existsSync(file)).toBe(true);
  goOn();
  await expect(first).rejects.toThrow('came to nothing');
  await second;
  expect(steps).toEqual(['first begins', 'first ends', 'second']);
  expect(existsSync(file)).toBe(false);
});

test('a lock whose process is gone holds nobody up', async () => {
  // No process has so high a number.
  writeFileSync(file, '4194305');
  expect(await whileLocked(file, () => Promise.resolve('done'))).toBe('done');
});
