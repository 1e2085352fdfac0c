import type { Knex } from 'knex';
import pg from 'pg';
import type { Announcement } from './engine.ts';
import { lively } from './postgresql-pools.ts';

/** Announcements travel on this channel of the database. */
const CHANNEL = 'placement_desk';
/**
 * The log is also asked for at this interval, for announcements that were lost with a connection or in a pooler; where the
 * connection that listens has nobody at its other end, the question finds it out.
 */
const POLL_MS = 2_000;
const RECONNECT_MS = 1_000;
const WHERE_THE_LOG_STANDS = 'SELECT "seq" FROM "log_position"';

/**
 * What the processes on one database tell each other, by LISTEN and NOTIFY. A notification is sent after the commit,
 * since NOTIFY inside a transaction holds a lock that all commits share; many at once are sent as the last of them.
 */
export class Announcements {
  readonly #url: string;
  readonly #reader: Knex;
  readonly #listeners = new Set<(announcement: Announcement) => void>();
  readonly #beforeAsking = new Set<() => (seq: number) => void>();
  #listening: pg.Client | undefined;
  #waiting: Announcement[] = [];
  #sending: Promise<void> | undefined;
  #asking = false;
  #poll: NodeJS.Timeout | undefined;
  #reconnect: NodeJS.Timeout | undefined;
  #stopped = false;

  /** @param url leads to the database itself: a pooler may give each statement another connection */
  constructor(url: string, reader: Knex) {
    this.#url = url;
    this.#reader = reader;
  }

  async start(): Promise<void> {
    await this.#connect();
    this.#poll = setInterval(() => void this.#askForSeq(), POLL_MS);
    this.#poll.unref();
  }

  listen(listener: (announcement: Announcement) => void): void {
    this.#listeners.add(listener);
  }

  /** `begin` runs before the log is asked for, and what it gave with the answer. */
  beforeAsking(begin: () => (seq: number) => void): void {
    this.#beforeAsking.add(begin);
  }

  send(announcement: Announcement): void {
    if (announcement.kind === 'seq') this.#waiting = this.#waiting.filter(({ kind }) => kind !== 'seq');
    this.#waiting.push(announcement);
    this.#sending ??= this.#flush().finally(() => (this.#sending = undefined));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#poll);
    clearTimeout(this.#reconnect);
    await this.#sending;
    await this.#listening?.end().catch(() => undefined);
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      const some = this.#waiting;
      this.#waiting = [];
      try {
        for (const each of some) {
          await this.#reader.raw('SELECT pg_notify(?, ?)', [CHANNEL, JSON.stringify(each)]);
        }
      } catch {
        // The database is not there just now. The others ask for the seq by themselves, and a session is looked up
        // at every call.
        return;
      }
    }
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({ ...lively(this.#url), application_name: 'placement-desk live' });
    const lost = (): void => {
      if (this.#stopped || this.#listening !== client) return;
      this.#listening = undefined;
      this.#connectSoon();
    };
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', ({ payload }) => this.#tell(payload));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
    if (this.#stopped) await client.end();
    else this.#listening = client;
  }

  #connectSoon(): void {
    this.#reconnect = setTimeout(() => {
      this.#connect().catch(() => {
        if (!this.#stopped) this.#connectSoon();
      });
    }, RECONNECT_MS).unref();
  }

  async #askForSeq(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    try {
      const asking = [...this.#beforeAsking].map((begin) => begin());
      const found: { rows: { seq: string | number }[] } = this.#listening
        ? await this.#listening.query<{ seq: string }>(WHERE_THE_LOG_STANDS)
        : await this.#reader.raw(WHERE_THE_LOG_STANDS);
      const [position] = found.rows;
      if (position) for (const answered of asking) answered(Number(position.seq));
    } catch {
      // Asked again in a moment.
    } finally {
      this.#asking = false;
    }
  }

  #tell(payload: string | undefined): void {
    const announcement = announcementOf(payload);
    if (announcement) this.#tellAll(announcement);
  }

  #tellAll(announcement: Announcement): void {
    for (const listener of this.#listeners) listener(announcement);
  }
}

/** What others wrote into the channel, if it is one of ours. */
function announcementOf(payload: string | undefined): Announcement | null {
  try {
    const given: unknown = JSON.parse(payload ?? '');
    if (typeof given !== 'object' || given === null || !('kind' in given)) return null;
    if (given.kind === 'seq' && 'seq' in given && typeof given.seq === 'number') {
      return { kind: 'seq', seq: given.seq };
    }
    if (given.kind === 'data-folder' && 'mark' in given && typeof given.mark === 'string') {
      return { kind: 'data-folder', mark: given.mark, begins: 'begins' in given && given.begins === true };
    }
    if (given.kind !== 'sessions-ended' || !('userId' in given) || typeof given.userId !== 'string')
      return null;
    return {
      kind: 'sessions-ended',
      userId: given.userId,
      ...('sessionId' in given && typeof given.sessionId === 'string' ? { sessionId: given.sessionId } : {}),
      ...('except' in given && typeof given.except === 'string' ? { except: given.except } : {}),
    };
  } catch {
    return null;
  }
}
