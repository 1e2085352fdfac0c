import { isHandOver, mayHandOver, OWNER_FIELD } from '#shared/access/leads.ts';
import { decodeValue, type ColumnValue } from '#shared/model/columns.ts';
import { fieldOf, storedFields, type EntityDefinition } from '#shared/model/entity.ts';
import { isMergeable } from '#shared/model/merged-record.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Left } from '#shared/protocol/change-sets.ts';
import type { Batch } from './batch.ts';
import { updateRecord } from './change-record.ts';
import { doneInstead, lateEdits } from './late-edits.ts';
import { mergedInto } from './merged.ts';
import { COUPLED } from './offered-again.ts';
import { isRemoval, type Past, type PastLine } from './record-past.ts';
import {
  didAndSince,
  isAboutRights,
  kept,
  leftField,
  leftWhole,
  nothing,
  SOMEBODY,
  type Undo,
  type Undone,
  type UndoRequest,
} from './undo-left.ts';
import { hasUnmerged } from './rules/merged-record-rules.ts';
import { followingUnseen } from './unseen-amounts.ts';
import { keptByLink } from './undo-link.ts';
import { undoCreate, undoRemoval } from './undo-presence.ts';
import { rightsOn } from './visibility.ts';

const CHANGED_TOO_OFTEN = 'It was changed too often since. Change it by hand.';
const NO_PAST: Past = { lines: [], isCut: false };

/**
 * Takes back what a change set did to a record: a new record is deleted, a deleted one restored, and each value goes back
 * to what it was before. What somebody changed since stays as it is, and so does what the author may not change; it is
 * told in `left` and refuses nothing. Twice is as good as once, and what was undone since does not count: a person goes
 * back step by step.
 */
export const undoRecord = (
  batch: Batch,
  entity: EntityDefinition,
  recordId: string,
  request: UndoRequest,
): Promise<Undone> => undoWhereItIs(batch, entity, recordId, request, []);

