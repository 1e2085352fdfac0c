import { setImmediate as nextTurn } from 'node:timers/promises';
import { mayDelete } from '#shared/access/permissions.ts';
import { entityOf } from '#shared/model/entities.ts';
import type { Params, Results } from '#shared/protocol/bridge.ts';
import type { ChangeSet } from '#shared/protocol/change-sets.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { newSet } from '../records/new-set.ts';
import { titleOf } from '../records/record-reader.ts';
import type { DeskEvents } from '../workspace/desk-events.ts';
import type { Session } from '../session/session.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Inquiries changed in one commit and one turn of the event loop. */
const SLICE = 100;

/**
 * Deletes lead statuses that inquiries have, after giving those another one. Each slice of inquiries is safe in the
 * outbox before the next one begins, and the lead status goes last: an interruption leaves it there, with the inquiries
 * that still have it.
 */
export class LeadStatusReplacements {
  readonly #session: Session;
  readonly #events: DeskEvents;

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
    const { title, display } = named(workspace, status);
    const set = newSet(`${display} “${title}” deleted, its inquiries moved`);
    let done = 0;
    const total = countWith(workspace, status);
    for (let part = 0; ; part += 1) {
      const moved = this.#give(workspace, idsWith(workspace, status), by, { ...set, part });
      if (moved.length === 0) {
        workspace.writer.delete('leadStatus', status, workspace.actor, { ...set, part });
        break;
      }
      // Some may have come meanwhile.
      done += moved.length;
      this.#events.emit('move', { id, done, total: Math.max(done, total) });
      await this.#turn(workspace);
    }
    this.#told(workspace, 'leadStatus', [status]);
    return { moved: done, set: set.id };
  }

  #give(workspace: Workspace, ids: readonly string[], status: string | null, set: ChangeSet): string[] {
    const moved = workspace.writer.updateSome('inquiry', ids, { leadStatus: status }, set, workspace.actor);
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

function named({ reader }: Workspace, status: string): { title: string; display: string } {
  const definition = entityOf('leadStatus');
  const record = reader.record('leadStatus', status);
  return { title: record ? titleOf(definition, record) : '', display: definition.label };
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
