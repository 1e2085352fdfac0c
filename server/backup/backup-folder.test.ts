import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaults } from '../configuration/configuration.ts';
import { startServer } from '../server.ts';
import { CHEAP } from '../testing/server.ts';
import { assertBackupFolder } from './backup-folder.ts';

let folder: string;
let data: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'placement-place-')));
  data = join(folder, 'data');
  mkdirSync(join(data, 'files'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('backups do not lie in the data that they are to outlive, whatever their folder is called', () => {
  symlinkSync(data, join(folder, 'link'));
  symlinkSync(join(data, 'files'), join(folder, 'deep'));
  for (const inside of [
    data,
    `${data}/`,
    join(data, 'backups'),
    join(data, 'files', 'not', 'there', 'yet'),
    `${folder}/other/../data/backups`,
    join(folder, 'link'),
    join(folder, 'link', 'backups'),
    join(folder, 'deep', 'backups'),
  ]) {
    expect(() => assertBackupFolder(inside, data), inside).toThrow('and would be lost with it');
    // The data by its other name.
    expect(() => assertBackupFolder(inside, join(folder, 'link')), inside).toThrow('would be lost with it');
  }
  for (const outside of [
    join(folder, 'data-backups'),
    join(folder, '..data'),
    folder,
    join(data, '..', 'b'),
  ]) {
    expect(() => assertBackupFolder(outside, data), outside).not.toThrow();
  }
  writeFileSync(join(folder, 'file'), '');
  expect(() => assertBackupFolder(join(folder, 'file'), data)).toThrow('is a file. Choose another one');
});

test('a server with settings that cannot be says so in a sentence, and leaves nothing', async () => {
  const start = (more: Partial<typeof defaults>): Promise<unknown> =>
    startServer({
      ...defaults,
      port: 0,
      logLevel: 'silent',
      passwordCost: CHEAP,
      passwordReveal: false,
      dataFolder: data,
      ...more,
    });
  await expect(start({ backupFolder: join(data, 'backups') })).rejects.toThrow('would be lost with it');
  writeFileSync(join(folder, 'file'), '');
  await expect(start({ dataFolder: join(folder, 'file') })).rejects.toThrow(/^The folder .* is a file\)/);
  const nowhere = { host: 'no-such-computer.invalid', allowPlainHttp: true };
  await expect(start(nowhere)).rejects.toThrow(
    /^SERVER_HOST is no-such-computer.invalid, which this computer does not know/,
  );
});
