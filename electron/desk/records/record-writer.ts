import {
  mayFindAndRestore,
  RESTORE_IS_NOT_YOURS,
  UNDO_MINUTES,
  UNDO_TOO_LATE,
} from '#shared/access/history.ts';
import { mayCreate, mayDelete, mayUpdate, settableFields, type Actor } from '#shared/access/permissions.ts';
import { inSentence } from '#shared/format/label-in-sentence.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { fieldOf, storedFields, type AnyRecord, type EntityDefinition } from '#shared/model/entity.ts';
import { quote } from '#shared/model/list-query.ts';
import { normaliseText, sortKeyColumn } from '#shared/model/search-text.ts';
import { validateChanges } from '#shared/model/validation.ts';
import { takenSentence } from '#shared/model/unique.ts';
import type { Params } from '#shared/protocol/bridge.ts';
import type { ChangeSet } from '#shared/protocol/change-sets.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Operation } from '#shared/protocol/sync.ts';
import type { Cache } from '../cache/cache.ts';
import { tableOf } from '../cache/cache-schema.ts';
import { assertMayBeChanged } from './change-rules.ts';
import { assertMayBeDeleted } from './delete-rules.ts';
import { setOfOne } from './new-set.ts';
import { newId } from '#shared/model/new-id.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { BY_VALUES, type NewOperation, type OutboxOperation } from '../outbox/outbox-operation.ts';
import type { Overlay } from './overlay.ts';
import { titleOf, type RecordReader } from './record-reader.ts';

/** What was written: the record, and the operation that will take it to the server; none where nothing changed. */
export interface Written {
  recordId: string;
  operationId: string | null;
  /** The change set by which it can be taken back; null where nothing changed. */
  setId: string | null;
}

/** A change as a form gives it. */
interface FormChange {
  entity: EntityName;
  id: string;
  base: number;
  changes: Record<string, unknown>;
  seen?: Readonly<Record<string, unknown>> | undefined;
}

export interface RepeatedChange {
  operation: Omit<Operation, 'id' | 'base'>;
  title: string;
  before: NewOperation['before'];
  /** Of an undo: what it was made over. */
  seen: NewOperation['seen'];
}

/**
 * Takes the user's changes: checks them, makes them safe in the outbox, then shows them in the cache. When a method
 * returns, the change survives a power cut.
 */
export class RecordWriter {
  readonly #cache: Cache;
  readonly #outbox: Outbox;
  readonly #overlay: Overlay;
  readonly #reader: RecordReader;

  constructor(cache: Cache, outbox: Outbox, overlay: Overlay, reader: RecordReader) {
    this.#cache = cache;
    this.#outbox = outbox;
    this.#overlay = overlay;
    this.#reader = reader;
  }

  /** Throws PlainError `invalid` (with the fields), `forbidden`, `conflict`, `not-found` or `bad-request`. */
  save({ entity, id, base, changes, seen }: Params<'records.save'>, actor: Actor): Written {
    if (base === null) return this.#create(entity, id ?? newId(), changes, actor);
    if (id === null) throw new PlainError('bad-request', 'A change needs the record that it is for');
    return this.#update({ entity, id, base, changes, seen }, actor);
  }

