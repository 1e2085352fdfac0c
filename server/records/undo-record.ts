import { isHandOver, mayHandOver, OWNER_FIELD } from '#shared/access/leads.ts';
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
import { mergedInto } from './merged.ts';
import { mergedBy, mergesAgain } from './rules/merged-record-rules.ts';
import { namedSince } from './named-since.ts';
import { isRemoval, thatStand, type Past, type PastLine, type RecordPasts } from './record-past.ts';
import { titleOf } from './refusals.ts';
import { deleteRecord, restoreRecord } from './remove-record.ts';
import { rightsOn } from './visibility.ts';

export interface Undone extends Applied {
  left: Left[];
  /** Whether some of it stays because the author may not change it, so that somebody else may still take it back. */
  barred: boolean;
}

/** What is taken back, by which set, and what the transaction knows of sets and records. */
interface UndoRequest {
  undoes: string;
  by: string;
  /** ISO time of the first acknowledgement, where the undo is one that is brought back. */
  ackedAt?: string | null | undefined;
  sets: Pick<ChangeSets, 'linksOf' | 'sees'>;
  pasts: RecordPasts;
}

const NO_PAST: Past = { lines: [], isCut: false };

interface Undo {
  batch: Batch;
  entity: EntityDefinition;
  recordId: string;
  row: Row;
  pasts: RecordPasts;
  /** What the set did to the record, in order; at least one line. */
  lines: readonly PastLine[];
  /** What was done since and stands: not by this undo, and not taken back. */
  since: readonly PastLine[];
  /** When the server acknowledged the undo first, where it is offered again. */
  ackedAt: string | null | undefined;
  /** The set that is taken back, and the one that does so. */
  undoes: string;
  by: string;
  sets: UndoRequest['sets'];
}

/**
 * Takes back what a change set did to a record: a new record is deleted, a deleted one restored, and each value goes back
 * to what it was before. What somebody changed since stays as it is, and so does what the author may not change; it is
 * told in `left` and refuses nothing. Twice is as good as once, and what was undone since does not count: a person goes
 * back step by step.
 */
