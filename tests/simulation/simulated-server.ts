import { defaults } from '../../server/configuration/configuration.ts';
import { startServer, type RunningServer, type ServerOptions } from '../../server/server.ts';
import { PASSWORD_KEY } from '../product/processes.ts';
import { Actor, runAs } from './actor.ts';
import { crashFolder } from './crash.ts';
import type { World } from './world.ts';

export const PORT = 5701;

/** The office's server: the real one, in this process, that is started, ended and crashed. */
export class SimulatedServer {
  readonly #world: World;
  readonly folder: string;
  actor = new Actor('server');
  running: RunningServer | null = null;
  clockError = 0;
  crashes = 0;

  constructor(world: World, folder: string) {
    this.#world = world;
    this.folder = folder;
    this.actor.isAlive = false;
  }

  async start(options: ServerOptions = {}): Promise<void> {
    const actor = new Actor('server', this.clockError);
    this.actor = actor;
    actor.onCrash = () => this.crash();
    const configuration = {
      ...defaults,
      port: PORT,
      dataFolder: this.folder,
      logLevel: 'silent' as const,
      passwordKey: PASSWORD_KEY,
    };
    const running = await runAs(actor, () => startServer(configuration, options));
    if (this.actor === actor && actor.isAlive) this.running = running;
  }

  async stop(): Promise<void> {
    const { running } = this;
    this.running = null;
    if (!running || !this.actor.isAlive) return;
    await runAs(this.actor, () => running.close());
    this.#world.bury(this.actor);
  }

  crash(): void {
    if (!this.actor.isAlive) return;
    this.crashes += 1;
    this.running = null;
    this.#world.bury(this.actor);
    const kept = { folder: this.folder, actor: this.actor, losesPower: false };
    runAs(undefined, () => crashFolder(this.#world, kept));
    this.#world.trace.note(`the server crashes after ${this.actor.steps} writes`);
  }

  /** Asks the database of the running server, as nobody in particular. */
  async ask(sql: string): Promise<Record<string, unknown>[]> {
    const { running } = this;
    if (!running) throw new Error('The server is not running.');
    return runAs(this.actor, () => running.database.all<Record<string, unknown>>(sql));
  }
}
