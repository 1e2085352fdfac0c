import type { Method, Params, Results } from '#shared/protocol/bridge.ts';
import { openDesk, type Desk } from '../../electron/desk/desk.ts';
import { NoAnswer } from '../../electron/desk/testing/desk-process.ts';
import { portableKeychain } from '../../electron/desk/testing/portable-keychain.ts';
import type { AtDesk } from '../office/doings.ts';
import { Actor, runAs } from './actor.ts';
import { crashFolder, type Kept } from './crash.ts';
import type { World } from './world.ts';

export const SERVER_URL = 'http://127.0.0.1:5701';

/** A person's PC: a real desk on a real folder, that is started, ended and crashed. */
export class SimulatedDesk implements AtDesk {
  readonly name: string;
  readonly data: string;
  /** Of its process; a dead one until the next start. */
  actor: Actor;
  /** Milliseconds by which the PC's clock is wrong. */
  clockError = 0;
  password: string;
  /** Of its user: id, and the name of the folder that is the user's. */
  user: { id: string; folder: string } | undefined;
  readonly #world: World;
  readonly #id: string;
  #running: Desk | null = null;
  /** What the person has asked for and not been answered. */
  readonly asked = new Set<string>();
  crashes = 0;

  constructor(world: World, id: string, name: string, data: string, password: string) {
    this.#world = world;
    this.#id = id;
    this.name = name;
    this.data = data;
    this.password = password;
    this.actor = new Actor(id);
    this.actor.isAlive = false;
  }

  get id(): string {
    return this.#id;
  }

  get isRunning(): boolean {
    return this.#running !== null && this.actor.isAlive;
  }

  get desk(): this {
    return this;
  }

  async call<M extends Method>(method: M, params: Params<M>): Promise<Results[M]> {
    return this.#call(method, params, this.user?.id);
  }

  /** As a page does that shows no user yet: whoever is signed in. */
  async callAsAnybody<M extends Method>(method: M, params: Params<M>): Promise<Results[M]> {
    return this.#call(method, params);
  }

  async #call<M extends Method>(method: M, params: Params<M>, as?: string): Promise<Results[M]> {
    const running = this.#running;
    if (!running || !this.actor.isAlive) throw new NoAnswer('The desk is gone');
    return runAs(this.actor, () => running.call(method, params, as)) as Promise<Results[M]>;
  }

  async signIn(): Promise<void> {
    await this.call('session.signIn', { email: `${this.name}@demo.test`, password: this.password });
  }

  async open(): Promise<void> {
    const actor = new Actor(this.#id, this.clockError);
    this.actor = actor;
    this.asked.clear();
    actor.onCrash = () => this.crash(false);
    const desk = await runAs(actor, () =>
      openDesk({
        dataFolder: this.data,
        server: { id: 'embedded', url: SERVER_URL },
        host: {
          openExternal: () => Promise.resolve(),
          chooseSavePlace: () => Promise.resolve(null),
          keychain: portableKeychain,
        },
        appVersion: '0.0.0',
        log: (line) => this.#world.trace.note(`log ${this.#id} ${line.split('\n')[0] ?? ''}`),
      }),
    );
    if (this.actor === actor && actor.isAlive) this.#running = desk;
  }

  async close(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    if (!running || !this.actor.isAlive) return;
    await runAs(this.actor, () => running.close());
    this.#world.bury(this.actor);
  }

  /** Ends it at this moment, as a power cut does where `losesPower`: what was not synced may be lost. */
  crash(losesPower: boolean): void {
    if (!this.actor.isAlive) return;
    this.crashes += 1;
    const kept: Kept = { folder: this.data, actor: this.actor, losesPower };
    this.#running = null;
    this.#world.bury(this.actor);
    runAs(undefined, () => crashFolder(this.#world, kept));
    this.#world.trace.note(`${this.#id} crashes after ${this.actor.steps} writes`);
  }
}
