import type { Actor } from '#shared/access/permissions.ts';
import type { Role } from '#shared/access/roles.ts';
import { DAY_MS } from '#shared/format/time.ts';
import { quote } from '#shared/model/list-query.ts';
import { cacheSchemaHash } from '#shared/node/cache/cache-schema.ts';
import { markIn } from '../lineage.ts';
import { makeSnapshot, type SnapshotMaking } from './make-snapshot.ts';
import type { Manifest } from './snapshot-folder.ts';
import { entitiesFor, viewOf } from './snapshot-view.ts';

export interface SnapshotSettings extends SnapshotMaking {
  /** Hears of each that is ready, and why one was not made. */
  onMade: (made: { rows: number; seq: number; took: number }) => void;
  onFailed: (error: unknown) => void;
  /** From so many rows on that a role sees; null: never. */
  fromRows: number | null;
  /** How long nobody has begun a first sync, in milliseconds, before one is made. */
  quietMs: number;
}

/** One that is so far behind is made anew before the next desk asks, but not more often than this. */
const BEHIND = 1_000;
const REST_MS = 10 * 60_000;
/** One that is further behind is not given: pulling the rest would take as long. */
const TOO_FAR_BEHIND = 5_000;
const FARTHEST_SHARE = 0.2;
/** Of such quiet times: somebody may begin first syncs without end. */
const LONGEST_WAIT = 8;
/** One that was replaced is there for so long yet, for desks that are fetching it. */
const REPLACED_MS = 10 * 60_000;
/** Nobody has asked for so long. */
const OLDEST_MS = 7 * DAY_MS;
/** What is of no use any more is not given to anybody before that either. */
const LOOK_EVERY_MS = 30_000;

/**
 * The ready-made snapshots of the data. One is made when a desk asks for what there is none of, once nobody is fetching; so the
 * first desk of a role syncs page by page, and those after it take the snapshot.
 */
export class Snapshots {
  readonly #settings: SnapshotSettings;
  readonly #wanted = new Map<string, Role>();
  #timer: NodeJS.Timeout | undefined;
  /** Since the first asked for one that is not made yet. */
  #patience: NodeJS.Timeout | undefined;
  #lookAgain: NodeJS.Timeout | undefined;
  #making: Promise<unknown> | undefined;
  /** Grows when all that is under way must not be kept. */
  #forgotten = 0;
  #closed = false;
  readonly #stopListening: () => void;

  constructor(settings: SnapshotSettings) {
    this.#settings = settings;
    this.#stopListening = settings.database.onAdvance(() => this.#lookSoon());
    this.#tidy();
    this.#lookSoon();
  }

