import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newDatabase, startPostgresql } from '../../server/testing/postgresql.ts';
import { run } from '../product/processes.ts';
import { askPostgresql, askSqlite, brokenRules, changesIn, DayBook, type Ask } from './day-book.ts';
import { DeskProcess } from '../../electron/desk/testing/desk-process.ts';
import { Colleague } from './colleague.ts';
import { OfficeDay } from './office-day.ts';
import { startServerProcess, type ServerProcess } from '../../electron/desk/testing/server-process.ts';
import { temporaryFolder } from '../../electron/desk/testing/test-desk.ts';
import { until } from '../../electron/desk/testing/until.ts';

/** How many days there are of each kind; `npm run soak` asks for more, and for longer ones. */
const FACTOR = process.env['SOAK_FACTOR'];
const DAYS = Math.ceil(Number(FACTOR ?? 1));
const STEPS = FACTOR === undefined ? 60 : 300;
const KINDS = FACTOR === undefined ? ['killed'] : ['killed', 'two servers', 'restored'];
/** Another one than that of every run, to look for what none has met. */
const SEED = Number(process.env['SOAK_SEED'] ?? 104_729);
/** One of them has two computers. */
const USERS = ['superadmin', 'admin', 'hr', 'hr', 'employee'] as const;

/** A server that is killed, and put back to a backup; on PostgreSQL two of them. Always at the same addresses. */
class UnsteadyServer {
  readonly #folders = temporaryFolder();
  readonly #databaseUrl: string | null;
  readonly #servers: ServerProcess[] = [];
  #folder = join(this.#folders.path, 'data');
  #restores = 0;
  kills = 0;

  constructor(databaseUrl: string | null) {
    this.#databaseUrl = databaseUrl;
  }

