import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openSqlite } from '../storage/sqlite-file.ts';
import { portableKeychain } from '../testing/portable-keychain.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { temporaryFolder, TestDesk } from '../testing/test-desk.ts';

/** How often each kind of desk is killed; `npm run soak` asks for more. */
const FACTOR = Number(process.env['SOAK_FACTOR'] ?? 1);
const TIMES = 50 * FACTOR;
const LONGEST_MS = 300_000 * FACTOR;
/** Nobody listens there: a desk opened with it is offline. */
const NOWHERE = 'http://127.0.0.1:9';
const script = resolve(import.meta.dirname, '../testing/saving-process.ts');

/** Saves that a desk confirms before it is killed: up to this many, however slow the machine is. */
const MOST_SAVES = 6;

/**
 * Runs a saving desk, kills it at a random moment after a random number of its saves, and gives the last number
 * confirmed for each record.
 */
async function killWhileSaving(
  dataFolder: string,
  url: string,
  longest: number,
): Promise<Map<string, number>> {
  const child = spawn(process.execPath, [script, dataFolder, url], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')));
  const ended = once(child, 'close');
  // The first line says that it is ready.
  const lines = 1 + Math.floor(Math.random() * (MOST_SAVES + 1));
  while (said.split('\n').length <= lines && child.exitCode === null) {
    await Promise.race([once(child.stdout, 'data'), ended]);
  }
  await after(Math.random() * longest);
  child.kill('SIGKILL');
  await ended;
  expect(said).toContain('ready');
  const confirmed = new Map<string, number>();
  for (const line of said.split('\n').slice(1, -1)) {
    const [id, number] = line.split(' ');
    if (id && number) confirmed.set(id, Number(number));
  }
  return confirmed;
}

function databases(dataFolder: string, name: string): string[] {
  return readdirSync(dataFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(name))
    .map((file) => join(dataFolder, file));
}

function expectSoundFiles(dataFolder: string): void {
  for (const path of [...databases(dataFolder, 'outbox.db'), ...databases(dataFolder, 'cache.db')]) {
    const db = openSqlite(path, { synchronous: 'NORMAL' });
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    db.close();
  }
}

async function expectConfirmed(desk: TestDesk, confirmed: ReadonlyMap<string, number>): Promise<void> {
  for (const [id, number] of confirmed) {
    const view = await desk.call('records.get', { entity: 'candidate', id });
    // A later save may have become safe without its confirmation having come out.
    expect(Number(view?.record['city'])).toBeGreaterThanOrEqual(number);
  }
}

describe(`a desk killed ${TIMES} times`, () => {
  it.concurrent(
    'while saving has everything that it confirmed',
    async () => {
      const serverData = temporaryFolder();
      const data = temporaryFolder();
      const server = await startServerProcess(serverData.path);
      const first = await TestDesk.open(data.path, server.url, portableKeychain);
      await first.signIn('superadmin');
      await first.inStep();
      await first.close();
      await server.stop();
      const all = new Map<string, number>();
      for (let time = 0; time < TIMES; time += 1) {
        const confirmed = await killWhileSaving(data.path, NOWHERE, 60);
        expectSoundFiles(data.path);
        const desk = await TestDesk.open(data.path, NOWHERE, portableKeychain);
        await expectConfirmed(desk, confirmed);
        for (const [id, number] of confirmed) all.set(id, number);
        await desk.close();
      }
      expect(all.size).toBeGreaterThan(TIMES);
      const last = await TestDesk.open(data.path, NOWHERE, portableKeychain);
      await expectConfirmed(last, all);
      await last.close();
      serverData.remove();
      data.remove();
    },
    LONGEST_MS,
  );

  it.concurrent(
    'while syncing has everything, and so has the server',
    async () => {
      const serverData = temporaryFolder();
      const data = temporaryFolder();
      const otherData = temporaryFolder();
      const server = await startServerProcess(serverData.path);
      const first = await TestDesk.open(data.path, server.url, portableKeychain);
      await first.signIn('superadmin');
      await first.inStep();
      await first.close();
      const other = await TestDesk.open(otherData.path, server.url);
      await other.signIn('hr');
      await other.inStep();
      const all = new Map<string, number>();
      for (let time = 0; time < TIMES; time += 1) {
        // Now and then the cache is gone, so that the first sync is what is broken off.
        if (time % 5 === 4) for (const path of databases(data.path, 'cache.db')) rmSync(path);
        await other.call('records.save', {
          entity: 'inquiry',
          id: null,
          base: null,
          changes: { Name: `Other ${time}` },
        });
        const confirmed = await killWhileSaving(data.path, server.url, 200);
        for (const [id, number] of confirmed) all.set(id, number);
        expectSoundFiles(data.path);
      }
      const last = await TestDesk.open(data.path, server.url, portableKeychain);
      expect((await last.call('session.get', {})).user).not.toBe(null);
      await last.inStep();
      await other.call('sync.now', {});
      await expectConfirmed(last, all);
      await expectConfirmed(other, all);
      expect((await last.call('sync.tray', {})).map(({ message }) => message)).toEqual([]);
      for (const [entity, list] of [
        ['candidate', 'candidates'],
        ['inquiry', 'inquiries'],
      ] as const) {
        for (let offset = 0; ; offset += 500) {
          const query = { entity, list, offset, limit: 500 };
          const page = await last.call('records.list', query);
          expect(page).toEqual(await other.call('records.list', query));
          if (page.rows.length < 500) break;
        }
      }
      await last.close();
      await other.close();
      await server.stop();
      for (const folder of [serverData, data, otherData]) folder.remove();
    },
    LONGEST_MS,
  );
});
