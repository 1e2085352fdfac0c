import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Role } from '#shared/access/roles.ts';
import { cacheSchemaHash } from '#shared/node/cache/cache-schema.ts';
import { PULL_LIMIT } from '#shared/protocol/sync.ts';
import type { Database } from '../../database/database.ts';
import { ownTurn } from '../../http/turns.ts';
import { logPosition, readPage, type Page } from '../page.ts';
import { somebodyElse } from '../shared-pages.ts';
import type { Manifest, SnapshotFolder } from './snapshot-folder.ts';
import { viewOf } from './snapshot-view.ts';
import type { FromWriter, ToWriter, WriterSettings } from './writer-messages.ts';

export interface SnapshotMaking {
  database: Database;
  folder: SnapshotFolder;
  /** The program of the worker. */
  writer: string;
}

/**
 * Makes a snapshot of what everybody of the role sees, from an earlier one where there is such: then it costs what has changed
 * since, and compressing it. The pages are read like those of a desk, one at a time, and the worker does the rest.
 * @param isWanted asked between pages: where nobody wants it any more, nothing is left of it, and null is given
 */
export async function makeSnapshot(
  { database, folder, writer }: SnapshotMaking,
  role: Role,
  former: Manifest | undefined,
  isWanted: () => boolean,
): Promise<Manifest | null> {
  const id = randomUUID();
  folder.write(id);
  const goesOn = former && existsSync(folder.database(former.id)) ? former : undefined;
  const workerData: WriterSettings = {
    database: folder.database(id),
    pieces: folder.pieces(id),
    former: goesOn ? folder.database(goesOn.id) : null,
  };
  const worker = new Worker(writer, { workerData, execArgv: [] });
  const ended = new Promise<void>((resolve) => void worker.once('exit', () => resolve()));
  const failed = new Promise<never>((_, reject) => {
    worker.once('error', reject);
    void ended.then(() => reject(new Error('The worker that writes snapshots has ended')));
  });
  // Waited for below; where nothing is any more, its end is as it should be.
  failed.catch(() => undefined);
  const ask = async (message: ToWriter): Promise<FromWriter> => {
    const answered = once(worker, 'message') as Promise<[FromWriter]>;
    worker.postMessage(message);
    const [answer] = await Promise.race([answered, failed]);
    return answer;
  };
  try {
    const end = await givePages(database, role, goesOn, isWanted, (page) => ask({ page }));
    if (!end) return null;
    const done = await ask({ finish: true });
    if (!('pieces' in done) || !isWanted()) return null;
    chmodSync(folder.database(id), 0o600);
    const manifest: Manifest = {
      id,
      view: viewOf(database.model, role),
      schema: cacheSchemaHash(),
      epoch: database.epoch,
      seq: end.to,
      mark: end.mark,
      madeAt: new Date().toISOString(),
      ...done,
    };
    folder.keep(manifest);
    return manifest;
  } finally {
    worker.postMessage({ stop: true } satisfies ToWriter);
    await ended;
    folder.written(id);
  }
}

/** Gives the last page, or null where nobody wants them any more. */
async function givePages(
  database: Database,
  role: Role,
  former: Manifest | undefined,
  isWanted: () => boolean,
  give: (page: string) => Promise<unknown>,
): Promise<Pick<Page, 'to' | 'mark'> | null> {
  let from = former?.seq ?? 0;
  // What was deleted before the first page was never in it.
  let deletesFrom = former?.seq;
  for (;;) {
    await ownTurn();
    if (!isWanted()) return null;
    const page = await database.read(async (trx) => {
      const position = await logPosition(trx);
      deletesFrom ??= position;
      const asked = { from, deletesFrom, limit: PULL_LIMIT, isNobody: true, forSnapshot: true };
      return readPage(trx, database, somebodyElse(role), asked, position);
    });
    await give(`{${page.content}}`);
    if (!page.more) return page;
    from = page.to;
  }
}
