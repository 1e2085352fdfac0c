import { basename, dirname, join } from 'node:path';
import { PASSWORD, STRONG_PASSWORD } from '../../electron/desk/testing/test-desk.ts';
import { NoAnswer } from '../../electron/desk/testing/desk-process.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { changesIn, DayBook } from '../office/day-book.ts';
import { Doings } from '../office/doings.ts';
import { ANSWERS, TAKES_OUT } from '../office/office-day.ts';
import { Crash } from './actor.ts';
import { fileOf } from './desk-data.ts';
import type { Plan } from './plan.ts';
import { EveryPage } from './every-page.ts';
import { KeptStates } from './restoring.ts';
import type { Random } from './random.ts';
import { SimulatedDesk } from './simulated-desk.ts';
import { SimulatedServer } from './simulated-server.ts';
import { LEAVING, sitDown } from './sitting-down.ts';
import { USERS } from './template.ts';
import { FAIR } from './virtual-connection.ts';
import type { World } from './world.ts';

const DAY_MS = 86_400_000;
/** After so long everybody must be in step again, once nothing is wrong any more. */
const HEALING_ROUNDS = 60;

/** The people of one world at their desks, their server, and what they were told is saved. */
export class Office {
  readonly world: World;
  readonly server: SimulatedServer;
  readonly desks: readonly SimulatedDesk[];
  readonly book = new DayBook();
  readonly failures: string[] = [];
  readonly kept = new KeptStates(this);
  /** Names of users whose account was closed at some time: what had not left their desks may not leave them any more. */
  readonly wasClosed = new Set<string>();
  /** Names of users whose account is closed now. */
  #closed: ReadonlySet<string> = new Set();
  /** Names of the steps that were taken. */
  readonly happened = new Set<string>();
  operations = 0;
  faults = 0;
  /** Of each desk the days on which somebody did something there. */
  readonly daysWorked = new Set<string>();
  /** Milliseconds in which nobody was there at all: they are no days of any desk. */
  monthsAway = 0;
  #doings: Doings | undefined;
  readonly #everyPage: EveryPage;
  /** Ids of desks that have been given a page and were not looked at since. */
  readonly #pulled = new Set<string>();
  /** Desks at which somebody was taking something back when they ended. */
  readonly #wasUndoing = new Set<SimulatedDesk>();

  constructor(world: World, { desks }: Plan) {
    this.world = world;
    this.server = new SimulatedServer(world, join(world.folder, 'server'));
    this.#everyPage = new EveryPage(this.server);
    world.network.answered = (id, path) => {
      if (path === PATHS.pull) this.#pulled.add(id);
    };
    world.time.atRest = () => this.#lookAtPages();
    this.desks = USERS.slice(0, desks).map(
      (name, at) => new SimulatedDesk(world, `d${at}`, name, join(world.folder, `d${at}`), PASSWORD),
    );
  }

  /** Pages of which every row was judged. */
  get pagesSeen(): number {
    return this.#everyPage.looks;
  }

  #lookAtPages(): void {
    for (const id of this.#pulled) {
      const desk = this.desks.find((each) => each.id === id);
      if (desk && this.failures.length === 0) this.failures.push(...this.#everyPage.look(desk));
    }
    this.#pulled.clear();
  }

  get doings(): Doings {
    if (!this.#doings) throw new Error('Nobody has come yet.');
    return this.#doings;
  }

  async begin(): Promise<void> {
    await this.startServer();
    for (const desk of this.desks) await this.open(desk);
    const users = await this.server.ask(
      'SELECT "_id", "email" FROM "user" WHERE "deletedAt" IS NULL ORDER BY "_id"',
    );
    const byEmail = new Map(users.map(({ _id, email }) => [String(email), String(_id)]));
    const idOf = (name: string): string => byEmail.get(`${name}@demo.test`) ?? '';
    for (const desk of this.desks) {
      const folder = basename(dirname(fileOf(desk, 'outbox.db') ?? ''));
      desk.user = { id: idOf(desk.name), folder };
    }
    const staff = { signedIn: new Set(USERS.map(idOf)), interviewer: idOf('employee') };
    const ids = users.map(({ _id }) => String(_id));
    this.#doings = new Doings(() => 0, this.book, ids, staff);
    for (const entity of ['candidate', 'inquiry', 'contactInquiry'] as const)
      for (const { _id } of await this.server.ask(`SELECT "_id" FROM "${entity}" ORDER BY "_id" LIMIT 4`))
        this.doings.records.push([entity, String(_id)]);
  }

  async startServer(): Promise<void> {
    if (this.server.running) return;
    for (let tries = 0; !this.server.running; tries += 1) {
      await this.#survive(this.server.start());
      if (tries > 5) throw new Error('The server does not start.');
    }
  }

  async stopServer(): Promise<void> {
    await this.#survive(this.server.stop());
  }

  async open(desk: SimulatedDesk): Promise<void> {
    for (let tries = 0; !desk.isRunning; tries += 1) {
      await this.#survive(desk.open());
      if (tries > 5) throw new Error(`${desk.id} does not start.`);
    }
    if (this.#wasUndoing.delete(desk)) this.book.takenOut(desk.data, changesIn(desk.data));
  }

  /** Somebody may have left the desk, or be there in the place of its user: that one comes back. */
  async sitDown(desk: SimulatedDesk): Promise<void> {
    if (!LEAVING.some((step) => this.happened.has(step))) return;
    await this.world.done(sitDown(desk)).catch((error: unknown) => {
      this.world.trace.note(`${desk.id} sits down: ${String(error)}`);
    });
  }

  async close(desk: SimulatedDesk): Promise<void> {
    this.#noteUndoing(desk);
    await this.#survive(desk.close());
  }

  /** What ends in a crash has ended. */
  async #survive(work: Promise<void>): Promise<void> {
    try {
      await this.world.done(work);
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
    }
  }

  #noteUndoing(desk: SimulatedDesk): void {
    const isTakingOut = (what: string): boolean => TAKES_OUT.some((each) => what.startsWith(each));
    if ([...desk.asked].some(isTakingOut)) this.#wasUndoing.add(desk);
  }

