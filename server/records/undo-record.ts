import { isHandOver, mayHandOver, OWNER_FIELD } from '#shared/access/leads.ts';
import type { EntityName } from '#shared/model/entities.ts';
import { decodeValue, type ColumnValue } from '#shared/model/columns.ts';
import { fieldOf, storedFields, type EntityDefinition } from '#shared/model/entity.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Left } from '#shared/protocol/change-sets.ts';
import type { Row } from '../database/rows.ts';
import type { Batch } from './batch.ts';
import type { ChangeKind } from './change.ts';
import { updateRecord } from './change-record.ts';
import type { ChangeSets } from './change-sets.ts';
import type { Applied } from './overtaken.ts';
import { mergedInto } from './merged.ts';
import { titleOf } from './refusals.ts';
import { deleteRecord, restoreRecord } from './remove-record.ts';
import { rightsOn } from './visibility.ts';

/** What was done to a record, as a line of the log. */
interface RecordLine {
  seq: number;
  kind: ChangeKind;
  setId: string | null;
  before: string | null;
  /** Who did it. */
  name: string | null;
}

export interface Undone extends Applied {
  left: Left[];
}

interface Undo {
  batch: Batch;
  entity: EntityDefinition;
  recordId: string;
  row: Row;
  /** What the set did to the record, in order; at least one line. */
  lines: readonly RecordLine[];
  /** What was done since and stands: not by this undo, and not taken back. */
  since: readonly RecordLine[];
}

/**
 * Takes back what a change set did to a record: a new record is deleted, a deleted one restored, and each value goes back
 * to what it was before. What somebody changed since stays as it is, and so does what the author may not change; it is
 * told in `left` and refuses nothing. Twice is as good as once, and what was undone since does not count: a person goes
 * back step by step.
 * @param undoes the set whose changes are taken back
 * @param by the set that takes them back
 */
export async function undoRecord(
  batch: Batch,
  entity: EntityDefinition,
  recordId: string,
  { undoes, by, sets }: { undoes: string; by: string; sets: Pick<ChangeSets, 'links' | 'sees'> },
): Promise<Undone> {
  const row = await batch.get(entity.name, recordId);
  const all = sets.sees(undoes) ? await linesSince(batch, entity, recordId, undoes) : [];
  const lines = all.filter(({ setId }) => setId === undoes);
  // What was sent for a record that had been merged into another one was done to that one.
  const into =
    row !== null &&
    row['deletedAt'] !== null &&
    lines.length === 0 &&
    (await mergedInto(batch, entity.name, recordId));
  if (into) return undoRecord(batch, entity, into._id, { undoes, by, sets });
  const isHidden = !row || rightsOn(entity, batch.author, row).read.size === 0;
  // Nor does the number of a hidden record say that there is one.
  const seq = isHidden ? 0 : Number(row['_seq']);
  if (!row || lines.length === 0) return { seq, overtaken: [], left: [] };
  const others = all.filter(({ setId }) => setId !== undoes && setId !== by);
  const undo: Undo = { batch, entity, recordId, row, lines, since: await thatStand(sets, others) };
  if (isHidden) {
    return { seq, overtaken: [], left: [leftWhole(undo, 'It is no longer yours to see.', entity.label)] };
  }
  const kinds = new Set(lines.map(({ kind }) => kind));
  // A record that the set itself made and deleted again is as it was.
  if (kinds.has('create')) return kinds.has('delete') ? nothing(undo) : undoCreate(undo);
  const removals = lines.filter(isRemoval);
  const last = removals.at(-1);
  const isTurned = last !== undefined && last.kind === removals[0]?.kind;
  const undone = isTurned ? await undoRemoval(undo, last) : nothing(undo);
  if (!kinds.has('update')) return undone;
  const now = batch.known(entity.name, recordId) ?? row;
  if (now['deletedAt'] !== null) {
    if (isTurned) return undone;
    return { ...undone, left: [...undone.left, leftWhole(undo, 'It was deleted since.')] };
  }
  const values = await undoValues({ ...undo, row: now });
  return {
    seq: Math.max(undone.seq, values.seq),
    overtaken: values.overtaken,
    left: [...undone.left, ...values.left],
  };
}

const isRemoval = ({ kind }: RecordLine): boolean => kind === 'delete' || kind === 'restore';

/** What was done to the record since the set began: found by the record, which has few lines where a set may have many. */
async function linesSince(
  batch: Batch,
  entity: EntityDefinition,
  recordId: string,
  setId: string,
): Promise<RecordLine[]> {
  const lines = await batch.ask<RecordLine>(
    `SELECT c."seq", c."kind", c."setId", c."before", u."name" AS "name" FROM "change_log" c
     LEFT JOIN "user" u ON u."_id" = c."userId"
     WHERE c."entity" = ? AND c."recordId" = ? AND c."seq" >= (
       SELECT MIN("seq") FROM "change_log" WHERE "setId" || '' = ? AND "entity" = ? AND "recordId" = ?)
     ORDER BY c."seq"`,
    [entity.name, recordId, setId, entity.name, recordId],
  );
  return lines.map((line) => ({ ...line, seq: Number(line.seq) }));
}

