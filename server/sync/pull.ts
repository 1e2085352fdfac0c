import type { Actor } from '#shared/access/permissions.ts';
import { PULL_LIMIT, type PullRequest } from '#shared/protocol/sync.ts';
import type { RowCounts } from '../audit/doors.ts';
import type { Database } from '../database/database.ts';
import { permissionVersion, readCursor, schemaVersion, writeCursor, type Cursor } from './cursor.ts';
import { countVisible, FEW_CHANGES, logPosition, readPage, type Page } from './page.ts';
import type { SharedPages } from './shared-pages.ts';

/** The answer to a pull. */
export interface Pulled {
  /** A `PullResponse` as JSON. */
  text: string;
  /** How many rows of each entity it has. */
  counts: RowCounts;
  /** Whether it is a page of a first sync; `total` rows in all on the first one. */
  first: boolean;
  total?: number;
}

/**
 * Answers a pull: one consistent page of what changed for this user since the
 * cursor, in the order of the log (architecture, Sync rules 2, 6 and 7).
 */
export async function pull(
  database: Database,
  pages: SharedPages,
  actor: Actor,
  request: PullRequest,
): Promise<Pulled> {
  const { model } = database;
  const versions = {
    epoch: database.epoch,
    permissions: permissionVersion(model, actor._id, actor.role),
    schema: schemaVersion(model),
  };
  const limit = Math.min(request.limit ?? PULL_LIMIT, PULL_LIMIT);
  if (request.cursor === null) return firstPage(database, actor, versions, limit);
  const cursor = readCursor(request.cursor);
  const reason = mismatch(cursor, versions);
  if (!cursor || reason) return resync(reason ?? 'schema');
  // Asked anew for each pull, so that the answer is never older than the question.
  const position = await database.seq();
  // A cursor ahead of the log was given before the data was put back to an older state.
  if (cursor.seq > position) return resync('epoch');
  if (cursor.firstFrom === undefined && position - cursor.seq <= FEW_CHANGES) {
    const page = await pages.after(actor, cursor.seq, position, limit);
    return answer(page, { ...versions, seq: page.to }, false);
  }
  const { seq: from, firstFrom } = cursor;
  const page = await database.read(async (trx) =>
    readPage(trx, database, actor, { from, deletesFrom: firstFrom ?? from, limit }, await logPosition(trx)),
  );
  return answer(page, nextCursor(page, versions, firstFrom), firstFrom !== undefined);
}

function firstPage(database: Database, actor: Actor, versions: Versions, limit: number): Promise<Pulled> {
  return database.read(async (trx) => {
    const position = await logPosition(trx);
    const page = await readPage(trx, database, actor, { from: 0, deletesFrom: position, limit }, position);
    return answer(page, nextCursor(page, versions, position), true, await countVisible(trx, database, actor));
  });
}

type Versions = Pick<Cursor, 'epoch' | 'permissions' | 'schema'>;
type ResyncReason = 'epoch' | 'permissions' | 'schema';

function mismatch(cursor: Cursor | null, versions: Versions): ResyncReason | null {
  if (!cursor) return 'schema';
  if (cursor.epoch !== versions.epoch) return 'epoch';
  if (cursor.schema !== versions.schema) return 'schema';
  if (cursor.permissions !== versions.permissions) return 'permissions';
  return null;
}

const resync = (reason: ResyncReason): Pulled => ({
  text: JSON.stringify({ status: 'resync', reason }),
  counts: {},
  first: false,
});

function nextCursor({ to, more }: Page, versions: Versions, firstFrom: number | undefined): Cursor {
  return { ...versions, seq: to, ...(more && firstFrom !== undefined ? { firstFrom } : {}) };
}

function answer({ content, more, counts }: Page, cursor: Cursor, first: boolean, total?: number): Pulled {
  const rest = JSON.stringify({
    cursor: writeCursor(cursor),
    seq: cursor.seq,
    more,
    ...(total === undefined ? {} : { total }),
  });
  const text = `{"status":"page",${content},${rest.slice(1)}`;
  return { text, counts, first, ...(total === undefined ? {} : { total }) };
}