  /** The snapshot of what the actor's role sees, where one is ready and not too far behind. */
  async offer({ role }: Actor): Promise<Manifest | null> {
    const { database, fromRows } = this.#settings;
    if (fromRows === null || this.#closed) return null;
    const view = viewOf(database.model, role);
    const found = await this.#newest(view);
    const behind = found ? (await database.seq()) - found.seq : Infinity;
    const rows = found ? sumOf(found.counts) : 0;
    const isNear = behind <= Math.max(TOO_FAR_BEHIND, rows * FARTHEST_SHARE);
    if (!found || !isNear || (behind > BEHIND && Date.parse(found.madeAt) < Date.now() - REST_MS)) {
      this.#wanted.set(view, role);
      this.#wait();
    }
    return found && isNear ? found : null;
  }

  /** Somebody is fetching: a snapshot is made when nobody is. */
  firstSyncGoesOn(): void {
    if (this.#timer) this.#wait();
  }

  /** A piece of a snapshot that the role may have; null where it is no longer there. */
  async piece({ role }: Actor, id: string, at: number): Promise<Buffer | null> {
    const { database, folder } = this.#settings;
    const manifest = folder.find(id);
    if (!manifest || manifest.view !== viewOf(database.model, role)) return null;
    return (await this.#isGood(manifest)) ? folder.piece(manifest, at) : null;
  }

  /** Somebody was erased: no file of before may stay. */
  forget(): void {
    this.#forgotten += 1;
    this.#settings.folder.clear();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#stopListening();
    this.#stopWaiting();
    clearTimeout(this.#lookAgain);
    await this.#making;
  }

  async #newest(view: string): Promise<Manifest | undefined> {
    for (const manifest of this.#settings.folder.all()) {
      if (manifest.view === view && (await this.#isGood(manifest))) return manifest;
    }
    return undefined;
  }

  /** Whether it is of this log, in the form of this version, and holds nobody who was erased since. */
  async #isGood({ schema, epoch, seq, mark }: Manifest): Promise<boolean> {
    const { database } = this.#settings;
    if (schema !== cacheSchemaHash() || epoch !== database.epoch) return false;
    if (seq < (await database.prunedTo()) || seq < (await this.#lastErased())) return false;
    return (await markIn(database, seq)) === mark;
  }

  async #lastErased(): Promise<number> {
    const [row] = await this.#settings.database.all<{ seq: number | null }>(
      'SELECT MAX("seq") AS "seq" FROM "erased"',
    );
    return Number(row?.seq ?? 0);
  }

  /** Until it has been quiet for a while; whoever asks without end holds it up for so long and no longer. */
  #wait(): void {
    clearTimeout(this.#timer);
    if (this.#closed) return;
    const { quietMs } = this.#settings;
    const make = (): void => {
      this.#stopWaiting();
      this.#making ??= this.#makeWanted().finally(() => (this.#making = undefined));
    };
    this.#timer = setTimeout(make, quietMs).unref();
    this.#patience ??= setTimeout(make, LONGEST_WAIT * quietMs).unref();
  }

  #stopWaiting(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#patience);
    this.#timer = undefined;
    this.#patience = undefined;
  }

  async #makeWanted(): Promise<void> {
    for (const [view, role] of this.#wanted) {
      this.#wanted.delete(view);
      try {
        await this.#make(view, role);
      } catch (error) {
        if (!this.#closed) this.#settings.onFailed(error);
      }
    }
  }

  async #make(view: string, role: Role): Promise<void> {
    const { fromRows, folder, onMade } = this.#settings;
    if (fromRows === null || (await this.#rowsFor(role)) < fromRows) return;
    const began = performance.now();
    const round = this.#forgotten;
    const former = await this.#newest(view);
    const made = await makeSnapshot(
      this.#settings,
      role,
      former,
      () => !this.#closed && this.#forgotten === round,
    );
    // Whoever asked meanwhile gets this one.
    this.#wanted.delete(view);
    if (!made) return;
    // By another process, while this one wrote.
    if (!(await this.#isGood(made))) return folder.remove(made.id);
    const took = Math.round(performance.now() - began);
    onMade({ rows: sumOf(made.counts), seq: made.seq, took });
  }

  async #rowsFor(role: Role): Promise<number> {
    const { database } = this.#settings;
    let rows = 0;
    for (const { name } of entitiesFor(database.model, role)) {
      const [row] = await database.all<{ count: number }>(
        `SELECT COUNT(*) AS "count" FROM ${quote(name)} WHERE "deletedAt" IS NULL`,
      );
      rows += Number(row?.count ?? 0);
    }
    return rows;
  }

  /** Not after each commit: removes what is of no use any more, and what must not stay. */
  #lookSoon(): void {
    this.#lookAgain ??= setTimeout(() => {
      this.#lookAgain = undefined;
      this.#removeOld().catch(() => undefined);
    }, LOOK_EVERY_MS).unref();
  }

  /** Processes of one data folder share a PostgreSQL. */
  #tidy(): void {
    const { database, folder } = this.#settings;
    folder.tidy({ alone: database.dialect === 'sqlite' });
  }

  async #removeOld(): Promise<void> {
    const { folder, fromRows } = this.#settings;
    this.#tidy();
    const seen = new Set<string>();
    for (const manifest of folder.all()) {
      const isNewest = !seen.has(manifest.view);
      seen.add(manifest.view);
      const age = Date.now() - Date.parse(manifest.madeAt);
      const isOld = fromRows === null || age >= (isNewest ? OLDEST_MS : REPLACED_MS);
      const stays = !isOld && (await this.#isGood(manifest));
      if (!stays && !this.#closed) folder.remove(manifest.id);
    }
  }
}

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