/** Those that are neither an undo nor taken back by one: together these leave everything as it was. */
async function thatStand(
  sets: Pick<ChangeSets, 'links'>,
  lines: readonly RecordLine[],
): Promise<RecordLine[]> {
  const standing: RecordLine[] = [];
  for (const line of lines) {
    const set = line.setId === null ? null : await sets.links(line.setId);
    if ((set?.undoes ?? null) === null && (await isInEffect(sets, set?.undoneBy ?? null)))
      standing.push(line);
  }
  return standing;
}

/** Whether nobody has taken a set back, or that was taken back in its turn. @param undoneBy of the set */
async function isInEffect(sets: Pick<ChangeSets, 'links'>, undoneBy: string | null): Promise<boolean> {
  let inEffect = true;
  for (let by = undoneBy; by !== null; inEffect = !inEffect) by = (await sets.links(by))?.undoneBy ?? null;
  return inEffect;
}

const nothing = ({ row }: Pick<Undo, 'row'>): Undone => ({
  seq: Number(row['_seq']),
  overtaken: [],
  left: [],
});

/** A new record goes, where nobody has changed it since. */
async function undoCreate(undo: Undo): Promise<Undone> {
  const { batch, entity, recordId, row, since } = undo;
  if (row['deletedAt'] !== null) return nothing(undo);
  const [later] = since;
  if (later) return kept(undo, [leftWhole(undo, `${later.name ?? SOMEBODY} changed it since.`)]);
  const base = Number(row['_seq']);
  return judged(undo, () => deleteRecord(batch, { entity, recordId, base, takesBack: true }));
}

/** What was deleted comes back, what was restored goes again, where that is how it stands. */
async function undoRemoval(undo: Undo, last: RecordLine): Promise<Undone> {
  const { batch, entity, recordId, row, since } = undo;
  const isDeleted = row['deletedAt'] !== null;
  if (isDeleted !== (last.kind === 'delete')) return nothing(undo);
  const later = since.find((line) => isRemoval(line) && line.seq > last.seq);
  if (later) {
    const what = isDeleted ? 'deleted' : 'restored';
    return kept(undo, [leftWhole(undo, `${later.name ?? SOMEBODY} ${what} it since.`)]);
  }
  return judged(undo, () =>
    isDeleted
      ? restoreRecord(batch, { entity, recordId, takesBack: true })
      : deleteRecord(batch, { entity, recordId, base: Number(row['_seq']) }),
  );
}

/** The values that still stand go back. */
async function undoValues(undo: Undo): Promise<Undone> {
  const { batch, entity, recordId, row, lines, since } = undo;
  const { read, set: settable } = rightsOn(entity, batch.author, row);
  const before = firstValues(lines);
  const values: Record<string, unknown> = {};
  const left: Left[] = [];
  let hidden = false;
  for (const [name, field] of storedFields(entity)) {
    const old = before.get(name);
    const isHanded = isHandOver(entity.name, { [name]: null });
    // What the server sets follows from the rest.
    if (!old || (field.serverSet && !isHanded)) continue;
    const later = since.find((line) => line.seq > old.lastSeq && Object.hasOwn(columnsOf(line), name));
    if (!read.has(name)) hidden = true;
    else if (later) left.push(leftField(undo, name, `${later.name ?? SOMEBODY} changed it since.`));
    else if (isHanded ? !mayHandOver(batch.author.role) : !settable.has(name))
      left.push(leftField(undo, name, 'Your role may not change it.'));
    else values[name] = decodeValue(field, old.value);
  }
  if (hidden) left.push(leftWhole(undo, 'Part of it is not yours to change.'));
  if (Object.keys(values).length === 0) return kept(undo, left);
  try {
    const base = Number(row['_seq']);
    const handsOver = entity.name === 'candidate' && Object.hasOwn(values, OWNER_FIELD.candidate);
    const { seq } = await updateRecord(batch, {
      entity,
      recordId,
      base,
      changes: values,
      handsOver,
      takesBack: true,
    });
    return { seq, overtaken: [], left };
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    const { message } = error;
    return kept(undo, [...left, ...Object.keys(values).map((name) => leftField(undo, name, message))]);
  }
}

type Columns = Readonly<Record<string, ColumnValue>>;

const columnsOf = ({ before }: RecordLine): Columns =>
  before === null ? {} : (JSON.parse(before) as Columns);

/** The value that each field had before the set changed it, and where the set changed it last. */
function firstValues(lines: readonly RecordLine[]): Map<string, { value: ColumnValue; lastSeq: number }> {
  const first = new Map<string, { value: ColumnValue; lastSeq: number }>();
  for (const line of lines) {
    for (const [name, value] of Object.entries(columnsOf(line)))
      first.set(name, { value: (first.get(name) ?? { value }).value, lastSeq: line.seq });
  }
  return first;
}

/** What cannot be taken back stays, with the reason. */
async function judged(undo: Undo, change: () => Promise<Applied>): Promise<Undone> {
  try {
    const { seq } = await change();
    return { seq, overtaken: [], left: [] };
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    return kept(undo, [leftWhole(undo, error.message)]);
  }
}

const SOMEBODY = 'Somebody';

const kept = (undo: Undo, left: Left[]): Undone => ({ ...nothing(undo), left });

function leftWhole({ entity, recordId, row }: Undo, reason: string, title?: string): Left {
  const name = entity.name as EntityName;
  return { entity: name, recordId, title: title ?? titleOf(entity, row), field: null, reason };
}

const leftField = (undo: Undo, field: string, reason: string): Left => ({
  ...leftWhole(undo, reason),
  field: fieldOf(undo.entity, field).label,
});
