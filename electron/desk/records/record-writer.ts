import { mayCreate, mayDelete, mayDeleteRecord, mayUpdate, type Actor } from '#shared/access/permissions.ts';
import { inSentence } from '#shared/format/label-in-sentence.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { valuesOfAuthor, type AnyRecord, type EntityDefinition } from '#shared/model/entity.ts';
import { newId } from '#shared/model/new-id.ts';
import type { Params } from '#shared/protocol/bridge.ts';
import type { ChangeSet } from '#shared/protocol/change-sets.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Operation } from '#shared/protocol/sync.ts';
import type { Cache } from '../cache/cache.ts';
import { setOfOne } from './new-set.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { BY_VALUES, type NewOperation, type OutboxOperation } from '../outbox/outbox-operation.ts';
import { assertSettable, assertUnique, differing, validated, withoutServerSet } from './change-checks.ts';
import { assertMayBeChanged, assertMayHave, assertReferences } from './change-rules.ts';
import { assertMayBeDeleted } from './delete-rules.ts';
import type { Overlay } from './overlay.ts';
import { notHere } from './not-here.ts';
import { titleOf, type RecordReader } from './record-reader.ts';
import { assertMayRestore } from './restore-rules.ts';
import { pick, WhatWasSeen } from './what-was-seen.ts';

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
  /** Whether its maker saw `seen` and not what the record has now, so that it is judged by values. */
  byValues?: boolean;
  /** When it was made and acknowledged, where it is given to the server as a change of that time and not of now. */
  asOf?: Pick<OutboxOperation, 'at' | 'ackedAt'>;
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
  readonly #seen: WhatWasSeen;

  /** The set whose changes are being gathered. */
  #gathering: { set: ChangeSet; gathered: NewOperation[] } | null = null;

  constructor(cache: Cache, outbox: Outbox, overlay: Overlay, reader: RecordReader) {
    this.#cache = cache;
    this.#outbox = outbox;
    this.#overlay = overlay;
    this.#reader = reader;
    this.#seen = new WhatWasSeen(outbox, reader);
  }

  /**
   * Takes several changes as one change set: all are checked before any is written, and they are made safe in one commit.
   * Gives the set's id; null where nothing changed. Throws what the changes throw, and then none of them is made.
   */
  together(set: ChangeSet, work: () => void): string | null {
    const gathered = this.gathered(set, work);
    if (gathered.length === 0) return null;
    this.#outbox.append(gathered);
    this.#overlay.append(gathered);
    return set.id;
  }

  /** The changes of `work`, checked and not written yet: for a part of a set that is put together a slice at a time. */
  gathered(set: ChangeSet, work: () => void): NewOperation[] {
    const gathered: NewOperation[] = [];
    this.#gathering = { set, gathered };
    try {
      work();
    } finally {
      this.#gathering = null;
    }
    return gathered;
  }

  /**
   * @param now when the user said so, in milliseconds since 1970: what may not lie before that
   * Throws PlainError `invalid` (with the fields), `forbidden`, `conflict`, `not-found` or `bad-request`.
   */
  save({ entity, id, base, changes, seen }: Params<'records.save'>, actor: Actor, now = Date.now()): Written {
    if (base === null) return this.#create(entity, id ?? newId(), changes, actor);
    if (id === null) throw new PlainError('bad-request', 'A change needs the record that it is for');
    return this.#update({ entity, id, base, changes, seen }, actor, now);
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
    const values = validated(definition, given, undefined);
    const own = valuesOfAuthor(definition, actor._id);
    assertSettable(definition, Object.keys(given), { ...values, ...own, _id: id }, actor);
    assertUnique(this.#cache, definition, id, values);
    assertMayHave(this.#reader, definition, values);
    assertReferences(this.#cache, this.#reader, actor, definition, values);
    return this.#append(
      { kind: 'create', entity, recordId: id, base: 0, changes: values },
      titleOf(definition, values),
    );
  }

  #update({ entity, id, base, changes, seen }: FormChange, actor: Actor, now: number): Written {
    const definition = entityOf(entity);
    const given = withoutServerSet(definition, changes);
    if (this.#isStillToCome(entity, id))
      return this.#updateUnseen({ entity, id, base, changes: given, seen }, actor);
    const stored = this.#existing(definition, entity, id);
    const values = differing(definition, validated(definition, given, stored, 'update', now), stored);
    if (Object.keys(values).length === 0) return notWritten(id);
    assertSettable(definition, Object.keys(values), stored, actor);
    assertMayBeChanged(this.#cache, entity, stored, values);
    assertMayHave(this.#reader, definition, values);
    assertReferences(this.#cache, this.#reader, actor, definition, values);
    assertUnique(this.#cache, definition, id, values);
    const title = titleOf(definition, { ...stored, ...values });
    return this.#append(
      {
        kind: 'update',
        entity,
        recordId: id,
        changes: values,
        ...this.#seen.ofChange(entity, id, values, { base, seen }),
      },
      title,
    );
  }

  /**
   * Changes a record to values that another one has had: a time that has passed stays what it is. Throws as `save`, and
   * `not-found`.
   */
  carry(entity: EntityName, id: string, changes: Record<string, unknown>, actor: Actor): Written {
    const definition = entityOf(entity);
    const given = withoutServerSet(definition, changes);
    const stored = this.#existing(definition, entity, id);
    const values = differing(definition, validated(definition, given, stored, 'update', null), stored);
    if (Object.keys(values).length === 0) return notWritten(id);
    assertSettable(definition, Object.keys(values), stored, actor);
    assertUnique(this.#cache, definition, id, values);
    const title = titleOf(definition, { ...stored, ...values });
    const saw = this.#seen.ofChange(entity, id, values);
    return this.#append({ kind: 'update', entity, recordId: id, changes: values, ...saw }, title);
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
    const values = validated(definition, changes, undefined, 'update');
    if (Object.keys(values).length === 0) return notWritten(id);
    assertUnique(this.#cache, definition, id, values);
    const title = this.#outbox.ofRecord(entity, id).at(-1)?.title ?? titleOf(definition, values);
    // After the server was put back, the form's base may be one of the history that has ended.
    const known = this.#outbox.server.againUpTo > 0 ? BY_VALUES : base;
    const inForm = (seen && pick(entity, seen, values)) ?? null;
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
      const values = differing(definition, validated(definition, changes, stored), stored);
      if (Object.keys(values).length === 0) return [];
      assertSettable(definition, Object.keys(values), stored, actor);
      assertMayBeChanged(this.#cache, entity, stored, values);
      const operation = { kind: 'update', entity, recordId: id, changes: values } as const;
      const saw = this.#seen.ofChange(entity, id, values);
      const title = titleOf(definition, stored);
      return [{ ...operation, ...saw, set, id: newId(), title, at, before: null }];
    });
    if (operations.length === 0) return [];
    this.#outbox.append(operations);
    this.#overlay.append(operations);
    return operations.map(({ recordId }) => recordId);
  }

  /** Throws `forbidden` or `not-found`, and `conflict` where other records need this one. @param set of what it is a part */
  delete(entity: EntityName, id: string, actor: Actor, set?: ChangeSet): Written {
    const definition = entityOf(entity);
    if (!mayDelete(definition, actor.role)) {
      throw new PlainError('forbidden', `Your role may not delete ${inSentence(definition.plural)}`);
    }
    const stored = this.#existing(definition, entity, id);
    if (!mayDeleteRecord(definition, actor, stored)) {
      throw new PlainError('forbidden', `Only who added this ${inSentence(definition.label)} may delete it`);
    }
    assertMayBeDeleted(this.#cache, entity, stored);
    const before = this.#cache.rows(entity).read(id)?.row ?? null;
    return this.#append(
      { kind: 'delete', entity, recordId: id, changes: {}, ...this.#seen.ofDelete(definition, id), before },
      titleOf(definition, stored),
      set,
    );
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
    // What others belong to is sent with it, and restored after it.
    if (last?.status === 'waiting' && (last.setCount ?? 1) === 1) {
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
        operations.map(
          ({ operation, title, before, seen, byValues = false, asOf = { at, ackedAt: null } }) => {
            const isGiven = byValues || asOf.ackedAt !== null || operation.kind === 'undo';
            const saw = isGiven ? { base: BY_VALUES, seen } : this.#seen.ofRepeat(operation);
            return { ...operation, ...saw, ...asOf, id: newId(), title, before };
          },
        ),
      );
    });
    this.#overlay.refresh(operations.map(({ operation }) => operation));
  }

  #append(
    operation: Omit<Operation, 'id'> & Partial<Pick<NewOperation, 'before' | 'seen'>>,
    title: string,
    given?: ChangeSet,
  ): Written {
    const id = newId();
    const at = new Date().toISOString();
    const set = this.#gathering?.set ?? given ?? setOfOne(operation, title);
    const made: NewOperation = { before: null, seen: null, ...operation, set, id, title, at };
    if (this.#gathering) this.#gathering.gathered.push(made);
    else {
      this.#outbox.append([made]);
      this.#overlay.append([made]);
    }
    return { recordId: operation.recordId, operationId: id, setId: set.id };
  }

  #existing(definition: EntityDefinition, entity: EntityName, id: string): AnyRecord {
    const record = this.#reader.record(entity, id);
    if (!record) throw notHere(this.#cache, definition);
    return record;
  }
}

const notWritten = (recordId: string): Written => ({ recordId, operationId: null, setId: null });
