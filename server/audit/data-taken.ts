import { indianDate } from '#shared/format/dates.ts';
import type { Database, Transaction } from '../database/database.ts';
import { isDue, isToldOf, LARGE_ANSWER, watchOf, type Door, type RowCounts, type Watch } from './doors.ts';
import { audit, type AuditEntry } from './record.ts';
import { addTaken, noteTold, sumOf, takenOn, type Sum, type Taken, type TakenRow } from './taken-table.ts';

/** Small counts are written this often. A crash loses no more of them. */
const WRITE_EVERY_MS = 5_000;
/** So many first syncs of a user have a line each on a day; after them each doubling has one. */
const FIRST_SYNCS_TOLD = 20;
/** The same for exports that desks tell of: one that was offline for weeks may tell of many at once. */
export const EXPORTS_TOLD = 60;

/** Whose rows they are, and from where they were asked for. */
export interface Taker {
  user: { _id: string };
  address: string;
}

interface Waiting {
  taken: Map<string, Taken>;
  /** Sums that the audit log is to be told of, by user and watch. */
  due: Map<string, { taken: Taken; watch: Watch; address: string }>;
  lines: AuditEntry[];
}

const nothing = (): Waiting => ({ taken: new Map(), due: new Map(), lines: [] });

/**
 * Counts the rows that leave the server, by user, day and door. Each save makes every desk fetch a few rows, so that
 * counts are kept in memory and written together every few seconds: such an answer waits for nothing. What is large,
 * and what makes a user's sum of the day pass a step, is written down before it leaves, with a line in the audit log.
 * Each server process counts for itself; the sums of which it tells are those of all.
 */
export class DataTaken {
  readonly #database: Database;
  readonly #warn: (error: unknown) => void;
  #day = '';
  #sums = new Map<string, Sum>();
  #waiting = nothing();
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;

  private constructor(database: Database, warn: (error: unknown) => void) {
    this.#database = database;
    this.#warn = warn;
  }

  /** @param warn hears why counts could not be written; they are kept for the next time. */
  static async open(database: Database, warn: (error: unknown) => void): Promise<DataTaken> {
    const taken = new DataTaken(database, warn);
    const day = taken.#today();
    for (const row of await takenOn(database, day)) taken.#remember(row);
    return taken;
  }

