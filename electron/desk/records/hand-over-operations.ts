import { OWNER_FIELD, type OwnedEntity } from '#shared/access/leads.ts';
import { entityOf } from '#shared/model/entities.ts';
import { newId } from '#shared/model/new-id.ts';
import type { ChangeSet } from '#shared/protocol/change-sets.ts';
import type { NewOperation } from '../outbox/outbox-operation.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { titleOf, type RecordReader } from './record-reader.ts';
import { WhatWasSeen } from './what-was-seen.ts';

/**
 * The operations that give records to a person: of a candidate the server takes that in a change set alone. Records that
 * are gone, or are that person's already, are left out.
 */
export function handOverOperations(
  { outbox, reader }: { outbox: Outbox; reader: RecordReader },
  records: readonly { entity: OwnedEntity; id: string }[],
  to: string,
  set: ChangeSet,
): NewOperation[] {
  const seen = new WhatWasSeen(outbox, reader);
  const at = new Date().toISOString();
  return records.flatMap(({ entity, id }): NewOperation[] => {
    const record = reader.record(entity, id);
    if (!record || record[OWNER_FIELD[entity]] === to) return [];
    const changes = { [OWNER_FIELD[entity]]: to };
    const title = titleOf(entityOf(entity), record);
    const saw = seen.ofChange(entity, id, changes);
    const operation = { kind: 'update', entity, recordId: id, changes } as const;
    return [{ ...operation, ...saw, set, id: newId(), title, at, before: null }];
  });
}
