import { mayHaveLeads, ownerRefusal, TURN_ROLE } from '#shared/access/leads.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Row } from '../../database/rows.ts';
import type { Batch } from '../batch.ts';
import type { Change } from '../change.ts';

/**
 * Leads and candidates go to who may have them. What is taken back, or merged, goes to whose it was, also where that person has
 * left since.
 * @param name of the field that says whose it is
 * @throws PlainError `invalid` naming the field
 */
export async function assertMayHave(
  { entity, values, takesBack }: Pick<Change, 'entity' | 'values' | 'takesBack'>,
  name: string,
  batch: Batch,
): Promise<void> {
  const id = values[name];
  if (typeof id !== 'string' || takesBack || batch.isOfMergedAway(entity.name, name, id)) return;
  const row = await batch.get('user', id);
  const message = ownerRefusal(row && row['deletedAt'] === null ? personOf(row) : null);
  if (message === null) return;
  throw new PlainError('invalid', `${message}.`, [{ field: name, code: 'invalid', message }]);
}

const personOf = (row: Row): Parameters<typeof ownerRefusal>[0] => ({
  name: row['name'] as string | null,
  roleName: row['roleName'] as string | null,
  isActive: row['isActive'] !== 0,
});

/** A new inquiry is its author's, unless nobody is named on purpose: then, and from strangers, it goes in turn. */
export async function ownerOfNewInquiry(change: Change, batch: Batch): Promise<void> {
  const { values } = change;
  if (typeof values['assignedTo'] === 'string' || (await isOwnersAgain(change, batch))) return;
  const { author } = batch;
  const isOwn = values['assignedTo'] === undefined && mayHaveLeads(author.role);
  values['assignedTo'] = isOwn ? author._id : await nextInTurn(batch);
}

/** A new message from the website goes in turn, where it is nobody's. */
export async function ownerOfNewContact(change: Change, batch: Batch): Promise<void> {
  if (await isOwnersAgain(change, batch)) return;
  change.values['assignedTo'] ??= await nextInTurn(batch);
}

/**
 * What comes back after the server was put back is whose it was, if that person may still have it: they work with it already.
 * Gives whether it is.
 */
async function isOwnersAgain({ values, hadBecome }: Change, batch: Batch): Promise<boolean> {
  const id = hadBecome?.['assignedTo'];
  if (typeof id !== 'string' || typeof values['assignedTo'] === 'string') return false;
  const row = await batch.get('user', id);
  if (row?.deletedAt !== null || ownerRefusal(personOf(row)) !== null) return false;
  values['assignedTo'] = id;
  // The turn goes on from there.
  if (row['takesLeads']) noteGiven(id, await takersOf(batch), batch);
  return true;
}

/**
 * The active user with the role HR who takes new leads and has waited longest for one, who has had one now; null where
 * nobody takes any.
 */
async function nextInTurn(batch: Batch): Promise<string | null> {
  const takers = await takersOf(batch);
  const next = takers.reduce<Row | null>(
    (first, user) => (first && givenAt(first) <= givenAt(user) ? first : user),
    null,
  );
  if (!next) return null;
  noteGiven(next._id, takers, batch);
  return next._id;
}

/** Whoever it is has had a lead now. */
function noteGiven(id: string, takers: readonly Row[], batch: Batch): void {
  const last = takers.map(givenAt).reduce((one, other) => (one > other ? one : other), '');
  // Many within one moment, or after the clock was put back, still have an order.
  const at = last < batch.at ? batch.at : new Date(Date.parse(last) + 1).toISOString();
  batch.set('user', id, { leadGivenAt: at });
}

async function takersOf(batch: Batch): Promise<Row[]> {
  const ticked = await batch.find('user', 'takesLeads', 1);
  return ticked.filter((user) => user['roleName'] === TURN_ROLE && user['isActive'] !== 0);
}

const givenAt = ({ leadGivenAt }: Row): string => (typeof leadGivenAt === 'string' ? leadGivenAt : '');