  get ask(): Ask {
    return this.#databaseUrl === null
      ? askSqlite(join(this.#folder, 'server.db'))
      : askPostgresql(this.#databaseUrl);
  }

  /** Where one of them is. */
  url(at: number): string {
    return this.#servers[at % this.#servers.length]?.url ?? '';
  }

  async start(): Promise<void> {
    const settings = this.#databaseUrl === null ? {} : { DATABASE_URL: this.#databaseUrl };
    for (let at = 0; at < (this.#databaseUrl === null ? 1 : 2); at += 1)
      this.#servers[at] = await startServerProcess(this.#folder, this.#servers[at]?.port ?? 0, settings);
  }

  async #stop(signal?: NodeJS.Signals): Promise<void> {
    for (const server of this.#servers) await server.stop(signal);
  }

  async kill(): Promise<void> {
    this.kills += 1;
    await this.#stop('SIGKILL');
    await this.start();
  }

  async backUp(): Promise<void> {
    await run('out/main/server.js', ['--data', this.#folder, '--backup', join(this.#folders.path, 'kept')]);
  }

  async restore(): Promise<void> {
    const kept = join(this.#folders.path, 'kept');
    const backup = readdirSync(kept).toSorted().at(-1);
    if (backup === undefined) return;
    await this.#stop();
    this.#restores += 1;
    this.#folder = join(this.#folders.path, `restored-${this.#restores}`);
    await run('out/main/server.js', ['--restore', join(kept, backup), '--data', this.#folder]);
    await this.start();
  }

  async end(): Promise<void> {
    await this.#stop();
    this.#folders.remove();
  }
}

/** Sends and fetches until nothing waits; what stays refused, or was overtaken, is put away. */
async function settle(person: Colleague, book: DayBook, givesUp: boolean): Promise<void> {
  const { desk, name } = person;
  let last: unknown = null;
  await until(
    `${name} in step`,
    async () => {
      const { user } = await desk.call('session.get', {});
      if (!user) await desk.signIn(name);
      await desk.call('sync.now', {}).catch(() => undefined);
      const status = (last = await desk.call('sync.status', {}));
      const { state, waiting, attention, notices } = status;
      if (state === 'sign-in') await desk.signIn(name);
      if (state === 'halted') await desk.call('sync.confirmRemoval', { accept: true });
      if (givesUp && attention > 0 && waiting === 0) {
        book.givenUp(person.data, changesIn(person.data));
        for (const { id } of notices) await desk.call('sync.putAway', { id });
        for (const { id, kind } of await desk.call('sync.tray', {})) {
          // With one of a set all of it goes.
          if (kind !== 'waiting') await desk.call('sync.discard', { id }).catch(() => undefined);
        }
      }
      return state === 'live' && waiting === 0 && (!givesUp || attention === 0);
    },
    120_000,
  ).catch((error: unknown) => {
    throw new Error(`${name}: ${JSON.stringify(last)}`, { cause: error });
  });
}

async function seenBy(desk: DeskProcess, { records }: OfficeDay): Promise<unknown[]> {
  const seen: unknown[] = [];
  for (const [entity, id] of records) {
    const view = await desk.call('records.get', { entity, id });
    const leads =
      entity === 'candidate' || entity === 'inquiry'
        ? await desk.call('records.leadsTo', { entity, id })
        : null;
    seen.push({ entity, id, record: view?.record, base: view?.base, leads });
  }
  return seen;
}

async function day(seed: number, kind: string): Promise<string> {
  const isPostgresql = kind === 'two servers';
  const restores = kind === 'restored';
  const stopPostgresql = isPostgresql ? await startPostgresql() : null;
  const database = isPostgresql ? await newDatabase() : null;
  const server = new UnsteadyServer(database?.url ?? null);
  await server.start();
  const folders = [...USERS, ...USERS].map(() => temporaryFolder());
  const people: Colleague[] = [];
  for (const [at, name] of USERS.entries())
    people.push(await Colleague.at(name, folders[at]?.path ?? '', server.url(at)));
  const book = new DayBook();
  const first = people[0]?.desk;
  for (const person of people) await settle(person, book, false);
  const users = (await first?.call('records.choices', { entity: 'user', limit: 40 })) ?? [];
  const signedIn = new Set<string>();
  let interviewer = '';
  for (const { desk } of people)
    signedIn.add((interviewer = (await desk.call('session.get', {})).user?._id ?? ''));
  const ids = users.map(({ _id }) => _id);
  const history = new OfficeDay(seed, book, ids, { signedIn, interviewer });
  let restored = 0;
  for (let step = 0; step < STEPS; step += 1) {
    const person = people[history.next(people.length)];
    if (person) await history.step(person);
    if (history.next(40) === 0 || step === STEPS / 2) await server.kill();
    if (!restores) continue;
    if (step === Math.floor(STEPS / 3)) await server.backUp();
    if (step === Math.floor((STEPS * 2) / 3)) {
      await server.restore();
      restored += 1;
    }
  }
  for (const { network } of people) network.mend();
  for (const person of people) await settle(person, book, false);
  for (const person of people) await person.desk.call('sync.retryAll', {});
  // What one sends last, the others still have to fetch.
  for (let round = 0; round < 3; round += 1) for (const person of people) await settle(person, book, true);
  const { ask } = server;
  expect(await brokenRules(ask)).toEqual([]);
  expect(await book.missing(ask)).toEqual([]);
  for (const [at, person] of people.entries()) {
    const fresh = await DeskProcess.open(folders[USERS.length + at]?.path ?? '', server.url(at + 1));
    await fresh.signIn(person.name);
    await until('a new desk in step', async () => {
      const { state, syncedAt } = await fresh.call('sync.status', {});
      return state === 'live' && syncedAt !== null;
    });
    expect(await seenBy(person.desk, history), person.name).toEqual(await seenBy(fresh, history));
    await fresh.close();
  }
  const kills = people.reduce((sum, each) => sum + each.kills, 0);
  for (const person of people) await person.end();
  await server.end();
  await database?.drop();
  await stopPostgresql?.();
  for (const folder of folders) folder.remove();
  const steps = [...history.done].map(([name, count]) => `${name} ${count}`).join(', ');
  return `seed ${seed}: ${book.size} saves in the book, ${kills} desks and ${server.kills} servers killed, ${restored} restores; ${steps}`;
}

describe(`a day of ${STEPS} steps of ${USERS.length} people with killed desks and servers, ${DAYS} times`, () => {
  const seeds = Array.from({ length: DAYS }, (_, at) => SEED + 7_919 * at);
  it.each(seeds.flatMap((seed) => KINDS.map((kind) => [kind, seed] as const)))(
    'ends with desks that show what a new one is given (%s, seed %i)',
    async (kind, seed) => {
      process.stdout.write(`${await day(seed, kind)}\n`);
    },
    600_000,
  );
});