  #create(entity: EntityName, id: string, changes: Record<string, unknown>, actor: Actor): Written {
    const definition = entityOf(entity);
    if (!mayCreate(definition, actor.role)) {
      throw new PlainError('forbidden', `Your role may not add ${inSentence(definition.plural)}`);
    }
    if (this.#reader.record(entity, id)) {
      throw new PlainError(
        'conflict',
        `This ${inSentence(definition.label)} has been saved already. Close the form and open it again.`,
      );
    }
    const given = withoutServerSet(definition, changes);
    const values = this.#validated(definition, given, undefined);
    this.#assertSettable(definition, Object.keys(given), { ...values, _id: id }, actor);
    this.#assertUnique(definition, id, values);
    return this.#append(
      { kind: 'create', entity, recordId: id, base: 0, changes: values },
      titleOf(definition, values),
    );
  }

  #update({ entity, id, base, changes, seen }: FormChange, actor: Actor): Written {
    const definition = entityOf(entity);
    const given = withoutServerSet(definition, changes);
    if (this.#isStillToCome(entity, id))
      return this.#updateUnseen({ entity, id, base, changes: given, seen }, actor);
    const stored = this.#existing(definition, entity, id);
    const valid = this.#validated(definition, given, stored);
    const values = Object.fromEntries(
      Object.entries(valid).filter(([name, value]) => !isSame(value, stored[name])),
    );
    if (Object.keys(values).length === 0) return notWritten(id);
    this.#assertSettable(definition, Object.keys(values), stored, actor);
    assertMayBeChanged(this.#cache, entity, stored, values);
    this.#assertUnique(definition, id, values);
    const title = titleOf(definition, { ...stored, ...values });
    return this.#append(
      {
        kind: 'update',
        entity,
        recordId: id,
        changes: values,
        ...this.#saw(entity, id, values, { base, seen }),
      },
      title,
    );
  }

  /**
   * What the maker of a change saw, as a number of the server's row where that says it, and in values. `BY_VALUES`
   * where it does not: an own change lies over a row that was never shown, or the form is older than the history that
   * the server has now.
   */
  #saw(
    entity: EntityName,
    id: string,
    changes: Readonly<Record<string, unknown>>,
    form?: Pick<FormChange, 'base' | 'seen'>,
  ): Pick<NewOperation, 'base' | 'seen'> {
    const known = this.#reader.baseSeq(entity, id);
    const record = this.#reader.record(entity, id);
    const now = record ? valuesOf(record, changes) : null;
    const inForm = form?.seen && pick(form.seen, changes);
    // A number that this record has not come to is one of another history: the server was put back meanwhile.
    const isOfBefore = form !== undefined && form.base > known;
    const isOutdated = inForm !== undefined && this.#outbox.server.againUpTo > 0 && !isSame(inForm, now);
    const byValues = isOfBefore || isOutdated || this.#reader.hidesServerRow(entity, id);
    return { base: byValues ? BY_VALUES : (form?.base ?? known), seen: inForm ?? (isOfBefore ? null : now) };
  }

  /** Whether the record may be among those that are not fetched yet. */
  #isStillToCome(entity: EntityName, id: string): boolean {
    return !this.#cache.position.complete && !this.#reader.has(entity, id);
  }

  /**
   * A change from a form that was opened before the copy was made anew, to a record that is not back yet. The form knew
   * its base; what needs the record, the server judges. It is laid over the record when that comes.
   */
  #updateUnseen({ entity, id, base, changes, seen }: FormChange, actor: Actor): Written {
    const definition = entityOf(entity);
    if (!mayUpdate(definition, actor.role)) {
      throw new PlainError('forbidden', `Your role may not change ${inSentence(definition.plural)}`);
    }
    const values = this.#validated(definition, changes, undefined, 'update');
    if (Object.keys(values).length === 0) return notWritten(id);
    this.#assertUnique(definition, id, values);
    const title = this.#outbox.ofRecord(entity, id).at(-1)?.title ?? titleOf(definition, values);
    // After the server was put back, the form's base may be one of the history that has ended.
    const known = this.#outbox.server.againUpTo > 0 ? BY_VALUES : base;
    const inForm = (seen && pick(seen, values)) ?? null;
    return this.#append(
      { kind: 'update', entity, recordId: id, base: known, changes: values, seen: inForm },
      title,
    );
  }

  /**
   * Changes the same fields of some records, as a slice of a longer work, in one commit. Records that are gone, or hold
   * the values already, are left out. Gives the ids of the changed ones. Throws `forbidden` or `invalid`.
   */
  updateSome(
    entity: EntityName,
    ids: readonly string[],
    changes: Record<string, unknown>,
    set: ChangeSet,
    actor: Actor,
  ): string[] {
    const definition = entityOf(entity);
    const at = new Date().toISOString();
    const operations = ids.flatMap((id): NewOperation[] => {
      const stored = this.#reader.record(entity, id);
      if (!stored) return [];
      const values = Object.fromEntries(
        Object.entries(this.#validated(definition, changes, stored)).filter(
          ([name, value]) => !isSame(value, stored[name]),
        ),
      );
      if (Object.keys(values).length === 0) return [];
      this.#assertSettable(definition, Object.keys(values), stored, actor);
      assertMayBeChanged(this.#cache, entity, stored, values);
      const operation = { kind: 'update', entity, recordId: id, changes: values } as const;
      const saw = this.#saw(entity, id, values);
      const title = titleOf(definition, stored);
      return [{ ...operation, ...saw, set, id: newId(), title, at, before: null }];
    });
    if (operations.length === 0) return [];
    this.#outbox.append(operations);
    this.#overlay.refresh(operations);
    return operations.map(({ recordId }) => recordId);
  }

  /** Throws `forbidden` or `not-found`, and `conflict` where other records need this one. @param set of what it is a part */
  delete(entity: EntityName, id: string, actor: Actor, set?: ChangeSet): Written {
    const definition = entityOf(entity);
    if (!mayDelete(definition, actor.role)) {
      throw new PlainError('forbidden', `Your role may not delete ${inSentence(definition.plural)}`);
    }
    const stored = this.#existing(definition, entity, id);
    assertMayBeDeleted(this.#cache, entity, stored);
    const before = this.#cache.rows(entity).read(id)?.row ?? null;
    return this.#append(
      { kind: 'delete', entity, recordId: id, changes: {}, ...this.#sawAll(definition, id), before },
      titleOf(definition, stored),
      set,
    );
  }

  /** What who deletes a record saw of it. The values are only wanted where the number does not say it. */
  #sawAll(definition: EntityDefinition, id: string): Pick<NewOperation, 'base' | 'seen'> {
    const entity = definition.name as EntityName;
    const fields = storedFields(definition).filter(([, { serverSet }]) => !serverSet);
    const { base, seen } = this.#saw(entity, id, Object.fromEntries(fields));
    return { base, seen: base === BY_VALUES ? seen : null };
  }

  /**
   * Brings a deleted record back. A delete that has not left the desk is taken back; after that the server is asked
   * to restore the record, which the cache shows at once where this desk deleted it. `title` is what people call it,
   * where the caller knows.
   */
  restore(entity: EntityName, id: string, actor: Actor, title?: string): Written {
    const definition = entityOf(entity);
    if (!mayDelete(definition, actor.role)) {
      throw new PlainError('forbidden', `Your role may not restore ${inSentence(definition.plural)}`);
    }
    const last = this.#outbox
      .ofRecord(entity, id)
      .findLast(({ kind, status }) => kind === 'delete' && status !== 'refused');
    if (last?.status === 'waiting') {
      this.#outbox.remove([last.id]);
      this.#overlay.refresh([{ entity, recordId: id }]);
      return notWritten(id);
    }
    if (this.#reader.has(entity, id)) return notWritten(id);
    assertMayRestore(definition, actor, this.#ownDelete(entity, id));
    return this.#append(
      {
        kind: 'restore',
        entity,
        recordId: id,
        base: this.#reader.baseSeq(entity, id),
        changes: {},
        before: last?.before ?? null,
      },
      title ?? last?.title ?? definition.label,
    );
  }

  /** The delete by which this desk took the record away, where that is the last that it did to it. */
  #ownDelete(entity: EntityName, id: string): OutboxOperation | undefined {
    const last = this.#outbox.ofRecord(entity, id).findLast(({ status }) => status !== 'refused');
    return last?.kind === 'delete' ? last : undefined;
  }

  /**
   * Writes changes that the user has made before: a lost value put back, a refused change offered again in place of
   * the operations in `replaced`.
   */
  appendAgain(operations: readonly RepeatedChange[], replaced: readonly string[] = []): void {
    const at = new Date().toISOString();
    this.#outbox.transaction(() => {
      this.#outbox.remove(replaced);
      this.#outbox.append(
        operations.map(({ operation, title, before, seen }) => {
          const saw = operation.kind === 'undo' ? { base: 0, seen } : this.#sawNow(operation);
          return { ...operation, ...saw, id: newId(), title, at, before };
        }),
      );
    });
    this.#overlay.refresh(operations.map(({ operation }) => operation));
  }

  /** What the user sees who makes a change again. */
  #sawNow({
    kind,
    entity,
    recordId,
    changes,
  }: RepeatedChange['operation']): Pick<NewOperation, 'base' | 'seen'> {
    if (kind === 'update') return this.#saw(entity, recordId, changes);
    if (kind === 'delete') return this.#sawAll(entityOf(entity), recordId);
    return { base: kind === 'create' ? 0 : this.#reader.baseSeq(entity, recordId), seen: null };
  }

  #append(
    operation: Omit<Operation, 'id'> & Partial<Pick<NewOperation, 'before' | 'seen'>>,
    title: string,
    set: ChangeSet = setOfOne(operation, title),
  ): Written {
    const id = newId();
    const at = new Date().toISOString();
    this.#outbox.append([{ before: null, seen: null, ...operation, set, id, title, at }]);
    this.#overlay.refresh([operation]);
    return { recordId: operation.recordId, operationId: id, setId: set.id };
  }

  #existing(definition: EntityDefinition, entity: EntityName, id: string): AnyRecord {
    const record = this.#reader.record(entity, id);
    if (!record) {
      if (!this.#cache.position.complete) throw new PlainError('unavailable', stillToCome(definition));
      throw new PlainError(
        'not-found',
        `This ${inSentence(definition.label)} is no longer there. Somebody may have deleted it.`,
      );
    }
    return record;
  }

  #validated(
    definition: EntityDefinition,
    changes: Record<string, unknown>,
    stored: AnyRecord | undefined,
    mode: 'create' | 'update' = stored ? 'update' : 'create',
  ): Record<string, unknown> {
    for (const name of Object.keys(changes)) {
      if (Object.hasOwn(definition.fields, name) && fieldOf(definition, name).kind === 'secret') {
        throw new PlainError(
          'bad-request',
          `${fieldOf(definition, name).label} is set on its own, while online`,
        );
      }
    }
    const { values, issues } = validateChanges(definition, changes, {
      mode,
      now: Date.now(),
      ...(stored ? { stored } : {}),
    });
    const [first] = issues;
    if (first) throw new PlainError('invalid', first.message, issues);
    return values;
  }

  #assertSettable(
    definition: EntityDefinition,
    names: readonly string[],
    record: AnyRecord,
    actor: Actor,
  ): void {
    const settable = mayUpdate(definition, actor.role)
      ? settableFields(definition, actor, record)
      : new Set();
    const hidden = names.find((name) => !settable.has(name));
    if (hidden === undefined) return;
    throw new PlainError('forbidden', `Your role may not change ${fieldOf(definition, hidden).label}`);
  }

  /** The server decides; but what this desk can see already is said at once. */
  #assertUnique(definition: EntityDefinition, id: string, values: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(values)) {
      const field = fieldOf(definition, name);
      if (!field.unique || typeof value !== 'string') continue;
      const sql = `SELECT 1 FROM ${tableOf(definition)} WHERE ${quote(sortKeyColumn(name))} = ? AND "_id" <> ?`;
      if (this.#cache.statements.prepare(sql).get(normaliseText(value), id)) {
        const message = takenSentence(definition, field, value);
        throw new PlainError('conflict', message, [{ field: name, code: 'invalid', message }]);
      }
    }
  }
}

