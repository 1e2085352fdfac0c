import type { Actor } from '#shared/access/permissions.ts';
import { PULL_LIMIT, type PullQuery, type PullRequest } from '#shared/protocol/sync.ts';
import type { RowCounts } from '../audit/doors.ts';
import type { Database } from '../database/database.ts';
import { permissionVersion, readCursor, schemaVersion, writeCursor, type Cursor } from './cursor.ts';
import type { Lineage } from './lineage.ts';
import { countVisible, FEW_CHANGES, logPosition, readPage, type Page } from './page.ts';
import type { SharedPages } from './shared-pages.ts';
import type { Signer } from './signer.ts';

/** What pulls are answered with. */
export interface PullServices {
  database: Database;
  pages: SharedPages;
  lineage: Lineage;
  signer: Signer;
}

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
 * cursor, in the order of the log (sync rules 2, 6, 7 and 11).
 * @param beforeLarge is waited for before a page is read that may be large, for this desk alone
 */
export async function pull(
  services: PullServices,
  actor: Actor,
  request: PullRequest & PullQuery,
  beforeLarge: () => Promise<void>,
): Promise<Pulled> {
  const { database, pages, lineage, signer } = services;
  const versions = versionsFor(database, actor);
  const limit = Math.min(request.limit ?? PULL_LIMIT, PULL_LIMIT);
  // Asked anew for each pull, so that the answer is never older than the question.
  const [position, removedAt] = await Promise.all([database.seq(), database.removedAt()]);
  if (request.receipt !== undefined && !(await lineage.fits(request.receipt, position)))
    return resync('epoch');
  if (request.cursor === null) {
    await beforeLarge();
    return firstPage(services, actor, versions, limit);
  }
  const read = readCursor(signer, request.cursor);
  if (!read.genuine) return resync(read.epoch !== null && read.epoch !== database.epoch ? 'epoch' : 'schema');
  const { cursor } = read;
  if (cursor.epoch === database.epoch && (await isPruned(database, cursor))) return resync('horizon');
  if (await isOfAnotherHistory(cursor, services, position)) return resync('epoch');
  if (cursor.schema !== versions.schema) return resync('schema');
  if (cursor.permissions !== versions.permissions) return resync('permissions');
  const { seq: from, mark, firstFrom, snapshot } = cursor;
  if (firstFrom === undefined && position - from <= FEW_CHANGES) {
    // Who was erased, or is not for everybody any more, is in no page from before that: it would be given once more.
    const upTo = Math.max(request.upTo ?? position, removedAt);
    const asked = { position, upTo: upTo > from ? Math.min(upTo, position) : position };
    const page = await pages.after(actor, { from, mark }, asked, limit);
    if (await isPruned(database, cursor)) return resync('horizon');
    return answer(services, page, { ...versions, seq: page.to, mark: page.mark }, false);
  }
  await beforeLarge();
  const page = await database.read(async (trx) =>
    readPage(
      trx,
      database,
      actor,
      {
        from,
        deletesFrom: firstFrom ?? from,
        limit,
        snapshotTo: snapshot === undefined ? undefined : firstFrom,
      },
      await logPosition(trx),
    ),
  );
  if (await isPruned(database, cursor)) return resync('horizon');
  return answer(services, page, nextCursor(page, versions, cursor), firstFrom !== undefined);
}

/**
 * The log may lack what this desk has not been told. Asked after a page was read: the horizon moves before anything goes. Of a
 * first sync its beginning counts, since it gives rows alone until then.
 */
async function isPruned(database: Database, { seq, firstFrom }: Cursor): Promise<boolean> {
  return (firstFrom ?? seq) < (await database.prunedTo());
}

/** The data was restored, or put back to an older state by other means, whether or not the log has grown since. */
async function isOfAnotherHistory(
  { epoch, seq, mark, firstFrom = 0, snapshot }: Cursor,
  { database, lineage }: PullServices,
  position: number,
): Promise<boolean> {
  if (epoch !== database.epoch || seq > position) return true;
  if (snapshot !== undefined && snapshot !== (await lineage.mark(firstFrom))) return true;
  // Of lines that may be gone nothing follows: a first sync comes by there.
  return mark !== (await lineage.mark(seq)) && seq >= (await database.prunedTo());
}

function firstPage(services: PullServices, actor: Actor, versions: Versions, limit: number): Promise<Pulled> {
  const { database } = services;
  return database.read(async (trx) => {
    const position = await logPosition(trx);
    const page = await readPage(trx, database, actor, { from: 0, deletesFrom: position, limit }, position);
    const total = await countVisible(trx, database, actor);
    return answer(services, page, nextCursor(page, versions, { firstFrom: position }), true, total);
  });
}

type Versions = Pick<Cursor, 'epoch' | 'permissions' | 'schema'>;

/** What a cursor that is given to the actor now is good for. */
export function versionsFor({ epoch, model }: Database, actor: Actor): Versions {
  return {
    epoch,
    permissions: permissionVersion(model, actor._id, actor.role),
    schema: schemaVersion(model),
  };
}
type ResyncReason = 'epoch' | 'permissions' | 'schema' | 'horizon';

const resync = (reason: ResyncReason): Pulled => ({
  text: JSON.stringify({ status: 'resync', reason }),
  counts: {},
  first: false,
});

function nextCursor(
  { to, mark, more }: Page,
  versions: Versions,
  { firstFrom, snapshot }: Pick<Cursor, 'firstFrom' | 'snapshot'>,
): Cursor {
  return {
    ...versions,
    seq: to,
    mark,
    ...(more && firstFrom !== undefined ? { firstFrom } : {}),
    ...(more && snapshot !== undefined ? { snapshot } : {}),
  };
}

function answer(
  { lineage, signer }: PullServices,
  { content, more, to, mark, counts }: Page,
  cursor: Cursor,
  first: boolean,
  total?: number,
): Pulled {
  const rest = JSON.stringify({
    cursor: writeCursor(signer, cursor),
    seq: cursor.seq,
    receipt: lineage.receipt(to, mark),
    at: new Date().toISOString(),
    more,
    ...(total === undefined ? {} : { total }),
  });
  const text = `{"status":"page",${content},${rest.slice(1)}`;
  return { text, counts, first, ...(total === undefined ? {} : { total }) };
}
