import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backUp } from '../backup/back-up.ts';
import { passwordKey } from '../auth/password-key.ts';
import { defaults } from '../configuration/configuration.ts';
import { openData } from '../server.ts';
import { makeFolder } from '#shared/node/make-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placement-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('missing folders are made, private, and those that are there are left alone', () => {
  makeFolder(join(folder, 'a', 'b'));
  makeFolder(join(folder, 'a', 'b'));
  expect(statSync(join(folder, 'a')).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'a', 'b')).isDirectory()).toBe(true);
});

test('a folder that cannot be made is refused in one sentence, wherever it was named', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, 'x');
  const impossible = [file, join(file, 'below', 'it')];
  // Making folders here never came back.
  if (process.platform === 'linux') impossible.push('/proc/nope', '/proc/nope/below');
  const data = join(folder, 'data');
  await (await openData({ ...defaults, dataFolder: data, databaseUrl: null })).close();
  for (const at of impossible) {
    const sentence = `The folder ${at} cannot be made`;
    expect(() => makeFolder(at)).toThrow(sentence);
    await expect(backUp(data, at)).rejects.toThrow(sentence);
    await expect(openData({ ...defaults, dataFolder: at, databaseUrl: null })).rejects.toThrow(sentence);
    const place = { passwordKey: null, passwordKeyFile: join(at, 'key'), dataFolder: data };
    expect(() => passwordKey(place, 'office')).toThrow(
      /^The key for the password view cannot be kept in .* \(E/,
    );
  }
});
