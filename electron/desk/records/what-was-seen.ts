import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { storedFields, type AnyRecord, type EntityDefinition } from '#shared/model/entity.ts';
import { namesTogether } from '#shared/model/proposals.ts';
import type { Operation } from '#shared/protocol/sync.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { BY_VALUES, type NewOperation } from '../outbox/outbox-operation.ts';
import { isSame } from './change-checks.ts';
import type { RecordReader } from './record-reader.ts';

type Seen = Pick<NewOperation, 'base' | 'seen'>;

/**
 * What the maker of an operation saw (sync rules 3 and 4), as a number of the server's row where that says it, and in
 * values. `BY_VALUES` where it does not: an own change lies over a row that was never shown, or the form is older than
 * the history that the server has now.
 */
export class WhatWasSeen {
  readonly #outbox: Outbox;
  readonly #reader: RecordReader;

  constructor(outbox: Outbox, reader: RecordReader) {
    this.#outbox = outbox;
    this.#reader = reader;
  }

  /**
   * For an edit of these fields.
   * @param form what the form held when it was opened; absent where the record is changed as it is shown now
   */
  ofChange(
    entity: EntityName,
    id: string,
    changes: Readonly<Record<string, unknown>>,
    form?: { base: number; seen?: Readonly<Record<string, unknown>> | undefined },
  ): Seen {
    const known = this.#reader.baseSeq(entity, id);
    const record = this.#reader.record(entity, id);
    const now = record ? valuesOf(entity, record, changes) : null;
    const inForm = form?.seen && pick(entity, form.seen, changes);
    // A number that this record has not come to is one of another history: the server was put back meanwhile.
    const isOfBefore = form !== undefined && form.base > known;
    const isOutdated = inForm !== undefined && this.#outbox.server.againUpTo > 0 && !holds(now, inForm);
    const byValues = isOfBefore || isOutdated || this.#reader.hidesServerRow(entity, id);
    return { base: byValues ? BY_VALUES : (form?.base ?? known), seen: inForm ?? (isOfBefore ? null : now) };
  }

  /** For a delete. The values are only wanted where the number does not say it. */
  ofDelete(definition: EntityDefinition, id: string): Seen {
    const entity = definition.name as EntityName;
    const fields = storedFields(definition).filter(([, { serverSet }]) => !serverSet);
    const { base, seen } = this.ofChange(entity, id, Object.fromEntries(fields));
    return { base, seen: base === BY_VALUES ? seen : null };
  }

  /** For a change that its maker makes again: what is shown now. */
  ofRepeat({ kind, entity, recordId, changes }: Omit<Operation, 'id' | 'base'>): Seen {
    if (kind === 'update') return this.ofChange(entity, recordId, changes);
    if (kind === 'delete') return this.ofDelete(entityOf(entity), recordId);
    return { base: kind === 'create' ? 0 : this.#reader.baseSeq(entity, recordId), seen: null };
  }
}

/** The values of the fields that change, and of what belongs to them; none where one that changes is not among those given. */
export function pick(
  entity: EntityName,
  given: Readonly<Record<string, unknown>>,
  changes: Readonly<Record<string, unknown>>,
): Record<string, unknown> | undefined {
  if (!Object.keys(changes).every((name) => Object.hasOwn(given, name))) return undefined;
  const names = namesTogether(entity, changes).filter((name) => Object.hasOwn(given, name));
  return Object.fromEntries(names.map((name) => [name, given[name]]));
}

/** Whether these are among the values, as they are here. */
const holds = (
  values: Readonly<Record<string, unknown>> | null,
  some: Readonly<Record<string, unknown>>,
): boolean => values !== null && Object.entries(some).every(([name, value]) => isSame(value, values[name]));

/** The record's values of the same. */
function valuesOf(
  entity: EntityName,
  record: AnyRecord,
  changes: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(namesTogether(entity, changes).map((name) => [name, record[name] ?? null]));
}