  /** A desk that crashed by itself: what was being taken back there may be gone. */
  noteDead(): void {
    for (const desk of this.desks) if (!desk.isRunning) this.#noteUndoing(desk);
  }

  async pass(pause: number): Promise<void> {
    if (pause > 30 * 60_000) await this.world.time.sleep(pause);
    else await this.world.time.pass(pause);
  }

  doing(what: string, desk: SimulatedDesk, random: Random): Promise<void> {
    this.doings.next = (below) => random.below(below);
    return this.doings.act(what, desk);
  }

  /** Has somebody do something; whether it comes to anything is not waited for. */
  act(what: string, desk: SimulatedDesk, work: () => Promise<void>): void {
    const { actor } = desk;
    this.operations += 1;
    this.daysWorked.add(`${desk.id} ${Math.floor(this.world.time.now / DAY_MS)}`);
    desk.asked.add(what);
    work().then(
      () => {
        desk.asked.delete(what);
        this.world.trace.note(`${desk.id} ${what} done`);
      },
      (error: unknown) => {
        const isClosed = error instanceof PlainError && error.code === 'account-closed';
        const isExpected =
          (error instanceof PlainError && ANSWERS.has(error.code)) ||
          (isClosed && this.wasClosed.has(desk.name));
        this.world.trace.note(
          `${desk.id} ${what}: ${error instanceof PlainError ? error.code : String(error)}`,
        );
        if (!actor.isAlive || error instanceof NoAnswer) return;
        desk.asked.delete(what);
        if (!isExpected)
          this.failures.push(`${desk.id} ${what}: ${error instanceof Error ? error.stack : String(error)}`);
      },
    );
  }

  /** Nothing is wrong any more: everybody comes to be in step with the server. */
  async heal(): Promise<void> {
    const { world, server, desks } = this;
    server.actor.stepsLeft = null;
    server.actor.isDiskFull = false;
    server.clockError = 0;
    server.actor.clockError = 0;
    await this.startServer();
    this.noteDead();
    for (const desk of desks) {
      world.network.setWeather(desk.id, FAIR);
      desk.actor.stepsLeft = null;
      desk.actor.isDiskFull = false;
      await this.open(desk);
    }
    let standing: string[] = [];
    for (const desk of desks) {
      desk.clockError = 0;
      desk.actor.clockError = 0;
    }
    for (let round = 0; round < HEALING_ROUNDS; round += 1) {
      standing = [];
      this.#closed = await this.#closedNow();
      for (const desk of desks) {
        const problem = await this.#settle(desk);
        if (problem !== null) standing.push(`${desk.id} of ${desk.name}: ${problem}`);
      }
      // What one sent last, the others have to fetch.
      if (standing.length === 0 && round > 1) return;
    }
    this.failures.push(...standing.map((each) => `not in step: ${each}`));
  }

  /** With the password that is good now: a restored server may have the one of before. */
  async #signIn(desk: SimulatedDesk): Promise<void> {
    for (const password of new Set([desk.password, PASSWORD, STRONG_PASSWORD])) {
      desk.password = password;
      try {
        await this.world.done(desk.signIn());
        return;
      } catch (error) {
        this.world.trace.note(`${desk.id} signs in: ${String(error)}`);
        if (!(error instanceof PlainError) || error.code !== 'unauthenticated') return;
      }
    }
  }

  isClosed({ name }: SimulatedDesk): boolean {
    return this.#closed.has(name);
  }

  async #closedNow(): Promise<Set<string>> {
    const rows = await this.server.ask(
      `SELECT "email" FROM "user" WHERE "deletedAt" IS NOT NULL OR "isActive" = 0 OR "isActive" IS NULL`,
    );
    const names = new Set(rows.map(({ email }) => String(email).split('@')[0] ?? ''));
    for (const name of names) this.wasClosed.add(name);
    return names;
  }

  /** One round of a desk; gives how it stands, null where it is in step. */
  async #settle(desk: SimulatedDesk): Promise<string | null> {
    const { world } = this;
    await this.sitDown(desk);
    const { user } = await world.done(desk.call('session.get', {}));
    if (!user) await this.#signIn(desk);
    if ((await world.done(desk.call('session.get', {}))).user === null) {
      if (this.isClosed(desk)) return null;
      await world.time.pass(60_000);
      return 'signed out';
    }
    await world.done(desk.call('sync.now', {})).catch(() => undefined);
    await world.time.pass(1_000);
    const status = await world.done(desk.call('sync.status', {})).catch(() => null);
    if (status?.state === 'halted') await desk.call('sync.confirmRemoval', { accept: true });
    if (status?.state === 'sign-in') await this.#signIn(desk);
    if (status?.state === 'live' && status.waiting === 0) return null;
    await world.time.pass(20_000);
    return JSON.stringify(status);
  }
}