export async function undoRecord(
  batch: Batch,
  entity: EntityDefinition,
  recordId: string,
  request: UndoRequest,
): Promise<Undone> {
  const { undoes, by, ackedAt, sets, pasts } = request;
  const row = await batch.get(entity.name, recordId);
  const { lines: all, isCut } = sets.sees(undoes) ? await pasts.of(entity, recordId) : NO_PAST;
  const lines = all.filter(({ setId }) => setId === undoes);
  // What was sent for a record that had been merged into another one was done to that one.
  const into =
    row !== null &&
    row['deletedAt'] !== null &&
    lines.length === 0 &&
    (await mergedInto(batch, entity.name, recordId));
  if (into) return undoRecord(batch, entity, into._id, request);
  const isHidden = !row || rightsOn(entity, batch.author, row).read.size === 0;
  // Nor does the number of a hidden record say that there is one.
  const seq = isHidden ? 0 : Number(row['_seq']);
  if (!row || (lines.length === 0 && (isHidden || !isCut)))
    return { seq, overtaken: [], left: [], barred: false };
  const start = lines[0]?.seq ?? 0;
  const since = (await thatStand(sets, all)).filter(
    ({ seq: at, setId }) => at > start && setId !== undoes && setId !== by,
  );
  const undo: Undo = { batch, entity, recordId, row, pasts, lines, since, ackedAt, undoes, by, sets };
  if (lines.length === 0) return kept(undo, [leftWhole(undo, CHANGED_TOO_OFTEN)]);
  if (isHidden) {
    const left = [leftWhole(undo, 'It is no longer yours to see.', entity.label)];
    return { seq, overtaken: [], left, barred: true };
  }
  if (isCut && (await pasts.hasOlder(entity, recordId, { setId: undoes, than: start })))
    return kept(undo, [leftWhole(undo, CHANGED_TOO_OFTEN)]);
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

/** A new record goes, where nobody has changed it since, or said more about it. */
async function undoCreate(undo: Undo): Promise<Undone> {
  const { batch, entity, recordId, row, since } = undo;
  if (row['deletedAt'] !== null) return nothing(undo);
  const [later] = since;
  if (later) return kept(undo, [leftWhole(undo, `${later.name ?? SOMEBODY} changed it since.`)]);
  const more = await moreSince(undo, 0);
  if (more) return kept(undo, [more]);
  const base = Number(row['_seq']);
  return judged(undo, () => deleteRecord(batch, { entity, recordId, base, takesBack: true }));
}

/** What was deleted comes back, what was restored goes again, where that is how it stands. */
async function undoRemoval(undo: Undo, last: PastLine): Promise<Undone> {
  const { batch, entity, recordId, row, since } = undo;
  const isDeleted = row['deletedAt'] !== null;
  if (isDeleted !== (last.kind === 'delete')) return nothing(undo);
  const later = since.find((line) => line.seq > last.seq && (isRemoval(line) || !isDeleted));
  if (later) {
    const what = isDeleted ? 'deleted' : isRemoval(later) ? 'restored' : 'changed';
    return kept(undo, [leftWhole(undo, `${later.name ?? SOMEBODY} ${what} it since.`)]);
  }
  if (isDeleted)
    return judged(undo, async () => {
      await assertUntouched(undo);
      return restoreRecord(batch, { entity, recordId, takesBack: true });
    });
  return judged(undo, async () => {
    const isMerged = await mergesAgain(batch, entity.name, { id: recordId, undone: undo.undoes });
    // What refers to one that is merged goes with it.
    const more = isMerged ? null : await moreSince(undo, last.seq);
    if (more) throw new PlainError('conflict', more.reason);
    return deleteRecord(batch, { entity, recordId, base: Number(row['_seq']), takesBack: true });
  });
}

/** What was said about a person after a number of the log, and not by these sets. Of what is no person the rules say what needs it. */
async function moreSince(undo: Undo, after: number): Promise<Left | null> {
  const { batch, entity, recordId, undoes, by } = undo;
  if (entity.person === undefined) return null;
  const named = await namedSince(batch, entity.name as EntityName, recordId, [undoes, by], after);
  return named.length === 0 ? null : leftWhole(undo, `There is more about it by now (${named.join(', ')}).`);
}

/**
 * A merge that is done again deletes the record that its undo brought back: not where somebody has changed that since.
 * @throws PlainError `conflict`
 */
async function assertUntouched({ batch, entity, row, pasts, sets, undoes, by }: Undo): Promise<void> {
  const merged = entity.name === 'mergedRecord' ? mergedBy(batch, row) : null;
  if (!merged) return;
  const { lines } = await pasts.of(merged.entity, merged.id);
  const back = lines.findLast(({ setId, kind }) => setId === undoes && kind === 'restore');
  if (!back) return;
  const later = (await thatStand(sets, lines)).find(
    ({ seq, setId }) => seq > back.seq && setId !== undoes && setId !== by,
  );
  if (later) throw new PlainError('conflict', `${later.name ?? SOMEBODY} changed it since.`);
}

/** The values that still stand go back. */
async function undoValues(undo: Undo): Promise<Undone> {
  const { batch, entity, recordId, row, since, ackedAt } = undo;
  const { read, set: settable } = rightsOn(entity, batch.author, row);
  const before = await firstValues(undo);
  const values: Record<string, unknown> = {};
  const left: Left[] = [];
  let hidden = false;
  let barred = false;
  for (const [name, field] of storedFields(entity)) {
    const old = before.get(name);
    const isHanded = isHandOver(entity.name, { [name]: null });
    // What the server sets follows from the rest.
    if (!old || (field.serverSet && !isHanded)) continue;
    const later = since.find((line) => line.seq > old.lastSeq && line.names.includes(name));
    if (!read.has(name)) hidden = true;
    else if (later) left.push(leftField(undo, name, `${later.name ?? SOMEBODY} changed it since.`));
    else if (isHanded ? mayHandOver(batch.author.role) : settable.has(name))
      values[name] = decodeValue(field, old.value);
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
    const handsOver = entity.name === 'candidate' && Object.hasOwn(values, OWNER_FIELD.candidate);
    const { seq } = await updateRecord(batch, {
      entity,
      recordId,
      base,
      changes: values,
      ackedAt,
      handsOver,
      takesBack: true,
    });
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
async function firstValues({
  lines,
  pasts,
}: Undo): Promise<Map<string, { value: ColumnValue; lastSeq: number }>> {
  const places = new Map<string, { firstSeq: number; lastSeq: number }>();
  for (const { seq, kind, names } of lines) {
    if (kind !== 'update') continue;
    for (const name of names) places.set(name, { firstSeq: places.get(name)?.firstSeq ?? seq, lastSeq: seq });
  }
  const seqs = new Set([...places.values()].map(({ firstSeq }) => firstSeq));
  const before = await pasts.before([...seqs]);
  return new Map(
    [...places].map(([name, { firstSeq, lastSeq }]) => [
      name,
      { value: before.get(firstSeq)?.[name] ?? null, lastSeq },
    ]),
  );
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
const CHANGED_TOO_OFTEN = 'It was changed too often since. Change it by hand.';

const kept = (undo: Undo, left: Left[]): Undone => ({ ...nothing(undo), left });

function leftWhole({ entity, recordId, row }: Undo, reason: string, title?: string): Left {
  const name = entity.name as EntityName;
  return { entity: name, recordId, title: title ?? titleOf(entity, row), field: null, reason };
}

const leftField = (undo: Undo, field: string, reason: string): Left => ({
  ...leftWhole(undo, reason),
  field: fieldOf(undo.entity, field).label,
});
