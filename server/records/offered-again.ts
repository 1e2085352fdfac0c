import { decodeValue } from '#shared/model/columns.ts';
import { fieldOf, storedFields, type EntityDefinition } from '#shared/model/entity.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Again } from '#shared/protocol/sync.ts';
import type { Row } from '../database/rows.ts';
import type { Batch } from './batch.ts';
import { endOfBackup, timeOf } from './log-times.ts';
import type { Overtaken, Stood } from './overtaken.ts';
import { titleOf } from './refusals.ts';
import { isSame } from './same-value.ts';
import { versionOf, versionsIn } from './versions.ts';

export interface Judgement {
  stood: Stood[];
  /** Values that others wrote and that give way: their writers are told. */
  overtaken: Overtaken[];
}

/** Fields that say the same thing: they stand together. */
export const COUPLED: readonly (readonly string[])[] = [['interviewerName', 'interviewerId']];

interface Given {
  entity: EntityDefinition;
  row: Row;
  base: number;
  again: Again;
}

/**
 * Judges the values of a change that is offered again to a server that was put back to an older state. Its base is a
 * number of another history; so what counts is whether the record still has what its maker saw, and when the standing
 * value was written. A change that the server had acknowledged is older than whatever was written since then: that
 * stands. One that it had not is the last in the server's order, and wins as ever.
 * @param values those that differ from the record
 */
export async function judge(
  batch: Batch,
  given: Given,
  values: Readonly<Record<string, unknown>>,
): Promise<Judgement> {
  const stood: Stood[] = [];
  const overtaken: Overtaken[] = [];
  const stand = async (name: string): Promise<void> => {
    const [, , userId] = versionIn(given, name);
    stood.push({
      field: name,
      lost: values[name],
      won: stored(given, name),
      byName: await nameOf(batch, userId),
    });
  };
  for (const name of Object.keys(values)) {
    const finding = await findingOn(batch, given, name);
    if (finding === 'stands') await stand(name);
    if (finding !== 'gives way') continue;
    const [, deskId, userId] = versionIn(given, name);
    overtaken.push({ field: name, lost: stored(given, name), won: values[name], userId, deskId });
  }
  for (const names of COUPLED) {
    if (!stood.some(({ field }) => names.includes(field))) continue;
    for (const name of names) {
      if (name in values && stood.every(({ field }) => field !== name)) await stand(name);
    }
  }
  return { stood, overtaken: overtaken.filter(({ field }) => stood.every((each) => each.field !== field)) };
}

/** Those among the fields whose standing value was written before the change that is offered again. */
export async function olderFields(batch: Batch, given: Given, names: readonly string[]): Promise<string[]> {
  const { ackedAt } = given.again;
  const found: string[] = [];
  for (const name of names)
    if (ackedAt === null || !(await isNewer(batch, given, name, ackedAt))) found.push(name);
  return found;
}

/** @throws PlainError `conflict` where somebody wrote in the record after the server had acknowledged its delete, or restored it. */
export async function assertNothingNewer(batch: Batch, given: Given): Promise<void> {
  const { entity, row } = given;
  await assertNotRestored(batch, given);
  for (const [name, { serverSet }] of storedFields(entity)) {
    if (serverSet || (await findingOn(batch, given, name)) !== 'stands') continue;
    const [, , userId] = versionIn(given, name);
    const by = (await nameOf(batch, userId)) || 'somebody';
    throw new PlainError(
      'conflict',
      `${titleOf(entity, row)} was changed by ${by} after you had deleted it, and the server was restored in between. Delete it again if it should go.`,
    );
  }
}

async function assertNotRestored(batch: Batch, given: Given): Promise<void> {
  const by = await otherSince(batch, given, 'restore');
  if (by === null) return;
  throw new PlainError(
    'conflict',
    `${titleOf(given.entity, given.row)} was restored by ${by} after you had deleted it, and the server was restored in between. Delete it again if it should go.`,
  );
}

/** @throws PlainError `conflict` where somebody deleted the record after the server had acknowledged its restore. */
export async function assertNotDeleted(
  batch: Batch,
  given: Pick<Given, 'entity' | 'row' | 'again'>,
): Promise<void> {
  const by = await otherSince(batch, given, 'delete');
  if (by === null) return;
  throw new PlainError(
    'conflict',
    `${titleOf(given.entity, given.row)} was deleted by ${by} after you had restored it, and the server was restored in between. Restore it again if it should stay.`,
  );
}