/**
 * Restoring is for those who find deleted records; whoever else may delete takes back what this desk has just deleted.
 * @param deleted the delete that this desk made last, if any. Throws `forbidden`; the server decides.
 */
function assertMayRestore(
  definition: EntityDefinition,
  { role }: Actor,
  deleted: OutboxOperation | undefined,
): void {
  if (mayFindAndRestore(definition, role)) return;
  if (!deleted) throw new PlainError('forbidden', RESTORE_IS_NOT_YOURS);
  const since = deleted.ackedHere ?? Date.parse(deleted.at);
  if (Date.now() - since > UNDO_MINUTES * 60_000) throw new PlainError('forbidden', UNDO_TOO_LATE);
}

const notWritten = (recordId: string): Written => ({ recordId, operationId: null, setId: null });

/** What is said of a record that may be among those that are not fetched yet. */
export function stillToCome(definition: EntityDefinition): string {
  return `This ${inSentence(definition.label)} is being fetched again. Try again in a moment; nothing is lost.`;
}

/** What the server sets is not the user's to change: a client's value is ignored. */
function withoutServerSet(
  definition: EntityDefinition,
  changes: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(changes).filter(([name]) => definition.fields[name]?.serverSet !== true),
  );
}

/** The values of the fields that change, where all are among those given. */
function pick(
  given: Readonly<Record<string, unknown>>,
  changes: Readonly<Record<string, unknown>>,
): Record<string, unknown> | undefined {
  const names = Object.keys(changes);
  if (!names.every((name) => Object.hasOwn(given, name))) return undefined;
  return Object.fromEntries(names.map((name) => [name, given[name]]));
}

/** The record's values of the fields that change. */
function valuesOf(record: AnyRecord, changes: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.keys(changes).map((name) => [name, record[name] ?? null]));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
