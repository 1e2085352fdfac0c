import { tellRefusedHourly } from '../audit/refused-hourly.ts';
import { tooManyRequests } from '../auth/rate-limit.ts';
import type { Database } from '../database/database.ts';
import { Places, type Leave, type PlaceLimits } from '../http/places.ts';
import { DAY_MS } from '#shared/format/time.ts';

/** Each save waits for the one before it: of a user so many at once, or everybody else would wait for all of theirs. */
const SAVES: PlaceLimits = { ofOne: 2, inAll: Number.POSITIVE_INFINITY, waitMs: 15_000 };

/**
 * What a user may save in a day, in bytes of the history: it keeps what was there and what took its place, for as long as the record,
 * and nobody may fill the disk. An import of 100,000 people takes a tenth of it.
 */
export const MOST_A_DAY = 2 * 1024 * 1024 * 1024;
/** What one change takes beside that, however little it says: its answer is kept, too. */
const LEAST_OF_ONE = 1024;

/** So often one changes a record, and what is about it, in a day at most; a person's work does not come near it. */
export const MOST_OF_ONE_RECORD = 500;
/** What each further change takes: whoever is erased is looked for in all of their history, for which everybody's saves wait. */
const OF_A_CROWD = 2 * 1024 * 1024;
/** So many changes that follow from one, as of the documents of a person, count as one more. */
const FOLLOWING = 100;
/** Of a user so many records are counted; where there are more, those that were changed least are forgotten. */
const MOST_COUNTED = 2_000;

/** How often records were changed, by their ids. */
export class ChangesOfRecords {
  readonly counts = new Map<string, number>();

  /**
   * @param ids of the record that was changed, and of whom it is about: all of that is looked through where one is erased
   * @param lines of the history that the change has made
   */
  add(ids: readonly string[], lines: number): void {
    const weight = 1 + Math.floor(lines / FOLLOWING);
    for (const id of new Set(ids)) this.counts.set(id, (this.counts.get(id) ?? 0) + weight);
  }
}

/** Whose saves they are, and from where they come. */
interface Saver {
  user: { _id: string };
  address: string;
}

/** What a user may save still: it grows back over a day. */
interface Room {
  left: number;
  at: number;
}

/** What a user has changed since `from`. */
interface Crowds {
  from: number;
  counts: Map<string, number>;
}

/** Of one server process: it counts for itself. */
class SaveLimits {
  readonly places = new Places(SAVES, 'Too much is being saved at once.');
  readonly #rooms = new Map<string, Room>();
  readonly #crowds = new Map<string, Crowds>();

  /** Takes the bytes where there is any room. @returns seconds to wait, 0 where they were taken */
  spend(userId: string, bytes: number): number {
    const now = performance.now();
    this.#forgetWhole(now);
    const left = this.#leftOf(userId, now);
    // Whoever has any room left may save once more: no call is larger than what a day allows.
    if (left <= 0) return Math.ceil((1 - left) / (MOST_A_DAY / (DAY_MS / 1000)));
    this.take(userId, bytes);
    return 0;
  }

  /** Takes the bytes; what is left may be less than nothing then. */
  take(userId: string, bytes: number): void {
    const now = performance.now();
    const left = this.#leftOf(userId, now) - bytes;
    this.#rooms.delete(userId);
    this.#rooms.set(userId, { left, at: now });
  }

  /** @returns how many of these changes are of records that the user has changed too often today */
  crowded(userId: string, { counts }: ChangesOfRecords): number {
    const now = performance.now();
    let known = this.#crowds.get(userId);
    if (!known || now - known.from > DAY_MS) {
      known = { from: now, counts: new Map() };
      this.#crowds.set(userId, known);
    }
    let crowded = 0;
    for (const [id, count] of counts) {
      const before = known.counts.get(id) ?? 0;
      known.counts.set(id, before + count);
      crowded += Math.max(0, before + count - Math.max(before, MOST_OF_ONE_RECORD));
    }
    if (known.counts.size > MOST_COUNTED) known.counts = most(known.counts, MOST_COUNTED / 2);
    return crowded;
  }

  #leftOf(userId: string, now: number): number {
    const room = this.#rooms.get(userId);
    if (!room) return MOST_A_DAY;
    return Math.min(MOST_A_DAY, room.left + (Math.max(0, now - room.at) * MOST_A_DAY) / DAY_MS);
  }

  /** Whoever has all room again, as most have after their day's work. */
  #forgetWhole(now: number): void {
    for (const [userId, { at }] of this.#rooms) {
      // They are in the order in which they were last used.
      if (now - at < DAY_MS) return;
      this.#rooms.delete(userId);
    }
  }
}

/** The highest counts. */
const most = (counts: ReadonlyMap<string, number>, size: number): Map<string, number> =>
  new Map([...counts].toSorted(([, one], [, other]) => other - one).slice(0, size));

const limitsOf = new WeakMap<Database, SaveLimits>();

/** Of a server: one that ends in the middle of saves has not held any place of the next one. */
function limitsAt(database: Database): SaveLimits {
  const known = limitsOf.get(database) ?? new SaveLimits();
  limitsOf.set(database, known);
  return known;
}

/** Waits for a place to save in. @throws PlainError `too-many-requests` */
export function placeToSave(database: Database, { user }: Saver): Promise<Leave> {
  return limitsAt(database).places.take(user._id);
}

/**
 * Counts what a user is about to save, before it is known what it adds to the history (`addToSaved`).
 * @param operations how many
 * @throws PlainError `too-many-requests` where they have saved too much; the audit log has it.
 */
export async function countSaved(
  database: Database,
  { user, address }: Saver,
  operations: number,
): Promise<void> {
  const wait = limitsAt(database).spend(user._id, operations * LEAST_OF_ONE);
  if (wait === 0) return;
  await tellRefusedHourly(database, { action: 'saves-refused', userId: user._id, address });
  throw tooManyRequests(
    'So much was saved from your account that the server takes no more of it for now.',
    wait,
    'and tell your administrator',
  );
}

/**
 * What the history has got of it: of an undo or a merge much more than it says.
 * @param again how many were answered before: a desk that lost the answers sends them again, and adds nothing
 */
export function addToSaved(
  database: Database,
  userId: string,
  bytes: number,
  again: number,
  changes = new ChangesOfRecords(),
): void {
  const limits = limitsAt(database);
  limits.take(userId, bytes - again * LEAST_OF_ONE + limits.crowded(userId, changes) * OF_A_CROWD);
}
