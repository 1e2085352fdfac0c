import type { OperationResult } from '#shared/protocol/sync.ts';
import { madeOf } from '../outbox/erased-records.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { OutboxOperation } from '../outbox/outbox-operation.ts';

/**
 * Of operations that were answered, those about somebody who was erased; with them whatever here was made of a new record of
 * theirs, or to be shown with it: the server never had that record, and knows of the next one only that something is missing.
 */
export function tooLate(
  outbox: Outbox,
  operations: readonly OutboxOperation[],
  results: ReadonlyMap<string, OperationResult>,
): OutboxOperation[] {
  const late = operations.filter(({ id }) => {
    const result = results.get(id);
    return result?.status === 'refused' && result.code === 'erased' && result.refusedWith === undefined;
  });
  const made = new Set(late.filter(({ kind }) => kind === 'create').map(({ recordId }) => recordId));
  if (made.size === 0) return late;
  const known = new Set(late.map(({ id }) => id));
  const waiting = [...outbox.refused(), ...outbox.unanswered()].filter(({ id }) => !known.has(id));
  return [...late, ...madeOf(waiting, made)];
}
