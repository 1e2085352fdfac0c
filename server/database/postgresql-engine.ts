import type { Knex } from 'knex';
import pg from 'pg';
import type { Engine } from './engine.ts';
import { Announcements } from './postgresql-announcements.ts';
import { patientPool, servingPool } from './postgresql-pools.ts';

const WRITERS = 4;
const READERS = 8;
/** Any number, the same in all processes: who holds its lock runs the migrations. */
const MIGRATION_LOCK = 7_305_001;
/** Type numbers of PostgreSQL whose values the driver gives as text: bigint and numeric. */
const BIGINT = 20;
const NUMERIC = 1_700;

/**
 * Opens a PostgreSQL database, 15 or later.
 * @param url `postgres://user:password@host:port/database`
 * @param directUrl the same database without the pooler that `url` leads to
 * @throws Error with one sentence where it cannot be reached.
 */
export async function openPostgresql(url: string, directUrl = url): Promise<Engine> {
  // Numbers of ours stay below 2^53: seq, counts and sums of them.
  pg.types.setTypeParser(BIGINT, Number);
  pg.types.setTypeParser(NUMERIC, Number);
  const place = placeOf(url);
  const writer = servingPool(url, WRITERS);
  const reader = servingPool(url, READERS);
  const migrator = patientPool(directUrl);
  const closePools = async (): Promise<void> => {
    for (const each of [migrator, reader, writer]) await each.destroy();
  };
  const announcements = new Announcements(directUrl, reader);
  // One after the other: there is one connection without a limit.
  let vacuuming = Promise.resolve();
  try {
    await assertUsable(writer, place);
    await announcements.start();
  } catch (error) {
    await closePools();
    throw error;
  }
  return {
    dialect: 'postgresql',
    place,
    writer,
    reader,
    migrator,
    snapshot: { isolationLevel: 'repeatable read', readOnly: true },
    lockMigrations: async (trx) => {
      // The role may have limits of its own.
      await trx.raw('SET LOCAL statement_timeout = 0');
      await trx.raw('SET LOCAL idle_in_transaction_session_timeout = 0');
      await trx.raw('SELECT pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
    },
    announce: (announcement) => announcements.send(announcement),
    onAnnounced: (listener) => announcements.listen(listener),
    onQuestion: (begin) => announcements.beforeAsking(begin),
    cutLogOfWrites: () => Promise.resolve(true),
    vacuum: (tables, overwrittenBy) => {
      const vacuumed = vacuuming.then(() => vacuum(migrator, tables, overwrittenBy));
      vacuuming = vacuumed.then(ended, ended);
      return vacuumed;
    },
    close: async () => {
      await announcements.stop();
      await closePools();
    },
  };
}

const ended = (): void => undefined;

/** As small as this one is, a vacuum of it takes no time: asked first, it says whether the others are worth their time. */
const SMALL = 'meta';

/**
 * The indexes too: of a large table PostgreSQL leaves them to later where little has changed, with the values. FREEZE waits for a page
 * that somebody is looking at, which is left out otherwise; pages that were frozen once and have not changed are not read again.
 */
async function vacuum(connection: Knex, tables: readonly string[], overwrittenBy: number): Promise<boolean> {
  for (const table of [SMALL, ...tables]) {
    await connection.raw(`VACUUM (FREEZE, INDEX_CLEANUP ON) "${table}"`);
    if (!(await isGoneFrom(connection, table, overwrittenBy))) return false;
  }
  return true;
}

/**
 * Whether the vacuum of the table came after every transaction that could still read what that one overwrote. Not every role is shown
 * what others read from; but a vacuum knows, and where it freezes all of a table, its bound stands at the table. Each table is asked:
 * who begins to read while another is vacuumed reads from as long ago as the oldest transaction of all databases. A table of
 * PostgreSQL's own that this role may not vacuum is as clean as it will be.
 */
async function isGoneFrom(connection: Knex, table: string, overwrittenBy: number): Promise<boolean> {
  const { rows } = await connection.raw<{ rows: { passed: boolean }[] }>(
    `SELECT "max"::text::bigint + age("max"::xid) - age("relfrozenxid") > ?::bigint
         OR ?::bigint >= "max"::text::bigint
         OR "relnamespace" = 'pg_catalog'::regnamespace AND NOT pg_has_role("relowner", 'USAGE')
           AND NOT pg_has_role("datdba", 'USAGE') AS "passed"
     FROM "pg_class", "pg_database", (SELECT pg_snapshot_xmax(pg_current_snapshot()) AS "max") "now"
     WHERE "pg_class"."oid" = ?::regclass AND "datname" = current_database()`,
    // A number that is still to come is that of another PostgreSQL, from which this data was restored.
    [overwrittenBy, overwrittenBy, `"${table}"`],
  );
  return rows[0]?.passed === true;
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
