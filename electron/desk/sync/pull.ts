import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { entityNames, entityOf, isEntityName, type EntityName } from '#shared/model/entities.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { ConflictNotice, PullResponse } from '#shared/protocol/sync.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { DeskEvents } from '../workspace/desk-events.ts';
import { fetchPage } from './fetch-page.ts';
import { notedAfterFirstSync } from './check-schedule.ts';
import { erasedOf, hiddenOf, writePage, type PulledPage } from './page-writer.ts';
import { titleOf } from '../records/record-reader.ts';
import { RemovalGuard } from './removal-guard.ts';
import type { ServerAccess } from '../server/server-access.ts';
import { NetworkFailure } from '../server/server-connection.ts';
import type { Workspace } from '../workspace/workspace.ts';

export interface PullOptions {
  signal: AbortSignal;
  /** The entities of which it has been agreed that most rows are removed. */
  removalAllowed: ReadonlySet<EntityName>;
  /** As far as the server's log has to be fetched; all of it without that. */
  upTo: number | undefined;
  /** Called after each page of a first sync. */
  onProgress(): void;
  /** The server was put back to an older state: called when the cache has been made anew and the outbox knows. */
  onRestored(): void;
  /** Begins a first sync with what the server has ready, if anything. */
  takeSnapshot(): Promise<unknown>;
  /** Called between pages, so that what the user saves meanwhile need not wait for the last page. */
  between(): Promise<unknown>;
}

/** Pages that are kept after a look at them; more are fetched once again. */
const MOST_AHEAD = 4;

/** A pull that would remove most of an entity's rows: nothing of them was removed. */
export class RemovalHalted extends Error {
  readonly entity: EntityName;

  constructor(entity: EntityName) {
    super(`A pull would remove most ${entity}s`);
    this.name = 'RemovalHalted';
    this.entity = entity;
  }
}

/**
 * Fetches and writes pages until the cache stands where the server does. A first sync goes on where it was broken
 * off. Throws RemovalHalted, or as ServerAccess.call.
 */
export async function pullAll(
  workspace: Workspace,
  access: ServerAccess,
  events: DeskEvents,
  options: PullOptions,
): Promise<void> {
  let rebuilds = 0;
  await options.takeSnapshot();
  let { cache } = workspace;
  let guard = new RemovalGuard(cache, options.removalAllowed);
  let judgedTo = 0;
  /** Pages that were looked at and are still to be written, by their cursors. */
  const ahead = new Map<string | null, PullResponse>();
  const fetch = (cursor: string | null): Promise<Outcome> => {
    const answer = ahead.get(cursor);
    ahead.delete(cursor);
    if (answer) return Promise.resolve({ answer });
    const { receipt } = workspace.outbox.server;
    return begun(
      fetchPage({ cursor, receipt, upTo: options.upTo }, access, workspace.pageSize, options.signal),
    );
  };
  let fetching = fetch(cache.position.cursor);
  for (;;) {
    const answer = await settled(fetching);
    if (workspace.cache !== cache) {
      // It was damaged and made anew meanwhile: a page that goes on where the old one stood would leave a gap.
      cache = workspace.cache;
      guard = new RemovalGuard(cache, options.removalAllowed);
      ahead.clear();
      fetching = fetch(cache.position.cursor);
      continue;
    }
    if (answer.status === 'resync') {
      rebuilds += 1;
      if (rebuilds > 1)
        throw new PlainError(
          'internal',
          'The server asks again and again for a new start. Tell your administrator.',
        );
      const restored = answer.reason === 'epoch';
      if (answer.reason === 'permissions') workspace.outbox.others.forgetAll();
      rebuild(workspace, events, restored);
      if (restored) options.onRestored();
      await options.takeSnapshot();
      ahead.clear();
      cache = workspace.cache;
      guard = new RemovalGuard(cache, options.removalAllowed);
      fetching = fetch(cache.position.cursor);
      continue;
    }
    const first = !workspace.cache.position.complete;
    if (!first && answer.seq > judgedTo) {
      judgedTo = await assertLittleGoes(guard, answer, async (cursor) => {
        const next = await settled(fetch(cursor));
        if (ahead.size < MOST_AHEAD) ahead.set(cursor, next);
        return next;
      });
      if (workspace.cache !== cache) {
        fetching = Promise.resolve({ answer });
        continue;
      }
    }
    // The next page is on its way while this one is written.
    if (answer.more) fetching = fetch(answer.cursor);
    writeAndTell(workspace, events, answer, first);
    if (first) options.onProgress();
    if (!answer.more) break;
    await nextTurn();
    await options.between();
    if (!workspace.cache.open) throw new Error('The cache was closed during a pull');
  }
  if (!workspace.cache.position.complete) {
    await workspace.cache.buildIndexes();
    workspace.cache.movePosition({ complete: true, checkedAt: notedAfterFirstSync() });
    workspace.outbox.others.forgetWhereGone((entity, id) => workspace.reader.has(entity, id));
    for (const entity of entityNames) events.changed(entity, null, 'elsewhere');
  }
  workspace.index.catchUp();
}

