import {
  mayFindAndRestore,
  RESTORE_IS_NOT_YOURS,
  UNDO_MINUTES,
  UNDO_TOO_LATE,
} from '#shared/access/history.ts';
import type { Actor } from '#shared/access/permissions.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { OutboxOperation } from '../outbox/outbox-operation.ts';

/**
 * Restoring is for those who find deleted records; whoever else may delete takes back what this desk has just deleted.
 * @param deleted the delete that this desk made last, if any. Throws `forbidden`; the server decides.
 */
export function assertMayRestore(
  definition: EntityDefinition,
  { role }: Actor,
  deleted: OutboxOperation | undefined,
): void {
  if (mayFindAndRestore(definition, role)) return;
  if (!deleted) throw new PlainError('forbidden', RESTORE_IS_NOT_YOURS);
  const since = deleted.ackedHere ?? Date.parse(deleted.at);
  if (Date.now() - since > UNDO_MINUTES * 60_000) throw new PlainError('forbidden', UNDO_TOO_LATE);
}
