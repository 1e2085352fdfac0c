interface Database {
  exec(sql: string): unknown;
  prepare(sql: string): { get(): unknown };
}

/** The figures that are samples of the indexes: whole names and numbers. */
const SAMPLES = 'sqlite_stat4';

/**
 * Has SQLite count how selective the indexes are, by which it chooses among them. It keeps samples as well, where it is built
 * so; they are taken out before they are written, since what is in them stays when the row goes.
 * @param how `optimize` counts only what has changed much since
 */
export function countIndexes(db: Database, how: 'all' | 'optimize' = 'all'): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    // The bits: as at the opening of a database, but without a limit that is kept.
    db.exec(how === 'all' ? 'ANALYZE' : 'PRAGMA optimize = 0x10002');
    dropSamples(db);
    db.exec('COMMIT');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
  // What this connection remembers of the samples.
  db.exec('ANALYZE sqlite_schema');
}

/** Takes out the samples of a former version. */
export function dropSamples(db: Database): void {
  const isThere = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = '${SAMPLES}'`).get() !== undefined;
  if (isThere && db.prepare(`SELECT 1 FROM ${SAMPLES} LIMIT 1`).get() !== undefined)
    db.exec(`DELETE FROM ${SAMPLES}`);
}
