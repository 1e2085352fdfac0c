import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { SERVER_ENGINE_FLAGS } from '../electron/engine-flags.ts';
import { newDatabase, startPostgresql } from '../server/testing/postgresql.ts';
import { cpuSeconds, residentMemory, start, type Running } from '../tests/product/processes.ts';
import { workOf, type Office } from '../tests/office/day-of-work.ts';
import { restClient, type RestClient } from '../tests/product/rest-client.ts';
import { OfficeDesk, type DeskTimes } from './office-desk.ts';
import { round, summarise } from './percentiles.ts';

/**
 * `npm run bench:desks`: many connected desks on one server (or two on one database), each saving at a fixed rate the
 * mixed work of a day (day-of-work.ts), listening live and fetching what the others save. The desks are protocol
 * clients in this process.
 */
const { values } = parseArgs({
  options: {
    desks: { type: 'string', default: '200' },
    /** Seconds between two saves of one desk. */
    every: { type: 'string', default: '60' },
    seconds: { type: 'string', default: '60' },
    /** Part of the name of the only settings that are measured; no file is written then. */
    only: { type: 'string', default: '' },
  },
});
const DESKS = Number(values.desks);
const SAVE_EVERY = Number(values.every);
const SECONDS = Number(values.seconds);
const CHIEF = 'superadmin@demo.test';
const ROLES = ['Super Admin', 'Admin', 'HR'];
const PASSWORD = 'Tabla lantern 83';

interface Setting {
  name: string;
  postgresql: boolean;
  servers: number;
}

const SETTINGS: readonly Setting[] = [
  { name: 'SQLite, one process', postgresql: false, servers: 1 },
  { name: 'PostgreSQL, one process', postgresql: true, servers: 1 },
  { name: 'PostgreSQL, two processes', postgresql: true, servers: 2 },
];

async function measure(setting: Setting): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), 'placement-many-desks-'));
  const database = setting.postgresql ? await newDatabase() : null;
  const servers: Running[] = [];
  const desks: OfficeDesk[] = [];
  try {
    for (let number = 0; number < setting.servers; number += 1) {
      servers.push(await startServer(folder, database?.url));
    }
    for (let at = 0; at < DESKS; at += 1)
      desks.push(new OfficeDesk(servers[at % servers.length]?.address ?? ''));
    const rest = await restClient(servers[0]?.address ?? '', CHIEF);
    const accounts: string[] = [];
    for (const at of desks.keys()) accounts.push(await newAccount(rest, at));
    for (const [at, desk] of desks.entries()) await desk.open(accounts[at] ?? '', PASSWORD);
    const office = await officeOf(rest);
    const pullsBefore = sum(desks.map(({ times }) => times.pulls));
    const cpuBefore = servers.map(({ pid }) => cpuSeconds(pid));
    const ownBefore = process.cpuUsage();
    const started = performance.now();
    await Promise.all(desks.map((desk, at) => saveRegularly(desk, at, office)));
    const seconds = (performance.now() - started) / 1_000;
    const own = process.cpuUsage(ownBefore);
    const serverCpu = servers.map(({ pid }, at) => cpuSeconds(pid) - (cpuBefore[at] ?? 0));
    const pushes = desks.flatMap(({ times }) => times.pushes);
    return {
      setting: setting.name,
      desks: DESKS,
      secondsBetweenSaves: SAVE_EVERY,
      seconds: round(seconds),
      pushes: pushes.length,
      pulls: sum(desks.map(({ times }) => times.pulls)) - pullsBefore,
      refused: sum(desks.map(({ times }) => times.refused)),
      pushMs: summarise(pushes.map(({ sent, answered }) => answered - sent)),
      liveMs: summarise(liveDelays(desks)),
      serverCpuPercent: serverCpu.map((used) => round((used / seconds) * 100)),
      serverMemoryMb: servers.map(({ pid }) => residentMemory(pid)?.peak ?? null),
      generatorCpuPercent: round(((own.user + own.system) / 1e6 / seconds) * 100),
    };
  } finally {
    // Before their server: none of them is left asking.
    for (const desk of desks) await desk.close().catch(() => undefined);
    for (const server of servers) await server.stop();
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function startServer(folder: string, url: string | undefined): Promise<Running> {
  const args = ['--port', '0', '--data', folder, '--demo'];
  return start(
    'server/main.ts',
    args,
    /Listening on (\S+)/,
    SERVER_ENGINE_FLAGS,
    url === undefined ? {} : { DATABASE_URL: url },
  );
}

/** Saves at the fixed rate, each desk at its own moment of the interval. */
async function saveRegularly(desk: OfficeDesk, at: number, office: Office): Promise<void> {
  const end = performance.now() + SECONDS * 1_000;
  await after(((at * 7_919) % DESKS) * ((SAVE_EVERY * 1_000) / DESKS));
  for (let number = 0; performance.now() < end; number += 1) {
    const next = performance.now() + SAVE_EVERY * 1_000;
    for (const operation of workOf(at, number, office)) await desk.push(operation);
    // Waiting for the end together would wake all desks at once, and some of them a moment too early.
    if (next >= end) return;
    await after(Math.max(0, next - performance.now()));
  }
}

/** From a save being sent on one desk to each other desk having heard of it. */
function liveDelays(desks: readonly OfficeDesk[]): number[] {
  const delays: number[] = [];
  for (const writer of desks) {
    for (const { sent, seq } of writer.times.pushes) {
      for (const other of desks) {
        if (other === writer) continue;
        const heard = firstFrom(other.times.heard, seq);
        if (heard) delays.push(heard.at - sent);
      }
    }
  }
  return delays;
}

/** The first that a desk heard of this place in the log or a later one; it hears of them in their order. */
function firstFrom(heard: DeskTimes['heard'], seq: number): DeskTimes['heard'][number] | undefined {
  let [from, to] = [0, heard.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((heard[middle]?.seq ?? 0) >= seq) to = middle;
    else from = middle + 1;
  }
  return heard[from];
}

/** Each desk is that of a person of its own, as in an office: calls of one user are bounded together. */
async function newAccount(rest: RestClient, at: number): Promise<string> {
  const email = `desk.${at}@demo.test`;
  await rest.create('/api/users', { name: `Colleague ${at}`, email, password: PASSWORD });
  await rest.create('/api/assignroles', { userEmail: email, roleName: ROLES[at % ROLES.length] });
  return email;
}

async function officeOf(rest: RestClient): Promise<Office> {
  const idsAt = async (path: string): Promise<string[]> =>
    (await rest.list(`/api/${path}`)).map(({ _id }) => String(_id));
  return { candidates: await idsAt('students'), inquiries: await idsAt('interns') };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

const endPostgresql = await startPostgresql(true);
const results: Record<string, unknown>[] = [];
try {
  for (const setting of SETTINGS.filter(({ name }) => name.includes(values.only))) {
    process.stderr.write(`${setting.name}\n`);
    const result = await measure(setting);
    results.push(result);
    console.log(JSON.stringify(result, null, 2));
  }
} finally {
  await endPostgresql();
}
if (values.only === '')
  writeFileSync(
    join(import.meta.dirname, 'results-desks.json'),
    `${JSON.stringify({ cores: cpus().length, results }, null, 2)}\n`,
  );
