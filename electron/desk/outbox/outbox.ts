import type { EntityName } from '#shared/model/entities.ts';
import { PlainError, type ErrorBody } from '#shared/protocol/errors.ts';
import type { StoredRow } from '../cache/cache-rows.ts';
import { isCertainlyNotWritten, isDiskRefusal } from '../storage/disk-trouble.ts';
import { ExportNotices } from './export-notices.ts';
import { WaitingFiles } from './files-waiting.ts';
import { forgetKeptAside } from '../storage/kept-aside.ts';
import { operationSum, SUM_SQL } from './operation-sum.ts';
import { OutboxConflicts } from './outbox-conflicts.ts';
import { OutboxMark } from './outbox-mark.ts';
import { OutboxMeta } from './outbox-meta.ts';
import type { NewOperation, OperationStatus, OutboxOperation, Refusal } from './outbox-operation.ts';
import { OthersValues } from './others-values.ts';
import { OutboxNotices } from './outbox-notices.ts';
import { forgetDamagedApplied, openOutbox, repairOutbox, type OpenedOutbox } from './outbox-opening.ts';
import { ServerMemory } from './server-memory.ts';
import { damageOf, isOfFile, ofFile, StatementCache, type SqliteDatabase } from '../storage/sqlite-file.ts';
import { DAY_MS } from '#shared/format/time.ts';

interface OperationRow extends Omit<OutboxOperation, 'changes' | 'error' | 'before' | 'seen' | 'damaged'> {
  sum: number | null;
  changes: string;
  error: string | null;
  before: string | null;
  seen: string | null;
}

interface RecordName {
  entity: EntityName;
  recordId: string;
}

/** Acknowledged operations are kept this long, to be offered again to a server restored from a backup (rule 11). */
const KEPT_DAYS = 14;

/**
 * What this user has changed and the server may not have yet. Its commits survive a power cut; nothing else in the
 * desk is as precious, and nothing but its own steps forward ever changes its form.
 */
export class Outbox {
  readonly files: WaitingFiles;
  readonly exports: ExportNotices;
  readonly conflicts: OutboxConflicts;
  readonly server: ServerMemory;
  readonly notices: OutboxNotices;
  readonly #others: OthersValues;
  readonly #path: string;
  readonly #nativeBinding: string | undefined;
  readonly #statements: StatementCache;
  readonly #meta: OutboxMeta;
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

