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
import { placeholders } from '../database/statements.ts';
import { ownTurn } from '../http/turns.ts';
import type { ChangeKind } from '../records/change.ts';
import { isRemoval } from '../records/record-past.ts';
import { noSuchRecord } from '../records/refusals.ts';
import { rightsOn } from '../records/visibility.ts';
import { authorsOf } from './authors.ts';
import { setsOf } from './change-sets.ts';
import { mergedAway, type ToldRecord } from './merged-away.ts';
import { addReferenceTexts } from './reference-texts.ts';

/** A line of the change log; `before` and `after` are column values as JSON. */
interface LogLine {
  seq: number;
  recordId: string;
  kind: ChangeKind;
  userId: string | null;
  setId: string | null;
  at: string;
  before: string | null;
  after: string | null;
}

const LINES_AT_ONCE = 50;
/** Of records with rich text. */
const LONG_LINES_AT_ONCE = 5;

type Columns = Readonly<Record<string, ColumnValue>>;

/**
 * A record's changes, newest first, older than the seq `before`, with the fields that the actor may read on the record
 * as it is now. Changes of nothing but other fields are left out. `withMerged`: and those of what was merged into it.
 * @throws PlainError `forbidden` where the role reads no history, `not-found` where the record is hidden or not there.
 */
export async function readHistory(
  database: Database,
  actor: Actor,
  entity: EntityDefinition,
  id: string,
  { limit, before, withMerged = false }: { limit: number; before?: number | undefined; withMerged?: boolean },
): Promise<HistoryEntry[]> {
  if (!mayReadHistory(entity, actor.role)) {
    throw new PlainError('forbidden', `Your role may not see the history of ${inSentence(entity.plural)}.`);
  }
  const own = await readableNow(database, actor, entity, id);
  const merged = withMerged ? await mergedAway(database, actor, entity, id) : [];
  const told = new Map(
    [own, ...merged].map((record) => [record.row._id, { ...record, fields: fieldsOf(entity, record) }]),
  );
  const found: { line: Omit<LogLine, 'before' | 'after'>; fields: HistoryField[] }[] = [];
  for await (const lines of linesOf(database, entity, [...told.keys()], before ?? Number.MAX_SAFE_INTEGER)) {
    for (const line of lines) {
      const { before: old, after: now, ...said } = line;
      const { row, fields } = told.get(line.recordId) ?? { row: own.row, fields: [] };
      const isBare = line.kind === 'create' && now === null;
      const after = isBare ? await firstValues(database, entity, row) : columnsOf(now);
      const changed = changedFields(fields, columnsOf(old), after);
      // What was so already was only said once more (Batch.noteOnceMore).
      const isNote = isRemoval(line) && old !== null;
      if (line.kind === 'update' ? changed.length > 0 : !isNote) found.push({ line: said, fields: changed });
    }
    if (found.length >= limit) break;
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
  return shown.map(({ line: { seq, recordId, at, kind, userId, setId }, fields: changed }) => {
    const mergedAs = told.get(recordId)?.mergedAs;
    return {
      seq: Number(seq),
      at,
      kind,
      by: author(userId),
      set: set(setId),
      fields: changed,
      ...(mergedAs === undefined ? {} : { mergedAs }),
    };
  });
}

/** What the actor may read of it; when a record was made and changed is what the entries themselves say. */
const fieldsOf = (
  entity: EntityDefinition,
  { readable }: ToldRecord,
): readonly [name: string, field: Field][] =>
  storedFields(entity).filter(([name]) => readable.has(name) && !Object.hasOwn(recordFields, name));

/** The record's row and the fields of it that the actor may read now; deleted records are for those who may restore them. */
async function readableNow(
  database: Database,
  actor: Actor,
  entity: EntityDefinition,
  id: string,
): Promise<ToldRecord> {
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
  const first: Record<string, ColumnValue> = { ...row };
  for await (const lines of linesOf(database, entity, [row._id], Number.MAX_SAFE_INTEGER))
    for (const { before } of lines) Object.assign(first, columnsOf(before));
  return first;
}

/**
 * The lines of records below a seq, newest first, some at a time and each time in a turn of its own: a record may have been edited
 * thousands of times, and an article's line holds two texts of a million characters.
 */
async function* linesOf(
  database: Database,
  entity: EntityDefinition,
  ids: readonly string[],
  below: number,
): AsyncGenerator<LogLine[]> {
  const isLong = Object.values(entity.fields).some(({ kind }) => kind === 'richText');
  const atOnce = isLong ? LONG_LINES_AT_ONCE : LINES_AT_ONCE;
  for (let last: number | undefined = below; last !== undefined;) {
    await ownTurn();
    const lines: LogLine[] = await database.all<LogLine>(
      `SELECT "seq", "recordId", "kind", "userId", "setId", "at", "before", "after" FROM "change_log"
       WHERE "entity" = ? AND "recordId" IN ${placeholders(ids.length)} AND "seq" < ? ORDER BY "seq" DESC LIMIT ?`,
      [entity.name, ...ids, last, atOnce],
    );
    yield lines;
    last = lines.length < atOnce ? undefined : Number(lines.at(-1)?.seq);
  }
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
  const piece = value.slice(0, HISTORY_TEXT_LENGTH);
  // By hand: an expression would begin anew at each sign of a text that is full of them.
  const tag = piece.indexOf('<', piece.lastIndexOf('>') + 1);
  const shown = tag < 0 ? piece : piece.slice(0, tag);
  // A part of a text keeps all of it in memory, unless it is made anew.
  return Buffer.from(shown, 'utf16le').toString('utf16le');
}
