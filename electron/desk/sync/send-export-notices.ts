import { PlainError } from '#shared/protocol/errors.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import type { ExportNotices } from '../outbox/export-notices.ts';
import type { ServerAccess } from '../server/server-access.ts';
import { isPassing } from '../server/server-connection.ts';
import { isSessionOver } from '../server/session-over.ts';

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
