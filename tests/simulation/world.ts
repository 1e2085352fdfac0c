import { forgetIds } from '#shared/model/new-id.ts';
import { forgetKeys } from '../../electron/desk/testing/kept-keys.ts';
import type { Actor } from './actor.ts';
import { Random } from './random.ts';
import { realFiles as fs } from './real-files.ts';
import { noteFault, surroundWith } from './surroundings.ts';
import { Trace } from './trace.ts';
import { VirtualNetwork } from './virtual-network.ts';
import { VirtualTime } from './virtual-time.ts';

/** A Monday, nine o'clock in India. Before any real day, so that no file of the disk was written in its past. */
export const BEGIN = Date.UTC(2024, 0, 8, 3, 30);
/** Virtual time after which whoever still waits for an answer gets none. */
const PATIENCE_MS = 10 * 60_000;

/** All that one seed has of its own: clock, chance, network, folders. One at a time in a process. */
export class World {
  readonly folder: string;
  readonly time: VirtualTime;
  readonly random: Random;
  readonly network: VirtualNetwork;
  readonly trace: Trace;
  readonly faults: string[] = [];
  readonly #dead: Actor[] = [];
  crashes = 0;

  constructor(folder: string, seed: number, startsAt: number, keepsTrace: boolean) {
    this.folder = folder;
    this.time = new VirtualTime(startsAt, noteFault);
    this.random = new Random(seed);
    this.trace = new Trace(() => this.time.now, keepsTrace);
    this.network = new VirtualNetwork(this.time, new Random(seed + 1), (line) => this.trace.note(line));
    const { time, random, network, faults } = this;
    surroundWith({ time, random, network, faults });
    forgetIds();
    forgetKeys();
  }

  /** Lets time pass until it is done. @throws Error where that takes too long. */
  async done<Result>(work: Promise<Result>): Promise<Result> {
    let end: { value: Result } | { error: unknown } | undefined;
    work.then(
      (value) => (end = { value }),
      (error: unknown) => (end = { error }),
    );
    await this.time.pass(PATIENCE_MS, () => end !== undefined);
    if (end === undefined) throw new Error('Nothing came of it.');
    if ('error' in end) throw end.error;
    return end.value;
  }

  /** The same while the clock stands: for what real threads and files do. */
  async atOnce<Result>(work: Promise<Result>): Promise<Result> {
    const state = { isOver: false };
    const over = (): void => void (state.isOver = true);
    work.then(over, over);
    while (!state.isOver) await this.time.settle();
    return work;
  }

  /** The process is no more: its timers, its connections. Its databases stay open until the world ends. */
  bury(actor: Actor): void {
    actor.isAlive = false;
    this.network.drop(actor);
    this.#dead.push(actor);
  }

  /** The end of the world: nothing of it is left. */
  async end(): Promise<void> {
    await this.time.settle();
    fs.rmSync(this.folder, { recursive: true, force: true });
    for (const { databases, files } of this.#dead) {
      for (const file of files) fs.closeSync(file);
      for (const database of databases) {
        try {
          if (database.open) database.close();
        } catch {
          // A statement of it was under way; it ends with the process.
        }
      }
    }
    this.network.end();
    surroundWith(undefined);
  }
}
