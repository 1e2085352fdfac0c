import { entityOf, isEntityName, type EntityName } from '#shared/model/entities.ts';
import { isDiskRefusal } from '../storage/disk-trouble.ts';
import { forgetKeptAside } from '../storage/kept-aside.ts';
import type { StatementCache } from '../storage/sqlite-file.ts';
import { SUM_SQL } from './operation-sum.ts';
import type { Drafts } from './drafts.ts';
import type { OutboxFile } from './outbox-file.ts';
import type { OutboxNotices } from './outbox-notices.ts';
import { forgetCauses, withoutSentence } from './refusal-sentences.ts';
import { maySeeStill, type ShownTo } from './shown-to.ts';

interface RecordName {
  entity: EntityName;
  recordId: string;
}

interface OperationRow {
  n: number;
  id: string;
  kind: string;
  sound: number;
  entity: string;
  changes: string;
  title: string;
  error: string | null;
  setTitle: string | null;
}

const DRAFTS_GONE =
  'What you had typed in a form and not saved is not kept any more, because what you may see has changed.';

/** What people call a record of which nothing may be said. */
export const neutralTitle = (entity: string): string => (isEntityName(entity) ? entityOf(entity).label : '');

/**
 * The part of the outbox that others wrote: what records are called, the values that the user saw in them, those that
 * stand in the place of the user's. It goes when a record is taken away from the user; what the user wrote stays.
 */
export class OthersValues {
  readonly #file: OutboxFile;
  readonly #drafts: Drafts;
  readonly #notices: OutboxNotices;
  readonly #statements: StatementCache;

  constructor(file: OutboxFile, drafts: Drafts, notices: OutboxNotices) {
    this.#file = file;
    this.#drafts = drafts;
    this.#notices = notices;
    this.#statements = file.statements;
  }