/**
 * Where rows go, the pages to come are looked at before this one is written: of what is asked about, nothing has gone. Gives the
 * number up to which nothing more is to be judged.
 * @throws RemovalHalted, or as ServerAccess.call
 */
async function assertLittleGoes(
  guard: RemovalGuard,
  page: PulledPage,
  fetch: (cursor: string) => Promise<PullResponse>,
): Promise<number> {
  for (let next = page; ;) {
    const emptied = guard.wouldEmpty(next);
    if (emptied) throw new RemovalHalted(emptied);
    if (!next.more || !guard.isAny) return next.seq;
    try {
      const answer = await fetch(next.cursor);
      // What it is about is done when this cursor is asked for again.
      if (answer.status !== 'page') return next.seq;
      next = answer;
    } catch (error) {
      // Over a line that is cut again and again few go all the same: else nothing would ever come in.
      if (guard.isMany || !(error instanceof NetworkFailure)) throw error;
      return next.seq;
    }
  }
}

function begun(fetching: Promise<PullResponse>): Promise<Outcome> {
  return fetching.then(
    (answer) => ({ answer }),
    // Held until it is asked for: a page fetched ahead may fail while nobody waits for it.
    (error: unknown) => ({ error }),
  );
}

type Outcome = { answer: PullResponse } | { error: unknown };

async function settled(fetching: Promise<Outcome>): Promise<PullResponse> {
  const outcome = await fetching;
  if ('error' in outcome) throw outcome.error;
  return outcome.answer;
}

/** Starts the cache anew; the outbox stays and is laid over it (sync rules 6 and 11). */
export function rebuild(workspace: Workspace, events: DeskEvents, offerAgain: boolean): void {
  if (offerAgain) workspace.outbox.offerAgain();
  workspace.resetCache();
  for (const entity of entityNames) events.changed(entity, null, 'elsewhere');
}

/** To whom the server has given leads that named nobody: they go to nobody else when they are offered again. */
function noteOwners({ outbox, reader }: Workspace, entity: EntityName, ids: readonly string[]): void {
  if (entity !== 'inquiry' && entity !== 'contactInquiry') return;
  for (const id of ids) {
    const assignedTo = reader.record(entity, id)?.['assignedTo'];
    if (typeof assignedTo === 'string') outbox.noteBecame(entity, id, { assignedTo });
  }
}

function writeAndTell(workspace: Workspace, events: DeskEvents, page: PulledPage, first: boolean): void {
  const { cache, overlay, outbox, reader } = workspace;
  if (page.conflicts.length > 0) {
    // Before the cursor moves past them: after that the server does not tell of them again.
    const told = page.conflicts.flatMap((notice) => {
      // Of an entity of a newer model only a desk that has that model can tell.
      if (!isEntityName(notice.entity) || isWrittenSince(outbox, notice)) return [];
      const definition = entityOf(notice.entity);
      return { ...notice, title: titleOf(definition, reader.record(notice.entity, notice.recordId) ?? {}) };
    });
    outbox.transaction(() => outbox.conflicts.add(told));
  }
  // Before the cursor moves past them, likewise.
  workspace.forgetOthers(hiddenOf(page));
  const erased = erasedOf(page);
  workspace.forgetErased(erased);
  for (const { entity, own, others } of writePage(cache, overlay, page)) {
    events.changed(entity, first ? null : others.length > 0 ? others : [], 'elsewhere');
    events.changed(entity, own, 'here');
    noteOwners(workspace, entity, own);
  }
  if (erased.length > 0 && !first) events.emit('erased', { records: erased });
  outbox.server.clock.hear(page.at);
  if (outbox.server.isNews(page)) outbox.recordAnswers(() => outbox.server.heard(page));
  outbox.conflicts.settleRestored((entity, recordId) => reader.has(entity, recordId));
}

/**
 * Whether the user has written the field again after the value that was lost, or deleted the record for good, so that
 * the other's value does not stand. A delete that was taken back left the value where it was.
 */
function isWrittenSince(outbox: Outbox, { entity, recordId, field, lost }: ConflictNotice): boolean {
  const own = outbox.ofRecord(entity, recordId).filter(({ status }) => status !== 'refused');
  const loser = own.findLastIndex(
    ({ changes }) => Object.hasOwn(changes, field) && isDeepStrictEqual(changes[field] ?? null, lost ?? null),
  );
  if (loser < 0) return false;
  const since = own.slice(loser + 1);
  const last = since.findLast(({ kind }) => kind === 'delete' || kind === 'restore');
  return last?.kind === 'delete' || since.some(({ changes }) => Object.hasOwn(changes, field));
}
