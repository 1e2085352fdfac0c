import { existsSync } from 'node:fs';
import { PlainError } from '#shared/protocol/errors.ts';
import { isCertainlyNotWritten, isDiskRefusal } from '../storage/disk-trouble.ts';
import {
  isOfFile,
  ofFile,
  StatementCache,
  type Encryption,
  type SqliteDatabase,
} from '../storage/sqlite-file.ts';
import { OutboxMark, type Promised } from './outbox-mark.ts';
import { OutboxMeta } from './outbox-meta.ts';
import {
  noteShort,
  openOutbox,
  repairOutbox,
  type OpenedOutbox,
  type OutboxSettings,
} from './outbox-opening.ts';

const DELETED =
  'This was not saved: the folder in which this computer keeps your changes was deleted or moved while the application runs. Copy what you typed, and start the application again.';

/**
 * The file of an outbox: its commits, what they promise, and its damage. A commit survives a power cut; one that failed
 * leaves nothing behind.
 */
export class OutboxFile {
  readonly path: string;
  readonly statements: StatementCache;
  readonly meta: OutboxMeta;
  readonly #settings: OutboxSettings;
  readonly #mark: OutboxMark;
  #db: SqliteDatabase;
  #id: string;
  /** Number of the operation appended last, and of the last one that the mark promises. */
  #appended = 0;
  #promised = 0;
  /** Whether it was damaged, or lacked something, when it was opened last: the user is told by a notice. */
  repaired: boolean;
  /** Whether there was none before: a cache that shows changes all the same tells of one that is gone. */
  isNew: boolean;

  constructor(path: string, nativeBinding: string | undefined, encryption: Encryption | undefined) {
    this.path = path;
    this.#settings = { nativeBinding, encryption };
    const { db, id, repaired, isNew } = openOutbox(path, this.#settings);
    this.#db = db;
    this.#id = id;
    this.repaired = repaired;
    this.isNew = isNew;
    this.statements = new StatementCache(db, path);
    this.meta = new OutboxMeta(this.statements);
    this.#mark = new OutboxMark(path);
    this.#promise(this.lastNumber());
  }

  /** The number of the operation that was appended last. It is known without reading the file. */
  get appended(): number {
    return this.#appended;
  }

  /** Within a commit: an operation was appended under this number. */
  noteAppended(n: number): void {
    this.#appended = n;
  }

  /** The number of the operation made last; it grows with each. */
  lastNumber(): number {
    const sql = `SELECT coalesce(max(seq), 0) AS last FROM sqlite_sequence WHERE name = 'operations'`;
    return (this.statements.prepare(sql).get() as { last: number }).last;
  }

  /** Which outbox it is, and up to which operation. */
  get reach(): Promised {
    return { id: this.#id, n: this.#appended, at: new Date().toISOString() };
  }

  /**
   * Whether it lacks operations that something beside it has known: it was put back from an older copy, with its mark. The
   * user is told.
   */
  lacks({ id, n, at }: Promised): boolean {
    if (id !== this.#id || n <= this.lastNumber()) return false;
    noteShort(this.#db, { id, n, at }, true);
    this.#promise(n);
    return true;
  }

  /** Whether an error came from this file, and from no other. */
  isOwn(error: unknown): boolean {
    return isOfFile(error, this.path);
  }

  /** Puts the damaged file aside and goes on with what can be read of it. Throws where that fails too. */
  repair(): void {
    const opened: OpenedOutbox = repairOutbox(this.path, this.#settings, () => this.#closeDamaged());
    this.#db = opened.db;
    this.#id = opened.id;
    this.repaired = true;
    this.statements.use(opened.db);
    this.#promise(this.lastNumber());
  }

  #closeDamaged(): void {
    try {
      this.#db.close();
    } catch {
      // It cannot even be closed in good order: what could be read of it has been.
    }
  }

  #promise(n: number): void {
    this.#appended = n;
    this.#promised = n;
    this.#mark.write(this.reach);
  }

  /** Runs changes in one commit, or within the one that is under way. When this returns they survive a power cut. */
  commit(work: () => void): void {
    if (!this.#db.inTransaction) this.#assertThere();
    const before = this.#appended;
    try {
      this.#db.transaction(work)();
    } catch (error) {
      this.#appended = before;
      if (this.#db.open && !this.#db.inTransaction) this.#settle(error);
      throw ofFile(error, this.path);
    }
    if (!this.#db.inTransaction && this.#appended > this.#promised) this.#promise(this.#appended);
  }

  /** The same for what may be lost in a power cut, and so need not wait for the disk. */
  commitWithoutFlush(work: () => void): void {
    this.#db.pragma('synchronous = NORMAL');
    try {
      this.commit(work);
    } finally {
      this.#db.pragma('synchronous = FULL');
    }
  }

  /** Where a system lets a file be deleted under the process that writes it, nothing it writes would be found again. */
  #assertThere(): void {
    if (existsSync(this.path) && this.#mark.isThere) return;
    throw new PlainError('unavailable', DELETED);
  }

  /**
   * After a commit failed: what is called not saved must not be in the file. Where the flush failed, and not the write,
   * the commit may stand in the write-ahead file; the next one takes its place.
   * @throws PlainError where even that fails, and nobody can say.
   */
  #settle(error: unknown): void {
    if (!isDiskRefusal(error) || isCertainlyNotWritten(error)) return;
    try {
      this.meta.write('settled', new Date().toISOString());
    } catch {
      throw new PlainError(
        'unavailable',
        'The disk of this computer failed while your change was being saved. Whether it is saved shows after a restart of the application: look before you enter it again.',
      );
    }
  }

  /** What was taken out is overwritten in the file; older pages in the write-ahead file go too. */
  leaveNothing(): void {
    this.#db.pragma('wal_checkpoint(TRUNCATE)');
  }

  close(): void {
    this.#mark.close();
    this.#db.close();
  }
}
