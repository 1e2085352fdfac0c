import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { RecordView } from '#shared/protocol/record-view.ts';
import { openSqlite } from '../storage/sqlite-file.ts';
import { openKept } from '../testing/kept-keys.ts';
import { portableKeychain } from '../testing/portable-keychain.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { temporaryFolder, TestDesk } from '../testing/test-desk.ts';

/** How often each kind of desk is killed; `npm run soak` asks for more. */
const FACTOR = Number(process.env['SOAK_FACTOR'] ?? 0.5);
const TIMES = 50 * FACTOR;
const LONGEST_MS = 12_000 * TIMES;
/** Nobody listens there: a desk opened with it is offline. */
const NOWHERE = 'http://127.0.0.1:9';
const script = resolve(import.meta.dirname, '../testing/saving-process.ts');

/** Saves that a desk confirms before it is killed: up to this many, however slow the machine is. */
const MOST_SAVES = 8;

/** A lead status and the inquiries that had it, with what the desk has confirmed of its replacement by none. */
interface Replacement {
  status: string;
  inquiries: string[];
  confirmed: 'made' | 'moved' | 'undone';
}

interface Confirmed {
  /** The last number confirmed for each record. */
  saves: Map<string, number>;
  replacements: Map<string, Replacement>;
}

const nothingYet = (): Confirmed => ({ saves: new Map(), replacements: new Map() });

/** Runs a saving desk, kills it at a random moment after a random number of its saves, and adds what it confirmed. */
async function killWhileSaving(
  confirmed: Confirmed,
  dataFolder: string,
  url: string,
  longest: number,
): Promise<void> {
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
  for (const line of said.split('\n').slice(1, -1)) {
    const [what = '', value = '', inquiries = ''] = line.split(' ');
    if (what === 'made') {
      const made = { status: value, inquiries: inquiries.split(','), confirmed: what } as const;
      confirmed.replacements.set(value, { ...made, inquiries: [...made.inquiries] });
    } else if (what === 'moved' || what === 'undone') {
      const known = confirmed.replacements.get(value);
      if (known) known.confirmed = what;
    } else confirmed.saves.set(what, Number(value));
  }
}

function databases(dataFolder: string, name: string): string[] {
  return readdirSync(dataFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(name))
    .map((file) => join(dataFolder, file));
}

function expectSoundFiles(dataFolder: string): void {
  for (const path of [...databases(dataFolder, 'outbox.db'), ...databases(dataFolder, 'cache.db')]) {
    const db = openKept(path, 'NORMAL');
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    db.close();
  }
}

/** @param had the lead status that each inquiry has now */
function expectWhole({ status, confirmed }: Replacement, isThere: boolean, had: readonly unknown[]): void {
  const is = [...new Set(had)];
  const state = is.length > 1 ? `cut: ${is.join()}` : is[0] === status ? 'not moved' : 'moved';
  const possible = {
    // Each part is whole; between the parts there may have been an end. What was done may have been taken back later.
    made: ['there, not moved', 'there, moved', 'deleted, moved'],
    moved: ['there, not moved', 'deleted, moved'],
    undone: ['there, not moved'],
  };
  expect(possible[confirmed], status).toContain(`${isThere ? 'there' : 'deleted'}, ${state}`);
}

async function expectWholeSets(desk: TestDesk, { replacements }: Confirmed): Promise<void> {
  const has = async (entity: 'leadStatus' | 'inquiry', id: string): Promise<RecordView | null> =>
    desk.call('records.get', { entity, id });
  for (const replacement of replacements.values()) {
    const had: unknown[] = [];
    for (const id of replacement.inquiries) had.push((await has('inquiry', id))?.record['leadStatus']);
    expectWhole(replacement, (await has('leadStatus', replacement.status)) !== null, had);
  }
}

