import { isDataSubject } from '#shared/access/persons.ts';
import { entityOf } from '#shared/model/entities.ts';
import { storedFields } from '#shared/model/entity.ts';
import type { OperationResult } from '#shared/protocol/sync.ts';
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
  const made = new Set(late.filter(isCreate).map(({ recordId }) => recordId));
  if (made.size === 0) return late;
  let others = [...outbox.refused(), ...outbox.unanswered()].filter(isCreate);
  for (;;) {
    const more = others.filter((each) => isOf(each, made));
    if (more.length === 0) return late;
    late.push(...more);
    for (const { recordId } of more) made.add(recordId);
    others = others.filter((each) => !more.includes(each));
  }
}

const isCreate = ({ kind }: OutboxOperation): boolean => kind === 'create';

/** As the server judges it of records that it has had (server/records/erased.ts). */
function isOf({ entity, changes }: OutboxOperation, made: ReadonlySet<string>): boolean {
  const definition = entityOf(entity);
  return storedFields(definition).some(([name, { target }]) => {
    const isOfPerson = isDataSubject(entity) && target !== undefined && isDataSubject(target.entity);
    return (isOfPerson || definition.shownWith?.includes(name) === true) && made.has(String(changes[name]));
  });
}
