import type { EntityName } from '#shared/model/entities.ts';
import { AcknowledgedOperations } from './acknowledged-operations.ts';
import { newId, newIdsAfter } from '#shared/model/new-id.ts';
import type { KnownBy } from '#shared/model/saying-who.ts';
import { partOf, runsOf, type ChangeSet, type Left } from '#shared/protocol/change-sets.ts';
import type { ErrorBody } from '#shared/protocol/errors.ts';
import { PUSH_LIMIT } from '#shared/protocol/sync.ts';
import { forgetErased, type RecordName } from './erased-records.ts';
import { forgetInViews } from './erased-views.ts';
import { Drafts } from './drafts.ts';
import { ExportNotices } from './export-notices.ts';
import { WaitingFiles } from './files-waiting.ts';
import { forgetKeptAside } from '../storage/kept-aside.ts';
import { forgetInSentences } from './refusal-sentences.ts';
import { OperationRows } from './operation-rows.ts';
import { SUM_SQL } from './operation-sum.ts';
import { OutboxConflicts } from './outbox-conflicts.ts';
import { OutboxFile } from './outbox-file.ts';
import type { NewOperation, OutboxOperation, Refusal } from './outbox-operation.ts';
import { OthersValues } from './others-values.ts';
import type { Promised } from './outbox-mark.ts';
import { OutboxNotices } from './outbox-notices.ts';
import { OutboxSets } from './outbox-sets.ts';
import { OutboxUndos } from './outbox-undos.ts';
import { forgetDamagedApplied } from './outbox-opening.ts';
import { ReceiptFile } from './receipt-file.ts';
import { ServerMemory } from './server-memory.ts';
import { UnfinishedWork } from './unfinished-work.ts';
import type { Encryption, StatementCache } from '../storage/sqlite-file.ts';