  /**
   * Rows are about to leave. Gives a promise only where they must wait for it.
   * @param line a line for the audit log about them
   */
  leaving(taker: Taker, door: Door, rows: RowCounts, line?: AuditEntry): Promise<void> | undefined {
    const day = this.#today();
    let total = 0;
    let due = false;
    for (const entity of Object.keys(rows)) {
      const count = rows[entity] ?? 0;
      if (count === 0) continue;
      total += count;
      if (this.#count({ day, userId: taker.user._id, door, entity, rows: count }, taker.address)) due = true;
    }
    if (line) this.#waiting.lines.push(line);
    if (line || due || total > LARGE_ANSWER) return this.write();
    if (total > 0)
      this.#timer ??= setTimeout(() => void this.write().catch(this.#warn), WRITE_EVERY_MS).unref();
    return undefined;
  }

  /** A list of one entity is about to be sent; a long one is an export. */
  list(taker: Taker, entity: string, rows: number): Promise<void> | undefined {
    if (rows <= LARGE_ANSWER) return this.leaving(taker, 'rest', { [entity]: rows });
    return this.leaving(
      taker,
      'rest-large',
      { [entity]: rows },
      exportLine(taker, { entity, list: 'rest', rows }),
    );
  }

  /** A first sync begins: the audit log has it, with the device and all its rows, before the first of them leaves. */
  firstSync(taker: Taker, rows: number, device: string | null): Promise<void> | undefined {
    const times = this.#again(taker, 'first-sync');
    const line: AuditEntry = {
      action: 'first-sync',
      outcome: 'done',
      userId: taker.user._id,
      address: taker.address,
      detail: { rows, device, ...(times > 1 ? { times } : {}) },
    };
    return this.leaving(
      taker,
      'first-sync-begun',
      { '': rows },
      isToldOf(times, FIRST_SYNCS_TOLD) ? line : undefined,
    );
  }

  /** A desk tells of an export: too many in one day are counted, and told of when their number has doubled. */
  exported(
    taker: Taker,
    exported: { entity: string; list: string; rows: number; claimed?: number; exportedAt: string },
  ): Promise<void> | undefined {
    const times = this.#again(taker, 'export-told');
    void this.leaving(taker, 'export-told', { '': 1 });
    const line = exportLine(taker, { ...exported, ...(times > EXPORTS_TOLD ? { times } : {}) });
    return this.leaving(
      taker,
      'export',
      { [exported.entity]: exported.rows },
      isToldOf(times, EXPORTS_TOLD) ? line : undefined,
    );
  }

  /** Writes what was counted so far. */
  write(): Promise<void> {
    // Who comes while one is under way shares the one after it, which begins with what was counted until then.
    this.#next ??= this.#writing.then(() => {
      this.#next = null;
      const written = this.#writeNow();
      this.#writing = written.catch(() => undefined);
      return written;
    });
    return this.#next;
  }

  /** Writes what is left. */
  async close(): Promise<void> {
    await this.write().catch(this.#warn);
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  async #writeNow(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const { taken, due, lines } = this.#waiting;
    if (taken.size === 0 && lines.length === 0) return;
    this.#waiting = nothing();
    try {
      await this.#database.write(async (trx) => {
        await addTaken(trx, [...taken.values()]);
        for (const line of lines) await audit(trx, line);
        for (const each of due.values()) await this.#tell(trx, each);
      });
    } catch (error) {
      // The lines are of answers that are refused now.
      for (const each of taken.values()) this.#wait(each);
      for (const [key, each] of due) this.#waiting.due.set(key, each);
      throw error;
    }
  }

  /** Tells the audit log of a sum, as all processes have counted it. */
  async #tell(
    trx: Transaction,
    { taken, watch, address }: { taken: Taken; watch: Watch; address: string },
  ): Promise<void> {
    const { day, userId, door } = taken;
    const sum = sumOf(await takenOn(trx, day, userId), watch);
    if (isDue(sum, watch)) {
      await audit(trx, {
        action: door === 'deleted' ? 'deleted-read' : 'data-read',
        outcome: 'done',
        userId,
        address,
        detail: { rows: sum.sum, ...(door === 'deleted' ? { entity: taken.entity } : { list: watch.name }) },
      });
      await noteTold(trx, taken, sum.sum);
      sum.told = sum.sum;
    }
    if (day === this.#day) this.#sums.set(keyOf(userId, watch.name), sum);
  }

  /** Counts rows in memory. Gives whether the audit log must be told of the sum that they belong to. */
  #count(taken: Taken, address: string): boolean {
    this.#wait(taken);
    const { userId, door, entity, rows } = taken;
    const watch = watchOf(door, entity);
    if (!watch) return false;
    const key = keyOf(userId, watch.name);
    const sum = this.#sumAt(key);
    sum.sum += watch.takesAway ? -rows : rows;
    if (!isDue(sum, watch)) return false;
    this.#waiting.due.set(key, { taken, watch, address });
    return true;
  }

  #wait(taken: Taken): void {
    const key = JSON.stringify([taken.day, taken.userId, taken.door, taken.entity]);
    const known = this.#waiting.taken.get(key);
    if (known) known.rows += taken.rows;
    else this.#waiting.taken.set(key, { ...taken });
  }

  /** The how-manieth time it is today for the user. */
  #again(taker: Taker, what: 'first-sync' | 'export-told'): number {
    this.#today();
    const sum = this.#sumAt(keyOf(taker.user._id, `${what} times`));
    sum.sum += 1;
    return sum.sum;
  }

  #sumAt(key: string): Sum {
    const known = this.#sums.get(key);
    if (known) return known;
    const sum = { sum: 0, told: 0 };
    this.#sums.set(key, sum);
    return sum;
  }

  /** What the database has of today, when the process starts. */
  #remember({ userId, door, entity, rows, told }: TakenRow): void {
    const watch =
      door === 'export-told' ? { name: `${door} times`, takesAway: false } : watchOf(door, entity);
    if (!watch) return;
    const sum = this.#sumAt(keyOf(userId, watch.name));
    sum.sum += watch.takesAway ? -rows : rows;
    sum.told = Math.max(sum.told, told ?? 0);
  }

  #today(): string {
    const day = indianDate(new Date().toISOString());
    if (day !== this.#day) {
      this.#day = day;
      this.#sums.clear();
    }
    return day;
  }
}

const keyOf = (userId: string, name: string): string => `${userId} ${name}`;

function exportLine(taker: Taker, detail: NonNullable<AuditEntry['detail']>): AuditEntry {
  return { action: 'export', outcome: 'done', userId: taker.user._id, address: taker.address, detail };
}
