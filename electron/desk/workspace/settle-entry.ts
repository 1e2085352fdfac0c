import { setImmediate as nextTurn } from 'node:timers/promises';
import { settableFields } from '#shared/access/permissions.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { fieldOf } from '#shared/model/entity.ts';
import { withFollowing } from '#shared/model/proposals.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { WHOLE_RECORD } from '#shared/protocol/sync.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Conflict } from '../outbox/outbox-conflicts.ts';
import type { OutboxOperation } from '../outbox/outbox-operation.ts';
import { isSame } from '../records/change-checks.ts';
import { leadsTo } from '../records/merged-records.ts';
import { newSet } from '../records/new-set.ts';
import { notHere } from '../records/not-here.ts';
import type { Workspace } from './workspace.ts';
import { withDependents, type Touched } from './refused-again.ts';

/** Records shown anew in one turn of the event loop. */
const SHOWN_SLICE = 100;

/** A change that can be given up; undefined for a conflict. Throws `not-found` or `conflict`. */
export function discardable({ outbox }: Workspace, id: string): OutboxOperation | undefined {
  const operation = outbox.get(id);
  if (operation?.status === 'applied')
    throw new PlainError('not-found', 'This change is on the server already.');
  if (operation?.status === 'sent') {
    throw new PlainError(
      'conflict',
      'This change is on its way to the server. Wait until it has arrived, then change it back.',
    );
  }
  return operation;
}

/**
 * Gives up a refused or waiting change, with the rest of its set that has not left, or puts away a conflict. Throws
 * `not-found` or `conflict`.
 * @param onGivenUp hears of the records, some in each turn of the event loop.
 */
export async function discard(
  workspace: Workspace,
  id: string,
  onGivenUp: (touched: Touched) => void,
): Promise<void> {
  const { outbox } = workspace;
  const operation = discardable(workspace, id);
  if (!operation) {
    const conflict = conflictOf(outbox, id);
    outbox.conflicts.settle(id);
    outbox.leaveNothing();
    return onGivenUp([conflict]);
  }
  const given = withDependents(outbox, operation).filter(({ status }) => status !== 'sent');
  outbox.remove(given.map((each) => each.id));
  outbox.leaveNothing();
  for (let at = 0; at < given.length && workspace.cache.open; at += SHOWN_SLICE) {
    if (at > 0) await nextTurn();
    const shown = given.slice(at, at + SHOWN_SLICE);
    workspace.overlay.refresh(shown);
    onGivenUp(shown);
  }
}

/**
 * Writes the value that lost a conflict again, over the record as it now is; restores the record where it was deleted.
 * Throws `not-found`, and `forbidden` where the role may not restore.
 * @returns the record, and the set that takes it back; null where nothing had to be done
 */
export function putBack(workspace: Workspace, id: string): { touched: Touched; set: string | null } {
  const { outbox, cache, writer, reader, actor } = workspace;
  const { entity, recordId, field, lost, won, title } = conflictOf(outbox, id);
  const led = field === WHOLE_RECORD && lost !== null ? leadsTo(workspace, entity, recordId) : null;
  if (led) {
    const set = newSet(`Values of ${title} put back`);
    const changes = settableOf(workspace, entity, led.id, lost as Record<string, unknown>);
    const operation = { kind: 'update', entity, recordId: led.id, changes, set } as const;
    writer.appendAgain([{ operation, title, before: null, seen: null }]);
    outbox.conflicts.settle(id);
    return { touched: [{ entity, recordId: led.id }], set: set.id };
  }
  if (field === WHOLE_RECORD) {
    const { setId } = writer.restore(entity, recordId, actor, title);
    outbox.conflicts.settle(id);
    return { touched: [{ entity, recordId }], set: setId };
  }
  if (!Object.hasOwn(entityOf(entity).fields, field)) throw new PlainError('not-supported', OF_NEWER_VERSION);
  if (!reader.has(entity, recordId)) throw notHere(cache, entityOf(entity));
  const set = newSet(`${fieldOf(entityOf(entity), field).label} of ${title} put back`);
  const record = reader.record(entity, recordId);
  const changes = withFollowing(entity, record ?? {}, { [field]: lost });
  const operation = { kind: 'update', entity, recordId, changes, set } as const;
  // The tray showed the value that won; what somebody wrote after that was not seen, and is told to them.
  const isAsTold = isSame(record?.[field], won);
  const saw = isAsTold ? { seen: null } : { seen: { [field]: won }, byValues: true };
  writer.appendAgain([{ operation, title, before: null, ...saw }]);
  // After the write: a value put back twice does no harm, one lost does.
  outbox.conflicts.settle(id);
  return { touched: [{ entity, recordId }], set: set.id };
}

const OF_NEWER_VERSION =
  'This field is of a newer version of the application. Put your value back once this computer is updated; it stays here.';

/** Of these values those that the role may set. */
function settableOf(
  { actor, reader }: Workspace,
  entity: EntityName,
  id: string,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const settable = settableFields(entityOf(entity), actor, reader.record(entity, id) ?? { _id: id });
  return Object.fromEntries(Object.entries(values).filter(([name]) => settable.has(name)));
}

function conflictOf(outbox: Outbox, id: string): Conflict {
  const conflict = outbox.conflicts.open().find((each) => each.id === id);
  if (!conflict) throw new PlainError('not-found', 'This entry has been dealt with already.');
  return conflict;
}
