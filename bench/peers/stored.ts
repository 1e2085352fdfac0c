import { createHash } from 'node:crypto';
import { candidate } from '../../shared/model/candidate.ts';
import { fieldColumns, type ColumnType, type ColumnValue } from '../../shared/model/columns.ts';

/** The fields of a candidate; every peer has all of them. */
export const FIELDS: readonly { name: string; type: ColumnType }[] = fieldColumns(candidate);

/** A candidate as it goes to a peer: the values of its columns, without those that are null. */
export interface Row {
  _id: string;
  [field: string]: string | number;
}

/** What a client or a server has in the end. */
export interface Stored {
  rows: number;
  /** How many of the edits are there, each with a text of its own. */
  edits: number;
  /** Over every field of every row in order, but those that an edit changes. */
  digest: string;
}

export const remarksOf = (edit: number): string => `Called again, round ${edit}`;

/** Looks through everything that somebody has, in order of the ids. */
export async function storedOf(
  rows: AsyncIterable<Readonly<Record<string, unknown>>> | Iterable<Readonly<Record<string, unknown>>>,
): Promise<Stored> {
  const hash = createHash('sha256');
  const edits = new Set<string>();
  let count = 0;
  for await (const row of rows) {
    count += 1;
    const remarks = row['remarks'];
    if (typeof remarks === 'string' && /^Called again, round \d+$/.test(remarks)) edits.add(remarks);
    hash.update(JSON.stringify([row['_id'], ...unchanged.map((name) => row[name] ?? null)]));
  }
  return { rows: count, edits: edits.size, digest: hash.digest('hex') };
}

const unchanged = FIELDS.map(({ name }) => name).filter((name) => name !== 'remarks' && name !== 'updatedAt');

/** What goes to a peer of a row that a server has. */
export function withoutNulls(row: Readonly<Record<string, ColumnValue>>): Row {
  const known = Object.entries(row).filter(([name, value]) => value !== null && name !== 'changed');
  return Object.fromEntries(known) as Row;
}
