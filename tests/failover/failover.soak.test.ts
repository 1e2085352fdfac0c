import { randomUUID } from 'node:crypto';
import { setTimeout as after } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DeskProcess } from '../../electron/desk/testing/desk-process.ts';
import { temporaryFolder } from '../../electron/desk/testing/test-desk.ts';
import { until } from '../../electron/desk/testing/until.ts';
import { askPostgresql, brokenRules, DayBook, type Ask } from '../office/day-book.ts';
import { workOf, type Office as OfficeRecords } from '../office/day-of-work.ts';
import { Cluster } from './cluster.ts';
import { Office } from './office.ts';
import { SteadyDesk, type Acknowledged } from './steady-desk.ts';

/** `npm run soak` has the whole of it; smaller numbers are for working on it. */
const DESKS = Number(process.env['FAILOVER_DESKS'] ?? 200);
/** Whole applications among them, each a process with its outbox and its copy on the disk. */
const APPLICATIONS = Number(process.env['FAILOVER_APPLICATIONS'] ?? 4);
/** How often the primary's machine is killed, and how often a server of ours. */
const KILLS = Number(process.env['FAILOVER_KILLS'] ?? 20);
/** Seconds between two saves of a desk. */
const SAVE_EVERY = Number(process.env['FAILOVER_SAVE_EVERY'] ?? 60);
const LONGEST_PAUSE_MS = 30_000;
const USERS = ['superadmin', 'admin', 'hr'];
const PASSWORD = 'Demo@12345';
const MOST_BETWEEN_MS = 15_000;

const nameOf = (at: number): string => USERS[at % USERS.length] ?? '';

/** An application with a person at it who adds an inquiry now and then. */
class Person {
  readonly name: string;
  readonly desk: DeskProcess;
  readonly #book: DayBook;
  readonly #data: string;

  private constructor(name: string, data: string, desk: DeskProcess, book: DayBook) {
    this.name = name;
    this.#data = data;
    this.desk = desk;
    this.#book = book;
  }

  static async at(name: string, data: string, url: string, book: DayBook): Promise<Person> {
    const desk = await DeskProcess.open(data, url);
    await desk.signIn(name);
    await until(`${name} in step`, async () => (await desk.call('sync.status', {})).state === 'live', 60_000);
    return new Person(name, data, desk, book);
  }

  async save(): Promise<void> {
    const text = this.#book.text();
    const values = { Name: `Caller ${text}`, mobile: '9000012345', notes: text };
    await this.desk.call('records.save', {
      entity: 'inquiry',
      id: randomUUID(),
      base: null,
      changes: values,
    });
    this.#book.saved(this.#data, text);
  }

  /** Waits until all has been sent and fetched. That others overtook a value is told there, and is no trouble. */
  async settled(): Promise<void> {
    await until(
      `the application of ${this.name} in step`,
      async () => {
        const { state, waiting } = await this.desk.call('sync.status', {});
        return state === 'live' && waiting === 0;
      },
      90_000,
    );
    const tray = await this.desk.call('sync.tray', {});
    expect(tray.filter(({ kind }) => kind !== 'conflict')).toEqual([]);
  }
}

/** Saves at the fixed rate, each desk at its own moment of the interval. */
async function work(
  desks: readonly SteadyDesk[],
  people: readonly Person[],
  records: OfficeRecords,
  signal: AbortSignal,
): Promise<void> {
  const every = (SAVE_EVERY * 1_000) / (desks.length + people.length);
  for (let turn = 0; !signal.aborted; turn += 1) {
    const at = turn % (desks.length + people.length);
    const number = Math.floor(turn / (desks.length + people.length));
    desks[at]?.save(...workOf(at, number, records));
    await people[at - desks.length]?.save();
    await after(every);
  }
}

/** Every one that was acknowledged is in the log under its number, and nothing else of these desks is. */
async function foundIn(
  ask: Ask,
  desks: readonly SteadyDesk[],
): Promise<{ found: number; acknowledged: Acknowledged[] }> {
  const acknowledged = desks
    .flatMap((desk) => desk.acknowledged)
    .toSorted((one, other) => one.seq - other.seq);
  const ids = new Set<string>(desks.map(({ id }) => id));
  const lines = (
    await ask(
      'SELECT "seq", "recordId", "deskId" FROM "change_log" WHERE "deskId" IS NOT NULL ORDER BY "seq"',
    )
  )
    .filter(({ deskId }) => ids.has(String(deskId)))
    .map(({ seq, recordId }) => ({ seq: Number(seq), recordId: String(recordId) }));
  expect(lines).toEqual(acknowledged.map(({ seq, recordId }) => ({ seq, recordId })));
  return { found: lines.length, acknowledged };
}

/** The longest time in which nothing was acknowledged, and the longest wait for one write. */
function pausesOf(acknowledged: readonly Acknowledged[]): { pause: number; wait: number } {
  const times = acknowledged.map(({ at }) => at).toSorted((one, other) => one - other);
  const pause = Math.max(...times.map((at, number) => at - (times[number - 1] ?? at)));
  return { pause, wait: Math.max(...acknowledged.map(({ savedAt, at }) => at - savedAt)) };
}

