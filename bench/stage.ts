import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { SqliteDatabase } from '../electron/desk/storage/sqlite-file.ts';
import { openKept } from '../electron/desk/testing/kept-keys.ts';
import type { SyncStatus } from '#shared/protocol/sync-calls.ts';
import { connectLoopback, type LoopbackClient } from '../tests/product/loopback-client.ts';
import { run, type Running } from '../tests/product/processes.ts';
import { buildApplication } from '../scripts/build.ts';
import { DEMO_PASSWORD, freePort, startDesk, startServer } from '../tests/product/product.ts';

/** One run's folder, server and desks; each of them a process of its own. */
export interface Stage {
  folder: string;
  server: Running;
  serverData: string;
  restartServer(): Promise<void>;
  openDesk(name: string): Promise<Desk>;
  close(): Promise<void>;
}

export interface Desk {
  process: Running;
  /** Where its data is. */
  folder: string;
  bridge: LoopbackClient;
}

/**
 * Fills a server with demo data and starts it on a port that stays the same when it is restarted.
 * @param arrange changes the data before the server starts, where the demo has it otherwise than is measured
 */
export async function setStage(
  candidates: number,
  inquiries = 1000,
  arrange?: (database: Database.Database) => void,
): Promise<Stage> {
  await buildApplication();
  const folder = mkdtempSync(join(tmpdir(), 'placement-bench-'));
  const serverData = join(folder, 'server');
  await run('server/demo/main.ts', [
    '--candidates',
    String(candidates),
    '--inquiries',
    String(inquiries),
    '--data',
    serverData,
  ]);
  if (arrange) {
    const database = new Database(join(serverData, 'server.db'));
    arrange(database);
    database.close();
  }
  const port = await freePort();
  const desks: Desk[] = [];
  const stage: Stage = {
    folder,
    serverData,
    server: await startServer({ data: serverData, port }),
    async restartServer() {
      stage.server = await startServer({ data: serverData, port });
    },
    async openDesk(name) {
      const process = await startDesk({
        data: join(folder, name),
        server: stage.server.address,
        port: await freePort(),
      });
      const desk = { process, folder: join(folder, name), bridge: await connectLoopback(process.address) };
      desks.push(desk);
      return desk;
    },
    async close() {
      for (const desk of desks) {
        desk.bridge.close();
        await desk.process.stop();
      }
      await stage.server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return stage;
}

/** Signs in and waits for the end of the first sync; gives its time in milliseconds. */
export async function signIn(desk: Desk, email: string): Promise<number> {
  const started = performance.now();
  await desk.bridge.call('session.signIn', { email, password: DEMO_PASSWORD });
  await syncedWhen(desk, (status) => status.state === 'live' && status.syncedAt !== null);
  return performance.now() - started;
}

/** Waits until the desk's search index holds every row; searches are right before that, and slower. */
export async function searchIndexed(desk: Desk, entity = 'candidate'): Promise<void> {
  const cache = openCache(desk);
  const missing = cache.prepare<[], { count: number }>(`SELECT count(*) AS count FROM "${entity}_unindexed"`);
  while ((missing.get()?.count ?? 0) > 0) await after(20);
  cache.close();
}

/** The desk's copy of the data, as the desk itself opens it. */
export function openCache(desk: Desk): SqliteDatabase {
  const file = readdirSync(desk.folder, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('cache.db'),
  );
  if (!file) throw new Error('The desk has no cache');
  return openKept(join(desk.folder, file), 'NORMAL');
}

/** Waits until the desk says that the condition holds. */
export async function syncedWhen(desk: Desk, condition: (status: SyncStatus) => boolean): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const stop = desk.bridge.on('sync', (status) => {
      if (condition(status)) settle();
    });
    const settle = (): void => {
      stop();
      resolve();
    };
    desk.bridge.call('sync.status', {}).then((status) => {
      if (condition(status)) settle();
    }, reject);
  });
}
