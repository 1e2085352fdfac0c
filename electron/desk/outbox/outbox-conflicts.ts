import type { EntityName } from '#shared/model/entities.ts';
import { WHOLE_RECORD, type ConflictNotice } from '#shared/protocol/sync.ts';
import type { StatementCache } from '../storage/sqlite-file.ts';

export interface Conflict extends ConflictNotice {
  title: string;
}

type ConflictRow = Omit<Conflict, 'by'> & { lost: string; won: string; wonBy: string };

const FORGOTTEN = `lost = 'null', won = 'null'`;

/** The part of the outbox that holds this user's values in whose place others' values stand. */
export class OutboxConflicts {
  readonly #statements: StatementCache;

  constructor(statements: StatementCache) {
    this.#statements = statements;
  }

  /** Each is shown once: what is known by its id, settled or not, stays as it is. */
  add(conflicts: readonly Conflict[]): void {
    const add = this.#statements.prepare(
      `INSERT OR IGNORE INTO conflicts (id, entity, recordId, field, lost, won, wonBy, title, at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    for (const { id, entity, recordId, field, lost, won, by, title, at } of conflicts) {
      add.run(id, entity, recordId, field, json(lost), json(won), by, title, at);
    }
  }

  /** Those that the user has not dealt with. */
  open(): Conflict[] {
    const rows = this.#statements.prepare('SELECT * FROM conflicts WHERE settled = 0 ORDER BY at, id').all();
    return (rows as ConflictRow[]).map(({ id, entity, recordId, field, lost, won, wonBy, title, at }) => ({
      id,
      entity,
      recordId,
      field,
      lost: JSON.parse(lost) as unknown,
      won: JSON.parse(won) as unknown,
      by: wonBy,
      title,
      at,
    }));
  }

  openCount(): number {
    const { count } = this.#statements
      .prepare('SELECT count(*) AS count FROM conflicts WHERE settled = 0')
      .get() as { count: number };
    return count;
  }

  /** Puts a conflict away. It stays known by its id, so that a pull that brings it again does not show it again. */
  settle(id: string): void {
    this.#statements
      .prepare(`UPDATE conflicts SET settled = 1, ${FORGOTTEN}, wonBy = '', title = '' WHERE id = ?`)
      .run(id);
  }

  /** Puts away what was said of deleted records that are there again. */
  settleRestored(isThere: (entity: EntityName, recordId: string) => boolean): void {
    const told = this.#statements
      .prepare('SELECT id, entity, recordId FROM conflicts WHERE settled = 0 AND field = ?')
      .all(WHOLE_RECORD) as Pick<Conflict, 'id' | 'entity' | 'recordId'>[];
    for (const { id, entity, recordId } of told) if (isThere(entity, recordId)) this.settle(id);
  }

  /** Forgets what was said of a record; gives whether there was anything. */
  remove(entity: EntityName, recordId: string): boolean {
    const sql = 'DELETE FROM conflicts WHERE entity = ? AND recordId = ?';
    return this.#statements.prepare(sql).run(entity, recordId).changes > 0;
  }

  forgetValues(): void {
    this.#statements.prepare(`UPDATE conflicts SET ${FORGOTTEN}`).run();
  }

  /** @param before ISO time; all of them where none is given. */
  forgetSettled(before?: string): void {
    if (before === undefined) this.#statements.prepare('DELETE FROM conflicts WHERE settled = 1').run();
    else this.#statements.prepare('DELETE FROM conflicts WHERE settled = 1 AND at < ?').run(before);
  }
}

const json = (value: unknown): string => JSON.stringify(value ?? null);
