import { decodeRow, decodeValue, type ColumnValue } from '#shared/model/columns.ts';
import { fieldOf, type EntityDefinition } from '#shared/model/entity.ts';
import { isAsProposed, isChosen, proposalOf } from '#shared/model/proposals.ts';
import type { Row } from '../database/rows.ts';
import type { Batch } from './batch.ts';
import { versionOf, versionsIn } from './versions.ts';

type Values = Readonly<Record<string, unknown>>;

/** So many changes of a record since its author saw it are looked at, and none that is longer, in bytes. */
const MOST_LINES = 20;
const LONGEST_LINE = 20_000;

/** What an author knew of a record, as far as the data can tell. */
interface Knowledge {
  /** Whether somebody has changed the field since. */
  isUnseen: (name: string) => boolean | Promise<boolean>;
  /** What the author saw of the fields; those of which nobody knows it are not in it. */
  seen?: (names: readonly string[]) => Promise<Values>;
}

/**
 * What follows from a change whose author had not seen all that it follows from (decision 49): the status of a payment, where somebody
 * else has changed an amount or the status meanwhile. A status that was given goes with the amounts of then, unless it was chosen, and
 * before one that somebody has chosen meanwhile. Of what the author saw, their form has decided.
 * @param said what the author wrote
 * @param values those of them that are taken
 */
export async function followingUnseen(
  entity: EntityDefinition,
  row: Row,
  said: Values,
  values: Values,
  { isUnseen, seen }: Knowledge,
): Promise<Values> {
  const proposal = proposalOf(entity.name);
  if (!proposal?.from.some((name) => Object.hasOwn(said, name))) return {};
  const { field, from } = proposal;
  const unseen = new Set<string>();
  for (const name of [field, ...from]) if (await isUnseen(name)) unseen.add(name);
  if (unseen.size === 0) return {};
  const stored = decodeRow(entity, row);
  const isGiven = Object.hasOwn(values, field);
  const saw = isGiven ? ((await seen?.(from.filter((name) => !Object.hasOwn(said, name)))) ?? {}) : {};
  if (isGiven && isChosen(saw, said, proposal)) return {};
  // What somebody has chosen meanwhile stands against what was only proposed.
  if ((!isGiven || unseen.has(field)) && !isAsProposed(stored, proposal))
    return isGiven ? { [field]: stored[field] } : {};
  const { [field]: _given, ...amounts } = values;
  return { [field]: proposal.make({ ...stored, ...amounts }) ?? values[field] ?? stored[field] };
}

/**
 * What the author saw of a record's fields as of `base`, and wrote since, by its history. What that does not tell is not in it: what was
 * forgotten, and where much was changed since, or long texts.
 * @param into the record that it was merged into, where the author's later changes stand
 */
export async function valuesSeen(
  batch: Batch,
  entity: EntityDefinition,
  row: Row,
  base: number,
  names: readonly string[],
  into = row._id,
): Promise<Values> {
  const { _id, deskId } = batch.author;
  const lines = await linesSince(batch, entity, { id: row._id, base });
  // What others sent for it was never in it.
  const late = into === row._id ? [] : await linesSince(batch, entity, { id: into, base, sentFor: row._id });
  const isOwnLine = (line: Line): boolean => deskId !== null && line.deskId === deskId && line.userId === _id;
  lines.push(...late.filter(isOwnLine));
  if (lines.length > MOST_LINES) return {};
  const seen: Record<string, unknown> = {};
  for (const line of lines) {
    const isOwn = isOwnLine(line);
    const json = isOwn ? line.after : line.before;
    if (json === null) return {};
    const had = JSON.parse(json) as Readonly<Record<string, ColumnValue>>;
    for (const name of names) {
      if (!Object.hasOwn(had, name)) continue;
      if (isOwn || !Object.hasOwn(seen, name))
        seen[name] = decodeValue(fieldOf(entity, name), had[name] ?? null);
    }
  }
  const versions = versionsIn(row);
  for (const name of names)
    if (!Object.hasOwn(seen, name) && versionOf(row, versions, name)[0] <= base)
      seen[name] = decodeValue(fieldOf(entity, name), row[name] ?? null);
  return seen;
}

interface Line {
  before: string | null;
  after: string | null;
  userId: string | null;
  deskId: string | null;
}

/** The first changes of a record since, one more than are looked at; of those that are too long nothing is said. */
function linesSince(
  batch: Batch,
  entity: EntityDefinition,
  { id, base, sentFor }: { id: string; base: number; sentFor?: string },
): Promise<Line[]> {
  // Others wait meanwhile: what is long stays in the database.
  const short = `OCTET_LENGTH("before") + OCTET_LENGTH("after") <= ${LONGEST_LINE}`;
  return batch.ask<Line>(
    `SELECT CASE WHEN ${short} THEN "before" END AS "before", CASE WHEN ${short} THEN "after" END AS "after", "userId", "deskId"
     FROM "change_log" WHERE "entity" = ? AND "recordId" = ?${sentFor === undefined ? '' : ' AND "sentFor" = ?'}
     AND "seq" > ? AND "kind" = 'update' ORDER BY "seq" LIMIT ?`,
    [entity.name, id, ...(sentFor === undefined ? [] : [sentFor]), base, MOST_LINES + 1],
  );
}
