import { mayReadEverybodysChanges } from '#shared/access/changes.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { CHANGES_DAYS, type ChangeSet } from '#shared/protocol/change-sets.ts';
import { DAY_MS } from '#shared/format/time.ts';
import type { InSet } from '../audit/brought-in.ts';
import type { LogWriter, Transaction } from '../database/database.ts';
import { insertRows, selectIn } from '../database/statements.ts';
import type { Author } from './author.ts';

export interface ChangeSetRow {
  id: string;
  userId: string;
  deskId: string | null;
  title: string;
  at: string;
  seq: number;
  changes: number;
  undoes: string | null;
  undoneBy: string | null;
  /** Of an undo: not null where somebody else still may, because of one of these. */
  inPart: number | null;
}

/** Some of it was not its maker's to take back, or came after that. */
const IN_PART = 1;
/** It is done in several calls, of which the last has not come; perhaps it never will. */
const UNDER_WAY = 2;

/**
 * The change sets that one transaction touches: who may write in them, and what is written of them in the end. A
 * set is its user's own; it takes back another one that the user may see, of the last `CHANGES_DAYS` days, once.
 */
export class ChangeSets {
  readonly #trx: Transaction;
  readonly #author: Author;
  readonly #at: string;
  readonly #rows = new Map<string, ChangeSetRow | null>();
  readonly #added = new Set<ChangeSetRow>();
  readonly #changed = new Set<ChangeSetRow>();
  /** What this transaction does in each. */
  readonly #done = new Map<ChangeSetRow, { applied: number; created: Map<string, number> }>();

  constructor(trx: Transaction, author: Author, at: string) {
    this.#trx = trx;
    this.#author = author;
    this.#at = at;
  }

  /** Reads the sets ahead, with what undid those that they take back. */
  async load(sets: readonly Pick<ChangeSet, 'id' | 'undoes'>[]): Promise<void> {
    await this.#read(sets.flatMap(({ id, undoes }) => (undoes === undefined ? [id] : [id, undoes])));
    await this.#read(sets.flatMap(({ id, undoes }) => this.#rows.get(undoes ?? id)?.undoneBy ?? []));
  }

