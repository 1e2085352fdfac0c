import { decodeRow, decodeValue, type ColumnValue } from '#shared/model/columns.ts';
import { fieldOf, type EntityDefinition } from '#shared/model/entity.ts';
import { isAsProposed, proposalOf, type Proposal } from '#shared/model/proposals.ts';
import type { Row } from '../database/rows.ts';
import type { Batch } from './batch.ts';

type Values = Readonly<Record<string, unknown>>;

/** So many changes of a record since its author saw it are looked at. */
const MOST_LINES = 200;

/**
 * What follows from a change whose author had not seen all that it follows from (decision 49): the status of a payment, where somebody
 * else has changed an amount or the status meanwhile. A status that was given goes with the amounts of then, unless it was chosen, and
 * before one that somebody has chosen meanwhile. Of what the author saw, their form has decided.
 * @param isUnseen whether somebody has changed the field since
 * @param seen what the author saw of the fields; those of which nobody knows it are not in it
 */
export async function followingUnseen(
  entity: EntityDefinition,
  row: Row,
  values: Values,
  isUnseen: (name: string) => boolean,
  seen: (names: readonly string[]) => Promise<Values> = () => Promise.resolve({}),
): Promise<Values> {
  const proposal = proposalOf(entity.name);
  if (!proposal?.from.some((name) => Object.hasOwn(values, name))) return {};
  const { field, from } = proposal;
  const unseen = [field, ...from].filter((name) => !Object.hasOwn(values, name) && isUnseen(name));
  if (unseen.length === 0) return {};
  const stored = decodeRow(entity, row);
  const known = Object.entries(stored).filter(([name]) => !unseen.includes(name));
  if (isChosen({ ...Object.fromEntries(known), ...(await seen(unseen)) }, values, proposal)) return {};
  // What somebody has chosen meanwhile stands against what was only proposed.
  const isGiven = Object.hasOwn(values, field);
  if ((!isGiven || isUnseen(field)) && !isAsProposed(stored, proposal))
    return isGiven ? { [field]: stored[field] } : {};
  const { [field]: _given, ...amounts } = values;
  return { [field]: proposal.make({ ...stored, ...amounts }) ?? values[field] ?? stored[field] };
}

/** Whether the author gave, or left, another value than their form proposed for the amounts that they saw. */
function isChosen(seen: Values, values: Values, { field, from, make }: Proposal): boolean {
  const theirs = { ...seen, ...values };
  if (![field, ...from].every((name) => Object.hasOwn(theirs, name))) return false;
  const proposed = make(theirs);
  const isGiven = Object.hasOwn(values, field);
  return (isGiven || proposed !== undefined) && (proposed ?? null) !== (theirs[field] ?? null);
}

/**
 * What the author saw of a record's fields as of `base`, and wrote since, by its history. What that does not tell, since it was
 * forgotten or is very long, is not in it.
 */
export async function valuesSeen(
  batch: Batch,
  entity: EntityDefinition,
  recordId: string,
  base: number,
  names: readonly string[],
): Promise<Values> {
  const { _id, deskId } = batch.author;
  const lines = await batch.ask<{
    before: string | null;
    after: string | null;
    userId: string | null;
    deskId: string | null;
  }>(
    `SELECT "before", "after", "userId", "deskId" FROM "change_log"
     WHERE "entity" = ? AND "recordId" = ? AND "seq" > ? AND "kind" = 'update' ORDER BY "seq" LIMIT ?`,
    [entity.name, recordId, base, MOST_LINES],
  );
  if (lines.length === MOST_LINES) return {};
  const seen: Record<string, unknown> = {};
  for (const line of lines) {
    const isOwn = deskId !== null && line.deskId === deskId && line.userId === _id;
    const had = columnsIn(isOwn ? line.after : line.before);
    for (const name of names) {
      if (!Object.hasOwn(had, name) || (!isOwn && Object.hasOwn(seen, name))) continue;
      seen[name] = decodeValue(fieldOf(entity, name), had[name] ?? null);
    }
  }
  return seen;
}

const columnsIn = (json: string | null): Readonly<Record<string, ColumnValue>> =>
  JSON.parse(json ?? '{}') as Readonly<Record<string, ColumnValue>>;
