import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { mustRun } from '../scripts/run-command.ts';
import {
  measureFloor,
  measureOurs,
  measurePeer,
  type Figures,
  type Outcome,
  type Peer,
  type Size,
} from './peer-runs.ts';
import { setStage } from './stage.ts';

/**
 * `npm run bench:peers`: the product and the floor beside other ways to sync a client with a server, in the same run on
 * the same candidates. What the others are made of is installed beneath bench/peers when it is not there.
 */
const CANDIDATES = Number(process.env['BENCH_CANDIDATES'] ?? 100_000);
const EDITS = Number(process.env['BENCH_EDITS'] ?? 10_000);
const HERE = new URL('peers/', import.meta.url);

const PEERS: readonly Peer[] = [
  {
    name: 'WatermelonDB, SQLite',
    client: 'bench/peers/watermelon-client.ts',
    server: 'bench/peers/watermelon-server.ts',
  },
  {
    name: 'RxDB, in memory only',
    client: 'bench/peers/rxdb-memory-client.ts',
    server: 'bench/peers/rxdb-server.ts',
  },
  {
    name: 'PouchDB, LevelDB',
    client: 'bench/peers/pouchdb-client.ts',
    server: 'bench/peers/pouchdb-server.ts',
    fill: true,
  },
  {
    name: 'RxDB, IndexedDB in Chromium',
    client: 'bench/peers/rxdb-browser-client.ts',
    server: 'bench/peers/rxdb-server.ts',
  },
];

const say = (line: string): boolean => process.stderr.write(`${line}\n`);

/** Installs what the peers are made of, unless that is there already. */
async function installPeers(): Promise<void> {
  const [wanted, present] = ['package-lock.json', 'node_modules/.package-lock.json'].map(
    (name) => statSync(new URL(name, HERE), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  if (present && wanted && present > wanted) return;
  say('Installing the peers…');
  // None of them builds anything: what is native in them comes built.
  await mustRun('npm', ['ci', '--ignore-scripts'], { cwd: fileURLToPath(HERE) });
  await mustRun('npx', ['tsc', '--noEmit', '-p', fileURLToPath(HERE)]);
}

/** Measures the product, and leaves a copy of the data that it had before at the path. */
async function oursWithCopy(source: string): Promise<Figures> {
  say(`Filling a server with ${CANDIDATES} candidates…`);
  const stage = await setStage(CANDIDATES);
  try {
    const database = new Database(join(stage.serverData, 'server.db'), { readonly: true });
    await database.backup(source);
    database.close();
    say('Ours…');
    return await measureOurs(stage, { rows: CANDIDATES, edits: EDITS, source });
  } finally {
    await stage.close();
  }
}

/** Ours first; each outcome as soon as it is there. */
async function* measureAll(): AsyncGenerator<Outcome, void, undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'placement-peers-'));
  try {
    const size: Size = { rows: CANDIDATES, edits: EDITS, source: join(folder, 'source.db') };
    yield await oursWithCopy(size.source);
    say('The floor…');
    yield await measureFloor(folder, size);
    for (const peer of PEERS) {
      say(`${peer.name}…`);
      yield await measurePeer(peer, folder, size);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How much of ours a peer needs: above 1, ours is ahead. */
function ratiosOf(ours: Figures, peer: Figures): Record<string, number> {
  const pairs: readonly [string, number | undefined, number | undefined][] = [
    ['pull, beside every row there', peer.pull, ours.pull],
    ['pull, beside search index complete', peer.pull, ours.searchable],
    ['push', peer.push, ours.push],
    ['processor of the client, pull', peer.processor.pull, ours.processor.pull],
    ['client memory, at most', peer.client?.peak, ours.client?.peak],
    ['server memory, at most', peer.server?.peak, ours.server?.peak],
  ];
  return Object.fromEntries(
    pairs.flatMap(([what, theirs, own]) =>
      theirs && own ? [[what, Math.round((theirs / own) * 100) / 100]] : [],
    ),
  );
}

function rowOf(outcome: Outcome): Record<string, string> {
  if ('failed' in outcome) return { name: outcome.name, failed: outcome.failed };
  const seconds = (ms: number | undefined): string => (ms === undefined ? '' : `${(ms / 1000).toFixed(1)} s`);
  const { name, pull, searchable, push, processor, client, server } = outcome;
  return {
    name,
    'first pull': seconds(pull),
    'with search index': seconds(searchable),
    push: seconds(push),
    'processor, pull / push / server': [processor.pull, processor.push, processor.server]
      .map((used) => `${used.toFixed(1)} s`)
      .join(' / '),
    'client, at the end / at most': client ? `${client.now} / ${client.peak} MB` : '',
    'server, at the end / at most': server ? `${server.now} / ${server.peak} MB` : '',
  };
}

const { dependencies } = JSON.parse(readFileSync(new URL('package.json', HERE), 'utf8')) as {
  dependencies: Record<string, string>;
};
const machine = {
  cpus: cpus().length,
  model: cpus()[0]?.model,
  memoryGB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
};

await installPeers();
const outcomes: Outcome[] = [];
const results: (Outcome & { besideOurs?: Record<string, number> })[] = [];
for await (const outcome of measureAll()) {
  outcomes.push(outcome);
  say(JSON.stringify(outcome));
  const [ours] = outcomes;
  const known = ours && 'pull' in ours && 'pull' in outcome;
  results.push(known ? { ...outcome, besideOurs: ratiosOf(ours, outcome) } : outcome);
  const at = new Date().toISOString();
  const whole = { at, machine, candidates: CANDIDATES, edits: EDITS, dependencies, results };
  // After each: a peer may take its time.
  writeFileSync(new URL('results-peers.json', import.meta.url), `${JSON.stringify(whole, null, 2)}\n`);
}
console.table(outcomes.map(rowOf));
console.table(results.map(({ name, besideOurs }) => ({ name, ...besideOurs })));
if (outcomes.some((each) => 'failed' in each)) process.exitCode = 1;
