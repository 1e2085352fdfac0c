import knex, { type Knex } from 'knex';
import pg from 'pg';
import type { Announcement, Engine } from './engine.ts';

const WRITERS = 4;
const READERS = 8;
/** Announcements travel on this channel of the database. */
const CHANNEL = 'placement_desk';
/** Any number, the same in all processes: who holds its lock runs the migrations. */
const MIGRATION_LOCK = 7_305_001;
/** The log is also asked for at this interval, for announcements that were lost with a connection. */
const POLL_MS = 2_000;
const RECONNECT_MS = 1_000;
/** Type numbers of PostgreSQL whose values the driver gives as text: bigint and numeric. */
const BIGINT = 20;
const NUMERIC = 1_700;

/**
 * Opens a PostgreSQL database, 15 or later.
 * @param url `postgres://user:password@host:port/database`
 * @throws Error with one sentence where it cannot be reached.
 */
export async function openPostgresql(url: string): Promise<Engine> {
  // Numbers of ours stay below 2^53: seq, counts and sums of them.
  pg.types.setTypeParser(BIGINT, Number);
  pg.types.setTypeParser(NUMERIC, Number);
  const place = placeOf(url);
  const writer = connect(url, WRITERS);
  const reader = connect(url, READERS);
  try {
    await assertUsable(writer, place);
  } catch (error) {
    await writer.destroy();
    await reader.destroy();
    throw error;
  }
  const announcements = new Announcements(url, reader);
  await announcements.start();
  return {
    dialect: 'postgresql',
    place,
    writer,
    reader,
    snapshot: { isolationLevel: 'repeatable read', readOnly: true },
    lockMigrations: async (trx) => {
      await trx.raw('SELECT pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
    },
    announce: (announcement) => announcements.send(announcement),
    onAnnounced: (listener) => announcements.listen(listener),
    cutLogOfWrites: () => Promise.resolve(true),
    close: async () => {
      await announcements.stop();
      await reader.destroy();
      await writer.destroy();
    },
  };
}

function connect(url: string, most: number): Knex {
  return knex({
    client: 'pg',
    connection: { connectionString: url, application_name: 'placement-desk' },
    pool: { min: 0, max: most },
    acquireConnectionTimeout: 15_000,
    // It would print each lost connection beside the log; whoever asked for it hears of it by the error.
    log: { warn: () => undefined, error: () => undefined },
  });
}

/** The address without its password. */
function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `postgres://${hostname}${port === '' ? '' : `:${port}`}${pathname}`;
}

const OLDEST_VERSION = 150_000;

async function assertUsable(writer: Knex, place: string): Promise<void> {
  let found: { rows: { version: string; encoding: string }[] };
  try {
    found = await writer.raw(
      `SELECT current_setting('server_version_num') AS "version", current_setting('server_encoding') AS "encoding"`,
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The database ${place} cannot be used: ${reason}. Check DATABASE_URL.`, { cause: error });
  }
  const [settings] = found.rows;
  if (Number(settings?.version ?? 0) < OLDEST_VERSION) {
    throw new Error(`The database ${place} is older than PostgreSQL 15. Upgrade it, then start again.`);
  }
  if (settings?.encoding !== 'UTF8') {
    throw new Error(
      `The database ${place} does not keep its texts as UTF-8. Create it with ENCODING 'UTF8'.`,
    );
  }
}

/**
 * What the processes on one database tell each other, by LISTEN and NOTIFY. A notification is sent after the commit,
 * since NOTIFY inside a transaction holds a lock that all commits share; many at once are sent as the last of them.
 */
class Announcements {
  readonly #url: string;
  readonly #reader: Knex;
  readonly #listeners = new Set<(announcement: Announcement) => void>();
  #listening: pg.Client | undefined;
  #waiting: Announcement[] = [];
  #sending: Promise<void> | undefined;
  #poll: NodeJS.Timeout | undefined;
  #reconnect: NodeJS.Timeout | undefined;
  #stopped = false;

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
    const client = new pg.Client({ connectionString: this.#url, application_name: 'placement-desk live' });
    const lost = (): void => {
      if (this.#stopped || this.#listening !== client) return;
      this.#listening = undefined;
      this.#reconnect = setTimeout(() => void this.#connectAgain(), RECONNECT_MS);
      this.#reconnect.unref();
    };
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', ({ payload }) => this.#tell(payload));
    await client.connect();
    await client.query(`LISTEN ${CHANNEL}`);
    this.#listening = client;
  }

  async #connectAgain(): Promise<void> {
    try {
      await this.#connect();
    } catch {
      if (this.#stopped) return;
      this.#reconnect = setTimeout(() => void this.#connectAgain(), RECONNECT_MS);
      this.#reconnect.unref();
    }
  }

  async #askForSeq(): Promise<void> {
    try {
      const found: { rows: { seq: number }[] } = await this.#reader.raw('SELECT "seq" FROM "log_position"');
      const [position] = found.rows;
      if (position) this.#tellAll({ kind: 'seq', seq: position.seq });
    } catch {
      // Asked again in a moment.
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
