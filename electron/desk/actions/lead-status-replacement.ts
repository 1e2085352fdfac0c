import { setImmediate as nextTurn } from 'node:timers/promises';
import { mayDelete } from '#shared/access/permissions.ts';
import { entityOf } from '#shared/model/entities.ts';
import type { Params, Results } from '#shared/protocol/bridge.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { DeskEvents } from '../workspace/desk-events.ts';
import type { Session } from '../session/session.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Inquiries changed in one commit and one turn of the event loop. */
const SLICE = 100;

interface Replacement {
  status: string;
  by: string | null;
  inquiries: string[];
}

/**
 * Deletes lead statuses that inquiries have, after giving those another one. Each slice of inquiries is safe in the
 * outbox before the next one begins, and the lead status goes last: an interruption leaves it there, with the inquiries
 * that still have it.
 */
export class LeadStatusReplacements {
  readonly #session: Session;
  readonly #events: DeskEvents;
  /** The last one, for taking it back. */
  #last: { id: string; workspace: Workspace; replacement: Replacement } | null = null;

  constructor(session: Session, events: DeskEvents) {
    this.#session = session;
    this.#events = events;
  }

  /** @throws PlainError `forbidden`, `not-found`, `conflict`, or `unavailable` while the inquiries are not all here. */
  async replace({
    id,
    status,
    by,
  }: Params<'leadStatuses.replace'>): Promise<Results['leadStatuses.replace']> {
    const { workspace } = this.#session.require();
    assertPossible(workspace, status, by);
    const inquiries: string[] = [];
    const total = countWith(workspace, status);
    for (;;) {
      const moved = this.#give(workspace, idsWith(workspace, status), by);
      if (moved.length === 0) break;
      inquiries.push(...moved);
      // Some may have come meanwhile.
      const done = inquiries.length;
      this.#events.emit('move', { id, done, total: Math.max(done, total) });
      await this.#turn(workspace);
    }
    workspace.writer.delete('leadStatus', status, workspace.actor);
    this.#told(workspace, 'leadStatus', [status]);
    this.#last = { id, workspace, replacement: { status, by, inquiries } };
    return { moved: inquiries.length };
  }

  /** @throws PlainError `not-found` where it is not the last one, and what restoring throws. */
  async putBack(id: string): Promise<null> {
    const { workspace } = this.#session.require();
    const last = this.#last;
    if (last?.id !== id || last.workspace !== workspace) {
      throw new PlainError(
        'not-found',
        'This can no longer be undone. Restore the lead status from its list.',
      );
    }
    const { status, by, inquiries } = last.replacement;
    workspace.writer.restore('leadStatus', status, workspace.actor);
    this.#told(workspace, 'leadStatus', [status]);
    for (let at = 0; at < inquiries.length; at += SLICE) {
      const still = inquiries
        .slice(at, at + SLICE)
        .filter((each) => (workspace.reader.record('inquiry', each)?.['leadStatus'] ?? null) === by);
      this.#give(workspace, still, status);
      await this.#turn(workspace);
    }
    this.#last = null;
    return null;
  }

  #give(workspace: Workspace, ids: readonly string[], status: string | null): string[] {
    const moved = workspace.writer.updateSome('inquiry', ids, { leadStatus: status }, workspace.actor);
    if (moved.length > 0) this.#told(workspace, 'inquiry', moved);
    return moved;
  }

  #told(workspace: Workspace, entity: 'inquiry' | 'leadStatus', ids: string[]): void {
    this.#events.changed(entity, ids, 'here');
    workspace.index.catchUp();
    this.#session.require().sync.outboxChanged();
  }

  /** Lets others have their turn. What was begun for a user ends with the session. */
  async #turn(workspace: Workspace): Promise<void> {
    await nextTurn();
    const { open } = this.#session;
    const isHere = open?.workspace === workspace && !open.sync.isEnding && workspace.cache.open;
    // A copy that is being fetched again does not hold every inquiry.
    if (isHere && workspace.cache.position.complete) return;
    throw new PlainError(
      'unavailable',
      'This was interrupted. What was moved is kept; do it again for the rest.',
    );
  }
}

function countWith({ cache }: Workspace, status: string): number {
  const { count } = cache.statements
    .prepare('SELECT count(*) AS count FROM "inquiry" WHERE "leadStatus" = ?')
    .get(status) as { count: number };
  return count;
}

function idsWith({ cache }: Workspace, status: string): string[] {
  const rows = cache.statements
    .prepare('SELECT "_id" AS id FROM "inquiry" WHERE "leadStatus" = ? LIMIT ?')
    .all(status, SLICE) as { id: string }[];
  return rows.map(({ id }) => id);
}

/** Before anything is moved: what would refuse the delete in the end. */
function assertPossible({ actor, cache, reader }: Workspace, status: string, by: string | null): void {
  const { label, plural } = entityOf('leadStatus');
  if (!mayDelete(entityOf('leadStatus'), actor.role)) {
    throw new PlainError('forbidden', `Your role may not delete ${plural}`);
  }
  if (!cache.position.complete) {
    throw new PlainError(
      'unavailable',
      'The inquiries are not all on this computer yet. Try again when they are fetched.',
    );
  }
  if (by === status || !reader.has('leadStatus', status) || (by !== null && !reader.has('leadStatus', by))) {
    throw new PlainError('not-found', `This ${label} is no longer there. Choose another one.`);
  }
}
