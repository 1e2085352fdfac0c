import { connect, type Encryption, type SqliteDatabase } from '../storage/sqlite-file.ts';

/**
 * A second connection to the cache that only reads: it sees the cache as it was when it was opened, whatever is
 * written meanwhile. It holds back nobody who writes. The cache closes its readers before it closes itself.
 */
export class CacheReader {
  readonly db: SqliteDatabase;
  readonly #closed: () => void;
  #rows: IterableIterator<unknown> | undefined;

  /** @param closed told when the reader is closed */
  constructor(
    path: string,
    nativeBinding: string | undefined,
    encryption: Encryption | undefined,
    closed: () => void,
  ) {
    this.db = connect(path, { nativeBinding, encryption }, { readonly: true, fileMustExist: true });
    this.#closed = closed;
    try {
      // SQLite's own temporary files are never encrypted.
      this.db.pragma('temp_store = MEMORY');
      this.db.pragma('cache_size = -4000');
      this.db.exec('BEGIN');
      // The transaction begins with the first look at the file.
      this.db.prepare('SELECT count(*) FROM sqlite_schema').get();
    } catch (error) {
      this.db.close();
      throw error;
    }
  }

  get open(): boolean {
    return this.db.open;
  }

  /** Rows of a query as arrays, one by one; there may be one such query in a reader. */
  rows(sql: string): IterableIterator<unknown[]> {
    const rows = this.db.prepare<unknown[], unknown[]>(sql).raw().iterate();
    this.#rows = rows;
    return rows;
  }

  close(): void {
    if (!this.db.open) return;
    // A connection with an unfinished query cannot be closed.
    this.#rows?.return?.();
    this.db.close();
    this.#closed();
  }
}
