import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { residentMemory, run, type Running } from '../tests/product/processes.ts';
import { searchIndexed, signIn, type Stage } from './stage.ts';

/** Times in milliseconds, memory in megabytes. */
export interface FirstSyncFigures {
  /** Page by page: until every row is there, and until the search index has them. */
  paged: { rows: number; searchable: number };
  /** Until the server has the next desk's copy ready, after the first one has all. */
  made: number;
  /** With that copy: until everything is there, lists, indexes and search. */
  taken: number;
  /** The bare floor: the same rows, in pages, with their indexes and search index. */
  floor: number;
  desk: { peak: number };
  server: { peak: number };
}

/** The account whose role sees everything. */
const EMAIL = 'superadmin@demo.test';

/** The first sync of a first desk, which goes page by page, and of the next one, for which the server has a copy ready. */
export async function measureFirstSync(stage: Stage, floor: Running): Promise<FirstSyncFigures> {
  const first = await stage.openDesk('first-desk');
  const began = performance.now();
  const rows = await signIn(first, EMAIL);
  await searchIndexed(first);
  const searchable = performance.now() - began;
  const bare = Number(
    await run('bench/floor-client.ts', ['fetch', floor.address, join(stage.folder, 'floor.db')]),
  );
  await first.process.stop();
  const asked = performance.now();
  await snapshotReady(stage);
  const made = performance.now() - asked;

  const next = await stage.openDesk('next-desk');
  const taken = await signIn(next, EMAIL);
  const missing = performance.now();
  await searchIndexed(next);
  const memory = { desk: residentMemory(next.process.pid), server: residentMemory(stage.server.pid) };
  await next.process.stop();
  return {
    paged: { rows, searchable },
    made,
    taken: taken + (performance.now() - missing),
    floor: bare,
    desk: { peak: memory.desk?.peak ?? 0 },
    server: { peak: memory.server?.peak ?? 0 },
  };
}

async function snapshotReady({ serverData }: Stage): Promise<void> {
  const folder = join(serverData, 'snapshots');
  const isReady = (): boolean =>
    existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.json'));
  while (!isReady()) await after(50);
}