  /**
   * These records were taken away from the user: what others wrote in them goes, from the disk too. Gives those of which
   * there was anything here.
   */
  forget(records: readonly RecordName[]): RecordName[] {
    let found: RecordName[] = [];
    let hadOthers = false;
    const gone = new Set(records.map(keyOf));
    this.#file.commit(() => {
      hadOthers = this.#drafts.forgetOthers(records);
      hadOthers = this.#notices.forgetNames((record) => gone.has(keyOf(record))) || hadOthers;
      const causes: string[] = [];
      found = records.filter(({ entity, recordId }) => {
        const where = 'entity = ? AND recordId = ?';
        const operations = this.#forgetOperations(where, entity, recordId);
        causes.push(...operations);
        return this.#forgetConflicts(where, entity, recordId) || operations.length > 0;
      });
      const named = records.map(({ recordId }) => recordId);
      hadOthers = forgetCauses(this.#statements, causes, named) || hadOthers;
    });
    if (found.length > 0 || hadOthers) this.#file.leaveNothing();
    return found;
  }

  /** The user may see other things now: what others wrote goes, of whatever record, and with it what was not saved. */
  forgetAll(): void {
    this.#file.commit(() => {
      if (this.#drafts.forgetAll()) this.#notices.add(DRAFTS_GONE, new Date().toISOString());
      this.#notices.forgetNames(() => true);
      this.#forgetOperations('1');
      this.#forgetConflicts('1');
    });
    this.#file.leaveNothing();
    // They hold others' values too, and nobody can take these out of them.
    forgetKeptAside(this.#file.path);
  }

  /** After everything was fetched anew: what others wrote in records that are not for the user any more goes. */
  forgetWhereGone(isThere: (entity: EntityName, recordId: string) => boolean): void {
    const gone = this.#settledRecords().filter(({ entity, recordId }) => !isThere(entity, recordId));
    if (gone.length > 0) this.forget(gone);
    let hadOthers = false;
    this.#file.commit(() => {
      hadOthers = this.#drafts.forgetWhereGone(isThere);
      const isGone = ({ entity, recordId }: RecordName): boolean => !isThere(entity, recordId);
      hadOthers = this.#notices.forgetNames(isGone) || hadOthers;
    });
    if (hadOthers) this.#file.leaveNothing();
  }

  /** The user has another role: what may not be seen in it goes. @param shownTo undefined where it is not known which role */
  roleIs(shownTo: ShownTo | undefined): void {
    const before = this.#file.meta.read('shownTo');
    if (shownTo && before !== undefined && maySeeStill(before, shownTo)) return;
    this.forgetAll();
  }

  /** To whom what others wrote is shown: where that was somebody else, or one who saw more, it goes. */
  showTo(shownTo: ShownTo): void {
    const { meta } = this.#file;
    const before = meta.read('shownTo');
    const now = JSON.stringify(shownTo);
    if (before === now) return;
    if (before !== undefined && !maySeeStill(before, shownTo)) this.forgetAll();
    try {
      meta.write('shownTo', now);
    } catch (error) {
      // Without room for the note: the next start takes it that nobody knows.
      if (!isDiskRefusal(error)) throw error;
    }
  }

  /** The records of which nothing waits: the server has an answer to all that the user did to them. */
  #settledRecords(): RecordName[] {
    return this.#statements
      .prepare(
        `SELECT entity, recordId FROM conflicts UNION SELECT entity, recordId FROM operations
         EXCEPT SELECT entity, recordId FROM operations WHERE status IN ('waiting', 'sent') OR kind = 'create'`,
      )
      .all() as RecordName[];
  }

  /** Gives the ids of the operations. */
  #forgetOperations(where: string, ...params: string[]): string[] {
    const rows = this.#statements
      .prepare(
        `SELECT n, id, kind, entity, changes, title, error, setTitle, sum IS ${SUM_SQL} AS sound FROM operations
         WHERE ${where}`,
      )
      .all(...params) as OperationRow[];
    const change = this.#statements.prepare(
      `UPDATE operations SET title = ?, error = ?, before = NULL,
         leftAsIs = iif(leftAsIs IS NULL, NULL, '[]'), seen = iif(kind = 'undo' AND seen = '{}', seen, NULL), changes = iif(kind = 'undo', '{}', changes),
         setTitle = iif(setTitle IS NULL, NULL, ?) WHERE n = ?`,
    );
    const sumAnew = this.#statements.prepare(`UPDATE operations SET sum = ${SUM_SQL} WHERE n = ?`);
    for (const { n, kind, sound, entity, changes, title, error, setTitle } of rows) {
      // A damaged one stays known as such, and nothing of it is believed.
      // What an undo puts back was there before the user wrote.
      const isOwn = sound === 1 && kind !== 'undo' && isOwnTitle(entity, changes);
      const named = isOwn ? title : neutralTitle(entity);
      // What the user did in one go may be called by another record, which a new one names.
      const isNamedByOwn = isOwn && setTitle?.endsWith(title) === true;
      const set = isNamedByOwn ? setTitle : `Change of ${named}`;
      change.run(named, sound && error !== null ? withoutSentence(error) : error, set, n);
      if (sound) sumAnew.run(n);
    }
    return rows.map(({ id }) => id);
  }

  #forgetConflicts(where: string, ...params: string[]): boolean {
    const rows = this.#statements
      .prepare(`SELECT id, entity FROM conflicts WHERE ${where}`)
      .all(...params) as { id: string; entity: string }[];
    const change = this.#statements.prepare(
      `UPDATE conflicts SET won = 'null', wonBy = '', title = ? WHERE id = ?`,
    );
    for (const { id, entity } of rows) change.run(neutralTitle(entity), id);
    return rows.length > 0;
  }
}

const keyOf = ({ entity, recordId }: RecordName): string => `${entity} ${recordId}`;

/** Whether the user wrote what the record is called. */
function isOwnTitle(entity: string, changes: string): boolean {
  if (!isEntityName(entity)) return false;
  return Object.hasOwn(JSON.parse(changes) as object, entityOf(entity).title);
}
