import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backupFolder, keepBackupFolder } from './backup-settings.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placement-backup-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('backups go to the documents, those of other data apart, until a folder is chosen', () => {
  const usual = join('/docs', 'Employee Management System backups');
  expect(backupFolder('/docs', folder, true)).toBe(usual);
  const other = backupFolder('/docs', folder, false) ?? '';
  expect(other.startsWith(`${usual}/`)).toBe(true);
  expect(backupFolder('/docs', '/another', false)).not.toBe(other);
  expect(backupFolder(null, folder, true)).toBeNull();
  keepBackupFolder(folder, '/disk/backups');
  expect([backupFolder('/docs', folder, true), backupFolder(null, folder, false)]).toEqual([
    '/disk/backups',
    '/disk/backups',
  ]);
  // What says nothing is as none.
  for (const text of ['{', '{"folder":"relative"}', '[]']) {
    writeFileSync(join(folder, 'backups.json'), text);
    expect(backupFolder('/docs', folder, true)).toBe(usual);
  }
});
