import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PASSWORD_KEY, SERVER_PROGRAM } from '../tests/product/processes.ts';
import { commandSentence } from './command-trouble.ts';
import { newReleaseKey, writeRelease } from '../tests/product/releases.ts';

const EMAIL = 'chief@office.test';
const key = newReleaseKey();
let folder: string;
let data: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placement-trouble-'));
  data = join(folder, 'data');
  mkdirSync(join(folder, 'old'));
  const jobs = Array.from({ length: 300 }, (_, at) =>
    JSON.stringify({ _id: (0x65a00000 + at).toString(16).padEnd(24, '0'), title: 'Tester '.repeat(20) }),
  );
  writeFileSync(join(folder, 'old', 'jobs.json'), jobs.join('\n'));
  writeRelease(join(folder, 'release'), key, '9.0.0');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function running(...args: readonly string[]): [number | null, string] {
  const { status, stderr } = spawnSync(process.execPath, [SERVER_PROGRAM, '--data', data, ...args], {
    env: { ...process.env, PASSWORD_KEY, DATABASE_URL: '', UPDATE_KEY: key.publicKey },
    input: 'Kettle marble 96\n',
    encoding: 'utf8',
  });
  return [status, stderr];
}

const commands = (): string[][] => [
  ['--set-password', EMAIL],
  ['--create-admin', 'another@office.test'],
  ['--import', join(folder, 'old')],
  ['--publish', join(folder, 'release')],
];

test('a data folder that is a file is called that, by each command', () => {
  writeFileSync(data, 'a file');
  for (const command of [...commands(), ['--import', join(folder, 'old'), '--dry-run'], ['--join-code']]) {
    expect([command[0], ...running(...command)]).toEqual([
      command[0],
      1,
      `${data} is a file. Name the data folder with --data.\n`,
    ]);
  }
});

test('where PostgreSQL goes away in the middle no statement is shown, with what stands in it', () => {
  const url = 'postgresql://db.office.test/desk';
  const lost = new Error('UPDATE "candidate" SET "fullName" = $1 - Connection terminated unexpectedly');
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
  for (const error of [lost, refused])
    expect(commandSentence(error, { dataFolder: data, databaseUrl: url })).toBe(
      'The database went away, and the command was not finished. See that PostgreSQL is there (DATABASE_URL), then run the command again.',
    );
});

/** A file system of its own, which is full without taking anybody's room. */
function mounted(size: string): boolean {
  const at = mkdtempSync(join(tmpdir(), 'placement-mount-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', at]);
  if (status === 0) execFileSync('umount', [at]);
  rmSync(at, { recursive: true });
  return status === 0;
}

describe.skipIf(!mounted('1m'))('on a disk of its own (else skipped: only root mounts one)', () => {
  beforeEach(() => {
    mkdirSync(data);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', data]);
  });
  afterEach(() => execFileSync('umount', [data]));

  test.each([0, 120])('that is full but for %s kB a command says so in one sentence', (kilobytes) => {
    expect(running('--create-admin', EMAIL)[0]).toBe(0);
    const room = join(data, 'room');
    writeFileSync(room, Buffer.alloc(kilobytes * 1024));
    spawnSync('dd', ['if=/dev/zero', `of=${join(data, 'fill')}`, 'bs=4k']);
    rmSync(room);
    const refused: unknown[] = [];
    for (const command of commands()) {
      const [status, said] = running(...command);
      // Whom there is one already, or for what there is still room, is told that.
      if (status === 0 || said.startsWith('There is a Super Admin already')) continue;
      expect([command[0], status, said]).toEqual([
        command[0],
        1,
        `The disk with the data folder ${data} is full, and the command was not finished. Make room there, then run it again.\n`,
      ]);
      refused.push(command[0]);
    }
    expect(refused).toEqual(
      expect.arrayContaining(kilobytes === 0 ? commands().map(([name]) => name) : ['--import']),
    );
    rmSync(join(data, 'fill'));
    expect(running('--set-password', EMAIL)).toEqual([0, '']);
  });
});
