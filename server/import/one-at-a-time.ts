import pg from 'pg';

/** Any number, the same in all processes on one database: who holds its lock imports. */
const IMPORT_LOCK = 7_305_003;

/**
 * Keeps a second import away from a PostgreSQL database: both would take in what neither found there.
 * @param url without a pooler, which would give the lock back after a statement
 * @returns the way to give it back; the end of this process gives it back too
 * @throws Error with one sentence where another import is under way
 */
export async function lockImports(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'placement-desk import',
    keepAlive: true,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The database cannot be reached for the import: ${reason}. Check DATABASE_URL.`, {
      cause: error,
    });
  }
  const { rows } = await client.query<{ free: boolean }>(
    `SELECT pg_try_advisory_lock(${IMPORT_LOCK}) AS "free", set_config('idle_session_timeout', '0', false)`,
  );
  const unlock = (): Promise<void> => client.end().catch(() => undefined);
  if (rows[0]?.free) return unlock;
  await unlock();
  throw new Error('Another import into this database is under way. Wait until it has ended, and try again.');
}
