import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { openOffice } from '../testing/office.ts';
import { portableKeychain } from '../testing/portable-keychain.ts';
import { TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

const office = openOffice();
/** Nobody listens there: a desk opened with it is offline. */
const NOWHERE = 'http://127.0.0.1:9';
const script = resolve(import.meta.dirname, '../testing/small-disk-process.ts');

let child: ChildProcess | undefined;
afterEach(() => void child?.kill('SIGKILL'));

/**
 * Runs the desk where no file may grow beyond so many kilobytes: the system refuses the writes as a full disk does, and
 * whoever runs the test need not be allowed to mount one. The cache is the larger file, so that it fills first.
 */
function startOnSmallDisk(kilobytes: number, ...args: string[]): { lines: () => string[][]; pid: number } {
  const command = `ulimit -S -f ${kilobytes}; exec "$0" "$@"`;
  const started = spawn('bash', ['-c', command, process.execPath, script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child = started;
  let said = '';
  started.stdout.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')));
  return { lines: () => said.split('\n').map((line) => line.split('\t')), pid: started.pid ?? 0 };
}

async function ended(): Promise<void> {
  const ending = child;
  if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
  const gone = new Promise((done) => ending.once('close', done));
  ending.kill('SIGKILL');
  await gone;
}

/** A data folder in which the user's session and copy are kept, and nobody works. */
async function preparedFolder(): Promise<string> {
  const folder = office.newFolder();
  const desk = await TestDesk.open(folder, office.server.url, portableKeychain);
  await desk.signIn('superadmin');
  await desk.inStep();
  await desk.close();
  return folder;
}

describe('a full disk', () => {
  it('has every change that was called saved, and none that was not; each reaches the server once', async () => {
    const folder = await preparedFolder();
    const { lines } = startOnSmallDisk(3_000, folder, NOWHERE, '600');
    await until('all tried', () => lines().some(([what]) => what === 'done'), 60_000);
    await ended();
    const saved = lines().filter(([what]) => what === 'saved');
    const refused = lines().filter(([what]) => what === 'refused');
    expect(saved.length).toBeGreaterThan(20);
    expect(refused.length).toBeGreaterThan(20);
    for (const [, , sentence] of refused)
      expect(sentence).toMatch(/^unavailable: The disk of this computer /);
    // Also those for which the copy that lists read had no room.
    expect(saved.filter(([, , , shown]) => shown !== 'shown')).toEqual([]);

    const desk = await TestDesk.open(folder, office.server.url, portableKeychain);
    office.desks.push(desk);
    const wanted = saved.map(([, name]) => String(name)).sort();
    const kept = (await desk.call('sync.tray', {})).map(({ title }) => title);
    const sent = async (): Promise<string[]> => {
      const query = { entity: 'candidate', list: 'candidates', search: 'full@mail.test' } as const;
      const names: string[] = [];
      for (let offset = 0; ; offset += 500) {
        const { rows } = await desk.call('records.list', { ...query, offset, limit: 500 });
        names.push(...rows.map((row) => String(row['fullName'])));
        if (rows.length < 500) return names.sort();
      }
    };
    expect(kept.length).toBeLessThanOrEqual(wanted.length);
    await desk.inStep();
    expect(await sent()).toEqual(wanted);
  }, 120_000);

  it('in a first sync is told as such, and syncing goes on by itself when there is room', async () => {
    const folder = office.newFolder();
    const { lines, pid } = startOnSmallDisk(900, folder, office.server.url, '0', 'superadmin@demo.test');
    const told = (): { state: string; problem: string | null }[] =>
      lines().flatMap(([what, text]) =>
        what === 'sync' ? [JSON.parse(text ?? '') as { state: string; problem: string | null }] : [],
      );
    await until('the disk is named', () =>
      told().some(({ problem }) => problem?.includes('The disk of this')),
    );
    expect(told().every(({ problem }) => !problem?.includes('Restart'))).toBe(true);
    const before = told().length;
    await promisify(execFile)('prlimit', ['--pid', String(pid), '--fsize=unlimited']);
    await until(
      'everything fetched',
      () =>
        told()
          .slice(before)
          .some(({ state, problem }) => state === 'live' && problem === null),
      60_000,
    );
  }, 120_000);
});
