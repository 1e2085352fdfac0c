import type { EntityName } from '#shared/model/entities.ts';
import { decodeValue, type ColumnValue } from '#shared/model/columns.ts';
import { fieldOf, storedFields, type EntityDefinition } from '#shared/model/entity.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Left } from '#shared/protocol/change-sets.ts';
import type { Row } from '../database/rows.ts';
import type { Batch } from './batch.ts';
import { updateRecord } from './change-record.ts';
import type { ChangeSets } from './change-sets.ts';
import type { Applied } from './overtaken.ts';
import { isRemoval, linesSince, thatStand, type RecordLine } from './record-lines.ts';
import { titleOf } from './refusals.ts';
import { deleteRecord, restoreRecord } from './remove-record.ts';
import { rightsOn } from './visibility.ts';

export interface Undone extends Applied {
  left: Left[];
  /** Whether some of it stays because the author may not change it, so that somebody else may still take it back. */
  barred: boolean;
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
  /** When the server acknowledged the undo first, where it is offered again. */
  ackedAt: string | null | undefined;
}

/**
 * Takes back what a change set did to a record: a new record is deleted, a deleted one restored, and each value goes back
 * to what it was before. What somebody changed since stays as it is, and so does what the author may not change; it is
 * told in `left` and refuses nothing. Twice is as good as once, and what was undone since does not count: a person goes
 * back step by step.
 * @param undoes the set whose changes are taken back
 * @param by the set that takes them back
 * @param ackedAt ISO time of the first acknowledgement, where the undo is one that is brought back
 */
export async function undoRecord(
  batch: Batch,
  entity: EntityDefinition,
  recordId: string,
  {
    undoes,
    by,
    sets,
    ackedAt,
  }: {
    undoes: string;
    by: string;
    sets: Pick<ChangeSets, 'undoneSets' | 'sees'>;
    ackedAt?: string | null | undefined;
  },
): Promise<Undone> {
  const row = await batch.get(entity.name, recordId);
  const all = sets.sees(undoes) ? await linesSince(batch, entity, recordId, undoes) : [];
  const lines = all.filter(({ setId }) => setId === undoes);
  const isHidden = !row || rightsOn(entity, batch.author, row).read.size === 0;
  // Nor does the number of a hidden record say that there is one.
  const seq = isHidden ? 0 : Number(row['_seq']);
  if (!row || lines.length === 0) return { seq, overtaken: [], left: [], barred: false };
  const standing = await thatStand(sets, all);
  const since = standing.filter(({ setId }) => setId !== undoes && setId !== by);
  const undo: Undo = { batch, entity, recordId, row, lines, since, ackedAt };
  if (isHidden) {
    const left = [leftWhole(undo, 'It is no longer yours to see.', entity.label)];
    return { seq, overtaken: [], left, barred: true };
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
    barred: undone.barred || values.barred,
  };
}

const nothing = ({ row }: Pick<Undo, 'row'>): Undone => ({
  seq: Number(row['_seq']),
  overtaken: [],
  left: [],
  barred: false,
});

/** A new record goes, where nobody has changed it since. */
async function undoCreate(undo: Undo): Promise<Undone> {
  const { batch, entity, recordId, row, since } = undo;
  if (row['deletedAt'] !== null) return nothing(undo);
  const [later] = since;
  if (later) return kept(undo, [leftWhole(undo, `${later.name ?? SOMEBODY} changed it since.`)]);
  return judged(undo, () => deleteRecord(batch, { entity, recordId, base: Number(row['_seq']) }));
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
      ? restoreRecord(batch, { entity, recordId })
      : deleteRecord(batch, { entity, recordId, base: Number(row['_seq']) }),
  );
}

/** The values that still stand go back. */
async function undoValues(undo: Undo): Promise<Undone> {
  const { batch, entity, recordId, row, lines, since, ackedAt } = undo;
  const { read, set: settable } = rightsOn(entity, batch.author, row);
  const before = firstValues(lines);
  const values: Record<string, unknown> = {};
  const left: Left[] = [];
  let hidden = false;
  let barred = false;
  for (const [name, field] of storedFields(entity)) {
    const old = before.get(name);
    // What the server sets follows from the rest.
    if (!old || field.serverSet) continue;
    const later = since.find((line) => line.seq > old.lastSeq && Object.hasOwn(line.before, name));
    if (!read.has(name)) hidden = true;
    else if (later) left.push(leftField(undo, name, `${later.name ?? SOMEBODY} changed it since.`));
    else if (settable.has(name)) values[name] = decodeValue(field, old.value);
    else {
      barred = true;
      left.push(leftField(undo, name, 'Your role may not change it.'));
    }
  }
  if (hidden) left.push(leftWhole(undo, 'Part of it is not yours to change.'));
  barred ||= hidden;
  if (Object.keys(values).length === 0) return { ...kept(undo, left), barred };
  try {
    const base = Number(row['_seq']);
    const { seq } = await updateRecord(batch, { entity, recordId, base, changes: values, ackedAt });
    return { seq, overtaken: [], left, barred };
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    const { message } = error;
    const stays = Object.keys(values).map((name) => leftField(undo, name, message));
    return { ...kept(undo, [...left, ...stays]), barred: barred || isAboutRights(error) };
  }
}

const isAboutRights = ({ code }: PlainError): boolean => code === 'forbidden';

/** The value that each field had before the set changed it, and where the set changed it last. */
function firstValues(lines: readonly RecordLine[]): Map<string, { value: ColumnValue; lastSeq: number }> {
  const first = new Map<string, { value: ColumnValue; lastSeq: number }>();
  for (const line of lines) {
    for (const [name, value] of Object.entries(line.before))
      first.set(name, { value: (first.get(name) ?? { value }).value, lastSeq: line.seq });
  }
  return first;
}

/** What cannot be taken back stays, with the reason. */
async function judged(undo: Undo, change: () => Promise<Applied>): Promise<Undone> {
  try {
    const { seq } = await change();
    return { seq, overtaken: [], left: [], barred: false };
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    return { ...kept(undo, [leftWhole(undo, error.message)]), barred: isAboutRights(error) };
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
