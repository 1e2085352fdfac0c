interface Database {
  exec(sql: string): unknown;
  prepare(sql: string): { get(): unknown };
}

/** The figures that are samples of the indexes: whole names and numbers. */
const SAMPLES = 'sqlite_stat4';
const FIGURES = 'sqlite_stat1';
/**
 * The table in which a search index keeps its parts. It is counted while the index is still empty, and of a table of two rows
 * SQLite reads all, where the index asks for few: each of its merges then read all that the index is. It is called large; to
 * know nothing of it would not do, since a connection keeps what it once knew.
 */
const OF_SEARCH = `"tbl" GLOB '*_search_data' AND "stat" <> '1000000'`;
const AS_LARGE = `"stat" = '1000000'`;

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
    callLarge(db);
    db.exec('COMMIT');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
  reread(db);
}

/** Mends what a former version has counted. */
export function mendFigures(db: Database): void {
  if ([dropSamples(db), callLarge(db)].includes(true)) reread(db);
}

/** Gives whether there were any. */
function dropSamples(db: Database): boolean {
  if (!has(db, SAMPLES, 'TRUE')) return false;
  db.exec(`DELETE FROM ${SAMPLES}`);
  return true;
}

/** Gives whether any was called otherwise. */
function callLarge(db: Database): boolean {
  if (!has(db, FIGURES, OF_SEARCH)) return false;
  db.exec(`UPDATE ${FIGURES} SET ${AS_LARGE} WHERE ${OF_SEARCH}`);
  return true;
}

function has(db: Database, table: string, where: string): boolean {
  const isThere = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = '${table}'`).get() !== undefined;
  return isThere && db.prepare(`SELECT 1 FROM ${table} WHERE ${where} LIMIT 1`).get() !== undefined;
}

/** Has this connection know them, and nothing of the samples. */
const reread = (db: Database): unknown => db.exec('ANALYZE sqlite_schema');