/** What the desk met whose write waited longest. */
function longestWaitOf(desks: readonly SteadyDesk[]): string[] {
  const waits = desks.flatMap((desk, at) => desk.acknowledged.map((each) => ({ ...each, desk, number: at })));
  const [longest] = waits.toSorted((one, other) => other.at - other.savedAt - (one.at - one.savedAt));
  if (!longest) return [];
  const { desk, number, savedAt, at } = longest;
  const met = desk.passed.filter((each) => each.at >= savedAt && each.at <= at);
  return [
    `desk ${number} waited ${seconds(at - savedAt)}`,
    ...met.map((each) => `after ${seconds(each.at - savedAt)}: ${each.what}`),
  ];
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

test(
  `the primary's machine and a server killed ${KILLS} times each under the work of ${DESKS} desks: every acknowledged write is there, once`,
  { timeout: 600_000 + KILLS * 240_000 },
  async () => {
    const cluster = await Cluster.start();
    const office = new Office(cluster);
    const folders = Array.from({ length: APPLICATIONS }, () => temporaryFolder());
    const desks: SteadyDesk[] = [];
    const people: Person[] = [];
    try {
      await office.start();
      const book = new DayBook();
      for (let at = 0; at < DESKS; at += 1) {
        // Half of them know both servers, as by a join code; half come by the one address of either haproxy.
        const own = at % 4 < 2 ? office.urls : office.urls.toReversed();
        const desk = new SteadyDesk(at % 2 === 0 ? own : [cluster.officeUrl(at % 4 < 2 ? 0 : 1)]);
        desks.push(desk);
        await desk.open(`${nameOf(at)}@demo.test`, PASSWORD);
      }
      for (const [at, { path }] of folders.entries())
        people.push(await Person.at(nameOf(at), path, cluster.officeUrl(at % 2), book));
      const records = {
        candidates: desks[0]?.idsOf('candidate') ?? [],
        inquiries: desks[0]?.idsOf('inquiry') ?? [],
      };
      const over = new AbortController();
      const working = work(desks, people, records, over.signal);
      await after(MOST_BETWEEN_MS);
      for (let kill = 0; kill < KILLS; kill += 1) {
        const primary = await cluster.primary();
        await primary.kill();
        const killed = performance.now();
        // Sometimes while the database is away, sometimes when it has just come back.
        await after(Math.random() * 2 * MOST_BETWEEN_MS);
        await office.kill(kill % 2);
        await until(
          'writes after a kill',
          () => desks.some(({ acknowledged }) => (acknowledged.at(-1)?.at ?? 0) > killed + 1_000),
          120_000,
        );
        primary.start();
        await cluster.whole();
        await after(Math.random() * MOST_BETWEEN_MS);
        process.stdout.write(
          `${kill + 1} of ${KILLS}: ${primary.name} was killed, whole after ${seconds(performance.now() - killed)}\n`,
        );
      }
      over.abort();
      await working;
      await until('every desk has sent all', () => desks.every(({ waiting }) => waiting === 0), 120_000);
      const ask = askPostgresql(cluster.databaseUrl(0));
      const { found, acknowledged } = await foundIn(ask, desks);
      const { pause, wait } = pausesOf(acknowledged);
      process.stdout.write(
        `killed: ${KILLS} primaries and ${KILLS} servers under ${DESKS} desks and ${APPLICATIONS} applications; writes acknowledged ${acknowledged.length}, found ${found}, ` +
          `by applications ${book.size}; longest pause ${seconds(pause)}, longest wait of a write ${seconds(wait)}; ${office.said.length} lines in the servers' logs\n`,
      );
      for (const line of longestWaitOf(desks)) process.stdout.write(`  ${line}\n`);
      for (const line of new Set(office.said.map(sentenceOf))) process.stdout.write(`  ${line}\n`);
      expect(desks.flatMap(({ troubles }) => troubles)).toEqual([]);
      for (const person of people) await person.settled();
      for (const desk of desks)
        await until(
          'the desk as the server counts',
          async () => (await desk.differences()).length === 0,
          60_000,
        );
      expect(await brokenRules(ask)).toEqual([]);
      expect(await book.missing(ask)).toEqual([]);
      expect(await writtenTwice(ask)).toEqual([]);
      expect(office.crashes).toEqual([]);
      expect(office.said.filter(isFault)).toEqual([]);
      expect(pause).toBeLessThan(LONGEST_PAUSE_MS);
    } finally {
      await Promise.all(desks.map((desk) => desk.close()));
      for (const { desk } of people) await desk.close();
      await office.end();
      await cluster.end();
      for (const folder of folders) folder.remove();
    }
  },
);

/** What an application saved, and the log has more than one line of. */
const writtenTwice = (ask: Ask): Promise<Record<string, unknown>[]> =>
  ask(
    `SELECT "recordId" FROM "change_log" WHERE "entity" = 'inquiry' AND "kind" = 'create' GROUP BY "recordId" HAVING COUNT(*) > 1`,
  );

/** A call that failed for another reason than that the database was too busy, which is a 503 and tried again. */
const isFault = (line: string): boolean => line.includes('call failed') && !line.includes('"57014"');

/** What a line of a server's log says, without its time and its values. */
const sentenceOf = (line: string): string => {
  try {
    const { msg } = JSON.parse(line) as { msg: unknown };
    return String(msg);
  } catch {
    return line;
  }
};
