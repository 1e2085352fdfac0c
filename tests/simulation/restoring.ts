import { join } from 'node:path';
import { backUp } from '../../server/backup/back-up.ts';
import { restore } from '../../server/backup/restore.ts';
import { runAs } from './actor.ts';
import { askSqlite, erasedIds, type DayBook } from '../office/day-book.ts';
import type { SimulatedServer } from './simulated-server.ts';
import type { World } from './world.ts';
import { realFiles as fs } from './real-files.ts';

/** How far back people go at most: what was acknowledged is kept by desks for two weeks. */
const OLDEST_MS = 12 * 86_400_000;

/** What of an office has to do with it. */
interface Restorable {
  readonly world: World;
  readonly server: SimulatedServer;
  readonly book: DayBook;
  startServer(): Promise<void>;
  stopServer(): Promise<void>;
}

/** Older states of the server that somebody has kept, and the two ways in which they come back. */
export class KeptStates {
  readonly #office: Restorable;
  #backup: { folder: string; at: number } | null = null;
  #snapshot: { folder: string; at: number } | null = null;
  #made = 0;

  constructor(office: Restorable) {
    this.#office = office;
  }

  #isUsable(at: number): boolean {
    return this.#office.world.time.now - at < OLDEST_MS;
  }

  /** A backup, as the documentation says, while the server runs or not. */
  async backUp(): Promise<void> {
    const { world, server } = this.#office;
    const at = world.time.now;
    const into = join(world.folder, 'backups');
    if (this.#backup?.at === at) return;
    this.#made += 1;
    const { folder } = await world.atOnce(
      runAs(undefined, () => backUp(server.folder, `${into}-${this.#made}`, { at })),
    );
    this.#backup = { folder, at };
  }

  /** The server ends, and another one begins on what was backed up. */
  async restore(): Promise<void> {
    const { world, server } = this.#office;
    const kept = this.#backup;
    if (!kept || !this.#isUsable(kept.at)) return;
    await this.#office.stopServer();
    this.#made += 1;
    const former = join(world.folder, `before-${this.#made}`);
    fs.renameSync(server.folder, former);
    await this.#noteErased(former);
    // The list of those who were erased lies beside the backups too, where the server knows of them.
    const list = join(former, 'erased');
    if (fs.existsSync(list)) fs.cpSync(list, join(kept.folder, '..', 'erased'));
    await world.atOnce(runAs(undefined, () => restore(kept.folder, server.folder)));
    world.trace.note(`the server is restored to ${new Date(kept.at).toISOString()}`);
    await this.#office.startServer();
  }

  /** The machine's disk as it stands, in the middle of whatever it does. */
  takeSnapshot(): void {
    const { world, server } = this.#office;
    const folder = join(world.folder, 'snapshot');
    fs.rmSync(folder, { recursive: true, force: true });
    fs.cpSync(server.folder, folder, { recursive: true, filter: (path) => !path.endsWith('-shm') });
    this.#snapshot = { folder, at: world.time.now };
  }

  /**
   * The machine is as it was at the snapshot, the list of those who were erased too. Who was erased since is there again;
   * what desks had said of them is not, because they were told of the erasing.
   */
  async putBack(): Promise<void> {
    const { world, server } = this.#office;
    const kept = this.#snapshot;
    if (!kept || !this.#isUsable(kept.at)) return;
    server.crash();
    this.#made += 1;
    const former = join(world.folder, `before-${this.#made}`);
    fs.renameSync(server.folder, former);
    await this.#noteErased(former);
    fs.cpSync(kept.folder, server.folder, { recursive: true });
    world.trace.note(`the server's machine is put back to ${new Date(kept.at).toISOString()}`);
    await this.#office.startServer();
  }

  /** Whom the desks were told of: of somebody whom the data that comes in its place never had it knows a hash alone. */
  async #noteErased(former: string): Promise<void> {
    const { world, book } = this.#office;
    book.erased(await world.done(runAs(undefined, () => erasedIds(askSqlite(join(former, 'server.db'))))));
  }
}
