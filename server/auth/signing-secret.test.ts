import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SECRET_FILE, signingSecret } from './signing-secret.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placement-secret-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('the secret is made once; an empty file, as a full disk leaves it, is none', () => {
  writeFileSync(join(folder, SECRET_FILE), '');
  const secret = signingSecret(folder);
  expect(secret.length).toBeGreaterThan(32);
  expect(signingSecret(folder)).toBe(secret);
  expect(readFileSync(join(folder, SECRET_FILE), 'utf8')).toBe(secret);
});

test('one that somebody cut is not replaced by itself', () => {
  writeFileSync(join(folder, SECRET_FILE), 'short');
  expect(() => signingSecret(folder)).toThrow('holds no secret. Delete the file and start again');
});