  constructor(path: string, nativeBinding: string | undefined) {
    this.#path = path;
    this.#nativeBinding = nativeBinding;
    const { db, id, repaired, isNew } = openOutbox(path, nativeBinding);
    this.#db = db;
    this.#id = id;
    this.repaired = repaired;
    this.isNew = isNew;
    this.#statements = new StatementCache(db, path);
    this.#meta = new OutboxMeta(this.#statements);
    this.files = new WaitingFiles(this.#statements);
    this.exports = new ExportNotices(this.#statements);
    this.conflicts = new OutboxConflicts(this.#statements);
    this.server = new ServerMemory(this.#meta);
    this.notices = new OutboxNotices(this.#meta);
    this.#others = new OthersValues(this.#statements);
    this.#mark = new OutboxMark(path);
    this.#promise(this.lastNumber());
  }

  /** The number of the operation that was appended last. It is known without reading the file. */
  get appended(): number {
    return this.#appended;
  }

  /** Whether an error came from the outbox, and from no other file. */
  isOwn(error: unknown): boolean {
    return isOfFile(error, this.#path);
  }

  /** Puts the damaged file aside and goes on with what can be read of it. Throws where that fails too. */
  repair(): void {
    const opened: OpenedOutbox = repairOutbox(this.#path, this.#nativeBinding, () => this.#closeDamaged());
    this.#db = opened.db;
    this.#id = opened.id;
    this.repaired = true;
    this.#statements.use(opened.db);
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
    this.#mark.write({ id: this.#id, n, at: new Date().toISOString() });
  }

  /** Runs changes in one commit, or within the one that is under way. */
  #commit(work: () => void): void {
    const before = this.#appended;
    try {
      this.#db.transaction(work)();
    } catch (error) {
      this.#appended = before;
      if (this.#db.open && !this.#db.inTransaction) this.#settle(error);
      throw ofFile(error, this.#path);
    }
    if (!this.#db.inTransaction && this.#appended > this.#promised) this.#promise(this.#appended);
  }

  /**
   * After a commit failed: what is called not saved must not be in the file. Where the flush failed, and not the write,
   * the commit may stand in the write-ahead file; the next one takes its place.
   * @throws PlainError where even that fails, and nobody can say.
   */
  #settle(error: unknown): void {
    if (!isDiskRefusal(error) || isCertainlyNotWritten(error)) return;
    try {
      this.#meta.write('settled', new Date().toISOString());
    } catch {
      throw new PlainError(
        'unavailable',
        'The disk of this computer failed while your change was being saved. Whether it is saved shows after a restart of the application: look before you enter it again.',
      );
    }
  }

  /** Appends operations, all or none. When this returns they survive a power cut. */
  append(operations: readonly NewOperation[]): void {
    const add = this.#statements.prepare(
      `INSERT INTO operations (id, kind, entity, recordId, base, changes, title, at, before, seen, sum)
       SELECT *, ${SUM_SQL} FROM (SELECT ? AS id, ? AS kind, ? AS entity, ? AS recordId, ? AS base,
         ? AS changes, ? AS title, ? AS at, ? AS before, ? AS seen)`,
    );
    this.#commit(() => {
      for (const { id, kind, entity, recordId, base, changes, title, at, before, seen } of operations) {
        const values = JSON.stringify(changes);
        const row = [
          id,
          kind,
          entity,
          recordId,
          base,
          values,
          title,
          at,
          jsonOrNull(before),
          jsonOrNull(seen),
        ];
        this.#appended = Number(add.run(...row).lastInsertRowid);
      }
    });
  }

  /** Runs several changes of the outbox in one commit. */
  transaction(work: () => void): void {
    this.#commit(work);
  }

  /**
   * The same for what the server says of operations. A power cut may undo it, since the server says it again when
   * they are offered again; so it need not wait for the disk.
   */
  recordAnswers(work: () => void): void {
    this.#db.pragma('synchronous = NORMAL');
    try {
      this.#commit(work);
    } finally {
      this.#db.pragma('synchronous = FULL');
    }
  }

  #list(where: string, ...params: (string | number)[]): OutboxOperation[] {
    const rows = this.#statements.prepare(`SELECT * FROM operations WHERE ${where}`).all(...params);
    try {
      return (rows as OperationRow[]).map(fromRow);
    } catch {
      throw damageOf(this.#path, 'An operation of the outbox cannot be read');
    }
  }

  get(id: string): OutboxOperation | undefined {
    return this.#list('id = ?', id)[0];
  }

  /** The next operations to send, in order. */
  toSend(limit: number): OutboxOperation[] {
    return this.#list(`status IN ('waiting', 'sent') ORDER BY n LIMIT ?`, limit);
  }

  ofRecord(entity: EntityName, recordId: string): OutboxOperation[] {
    return this.#list('entity = ? AND recordId = ? ORDER BY n', entity, recordId);
  }

  /** Operations to lay over a cache that stands at `seq`, in order. */
  laidOver(seq: number): OutboxOperation[] {
    return this.#list(`status IN ('waiting', 'sent') OR (status = 'applied' AND seq > ?) ORDER BY n`, seq);
  }

  /** Those that the server has not answered: not sent yet, or sent and perhaps there. */
  unanswered(): OutboxOperation[] {
    return this.#list(`status IN ('waiting', 'sent') ORDER BY n`);
  }

  refused(): OutboxOperation[] {
    return this.#list(`status = 'refused' ORDER BY n`);
  }

  /** The newest ones that stand so, newest first. */
  newest(statuses: readonly OperationStatus[], limit: number): OutboxOperation[] {
    const where = `status IN (${statuses.map(() => '?').join(', ')}) ORDER BY n DESC LIMIT ?`;
    return this.#list(where, ...statuses, limit);
  }

  /** Some of the refused ones: those with the lowest numbers after `n`. */
  refusedAfter(n: number, limit: number): OutboxOperation[] {
    return this.#list(`status = 'refused' AND n > ? ORDER BY n LIMIT ?`, n, limit);
  }

  /** The number of the operation made last; it grows with each. */
  lastNumber(): number {
    return this.#count(
      `SELECT coalesce(max(seq), 0) AS count FROM sqlite_sequence WHERE name = 'operations'`,
    );
  }

  unansweredCount(): number {
    return this.#count(`SELECT count(*) AS count FROM operations WHERE status IN ('waiting', 'sent')`);
  }

  /** The same by the rows themselves, before anything is left or erased: an index may lack some. */
  unsentCount(): number {
    return this.#count(
      `SELECT count(*) AS count FROM operations NOT INDEXED WHERE status NOT IN ('applied', 'refused')`,
    );
  }

  /** Refused operations, conflicts and notices that the user has not dealt with. */
  attentionCount(): number {
    return (
      this.#count(`SELECT count(*) AS count FROM operations WHERE status = 'refused'`) +
      this.conflicts.openCount() +
      this.notices.count()
    );
  }

  /** Whether it holds anything that is not on the server, or that the user has not dealt with. */
  hasUnsettled(): boolean {
    return this.unsentCount() > 0 || this.attentionCount() > 0 || this.exports.first() !== null;
  }

  #count(sql: string): number {
    return (this.#statements.prepare(sql).get() as { count: number }).count;
  }

  markSent(ids: readonly string[]): void {
    this.recordAnswers(() =>
      this.#each(`UPDATE operations SET status = 'sent' WHERE id = ? AND status = 'waiting'`, ids),
    );
  }

  /** The attempt to send did not come as far as the server. */
  markUnsent(ids: readonly string[]): void {
    this.recordAnswers(() =>
      this.#each(`UPDATE operations SET status = 'waiting' WHERE id = ? AND status = 'sent'`, ids),
    );
  }

  /**
   * @param at ISO time of the server's answer; null where it is not known. What was acknowledged before keeps that time:
   * by it a restored server tells what is newer, also after the next restore.
   */
  markApplied(id: string, seq: number, at: string | null = null): void {
    this.#statements
      .prepare(
        `UPDATE operations SET status = 'applied', seq = ?, error = NULL, ackedAt = coalesce(ackedAt, ?), ackedHere = ?
         WHERE id = ?`,
      )
      .run(seq, at, Date.now(), id);
  }

  markRefused(id: string, refusal: Refusal): void {
    this.#statements
      .prepare(`UPDATE operations SET status = 'refused', error = ? WHERE id = ?`)
      .run(JSON.stringify(refusal), id);
  }

  /** Takes the values out of an operation and keeps the names of its fields. */
  strip(operation: OutboxOperation, refusal: ErrorBody): void {
    const strippedFields = Object.keys(operation.changes);
    this.#statements
      .prepare(
        `UPDATE operations SET status = 'refused', changes = '{}', before = NULL, seen = NULL, error = ? WHERE id = ?`,
      )
      .run(JSON.stringify({ ...refusal, strippedFields }), operation.id);
    if (!operation.damaged) this.#sumAnew(operation.id);
  }

  /** After something was taken out of an operation. */
  #sumAnew(id: string): void {
    this.#statements.prepare(`UPDATE operations SET sum = ${SUM_SQL} WHERE id = ?`).run(id);
  }

  remove(ids: readonly string[]): void {
    this.transaction(() => this.#each('DELETE FROM operations WHERE id = ?', ids));
  }

  /**
   * After the server was put back to an older state: what it acknowledged of late is offered again, in its order. It may
   * be on the server all the same. In one commit with forgetting that history, so that it is noticed once and not lost.
   */
  offerAgain(): void {
    this.transaction(() => {
      forgetDamagedApplied(this.#statements);
      this.#statements
        .prepare(
          `UPDATE operations SET status = 'sent', seq = NULL, ackedAt = coalesce(ackedAt, ?, at)
           WHERE status = 'applied'`,
        )
        .run(this.server.time ?? null);
      this.server.forgetHistory(this.lastNumber());
      this.files.offerAgain();
    });
  }

  /**
   * Forgets what was acknowledged long ago, and is in the cache. Long ago by the server's clock and by this computer's:
   * either may have been wrong, or put right since.
   */
  prune(cacheSeq: number, now = Date.now()): void {
    const { time } = this.server;
    if (time === undefined) return;
    const here = now - KEPT_DAYS * DAY_MS;
    const there = new Date(Date.parse(time) - KEPT_DAYS * DAY_MS).toISOString();
    // What an earlier version of the application took in counts from now.
    this.#statements
      .prepare(
        `UPDATE operations SET ackedAt = coalesce(ackedAt, ?), ackedHere = coalesce(ackedHere, ?)
         WHERE status = 'applied' AND (ackedAt IS NULL OR ackedHere IS NULL)`,
      )
      .run(time, now);
    this.#statements
      .prepare(
        `DELETE FROM operations WHERE status = 'applied' AND seq <= ? AND ackedAt < ? AND ackedHere < ?`,
      )
      .run(cacheSeq, there, here);
    // The server tells of them again while they are younger than that.
    this.conflicts.forgetSettled(there);
  }

  /**
   * These records were taken away from the user: what others wrote in them goes, from the disk too. Gives those of which
   * there was anything here.
   */
  forgetOthers(records: readonly RecordName[]): RecordName[] {
    let found: RecordName[] = [];
    this.transaction(() => (found = this.#others.forget(records)));
    if (found.length > 0) this.leaveNothing();
    return found;
  }

  /** The user may see other things now: what others wrote goes, of whatever record. */
  forgetAllOthers(): void {
    this.transaction(() => this.#others.forgetAll());
    this.leaveNothing();
  }

  /** After everything was fetched anew: what others wrote in records that are not for the user any more goes. */
  forgetOthersWhereGone(isThere: (entity: EntityName, recordId: string) => boolean): void {
    const gone = this.#others.settledRecords().filter(({ entity, recordId }) => !isThere(entity, recordId));
    if (gone.length > 0) this.forgetOthers(gone);
  }

  /**
   * For whom the user was shown what others wrote: where that is another now, it goes.
   * @param shownTo who the user is, and what the role may see
   */
  showTo(shownTo: string): void {
    const before = this.#meta.read('shownTo');
    if (before === shownTo) return;
    if (before !== undefined) this.forgetAllOthers();
    try {
      this.#meta.write('shownTo', shownTo);
    } catch (error) {
      // Without room for the note: the next start takes it that nobody knows.
      if (!isDiskRefusal(error)) throw error;
    }
  }

  /** What was taken out is overwritten in the file; older pages in the write-ahead file go too. */
  leaveNothing(): void {
    this.#db.pragma('wal_checkpoint(TRUNCATE)');
  }

  /** Forgets the values that others' values took the place of, what deleted records held, and the pictures. */
  forgetValues(): void {
    this.conflicts.forgetValues();
    this.#statements.prepare(`DELETE FROM operations WHERE status = 'applied'`).run();
    const kept = this.#list('1 ORDER BY n');
    this.#statements.prepare(`UPDATE operations SET before = NULL, seen = NULL`).run();
    for (const { id, damaged } of kept) if (!damaged) this.#sumAnew(id);
    this.files.forgetAll();
    forgetKeptAside(this.#path);
  }

  /** Forgets what the server has acknowledged; a server restored from a backup is not given it again. */
  forgetAcknowledged(): void {
    this.transaction(() => {
      this.#statements.prepare(`DELETE FROM operations WHERE status = 'applied'`).run();
      this.conflicts.forgetSettled();
    });
  }

  #each(sql: string, ids: readonly string[]): void {
    const statement = this.#statements.prepare(sql);
    for (const id of ids) statement.run(id);
  }

  close(): void {
    this.#mark.close();
    this.#db.close();
  }
}

const jsonOrNull = (value: object | null): string | null => (value ? JSON.stringify(value) : null);

function fromRow({ sum, ...row }: OperationRow): OutboxOperation {
  return {
    ...row,
    damaged: sum !== operationSum(row),
    changes: JSON.parse(row.changes) as Record<string, unknown>,
    error: row.error === null ? null : (JSON.parse(row.error) as Refusal),
    before: row.before === null ? null : (JSON.parse(row.before) as StoredRow),
    seen: row.seen === null ? null : (JSON.parse(row.seen) as Record<string, unknown>),
  };
}
