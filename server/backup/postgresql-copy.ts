import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { quote } from '#shared/model/list-query.ts';
import { flushFile } from '#shared/node/whole-file.ts';
import type { CopyDatabase } from './back-up.ts';
import { OWED_FILES } from '../database/owed-file.ts';
import { DUMP_FILE, KNOWN_FILES, type Held } from './manifest.ts';
import { environmentFor, findPrograms, lastWords, run, withoutPassword } from './postgresql-programs.ts';

/** Any number, the same in all processes on one database: who holds its lock makes the backup. */
const BACKUP_LOCK = 7_305_002;
/** A dump writes all the time, but for the locks that it waits for first. */
const PATIENCE_MS = 30 * 60_000;
/** Words of the address that the driver alone knows. */
const ONLY_THE_DRIVERS = ['uselibpqcompat', 'ssl', 'max', 'statement_timeout', 'query_timeout'];

/**
 * Dumps a PostgreSQL database, as it is at one moment, into a file that `pg_restore` reads, and has that read it.
 * @param pgDump its path; null for the one on the PATH
 * @param patienceMs how long it may say nothing
 */
export const dumpOfPostgresql =
  (url: string, pgDump: string | null, patienceMs = PATIENCE_MS): CopyDatabase =>
  async (folder) => {
    const client = new pg.Client({ connectionString: url, application_name: 'placement-desk backup' });
    try {
      await client.connect();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`The database cannot be reached for its backup: ${reason}. Check DATABASE_URL.`, {
        cause: error,
      });
    }
    // Lost in the middle: what waits for it hears of that.
    client.on('error', () => undefined);
    try {
      const { version, free } = await one<{ version: number; free: boolean }>(
        client,
        `SELECT current_setting('server_version_num')::int / 10000 AS "version", pg_try_advisory_lock(${BACKUP_LOCK}) AS "free"`,
      );
      if (!free)
        throw new Error('Another server is making a backup of this database. Wait until it is done.');
      const programs = await findPrograms(pgDump, version);
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await liftLimits(client);
      // What the dump has and what is counted here are of one moment.
      const { snapshot } = await one<{ snapshot: string }>(
        client,
        'SELECT pg_export_snapshot() AS "snapshot"',
      );
      const held = await summaryOf(client);
      const { rows } = await client.query<{ hash: string }>(KNOWN_FILES);
      const known = rows.map(({ hash }) => hash);
      const owed = (await client.query<{ hash: string }>(OWED_FILES)).rows.map(({ hash }) => hash);
      const file = join(folder, DUMP_FILE);
      await dump(programs.pgDump, { url, snapshot, file, patienceMs });
      await client.query('COMMIT');
      await assertHolds(programs.pgRestore, file, Object.keys(held.tables));
      return { ...held, file: DUMP_FILE, known, owed };
    } finally {
      await client.end().catch(() => undefined);
    }
  };

/**
 * The role may have limits of its own. Counting takes as long as it takes, and while pg_dump works the transaction that holds
 * the moment does nothing. Its own connection pg_dump frees by itself. (The last one is of PostgreSQL 17.)
 */
async function liftLimits(client: pg.Client): Promise<void> {
  await client.query(
    `SELECT set_config("name", '0', true) FROM pg_settings WHERE "name" IN
       ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`,
  );
}

async function one<Row extends pg.QueryResultRow>(client: pg.Client, sql: string): Promise<Row> {
  const { rows } = await client.query<Row>(sql);
  const [row] = rows;
  if (!row) throw new Error('The database gave no answer.');
  return row;
}

async function summaryOf(client: pg.Client): Promise<Held> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT "tablename" AS "name" FROM pg_tables WHERE "schemaname" = current_schema() ORDER BY "tablename"`,
  );
  const tables: Record<string, number> = {};
  for (const { name } of rows) {
    const { count } = await one<{ count: number }>(
      client,
      `SELECT COUNT(*)::int AS "count" FROM ${quote(name)}`,
    );
    tables[name] = count;
  }
  const { seq } = await one<{ seq: number }>(client, 'SELECT "seq"::float8 AS "seq" FROM "log_position"');
  return { tables, seq };
}

/** By its output, so that nothing is left running where this process is ended. */
async function dump(
  program: string,
  { url, snapshot, file, patienceMs }: { url: string; snapshot: string; file: string; patienceMs: number },
): Promise<void> {
  const env = environmentFor(new URL(url));
  const address = withoutPassword(new URL(url));
  for (const word of ONLY_THE_DRIVERS) address.searchParams.delete(word);
  const child = spawn(
    program,
    ['--format=custom', '--no-password', `--snapshot=${snapshot}`, `--dbname=${address.href}`],
    { env, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true },
  );
  let said = '';
  let hung = false;
  const watch = setTimeout(() => {
    hung = true;
    child.kill('SIGKILL');
  }, patienceMs);
  child.stdout.on('data', () => watch.refresh());
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4_000)));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // Where the disk is full the program is ended by it; then that is what is told.
  const [written, code] = await Promise.allSettled([
    pipeline(child.stdout, createWriteStream(file, { mode: 0o600, flags: 'wx' })),
    ended,
  ]);
  clearTimeout(watch);
  if (hung)
    throw new Error(
      'pg_dump has said nothing for long, and was ended. See whether the database is busy or hangs, then back up again.',
    );
  if (written.status === 'rejected') throw written.reason;
  if (code.status === 'rejected') throw code.reason;
  if (code.value !== 0)
    throw new Error(`pg_dump failed: ${lastWords(said) || `it ended with ${code.value}`}`);
  await flushFile(file);
}

/** @throws Error with one sentence where the dump cannot be read, or lacks the rows of a table. */
async function assertHolds(program: string, file: string, tables: readonly string[]): Promise<void> {
  const listed = await run(program, ['--list', file]);
  const held = new Set([...listed.matchAll(/ TABLE DATA \S+ (\S+) /g)].map(([, name]) => name));
  const missing = tables.find((name) => !held.has(name));
  if (missing !== undefined) {
    throw new Error(`The dump does not hold the table ${missing}. Make the backup again.`);
  }
}
