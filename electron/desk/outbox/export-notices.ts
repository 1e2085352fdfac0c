import type { ExportNotice } from '#shared/protocol/audit.ts';
import type { StatementCache } from '../storage/sqlite-file.ts';

/** The part of the outbox that holds exports of which the server's audit log has not heard. */
export class ExportNotices {
  readonly #statements: StatementCache;

  constructor(statements: StatementCache) {
    this.#statements = statements;
  }

  add({ entity, list, rows, at }: ExportNotice): void {
    this.#statements
      .prepare('INSERT INTO exports (entity, list, rows, at) VALUES (?, ?, ?, ?)')
      .run(entity, list, rows, at);
  }

  /** The one that waits longest, with its number here. */
  first(): { n: number; notice: ExportNotice } | null {
    const row = this.#statements
      .prepare('SELECT n, entity, list, rows, at FROM exports ORDER BY n LIMIT 1')
      .get() as ({ n: number } & ExportNotice) | undefined;
    if (!row) return null;
    const { n, ...notice } = row;
    return { n, notice };
  }

  remove(n: number): void {
    this.#statements.prepare('DELETE FROM exports WHERE n = ?').run(n);
  }
}