/** @param been the records that the way went by: two may have been merged one way, and then the other */
async function undoWhereItIs(
  batch: Batch,
  entity: EntityDefinition,
  recordId: string,
  request: UndoRequest,
  been: readonly string[],
): Promise<Undone> {
  const { undoes, by, ackedAt, sets, pasts } = request;
  const way = [...been, recordId];
  const isSeen = sets.sees(undoes);
  const row = await batch.get(entity.name, recordId);
  const { lines: all, isCut } = isSeen ? await pasts.of(entity, recordId) : NO_PAST;
  const { lines, since } = await didAndSince(request, all);
  const isElsewhere = lines.length === 0;
  // What came late for this one was done to the one that it had been merged into, and stays there.
  const instead =
    isSeen && isElsewhere && (await doneInstead(batch, entity, { id: recordId, set: undoes, sets }));
  if (instead && !way.includes(instead)) return undoWhereItIs(batch, entity, instead, request, way);
  // What was sent for a record that had been merged into another one was done to that one.
  const isAway = row !== null && row['deletedAt'] !== null;
  const into = isAway && isElsewhere && (await mergedInto(batch, entity.name, recordId));
  if (into && !way.includes(into._id)) return undoWhereItIs(batch, entity, into._id, request, way);
  const isHidden = !row || rightsOn(entity, batch.author, row).read.size === 0;
  // Nor does the number of a hidden record say that there is one.
  const seq = isHidden ? 0 : Number(row['_seq']);
  if (!row || (lines.length === 0 && (isHidden || !isCut)))
    return { seq, overtaken: [], left: [], barred: false };
  const undo: Undo = { batch, entity, recordId, row, pasts, all, lines, since, ackedAt, undoes, by, sets };
  if (lines.length === 0) return kept(undo, [leftWhole(undo, CHANGED_TOO_OFTEN)]);
  if (isHidden) {
    const left = [leftWhole(undo, 'It is no longer yours to see.', entity.label)];
    return { seq, overtaken: [], left, barred: true };
  }
  if (isCut && (await pasts.hasOlder(entity, recordId, { setId: undoes, than: lines[0]?.seq ?? 0 })))
    return kept(undo, [leftWhole(undo, CHANGED_TOO_OFTEN)]);
  // What the values were is forgotten (view-lines.ts).
  if (lines.every(({ kind, names }) => kind === 'update' && names.join('') === ''))
    return kept(undo, [leftWhole(undo, CHANGED_TOO_OFTEN)]);
  const kinds = new Set(lines.map(({ kind }) => kind));
  // A record that the set itself made and deleted again is as it was.
  if (kinds.has('create')) return kinds.has('delete') ? nothing(undo) : undoCreate(undo);
  const removals = lines.filter(isRemoval);
  const last = removals.at(-1);
  const isTurned = last !== undefined && last.kind === removals[0]?.kind;
  const undone = isTurned ? await undoRemoval(undo, last) : nothing(undo);
  if (isTurned && last.kind === 'delete' && undone.left.length === 0)
    undone.left.push(...(await lateEdits(undo, recordId)));
  if (!kinds.has('update')) return undone;
  const now = batch.known(entity.name, recordId) ?? row;
  if (now['deletedAt'] !== null) {
    if (isTurned || lines.every((line) => isOfMerges(entity, line))) return undone;
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

/** Whether nothing was changed but who is meant among those that can be merged: that goes with the merges, also of what is deleted. */
const isOfMerges = (entity: EntityDefinition, { names }: PastLine): boolean =>
  names.every((name) => name !== '' && isMergeable(fieldOf(entity, name).target?.entity ?? ''));

/** The values that still stand go back. */
async function undoValues(undo: Undo): Promise<Undone> {
  const { batch, entity, row, since } = undo;
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
    const target = field.target?.entity ?? '';
    if (isMergeable(target) && (await goesWithMerge(undo, { name, target }, old))) continue;
    const later = since.find((line) => line.seq > old.lastSeq && line.names.includes(name));
    const keptBy = later || !read.has(name) ? null : await keptByLink(undo, name, old.value);
    if (!read.has(name)) hidden = true;
    else if (keptBy !== null) left.push(leftField(undo, name, keptBy));
    else if (later) left.push(leftField(undo, name, `${later.name ?? SOMEBODY} changed it since.`));
    else if (isHanded ? mayHandOver(batch.author.role) : settable.has(name))
      values[name] = decodeValue(field, old.value);
    else {
      barred = true;
      left.push(leftField(undo, name, 'Your role may not change it.'));
    }
  }
  // An amount that stays is one of what the status that goes back was made for.
  const said = Object.fromEntries(
    [...before].map(([name, { value }]) => [name, decodeValue(fieldOf(entity, name), value)]),
  );
  const following = await followingUnseen(entity, row, said, values, {
    isUnseen: (name) => isOtherNow(undo, name),
  });
  Object.assign(values, following);
  const followed = Object.keys(following).map((name) => fieldOf(entity, name).label);
  if (hidden) left.push(leftWhole(undo, 'Part of it is not yours to change.'));
  barred ||= hidden;
  const putBack = await putBackValues(undo, values);
  const stays = left.filter(({ field }) => field === null || !followed.includes(field));
  return { ...putBack, left: [...stays, ...putBack.left], barred: barred || putBack.barred };
}

/** Whether a field is not as the set left it: somebody has changed it since, or taken back what had been changed before. */
async function isOtherNow(
  { all, row, lines, since, undoes, by, pasts }: Undo,
  name: string,
): Promise<boolean> {
  if (since.some(({ names }) => names.includes(name))) return true;
  const start = lines[0]?.seq ?? 0;
  const next = all.find(
    ({ seq, setId, names }) => seq > start && setId !== undoes && setId !== by && names.includes(name),
  );
  if (!next) return false;
  return ((await pasts.before([next.seq])).get(next.seq)?.[name] ?? null) !== (row[name] ?? null);
}

/** A value that cannot stand any more, as what refers to a lead status that is gone, stays as it is by itself: the rest goes back. */
async function putBackValues(undo: Undo, given: Readonly<Record<string, unknown>>): Promise<Undone> {
  const { batch, entity, recordId, row, ackedAt } = undo;
  const base = Number(row['_seq']);
  const left: Left[] = [];
  let barred = false;
  for (let values = given; Object.keys(values).length > 0;) {
    try {
      const handsOver = entity.name === 'candidate' && Object.hasOwn(values, OWNER_FIELD.candidate);
      const change = { entity, recordId, base, changes: values, ackedAt, handsOver, takesBack: true };
      const { seq } = await updateRecord(batch, change);
      return { seq, overtaken: [], left, barred };
    } catch (error) {
      if (!(error instanceof PlainError)) throw error;
      const names = Object.keys(values);
      const reasons = new Map(error.fields?.map(({ field, message }) => [field, asSentence(message)]));
      const wrong = together([...reasons.keys()]).filter((name) => names.includes(name));
      const stay = wrong.length > 0 ? wrong : names;
      for (const name of stay) left.push(leftField(undo, name, reasons.get(name) ?? error.message));
      values = Object.fromEntries(Object.entries(values).filter(([name]) => !stay.includes(name)));
      barred ||= isAboutRights(error);
    }
  }
  return { ...kept(undo, left), barred };
}

const asSentence = (message: string): string => message.replace(/\.?$/, '.');

/** With those that say the same thing. */
const together = (names: readonly string[]): string[] => [
  ...new Set(names.flatMap((name) => [name, ...(COUPLED.find((each) => each.includes(name)) ?? [])])),
];

/**
 * Whether a reference to somebody who can be merged is nothing that this undo leads back: the undo of an earlier merge has
 * done so already, from wherever later merges had taken it along; or a merge that is done again takes it along.
 */
async function goesWithMerge(
  undo: Undo,
  { name, target }: { name: string; target: string },
  { value, lastSeq }: Earlier,
): Promise<boolean> {
  const { batch, row, all, since, undoes, pasts } = undo;
  const now = row[name] ?? null;
  if (now === value) return true;
  if (typeof now === 'string' && (await hasUnmerged(batch, target, { id: now, undone: undoes }))) return true;
  const isLater = ({ seq, names }: PastLine): boolean => seq > lastSeq && names.includes(name);
  const next = all.find((line) => isLater(line) && line.setId !== undoes);
  if (!next || since.some(isLater)) return false;
  return (await pasts.before([next.seq])).get(next.seq)?.[name] !== now;
}

/** What a field had before the set changed it, and where the set changed it last. */
interface Earlier {
  value: ColumnValue;
  lastSeq: number;
}

async function firstValues({ lines, pasts }: Undo): Promise<Map<string, Earlier>> {
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
