import type { EntityName } from '#shared/model/entities.ts';
import type { Left } from '#shared/protocol/change-sets.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { namedSince } from './named-since.ts';
import { isRemoval, thatStand, type PastLine } from './record-past.ts';
import { deleteRecord, restoreRecord } from './remove-record.ts';
import { mergedBy, mergesAgain } from './rules/merged-record-rules.ts';
import { judged, kept, leftWhole, nothing, SOMEBODY, type Undo, type Undone } from './undo-left.ts';

/** A new record goes, where nobody has changed it since, or said more about it. */
export async function undoCreate(undo: Undo): Promise<Undone> {
  const { batch, entity, recordId, row } = undo;
  if (row['deletedAt'] !== null) return nothing(undo);
  const reason = await reasonForNew(undo);
  if (reason) return kept(undo, [reason]);
  const base = Number(row['_seq']);
  return judged(undo, () => deleteRecord(batch, { entity, recordId, base, takesBack: true }));
}

/** Why a record that the set has made stays. */
async function reasonForNew(undo: Undo): Promise<Left | null> {
  const { entity, since } = undo;
  // Where a merged record leads is changed by merges alone, and they go along.
  const later = since.find((line) => entity.name !== 'mergedRecord' || isRemoval(line));
  return later ? leftWhole(undo, `${later.name ?? SOMEBODY} changed it since.`) : moreSince(undo, 0);
}

/** What was deleted comes back, what was restored goes again, where that is how it stands. */
export async function undoRemoval(undo: Undo, last: PastLine): Promise<Undone> {
  const { batch, entity, recordId, row } = undo;
  const isDeleted = row['deletedAt'] !== null;
  if (isDeleted !== (last.kind === 'delete')) return nothing(undo);
  const later = turnedSince(undo, last);
  if (later) return kept(undo, [later]);
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

/** What somebody did since to a record that was deleted, or that came back. */
function turnedSince(undo: Undo, last: PastLine): Left | null {
  const isDeleted = undo.row['deletedAt'] !== null;
  const later = undo.since.find((line) => line.seq > last.seq && (isRemoval(line) || !isDeleted));
  if (!later) return null;
  const what = isDeleted ? 'deleted' : isRemoval(later) ? 'restored' : 'changed';
  return leftWhole(undo, `${later.name ?? SOMEBODY} ${what} it since.`);
}

/**
 * Why a record that is there by the set, which made it or brought it back, stays, whoever takes that back; null where it goes.
 * undefined where it is not there by the set.
 */
export async function reasonToStay(undo: Undo): Promise<Left | null | undefined> {
  const removals = undo.lines.filter(isRemoval);
  const last = removals.at(-1);
  if (undo.lines.some(({ kind }) => kind === 'create')) return last ? undefined : reasonForNew(undo);
  if (last?.kind !== 'restore' || removals[0]?.kind !== 'restore') return undefined;
  return turnedSince(undo, last) ?? moreSince(undo, last.seq);
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
