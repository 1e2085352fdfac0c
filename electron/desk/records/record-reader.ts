import { fieldsReadableOnEveryRow, mayRead, readableFields, type Actor } from '#shared/access/permissions.ts';
import { inSentence } from '#shared/format/label-in-sentence.ts';
import { visibleText } from '#shared/format/visible-text.ts';
import type { ColumnValue } from '#shared/model/columns.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { fieldOf, storedFields, type AnyRecord, type EntityDefinition } from '#shared/model/entity.ts';
import type { FieldKind } from '#shared/model/field.ts';
import {
  filterConditions,
  joinConditions,
  quote,
  searchCondition,
  type Condition,
} from '#shared/model/list-query.ts';
import { orderColumn } from '#shared/model/indexes.ts';
import { hasSortKey, searchTerms } from '#shared/model/search-text.ts';
import type { Params, Results } from '#shared/protocol/bridge.ts';
import type { RecordView } from '#shared/protocol/record-view.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Cache } from '../cache/cache.ts';
import type { CachedRow } from '#shared/node/cache/cache-rows.ts';
import { tableOf } from '#shared/node/cache/cache-schema.ts';
import { valuesInSlices } from './field-values.ts';
import type { Overlay } from './overlay.ts';
import type { ReferenceTexts } from '../cache/reference-texts.ts';

/** Kinds of field that hold one text. */
const ONE_VALUE: readonly FieldKind[] = ['text', 'option'];
/** More different values than this are no choice. */
const MOST_VALUES = 200;

/** Reads single records, and the choices of reference fields. */
export class RecordReader {
  readonly #cache: Cache;
  readonly #overlay: Overlay;
  readonly #texts: ReferenceTexts;

  constructor(cache: Cache, overlay: Overlay, texts: ReferenceTexts) {
    this.#cache = cache;
    this.#overlay = overlay;
    this.#texts = texts;
  }

  /** Whether the cache shows such a record. */
  has(entity: EntityName, id: string): boolean {
    const unshown = this.#overlay.unshown(entity, id);
    return unshown === undefined ? this.#cache.rows(entity).has(id) : unshown !== null;
  }

  #row(entity: EntityName, id: string): CachedRow | undefined {
    const unshown = this.#overlay.unshown(entity, id);
    return unshown === undefined ? this.#cache.rows(entity).read(id) : (unshown ?? undefined);
  }

  /** The whole record as the user sees it, with every field that the cache holds; undefined where there is none. */
  record(entity: EntityName, id: string): AnyRecord | undefined {
    const rows = this.#cache.rows(entity);
    const found = this.#row(entity, id);
    return found && rows.toRecord(id, found.row);
  }

  /** As the server gave it, whatever of the user's own is laid over it; undefined where it gave none. */
  given(entity: EntityName, id: string): AnyRecord | undefined {
    const { row } = this.#overlay.base(entity, id);
    return row ? this.#cache.rows(entity).toRecord(id, row) : undefined;
  }

  /** The record with the fields that the user may read; null where there is none, or none for this user. */
  view(entity: EntityName, id: string, actor: Actor): RecordView | null {
    const definition = entityOf(entity);
    const rows = this.#cache.rows(entity);
    const found = this.#row(entity, id);
    if (!found) return null;
    const whole = rows.toRecord(id, found.row);
    const record = readablePart(definition, actor, whole);
    if (!record) return null;
    const references: Record<string, string> = {};
    for (const [name, field] of storedFields(definition)) {
      if (!field.target) continue;
      const text = this.#texts.shown(definition, name, record[name]);
      if (text !== undefined) references[name] = text;
    }
    return { record, base: found.seq, references, waiting: found.waiting };
  }

  /** Throws `forbidden` where the role may not see the entity. */
  choices(query: Params<'records.choices'>, actor: Actor): Results['records.choices'] {
    const definition = entityOf(query.entity);
    if (!mayRead(definition, actor.role)) {
      throw new PlainError('forbidden', `Your role may not see ${inSentence(definition.plural)}`);
    }
    const readable = fieldsReadableOnEveryRow(definition, actor.role);
    const conditions: Condition[] = filterConditions(definition, query.filter ?? {}, readable, 'sqlite');
    // Found by all that the entity is searched by: a person by the email too, which tells namesakes apart.
    for (const term of searchTerms(query.search ?? '')) {
      conditions.push(searchCondition('default', term, {}, 'sqlite'));
    }
    const title = definition.fields[definition.title];
    const keyed = title !== undefined && hasSortKey(title);
    const column = keyed ? quote(orderColumn(definition, definition.title)) : quote(definition.title);
    const where = joinConditions(conditions, 'AND');
    const names = ['_id', ...storedFields(definition).map(([name]) => name)].map(quote).join(', ');
    const sql = `SELECT ${names} FROM ${tableOf(definition)} WHERE ${where.sql}
      ORDER BY ${column} ASC NULLS LAST, "_id" ASC LIMIT ?`;
    const found = this.#cache.statements.prepare(sql).all(...where.params, query.limit) as Record<
      string,
      ColumnValue
    >[];
    return found.flatMap(({ _id, ...row }) => {
      const id = String(_id);
      const record = readablePart(definition, actor, this.#cache.rows(query.entity).toRecord(id, row));
      return record ? [{ _id: id, title: titleOf(definition, record), record }] : [];
    });
  }

  /** Throws `forbidden` where the role may not see the field, `bad-request` for a field of several values. */
  async values(
    { entity, field: name, search = '' }: Params<'records.values'>,
    actor: Actor,
  ): Promise<string[]> {
    const definition = entityOf(entity);
    if (!fieldsReadableOnEveryRow(definition, actor.role).has(name)) {
      throw new PlainError('forbidden', `Your role may not see this of ${inSentence(definition.plural)}`);
    }
    if (!ONE_VALUE.includes(fieldOf(definition, name).kind)) {
      throw new PlainError('bad-request', `${name} does not hold one value`);
    }
    return valuesInSlices(this.#cache, definition, name, search, MOST_VALUES);
  }

  /** The seq of the record as the server last gave it, also where the user has deleted it meanwhile. */
  baseSeq(entity: EntityName, id: string): number {
    return this.#overlay.base(entity, id).seq;
  }

  /** Whether the user was shown something else than the row whose seq `baseSeq` gives. */
  hidesServerRow(entity: EntityName, id: string): boolean {
    return this.#overlay.hidesServerRow(entity, id);
  }
}

/** What people call a record. */
export function titleOf(definition: EntityDefinition, record: Readonly<Record<string, unknown>>): string {
  const value = record[definition.title];
  // It stands in sentences of ours: what is stored from before must not turn them around.
  return (typeof value === 'string' && visibleText(value).trim()) || definition.label;
}

function readablePart(definition: EntityDefinition, actor: Actor, whole: AnyRecord): AnyRecord | null {
  const readable = readableFields(definition, actor, whole);
  if (readable.size === 0) return null;
  const record: Record<string, unknown> & { _id: string } = { _id: whole._id };
  for (const [name, value] of Object.entries(whole)) if (readable.has(name)) record[name] = value;
  return record;
}
