import { indianDate } from '#shared/format/dates.ts';
import { isToldOf } from '../audit/doors.ts';

/** So long a document counts as being fetched after the audit log was told: a desk goes on with one that was cut off. */
const FOR_MS = 60 * 60_000;
const MOST = 10_000;
/** So often in a day the audit log is told that somebody opens one document; after that each time that the number has doubled. */
const TOLD_EACH = 20;

/**
 * Which documents the audit log has just been told of, so that the other pieces of one make no lines of their own. In the
 * memory of one process: another one tells once more.
 */
export class ReadingsTold {
  readonly #until = new Map<string, number>();
  /** How often somebody has opened a document on the day. */
  readonly #times = new Map<string, number>();
  #day = '';

  /**
   * Whether the audit log is to be told of this piece: of the first one always, and of any other whose beginning nobody
   * was told of, or a piece would be all that somebody asks for.
   * @param at the byte at which the piece begins
   * @param now milliseconds that no clock sets back
   */
  isNew(sessionId: string, hash: string, at: number, now = performance.now()): boolean {
    return at === 0 || (this.#until.get(`${sessionId}/${hash}`) ?? 0) < now;
  }

  /**
   * The how-manieth time on this day the user opens the document now, and whether the audit log is to be told of it: one that
   * is asked for without end would fill it.
   */
  opening(userId: string, hash: string): { times: number; isTold: boolean } {
    const day = indianDate(new Date().toISOString());
    if (day !== this.#day) this.#times.clear();
    this.#day = day;
    const times = (this.#times.get(`${userId}/${hash}`) ?? 0) + 1;
    return { times, isTold: isToldOf(times, TOLD_EACH) };
  }

  /** The line is written where it is told: before that, another piece has one of its own. */
  wasTold({ id, user }: ReadingSession, hash: string, now = performance.now()): void {
    keep(this.#until, `${id}/${hash}`, now + FOR_MS);
    const key = `${user._id}/${hash}`;
    keep(this.#times, key, (this.#times.get(key) ?? 0) + 1);
  }
}

interface ReadingSession {
  id: string;
  user: { _id: string };
}

/** As the newest of so many. */
function keep(map: Map<string, number>, key: string, value: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MOST && oldest !== undefined) map.delete(oldest);
}
