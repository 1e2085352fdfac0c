import type { EntityName } from '#shared/model/entities.ts';
import { decodeValue, type ColumnValue } from '#shared/model/columns.ts';
import { fieldOf, storedFields, type EntityDefinition } from '#shared/model/entity.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Left } from '#shared/protocol/change-sets.ts';
import type { Row } from '../database/rows.ts';
import type { Batch } from './batch.ts';
import type { ChangeKind } from './change.ts';
import { updateRecord } from './change-record.ts';
import type { Applied } from './overtaken.ts';
import { titleOf } from './refusals.ts';
import { deleteRecord, restoreRecord } from './remove-record.ts';
import { parseVersions, versionOf } from './versions.ts';
import { rightsOn } from './visibility.ts';

/** What a set did to a record, as a line of the log. */
interface SetLine {
  seq: number;
  kind: ChangeKind;
  before: string | null;
}

export interface Undone extends Applied {
  left: Left[];
}

interface Undo {
  batch: Batch;
  entity: EntityDefinition;
  recordId: string;
  row: Row;
  /** Numbers of the log under which the set changed the record. */
  seqs: ReadonlySet<number>;
  /** The set that takes it back. */
  by: string;
}

/**
 * Takes back what a change set did to a record: a new record is deleted, a deleted one restored, and each value goes back
 * to what it was before. What somebody changed since stays as it is, and so does what the author may not change; it is
 * told in `left` and refuses nothing. Twice is as good as once.
 * @param undoes the set whose changes are taken back
 * @param by the set that takes them back
 */
export async function undoRecord(
  batch: Batch,
  entity: EntityDefinition,
  recordId: string,
  { undoes, by }: { undoes: string; by: string },
): Promise<Undone> {
  const row = await batch.get(entity.name, recordId);
  const lines = await batch.ask<SetLine>(
    `SELECT "seq", "kind", "before" FROM "change_log"
     WHERE "setId" = ? AND "entity" = ? AND "recordId" = ? ORDER BY "seq"`,
    [undoes, entity.name, recordId],
  );
  const seq = Number(row?.['_seq'] ?? 0);
  if (!row || lines.length === 0) return { seq, overtaken: [], left: [] };
  const undo: Undo = {
    batch,
    entity,
    recordId,
    row,
    seqs: new Set(lines.map((line) => Number(line.seq))),
    by,
  };
  if (rightsOn(entity, batch.author, row).read.size === 0) {
    return { seq, overtaken: [], left: [leftWhole(undo, 'It is no longer yours to see.', entity.label)] };
  }
  const kinds = new Set(lines.map(({ kind }) => kind));
  // A record that the set itself made and deleted again is as it was.
  if (kinds.has('create')) return kinds.has('delete') ? nothing(undo) : undoCreate(undo);
  const last = lines.findLast(({ kind }) => kind === 'delete' || kind === 'restore');
  const first = lines.find(({ kind }) => kind === 'delete' || kind === 'restore');
  const isTurned = last !== undefined && last.kind === first?.kind;
  const undone = isTurned ? await undoRemoval(undo, last.kind) : nothing(undo);
  const updates = lines.filter(({ kind }) => kind === 'update');
  if (updates.length === 0) return undone;
  const now = batch.known(entity.name, recordId) ?? row;
  if (now['deletedAt'] !== null) {
    if (isTurned) return undone;
    return { ...undone, left: [...undone.left, leftWhole(undo, 'It was deleted since.')] };
  }
  const values = await undoValues({ ...undo, row: now }, updates);
  return {
    seq: Math.max(undone.seq, values.seq),
    overtaken: values.overtaken,
    left: [...undone.left, ...values.left],
  };
}

const nothing = ({ row }: Pick<Undo, 'row'>): Undone => ({
  seq: Number(row['_seq']),
  overtaken: [],
  left: [],
});

/** A new record goes, where nobody has changed it since. */
async function undoCreate(undo: Undo): Promise<Undone> {
  const { batch, entity, recordId, row, seqs } = undo;
  if (row['deletedAt'] !== null) return nothing(undo);
  const seq = Number(row['_seq']);
  if (!seqs.has(seq)) return kept(undo, [leftWhole(undo, `${await whoWrote(batch, seq)} changed it since.`)]);
  return judged(undo, () => deleteRecord(batch, { entity, recordId, base: seq }));
}

