import { createHmac } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from './database/database.ts';

/**
 * Several server processes on one database need one data folder. With a signing secret of its own, one would tell the desks of
 * the others to start over at each call, and have pictures and documents that the others do not find. The log of both says so.
 */
export function watchOtherFolders(
  database: Pick<Database, 'announce' | 'onAnnounced'>,
  secret: string,
  logger: Pick<Logger, 'error'>,
): void {
  const mark = createHmac('sha256', secret).update('data folder').digest('base64url').slice(0, 16);
  const told = new Set<string>();
  database.onAnnounced((announcement) => {
    if (announcement.kind !== 'data-folder' || announcement.mark === mark) return;
    const { mark: other, begins } = announcement;
    // One that begins is told of each time, and what several answer to it once.
    if (begins || !told.has(other))
      logger.error(
        'another server on this database has another data folder: give all of them the same one (docs/operations.md, "Several processes")',
      );
    told.add(other);
    if (begins) database.announce({ kind: 'data-folder', mark, begins: false });
  });
  database.announce({ kind: 'data-folder', mark, begins: true });
}
