import type { ExportNotice } from '#shared/protocol/audit.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import { isSessionOver } from './closed-account.ts';
import type { ServerAccess } from './server-access.ts';
import { isPassing } from './server-connection.ts';
import type { StatementCache } from './sqlite-file.ts';

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

/** Tells the server of the exports that it has not heard of. What it will never take is given up. */
export async function sendExportNotices(
  notices: ExportNotices,
  access: ServerAccess,
  signal: AbortSignal,
): Promise<void> {
  for (let next = notices.first(); next && !signal.aborted; next = notices.first()) {
    try {
      await access.call(PATHS.auditExport, { body: next.notice, signal });
    } catch (error) {
      const mayHelp = isPassing(error) || isSessionOver(error) || !(error instanceof PlainError);
      if (mayHelp || error.code === 'unauthenticated') throw error;
    }
    if (!signal.aborted) notices.remove(next.n);
  }
}