/**
 * Who did that last to the record, where it was done after the change was acknowledged and not by its maker's desk; null
 * where nobody did.
 */
async function otherSince(
  batch: Batch,
  { entity, row, again }: Pick<Given, 'entity' | 'row' | 'again'>,
  kind: 'delete' | 'restore',
): Promise<string | null> {
  if (again.ackedAt === null) return null;
  const [line] = await batch.ask<{ at: string; userId: string | null; deskId: string | null }>(
    `SELECT "at", "userId", "deskId" FROM "change_log" WHERE "entity" = ? AND "recordId" = ? AND "kind" = ?
     ORDER BY "seq" DESC LIMIT 1`,
    [entity.name, row._id, kind],
  );
  if (!line || line.at <= again.ackedAt || isOwn(batch, line.deskId, line.userId)) return null;
  return (await nameOf(batch, line.userId)) || 'somebody';
}

/** What others wrote in the record that the maker of a delete had not seen, as far as the data can tell. */
export async function unseenByDelete(batch: Batch, given: Given): Promise<Overtaken[]> {
  const overtaken: Overtaken[] = [];
  // Where a snapshot was put back, nobody can say what is older than that.
  if (given.again.ackedAt !== null && (await endOfBackup(batch)) === null) return overtaken;
  for (const [name, { serverSet }] of storedFields(given.entity)) {
    if (serverSet || (await findingOn(batch, given, name)) !== 'gives way') continue;
    const [, deskId, userId] = versionIn(given, name);
    overtaken.push({ field: name, lost: stored(given, name), won: null, userId, deskId });
  }
  return overtaken;
}

/** Whether the standing value of the field is another than its maker saw, as far as the data can tell. */
export const isUnseenAgain = async (batch: Batch, given: Given, name: string): Promise<boolean> =>
  (await findingOn(batch, given, name)) !== 'as seen';

type Finding = 'as seen' | 'stands' | 'gives way';

async function findingOn(batch: Batch, given: Given, name: string): Promise<Finding> {
  const { entity, row, base, again } = given;
  const [seq, deskId, userId] = versionIn(given, name);
  if (isOwn(batch, deskId, userId)) return 'as seen';
  const sawAnything = again.seen !== undefined && Object.hasOwn(again.seen, name);
  const isAsSeen = sawAnything && isSame(entity, row, name, again.seen?.[name]);
  if (again.ackedAt === null && isAsSeen) return 'as seen';
  // Nobody has written in the field since the record was made.
  if (isAsSeen && !Object.hasOwn(versionsIn(row), name)) return 'as seen';
  const from = await endOfBackup(batch);
  const inBackup = from !== null && seq <= from;
  if (again.ackedAt === null) {
    const unseen = inBackup || !sawAnything ? seq > Math.min(base, from ?? base) : true;
    return unseen ? 'gives way' : 'as seen';
  }
  // In a backup too: what was offered again after an earlier restore, and taken in, is as new as that. A value that was
  // written later is another one than the maker saw, also where it is the same.
  if (await isNewer(batch, given, name, again.ackedAt)) return 'stands';
  if (isAsSeen) return 'as seen';
  // Where the clocks contradict the order nobody loses a value without being told.
  const wasPutRight = again.ackedAt > batch.at;
  // Up to its end the numbers of a backup are those that the maker saw.
  return inBackup && !wasPutRight && seq <= base ? 'as seen' : 'gives way';
}

function versionIn({ row }: Given, name: string): ReturnType<typeof versionOf> {
  return versionOf(row, versionsIn(row), name);
}

const stored = ({ entity, row }: Given, name: string): unknown =>
  decodeValue(fieldOf(entity, name), row[name] ?? null);

/** Whether the standing value was written after that time; what was brought back is as old as its first acknowledgement. */
async function isNewer(batch: Batch, given: Given, name: string, time: string): Promise<boolean> {
  const [seq, , , ackedAt] = versionIn(given, name);
  if (ackedAt !== undefined) return ackedAt >= time;
  const at = await timeOf(batch, seq);
  return at !== null && at > time;
}

/** Whether it is the author's own, by the same desk. */
const isOwn = ({ author }: Batch, deskId: string | null, userId: string | null): boolean =>
  deskId !== null && deskId === author.deskId && userId === author._id;

async function nameOf(batch: Batch, userId: string | null): Promise<string> {
  const user = userId === null ? null : await batch.get('user', userId);
  return String(user?.['name'] ?? '');
}
