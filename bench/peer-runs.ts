import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { runCommand } from '../scripts/run-command.ts';
import { cpuSeconds, residentMemory, run, start, type Running } from '../tests/product/processes.ts';
import { editOffline, sendEdits } from './offline-edits.ts';
import type { Measured } from './peers/measured.ts';
import { storedOf, type Stored } from './peers/stored.ts';
import { openCache, searchIndexed, signIn, type Stage } from './stage.ts';

export interface Memory {
  now: number;
  peak: number;
}

/** What one of the compared did. Times in milliseconds, memory in megabytes. */
export interface Figures {
  name: string;
  /** From nothing until every row is there. */
  pull: number;
  /** Until the search index is complete too, where there is one. */
  searchable?: number;
  push: number;
  /** Of the processor, in seconds: the client for each, the server for both. */
  processor: { pull: number; push: number; server: number };
  client: Memory | null;
  server: Memory | null;
}

export type Outcome = Figures | { name: string; failed: string };

/** What is to be measured, and how large it is. */
export interface Size {
  rows: number;
  edits: number;
  /** A copy of the server's database before anything was changed. */
  source: string;
}

/** A folder may have an hour: what is slower than that is said to be. */
const LIMIT_MS = 3_600_000;
const LISTENING = /Listening on (\S+)/;
const PRODUCTION = { NODE_ENV: 'production' };

/** The product: a server and a desk of their own, signed in over its own bridge. */
export async function measureOurs(stage: Stage, { rows, edits, source }: Size): Promise<Figures> {
  const desk = await stage.openDesk('desk');
  const usedFirst = [cpuSeconds(desk.process.pid), cpuSeconds(stage.server.pid)] as const;
  const started = performance.now();
  const pull = await signIn(desk, 'superadmin@demo.test');
  await searchIndexed(desk);
  const searchable = performance.now() - started;
  const usedByPull = cpuSeconds(desk.process.pid) - usedFirst[0];
  const usedByServer = cpuSeconds(stage.server.pid) - usedFirst[1];
  const atPull = residentMemory(stage.server.pid);
  await editOffline(stage, desk, edits);
  const usedBefore = cpuSeconds(desk.process.pid);
  const push = await sendEdits(stage, desk);
  const processor = {
    pull: usedByPull,
    push: cpuSeconds(desk.process.pid) - usedBefore,
    // Its second process is counted with its start.
    server: usedByServer + cpuSeconds(stage.server.pid),
  };
  const client = residentMemory(desk.process.pid);
  const atPush = residentMemory(stage.server.pid);
  const cache = openCache(desk);
  await check('the desk', { rows, edits, source }, await storedOf(iterate(cache)));
  cache.close();
  await check('our server', { rows, edits, source }, await storedIn(join(stage.serverData, 'server.db')));
  // The server was another process before the edits.
  const server = atPull && atPush && { now: atPush.now, peak: Math.max(atPull.peak, atPush.peak) };
  return { name: 'ours', pull, searchable, push, processor, client, server };
}

/** The bare floor of the other benchmarks, with its indexes and search index. */
export async function measureFloor(folder: string, { rows, edits, source }: Size): Promise<Figures> {
  const paths = [join(folder, 'floor-server.db'), join(folder, 'floor.db')] as const;
  const floor = await start('bench/floor-server.ts', [source, paths[0]], LISTENING);
  try {
    const before = cpuSeconds(floor.pid);
    const output = await run('bench/floor-client.ts', ['both', floor.address, paths[1], String(edits)]);
    const { pull, push, memory, ...of } = JSON.parse(output) as Omit<Measured, 'stored'>;
    const processor = { ...of.processor, server: cpuSeconds(floor.pid) - before };
    const server = residentMemory(floor.pid);
    await check('the floor', { rows, edits, source }, await storedIn(paths[0]));
    // Its client sends edits without keeping them.
    await check('the client of the floor', { rows, edits: 0, source }, await storedIn(paths[1]));
    return { name: 'floor', pull, searchable: pull, push, processor, client: memory, server };
  } finally {
    await floor.stop();
  }
}

/** A program of bench/peers as client, another as server. */
export interface Peer {
  name: string;
  client: string;
  server: string;
  /** Where the server's data is filled in before it starts. */
  fill?: boolean;
}

/** Gives a reason where the peer ends with an error, or has not everything in the end. */
export async function measurePeer(
  { name, client: program, server, fill = false }: Peer,
  folder: string,
  size: Size,
): Promise<Outcome> {
  const own = join(folder, name.replaceAll(/\W/g, ''));
  mkdirSync(own);
  const paths = [size.source, join(own, 'server')];
  let running: Running | undefined;
  try {
    if (fill) {
      mkdirSync(join(own, 'server'));
      await run(server, ['fill', ...paths], PRODUCTION);
    }
    running = await start(server, fill ? ['serve', ...paths] : paths, LISTENING, [], PRODUCTION);
    const args = [program, running.address, join(own, 'client'), String(size.rows), String(size.edits)];
    const before = cpuSeconds(running.pid);
    const env = { ...process.env, ...PRODUCTION };
    const ended = await runCommand(process.execPath, args, { env, timeout: LIMIT_MS });
    if (ended.code !== 0) throw new Error(ended.stderr.slice(-1_000) || `ended with ${ended.code}`);
    const memory = residentMemory(running.pid);
    const usedByServer = cpuSeconds(running.pid) - before;
    const measured = JSON.parse(ended.stdout.trim().split('\n').at(-1) ?? '') as Measured;
    await check(`the client of ${name}`, size, measured.stored);
    const answer = await fetch(`${running.address}/stored`);
    await check(`the server of ${name}`, size, (await answer.json()) as Stored);
    const { pull, push, memory: client } = measured;
    const processor = { ...measured.processor, server: usedByServer };
    return { name, pull, push, processor, client, server: memory };
  } catch (error) {
    return { name, failed: String(error) };
  } finally {
    await running?.stop();
  }
}

/** A figure counts only where every row and every edit is there. */
async function check(who: string, { rows, edits, source }: Size, found: Stored): Promise<void> {
  const { digest } = await storedIn(source);
  const wanted: Stored = { rows, edits, digest };
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    throw new Error(`${who} has ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
}

async function storedIn(path: string): Promise<Stored> {
  const database = new Database(path, { readonly: true });
  try {
    return await storedOf(iterate(database));
  } finally {
    database.close();
  }
}

function iterate(database: Pick<Database.Database, 'prepare'>): Iterable<Record<string, unknown>> {
  return database.prepare<[], Record<string, unknown>>('SELECT * FROM candidate ORDER BY "_id"').iterate();
}
