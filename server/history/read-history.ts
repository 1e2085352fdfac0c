import { mayReadDeleted, mayReadHistory } from '#shared/access/history.ts';
import type { Actor } from '#shared/access/permissions.ts';
import { inSentence } from '#shared/format/label-in-sentence.ts';
import { decodeValue, type ColumnValue } from '#shared/model/columns.ts';
import { recordFields, storedFields, type EntityDefinition } from '#shared/model/entity.ts';
import type { Field } from '#shared/model/field.ts';
import { quote } from '#shared/model/list-query.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { HISTORY_TEXT_LENGTH, type HistoryEntry, type HistoryField } from '#shared/protocol/history.ts';
import type { Database } from '../database/database.ts';
import type { Row } from '../database/rows.ts';
import type { ChangeKind } from '../records/change.ts';
import { noSuchRecord } from '../records/refusals.ts';
import { rightsOn } from '../records/visibility.ts';
import { authorsOf } from './authors.ts';
import { setsOf } from './change-sets.ts';
import { addReferenceTexts } from './reference-texts.ts';

/** A line of the change log; `before` and `after` are column values as JSON. */
interface LogLine {
  seq: number;
  kind: ChangeKind;
  userId: string | null;
  setId: string | null;
  at: string;
  before: string | null;
  after: string | null;
}

type Columns = Readonly<Record<string, ColumnValue>>;

/**
 * A record's changes, newest first, older than the seq `before`, with the fields that the actor may read on the record
 * as it is now. Changes of nothing but other fields are left out.
 * @throws PlainError `forbidden` where the role reads no history, `not-found` where the record is hidden or not there.
 */
export async function readHistory(
  database: Database,
  actor: Actor,
  entity: EntityDefinition,
  id: string,
  { limit, before }: { limit: number; before?: number | undefined },
): Promise<HistoryEntry[]> {
  if (!mayReadHistory(entity, actor.role)) {
    throw new PlainError('forbidden', `Your role may not see the history of ${inSentence(entity.plural)}.`);
  }
  const { row, readable } = await readableNow(database, actor, entity, id);
  // When a record was made and changed is what the entries themselves say.
  const fields = storedFields(entity).filter(
    ([name]) => readable.has(name) && !Object.hasOwn(recordFields, name),
  );
  const found: { line: LogLine; fields: HistoryField[] }[] = [];
  let below = before ?? Number.MAX_SAFE_INTEGER;
  for (;;) {
    const lines = await database.all<LogLine>(
      `SELECT "seq", "kind", "userId", "setId", "at", "before", "after" FROM "change_log"
       WHERE "entity" = ? AND "recordId" = ? AND "seq" < ? ORDER BY "seq" DESC LIMIT ?`,
      [entity.name, id, below, limit],
    );
    for (const line of lines) {
      const isBare = line.kind === 'create' && line.after === null;
      const after = isBare ? await firstValues(database, entity, row) : columnsOf(line.after);
      const changed = changedFields(fields, columnsOf(line.before), after);
      if (line.kind !== 'update' || changed.length > 0) found.push({ line, fields: changed });
    }
    const last = lines.at(-1);
    if (!last || lines.length < limit || found.length >= limit) break;
    below = Number(last.seq);
  }
  const shown = found.slice(0, limit);
  await addReferenceTexts(
    database,
    actor,
    entity,
    shown.flatMap((entry) => entry.fields),
  );
  const author = await authorsOf(
    database,
    shown.map(({ line }) => line.userId),
  );
  const set = await setsOf(
    database,
    actor,
    shown.map(({ line }) => line.setId),
  );
  return shown.map(({ line: { seq, at, kind, userId, setId }, fields: changed }) => ({
    seq: Number(seq),
    at,
    kind,
    by: author(userId),
    set: set(setId),
    fields: changed,
  }));
}

/** The record's row and the fields of it that the actor may read now; deleted records are for those who may restore them. */
async function readableNow(
  database: Database,
  actor: Actor,
  entity: EntityDefinition,
  id: string,
): Promise<{ row: Row; readable: ReadonlySet<string> }> {
  const [row] = await database.all<Row>(`SELECT * FROM ${quote(entity.name)} WHERE "_id" = ?`, [id]);
  if (!row || (row['deletedAt'] !== null && !mayReadDeleted(entity, actor.role))) throw noSuchRecord(entity);
  const { read } = rightsOn(entity, actor, row);
  if (read.size === 0) throw noSuchRecord(entity);
  return { row, readable: read };
}

/**
 * The values with which a record began that was loaded with many others. A load logs none, so that it is quick and the
 * log small: they are what the record's later changes took the place of, and where there was no change, what it has now.
 */
async function firstValues(database: Database, entity: EntityDefinition, row: Row): Promise<Columns> {
  const lines = await database.all<{ before: string }>(
    `SELECT "before" FROM "change_log"
     WHERE "entity" = ? AND "recordId" = ? AND "before" IS NOT NULL ORDER BY "seq" DESC`,
    [entity.name, row._id],
  );
  const first: Record<string, ColumnValue> = { ...row };
  for (const { before } of lines) Object.assign(first, columnsOf(before));
  return first;
}

/** What a line changed of the fields, in their order; a new record's empty fields are no change. */
function changedFields(
  fields: readonly [name: string, field: Field][],
  before: Columns,
  after: Columns,
): HistoryField[] {
  return fields.flatMap(([name, field]) => {
    const old = before[name] ?? null;
    const now = after[name] ?? null;
    if (old === now) return [];
    const cut = [old, now].some((value) => typeof value === 'string' && value.length > HISTORY_TEXT_LENGTH);
    return {
      name,
      label: field.label,
      old: shortened(decodeValue(field, old)),
      new: shortened(decodeValue(field, now)),
      ...(cut ? { cut } : {}),
    };
  });
}

function columnsOf(json: string | null): Columns {
  return json === null ? {} : (JSON.parse(json) as Columns);
}

/** A long text as far as a history shows it, without the beginning of a tag at its end. */
function shortened(value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= HISTORY_TEXT_LENGTH) return value;
  return value.slice(0, HISTORY_TEXT_LENGTH).replace(/<[^>]*$/, '');
}