  async #read(ids: readonly string[]): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !this.#rows.has(id));
    for (const id of missing) this.#rows.set(id, null);
    for (const row of await selectIn<ChangeSetRow>(this.#trx, 'change_sets', 'id', missing))
      this.#rows.set(row.id, row);
  }

  /** @throws PlainError `conflict` for another user's set or one that was undone; `forbidden` for an old one. */
  assertMayWrite({ id, undoes }: ChangeSet): void {
    const own = this.#rows.get(id);
    if (own && (own.userId !== this.#author._id || own.undoes !== (undoes ?? null)))
      throw new PlainError('conflict', 'Another change was already sent under this id.');
    if (undoes === undefined) return;
    const undone = this.#visible(undoes);
    if (!undone) return;
    if (undone.undoneBy !== id && this.#isUndone(undone))
      throw new PlainError('conflict', 'This change was undone already.');
    if (Date.parse(this.#at) - Date.parse(undone.at) > CHANGES_DAYS * DAY_MS)
      throw new PlainError(
        'forbidden',
        `Only changes of the last ${CHANGES_DAYS} days can be undone. Change the records by hand.`,
      );
  }

  /**
   * Whether the set is here, and the author's to see. One that was refused, or never came, has left nothing here to
   * take back; another user's must not be told from such a one.
   */
  sees(id: string): boolean {
    return this.#visible(id) !== null;
  }

  #visible(id: string): ChangeSetRow | null {
    const row = this.#rows.get(id);
    const isVisible = row?.userId === this.#author._id || mayReadEverybodysChanges(this.#author.role);
    return row && isVisible ? row : null;
  }

  /** Whether all of it was taken back that anybody could. */
  #isUndone({ undoneBy }: ChangeSetRow): boolean {
    return undoneBy !== null && !this.#rows.get(undoneBy)?.inPart;
  }

  /** What each of the sets takes back, as this transaction has it now; null for nothing. */
  async linksOf(ids: readonly string[]): Promise<Map<string, string | null>> {
    await this.#read(ids);
    return new Map(ids.map((id) => [id, this.#rows.get(id)?.undoes ?? null]));
  }

  /** One change of the set was applied. @param created the entity, where it made a record */
  applied(set: ChangeSet, created?: string): void {
    const row = this.#rowOf(set);
    row.changes = Number(row.changes) + 1;
    const done = this.#done.get(row) ?? { applied: 0, created: new Map<string, number>() };
    this.#done.set(row, done);
    done.applied += 1;
    if (created !== undefined) done.created.set(created, (done.created.get(created) ?? 0) + 1);
    this.#cameLate(row);
    const undone = row.undoes === null ? null : this.#visible(row.undoes);
    if (!undone || undone.undoneBy === row.id || this.#isUndone(undone)) return;
    undone.undoneBy = row.id;
    if (!this.#added.has(undone)) this.#changed.add(undone);
  }

  /**
   * What comes after the set was undone was not taken back with it: there is something to be undone again. An undo that is
   * under way comes by there.
   */
  #cameLate({ undoneBy }: ChangeSetRow): void {
    const undo = undoneBy === null ? null : this.#rows.get(undoneBy);
    if (!undo || undo.undoneBy !== null || undo.inPart !== null) return;
    undo.inPart = IN_PART;
    if (!this.#added.has(undo)) this.#changed.add(undo);
  }

  /** Some of what the undo takes back is not its maker's to change. Noted also where nothing of it went back so far. */
  barred(set: ChangeSet): void {
    this.#rowOf(set).inPart = IN_PART;
  }

  /** Whether more calls of the same undo are to follow this one. */
  underWay({ id, undoes }: Pick<ChangeSet, 'id' | 'undoes'>, isUnderWay: boolean): void {
    const row = this.#rows.get(id);
    if (row?.userId !== this.#author._id || row.undoes !== (undoes ?? null)) return;
    if (row.inPart === IN_PART || isUnderWay === (row.inPart === UNDER_WAY)) return;
    row.inPart = isUnderWay ? UNDER_WAY : null;
    if (!this.#added.has(row)) this.#changed.add(row);
  }

  /** The row of the author's set, to be written in the end. */
  #rowOf({
    id,
    title,
    undoes = null,
  }: Pick<ChangeSet, 'id' | 'title'> & { undoes?: string | null | undefined }): ChangeSetRow {
    const known = this.#rows.get(id);
    const { _id: userId, deskId } = this.#author;
    const made = { seq: 0, changes: 0, undoes, undoneBy: null, inPart: null };
    const row: ChangeSetRow = known ?? { id, userId, deskId, title, at: this.#at, ...made };
    this.#rows.set(id, row);
    if (!known) this.#added.add(row);
    else if (!this.#added.has(row)) this.#changed.add(row);
    return row;
  }

  /** What this transaction did in each set. */
  get done(): InSet[] {
    return [...this.#done].map(([{ id, title, changes }, done]) => ({ id, title, changes, ...done }));
  }

  /** Writes what became of the sets. */
  async write(log: LogWriter): Promise<void> {
    const { seq } = log;
    await insertRows(
      this.#trx,
      'change_sets',
      COLUMNS,
      [...this.#added].map(({ id, userId, deskId, title, at, changes, undoes, undoneBy, inPart }) => [
        id,
        userId,
        deskId,
        title,
        at,
        seq,
        changes,
        undoes,
        undoneBy,
        inPart,
      ]),
    );
    for (const { id, changes, undoneBy, inPart } of this.#changed) {
      await this.#trx.all(
        'UPDATE "change_sets" SET "changes" = ?, "undoneBy" = ?, "inPart" = ?, "seq" = ? WHERE "id" = ? RETURNING "id"',
        [changes, undoneBy, inPart, seq, id],
      );
    }
  }
}

const COLUMNS = ['id', 'userId', 'deskId', 'title', 'at', 'seq', 'changes', 'undoes', 'undoneBy', 'inPart'];