/** What was deleted comes back, what was restored goes again, where that is how it stands. */
async function undoRemoval(undo: Undo, kind: ChangeKind): Promise<Undone> {
  const { batch, entity, recordId, row, seqs } = undo;
  const isDeleted = row['deletedAt'] !== null;
  if (isDeleted !== (kind === 'delete')) return nothing(undo);
  const [last] = await batch.ask<{ seq: number }>(
    `SELECT "seq" FROM "change_log" WHERE "entity" = ? AND "recordId" = ? AND "kind" IN ('delete', 'restore')
     ORDER BY "seq" DESC LIMIT 1`,
    [entity.name, recordId],
  );
  const seq = Number(last?.seq ?? 0);
  if (!seqs.has(seq)) {
    const what = isDeleted ? 'deleted' : 'restored';
    return kept(undo, [leftWhole(undo, `${await whoWrote(batch, seq)} ${what} it since.`)]);
  }
  return judged(undo, () =>
    isDeleted
      ? restoreRecord(batch, entity, recordId)
      : deleteRecord(batch, { entity, recordId, base: Number(row['_seq']) }),
  );
}

/** The values that still stand go back. */
async function undoValues(undo: Undo, lines: readonly SetLine[]): Promise<Undone> {
  const { batch, entity, recordId, row, seqs, by } = undo;
  const versions = parseVersions(row['_versions']);
  const { read, set: settable } = rightsOn(entity, batch.author, row);
  const before = firstValues(lines);
  const values: Record<string, unknown> = {};
  const left: Left[] = [];
  let hidden = false;
  for (const [name, field] of storedFields(entity)) {
    // What the server sets follows from the rest.
    if (!Object.hasOwn(before, name) || field.serverSet) continue;
    const [seq] = versionOf(row, versions, name);
    if (!read.has(name)) hidden = true;
    else if (!seqs.has(seq)) {
      const writer = await writerOf(batch, seq);
      if (writer.setId !== by) left.push(leftField(undo, name, `${writer.name} changed it since.`));
    } else if (!settable.has(name)) {
      left.push(leftField(undo, name, 'Your role may not change it.'));
    } else values[name] = decodeValue(field, before[name] ?? null);
  }
  if (hidden) left.push(leftWhole(undo, 'Part of it is not yours to change.'));
  if (Object.keys(values).length === 0) return kept(undo, left);
  try {
    const base = Number(row['_seq']);
    const { seq } = await updateRecord(batch, { entity, recordId, base, changes: values });
    return { seq, overtaken: [], left };
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    const { message } = error;
    return kept(undo, [...left, ...Object.keys(values).map((name) => leftField(undo, name, message))]);
  }
}

/** The values that fields had before the first line that changed them. */
function firstValues(lines: readonly SetLine[]): Record<string, ColumnValue> {
  const first: Record<string, ColumnValue> = {};
  for (const { before } of lines.toReversed()) {
    if (before !== null) Object.assign(first, JSON.parse(before) as Record<string, ColumnValue>);
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

const kept = (undo: Undo, left: Left[]): Undone => ({ ...nothing(undo), left });

function leftWhole({ entity, recordId, row }: Undo, reason: string, title?: string): Left {
  const name = entity.name as EntityName;
  return { entity: name, recordId, title: title ?? titleOf(entity, row), field: null, reason };
}

const leftField = (undo: Undo, field: string, reason: string): Left => ({
  ...leftWhole(undo, reason),
  field: fieldOf(undo.entity, field).label,
});

const whoWrote = async (batch: Batch, seq: number): Promise<string> => (await writerOf(batch, seq)).name;

async function writerOf(batch: Batch, seq: number): Promise<{ name: string; setId: string | null }> {
  const [line] = await batch.ask<{ name: string | null; setId: string | null }>(
    `SELECT u."name" AS "name", c."setId" AS "setId" FROM "change_log" c LEFT JOIN "user" u ON u."_id" = c."userId"
     WHERE c."seq" = ?`,
    [seq],
  );
  return { name: line?.name ?? 'Somebody', setId: line?.setId ?? null };
}