/** The operations of each part of a set, in the outbox of a desk that is closed, by how they stand. */
function partsIn(dataFolder: string): { ids: string[]; status: string }[] {
  return databases(dataFolder, 'outbox.db').flatMap((path) => {
    const db = openKept(path, 'NORMAL');
    const parts = db
      .prepare(
        `SELECT group_concat(id) AS ids, group_concat(DISTINCT status) AS status, count(*) AS count, setCount
         FROM operations WHERE setId IS NOT NULL GROUP BY setId, setPart`,
      )
      .all() as { ids: string; status: string; count: number; setCount: number }[];
    db.close();
    return parts.map(({ ids, status, count, setCount }) => {
      expect(count).toBe(setCount);
      expect(['waiting', 'sent', 'applied']).toContain(status);
      return { ids: ids.split(','), status };
    });
  });
}

/** All of a part is on the server or nothing of it, and what was acknowledged is there. */
function expectWholeOnServer(serverData: string, dataFolder: string, { replacements }: Confirmed): number {
  const parts = partsIn(dataFolder);
  const db = openSqlite(join(serverData, 'server.db'), { synchronous: 'NORMAL' });
  for (const { ids, status } of parts) {
    const { count } = db
      .prepare(`SELECT count(*) AS count FROM operations WHERE id IN (${ids.map(() => '?').join()})`)
      .get(...ids) as { count: number };
    expect(status === 'applied' ? [ids.length] : [0, ids.length]).toContain(count);
  }
  for (const { inquiries } of replacements.values()) {
    const { kinds } = db
      .prepare(
        `SELECT count(DISTINCT coalesce("leadStatus", '')) AS kinds FROM "inquiry"
         WHERE "_id" IN (${inquiries.map(() => '?').join()})
           AND (SELECT count(*) FROM "inquiry" WHERE "_id" IN (${inquiries.map(() => '?').join()})) = ?`,
      )
      .get(...inquiries, ...inquiries, inquiries.length) as { kinds: number };
    expect(kinds).toBeLessThanOrEqual(1);
  }
  db.close();
  return parts.filter(({ ids, status }) => ids.length > 1 && status === 'applied').length;
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
      const all = nothingYet();
      for (let time = 0; time < TIMES; time += 1) {
        const confirmed = nothingYet();
        await killWhileSaving(confirmed, data.path, NOWHERE, 60);
        expectSoundFiles(data.path);
        partsIn(data.path);
        const desk = await TestDesk.open(data.path, NOWHERE, portableKeychain);
        await expectConfirmed(desk, confirmed.saves);
        await expectWholeSets(desk, confirmed);
        for (const [id, number] of confirmed.saves) all.saves.set(id, number);
        for (const [id, replacement] of confirmed.replacements) all.replacements.set(id, replacement);
        await desk.close();
      }
      expect(all.saves.size).toBeGreaterThan(TIMES);
      expect(all.replacements.size).toBeGreaterThan(TIMES / 2);
      const last = await TestDesk.open(data.path, NOWHERE, portableKeychain);
      await expectConfirmed(last, all.saves);
      await expectWholeSets(last, all);
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
      const all = nothingYet();
      let wholeSets = 0;
      for (let time = 0; time < TIMES; time += 1) {
        // Now and then the cache is gone, so that the first sync is what is broken off.
        if (time % 5 === 4) for (const path of databases(data.path, 'cache.db')) rmSync(path);
        await other.call('records.save', {
          entity: 'inquiry',
          id: null,
          base: null,
          changes: { Name: `Other ${time}` },
        });
        await killWhileSaving(all, data.path, server.url, 200);
        expectSoundFiles(data.path);
        wholeSets = expectWholeOnServer(serverData.path, data.path, all);
      }
      expect(wholeSets).toBeGreaterThan(TIMES / 2);
      const last = await TestDesk.open(data.path, server.url, portableKeychain);
      expect((await last.call('session.get', {})).user).not.toBe(null);
      await last.inStep();
      await other.call('sync.now', {});
      for (const desk of [last, other]) {
        await expectConfirmed(desk, all.saves);
        await expectWholeSets(desk, all);
      }
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