/** Those that were refused for themselves, or with one that is not there any more. */
const REFUSED_ITSELF = `status = 'refused' AND NOT (coalesce(error, '') GLOB '*"refusedWith"*'
  AND EXISTS (SELECT 1 FROM operations cause WHERE cause.id = operations.error ->> '$.refusedWith'))`;

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
  readonly others: OthersValues;
  readonly unfinished: UnfinishedWork;
  readonly undos: OutboxUndos;
  readonly sets: OutboxSets;
  readonly drafts: Drafts;
  readonly #file: OutboxFile;
  readonly #statements: StatementCache;
  readonly #rows: OperationRows;
  readonly #acknowledged: AcknowledgedOperations;

  constructor(path: string, nativeBinding: string | undefined, encryption?: Encryption) {
    this.#file = new OutboxFile(path, nativeBinding, encryption);
    const { statements, meta } = this.#file;
    this.#statements = statements;
    this.#rows = new OperationRows(statements, this.#file.path);
    this.#acknowledged = new AcknowledgedOperations(statements);
    this.sets = new OutboxSets(statements, this.#rows, meta);
    this.files = new WaitingFiles(statements);
    this.exports = new ExportNotices(statements);
    this.conflicts = new OutboxConflicts(statements);
    this.server = new ServerMemory(meta, new ReceiptFile(path));
    this.notices = new OutboxNotices(meta);
    this.unfinished = new UnfinishedWork(meta);
    this.drafts = new Drafts(this.#file);
    this.others = new OthersValues(this.#file, this.drafts, this.notices);
    this.undos = new OutboxUndos(meta);
    const lastSet = this.sets.lastId();
    if (lastSet !== null) newIdsAfter(lastSet);
  }

  /** The number of the operation that was appended last. It is known without reading the file. */
  get appended(): number {
    return this.#file.appended;
  }

  /** The number of the operation made last; it grows with each. */
  lastNumber(): number {
    return this.#file.lastNumber();
  }

  /**
   * What the opening found, told once: whether the file was damaged, or lacked something, and whether there was none
   * before. A cache that shows changes all the same tells of one that is gone.
   */
  takeOpening(): { repaired: boolean; isNew: boolean } {
    const { repaired, isNew } = this.#file;
    this.#file.repaired = false;
    this.#file.isNew = false;
    return { repaired, isNew };
  }

  /** What an opening before this one has found, of the same file. */
  noteOpening({ repaired, isNew }: { repaired: boolean; isNew: boolean }): void {
    this.#file.repaired ||= repaired;
    this.#file.isNew ||= isNew;
  }

  /** Which outbox it is, and up to which operation. */
  get reach(): Promised {
    return this.#file.reach;
  }

  /** Whether it lacks operations that something beside it has known; the user is told. */
  lacks(known: Promised): boolean {
    return this.#file.lacks(known);
  }

  /** Whether an error came from the outbox, and from no other file. */
  isOwn(error: unknown): boolean {
    return this.#file.isOwn(error);
  }

  /** Puts the damaged file aside and goes on with what can be read of it. Throws where that fails too. */
  repair(): void {
    this.#file.repair();
  }

  /** Appends operations, all or none; a part of a set at once. When this returns they survive a power cut. */
  append(operations: readonly NewOperation[]): void {
    const add = this.#statements.prepare(
      `INSERT INTO operations (id, kind, entity, recordId, base, changes, title, at, before, seen, setId, setTitle,
         setPart, undoes, setCount, ackedAt, sum)
       SELECT *, ${SUM_SQL} FROM (SELECT ? AS id, ? AS kind, ? AS entity, ? AS recordId, ? AS base,
         ? AS changes, ? AS title, ? AS at, ? AS before, ? AS seen, ? AS setId, ? AS setTitle,
         ? AS setPart, ? AS undoes, ? AS setCount, ? AS ackedAt)`,
    );
    const counts = new Map<string | null, number>();
    for (const { set } of operations) counts.set(partOf(set), (counts.get(partOf(set)) ?? 0) + 1);
    this.#file.commit(() => {
      for (const operation of operations) {
        const { id, kind, entity, recordId, base, changes, title, at, before, seen, set } = operation;
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
          set?.id ?? null,
          set?.title ?? null,
          set?.part ?? null,
          set?.undoes ?? null,
          set ? (counts.get(partOf(set)) ?? null) : null,
          operation.ackedAt ?? null,
        ];
        this.#file.noteAppended(Number(add.run(...row).lastInsertRowid));
      }
    });
  }

  /** Runs several changes of the outbox in one commit. */
  transaction(work: () => void): void {
    this.#file.commit(work);
  }

  /**
   * The same for what the server says of operations. A power cut may undo it, since the server says it again when
   * they are offered again; so it need not wait for the disk.
   */
  recordAnswers(work: () => void): void {
    this.#file.commitWithoutFlush(work);
  }

  get(id: string): OutboxOperation | undefined {
    return this.#rows.list('id = ?', id)[0];
  }

  /** The next operations to send, in order; what belongs together is not parted, unless it is the first of all. */
  toSend(limit: number): OutboxOperation[] {
    const next = this.#rows.list(`status IN ('waiting', 'sent') ORDER BY n LIMIT ?`, PUSH_LIMIT + 1);
    if (next.length <= limit) return next;
    const runs = runsOf(next, ({ set }) => partOf(set));
    const taken: OutboxOperation[] = [];
    for (const run of runs) {
      if (taken.length > 0 && taken.length + run.length > limit) break;
      taken.push(...run);
    }
    return taken.slice(0, PUSH_LIMIT);
  }

  ofRecord(entity: EntityName, recordId: string): OutboxOperation[] {
    return this.#rows.list('entity = ? AND recordId = ? ORDER BY n', entity, recordId);
  }

  /** Operations to lay over a cache that stands at `seq`, in order. */
  laidOver(seq: number): OutboxOperation[] {
    return this.#rows.list(
      `status IN ('waiting', 'sent') OR (status = 'applied' AND seq > ?) ORDER BY n`,
      seq,
    );
  }

  /** Those that the server has not answered: not sent yet, or sent and perhaps there. */
  unanswered(): OutboxOperation[] {
    return this.#rows.list(`status IN ('waiting', 'sent') ORDER BY n`);
  }

  refused(): OutboxOperation[] {
    return this.#rows.list(`status = 'refused' ORDER BY n`);
  }

  /** The newest ones that the server has not answered, newest first. */
  newestUnanswered(limit: number): OutboxOperation[] {
    return this.#rows.list(`status IN ('waiting', 'sent') ORDER BY n DESC LIMIT ?`, limit);
  }

  /** The newest refused ones, newest first; of a set that was refused, the one that was wrong. */
  newestRefused(limit: number): OutboxOperation[] {
    return this.#rows.list(`${REFUSED_ITSELF} ORDER BY n DESC LIMIT ?`, limit);
  }

  /** Some of the refused ones: those with the lowest numbers after `n`. */
  refusedAfter(n: number, limit: number): OutboxOperation[] {
    return this.#rows.list(`status = 'refused' AND n > ? ORDER BY n LIMIT ?`, n, limit);
  }

  unansweredCount(): number {
    return this.#count(`SELECT count(*) AS count FROM operations WHERE status IN ('waiting', 'sent')`);
  }

  /** Whether something done to records of an entity waits for the server's answer. */
  waitsOf(entity: EntityName): boolean {
    const sql = `SELECT 1 FROM operations WHERE status IN ('waiting', 'sent') AND entity = ? LIMIT 1`;
    return this.#statements.prepare(sql).get(entity) !== undefined;
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
      // A set that was refused counts as one.
      this.#count(`SELECT count(*) AS count FROM operations WHERE ${REFUSED_ITSELF}`) +
      this.conflicts.openCount() +
      this.notices.count()
    );
  }

  /** Whether it holds anything that is not on the server, or that the user has not dealt with. */
  hasUnsettled(): boolean {
    const isAtWork = this.unfinished.read() !== null || this.exports.first() !== null;
    return isAtWork || this.unsentCount() > 0 || this.attentionCount() > 0;
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
   * @param left what an undo left as it is
   */
  markApplied(id: string, seq: number, at: string | null = null, left: readonly Left[] | null = null): void {
    const here = Date.now();
    this.#statements
      .prepare(
        `UPDATE operations SET status = 'applied', seq = ?, error = NULL, ackedAt = coalesce(ackedAt, ?), ackedHere = ?,
           leftAsIs = ?
         WHERE id = ?`,
      )
      .run(seq, at, here, jsonOrNull(left), id);
    this.#acknowledged.noted(at, here);
  }

  /**
   * Parts what stood in one part of a set, in its order: each is one of its own from now on, where it stood. Those that
   * `goAgain` are sent under new ids: to those that they had the server would repeat what it answered to the whole part.
   */
  part(operations: readonly OutboxOperation[], goAgain: (operation: OutboxOperation) => boolean): void {
    const apart = this.#statements.prepare(
      'UPDATE operations SET id = ?, status = ?, setPart = ?, setCount = 1 WHERE id = ?',
    );
    for (const [at, operation] of operations.entries()) {
      const { id, status, set, damaged } = operation;
      if (!set) continue;
      const again = goAgain(operation);
      const now = again ? newId() : id;
      // The first keeps the number: by it is told whether the beginning of the set is still here.
      apart.run(now, again ? 'waiting' : status, at === 0 ? set.part : this.sets.newPart(set.id), id);
      if (!damaged) this.#sumAnew(now);
    }
  }

  /** What the server has made of a record that this user has made, besides what the create says: it is told when it is offered again. */
  noteBecame(entity: EntityName, recordId: string, became: Readonly<Record<string, unknown>>): void {
    const [create] = this.#rows.list(
      `entity = ? AND recordId = ? AND kind = 'create' AND status IN ('sent', 'applied') AND seen IS NULL`,
      entity,
      recordId,
    );
    if (!create || create.damaged) return;
    if (Object.entries(became).every(([name, value]) => create.changes[name] === value)) return;
    const seen = JSON.stringify(became);
    this.recordAnswers(() => {
      this.#statements.prepare('UPDATE operations SET seen = ? WHERE id = ?').run(seen, create.id);
      this.#sumAnew(create.id);
    });
  }

  /** Under an id of which the server has not heard: to the former one it would give the same answer. */
  sendAnew(id: string): void {
    const now = newId();
    this.#statements.prepare(`UPDATE operations SET id = ?, status = 'waiting' WHERE id = ?`).run(now, id);
    this.#sumAnew(now);
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

  /** What is left of a part of a set is whole without them. */
  remove(ids: readonly string[]): void {
    this.transaction(() => {
      const taken = new Map<string, { set: ChangeSet; count: number; of: number | null }>();
      for (const id of ids) {
        const { set, setCount = null } = this.get(id) ?? {};
        const key = partOf(set);
        if (set && key !== null)
          taken.set(key, { set, count: (taken.get(key)?.count ?? 0) + 1, of: setCount });
      }
      this.#each('DELETE FROM operations WHERE id = ?', ids);
      for (const { set, count, of } of taken.values()) if (count !== of) this.#countAnew(set, count);
    });
  }

  /** Records of people who were erased: whatever was done about them here goes. Gives those of which there was anything. */
  forgetErased(records: readonly RecordName[]): RecordName[] {
    return forgetErased(this, this.#statements, (id) => this.#sumAnew(id), records);
  }

  /** People were erased: what the user must read, and why changes were refused, says nothing of them any more. */
  forgetInWords(people: KnownBy): void {
    let found = false;
    this.transaction(() => {
      const inNotices = this.notices.forgetPeople(people);
      found = forgetInSentences(this.#statements, people) || inNotices;
    });
    if (found) this.leaveNothing();
  }

  /** People were erased: what was done to saved views says nothing of them any more. Gives those views. */
  forgetInViews(people: KnownBy): RecordName[] {
    const file = { statements: this.#statements, rows: this.#rows };
    return forgetInViews(this, file, (id) => this.#sumAnew(id), people);
  }

  /** It looks through the whole set. */
  #countAnew({ id, part }: ChangeSet, taken: number): void {
    const sound = this.#rows.list('setId = ? AND setPart = ?', id, part).filter(({ damaged }) => !damaged);
    this.#statements
      .prepare('UPDATE operations SET setCount = setCount - ? WHERE setId = ? AND setPart = ?')
      .run(taken, id, part);
    for (const each of sound) this.#sumAnew(each.id);
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
      this.undos.offerAgain();
    });
  }

  /** Forgets what was acknowledged long ago, and is in the cache. */
  prune(cacheSeq: number, now = Date.now()): void {
    const { time } = this.server;
    if (time === undefined) return;
    const { there, here } = this.#acknowledged.forgetOld(cacheSeq, time, now);
    // The server tells of them again while they are younger than that.
    this.conflicts.forgetSettled(there);
    this.undos.forgetDone(here);
    this.sets.forgetGone();
  }

  /** What was taken out is overwritten in the file; older pages in the write-ahead file go too. */
  leaveNothing(): void {
    this.#file.leaveNothing();
  }

  /** Forgets the values that others' values took the place of, what deleted records held, drafts, and the pictures. */
  forgetValues(): void {
    this.drafts.forgetAll();
    this.conflicts.forgetValues();
    this.#statements.prepare(`DELETE FROM operations WHERE status = 'applied'`).run();
    const kept = this.#rows.list('1 ORDER BY n');
    this.#statements
      .prepare(
        `UPDATE operations SET before = NULL, leftAsIs = iif(leftAsIs IS NULL, NULL, '[]'),
           seen = iif(kind = 'undo' AND seen = '{}', seen, NULL),
           changes = iif(kind = 'undo', '{}', changes)`,
      )
      .run();
    for (const { id, damaged } of kept) if (!damaged) this.#sumAnew(id);
    this.files.forgetAll();
    this.forgetKeptAside();
  }

  /** Earlier ones that were damaged and put aside. */
  forgetKeptAside(): void {
    forgetKeptAside(this.#file.path);
  }

  /**
   * Forgets what the server has acknowledged, what undos show until then, drafts, and damaged ones that were put aside; a
   * server restored from a backup is not given it again.
   */
  forgetAcknowledged(): void {
    this.forgetKeptAside();
    this.transaction(() => {
      this.drafts.forgetAll();
      this.notices.forgetNames(() => true);
      this.#statements.prepare(`DELETE FROM operations WHERE status = 'applied'`).run();
      const undos = this.#rows.list(`kind = 'undo' ORDER BY n`);
      this.#statements
        .prepare(
          `UPDATE operations SET before = NULL, changes = '{}', seen = iif(seen = '{}', seen, NULL)
           WHERE kind = 'undo'`,
        )
        .run();
      for (const { id, damaged } of undos) if (!damaged) this.#sumAnew(id);
      this.conflicts.forgetSettled();
      this.undos.forgetDone();
    });
  }

  #each(sql: string, ids: readonly string[]): void {
    const statement = this.#statements.prepare(sql);
    for (const id of ids) statement.run(id);
  }

  close(): void {
    this.#file.close();
  }
}

const jsonOrNull = (value: object | null | undefined): string | null =>
  value ? JSON.stringify(value) : null;
