import { decodeValue } from '#shared/model/columns.ts';
import { fieldOf, type EntityDefinition } from '#shared/model/entity.ts';
import type { FieldConflict } from '#shared/protocol/sync.ts';
import type { Row } from '../database/rows.ts';
import type { Batch } from './batch.ts';
import { parseVersions, versionOf } from './versions.ts';

/** A value that a change took the place of, and who had written it. */
export interface Overtaken extends FieldConflict {
  userId: string | null;
  deskId: string | null;
}

/** A value that was offered again, and did not take the place of a newer one: its maker is told. */
export interface Stood {
  field: string;
  lost: unknown;
  won: unknown;
  /** Name of the user whose value stands; '' where nobody knows. */
  byName: string;
}

export interface Applied {
  seq: number;
  overtaken: Overtaken[];
  /** The record that it was made to in the end: the one into which its own was merged. */
  arrivedAt?: string;
  /** The record as which a deleted one is still there: it was merged into this one before. */
  mergedInto?: string;
  /** What a change that was offered again did not take the place of. */
  stood?: Stood[];
}

/**
 * The fields among `names` that somebody wrote after `base`, which is what the author saw: what their own desk wrote
 * does not count (sync rule 4).
 */
export function overtakenFields(
  { author }: Batch,
  entity: EntityDefinition,
  row: Row,
  names: readonly string[],
  base: number,
): Omit<Overtaken, 'won'>[] {
  if (Number(row['_seq']) <= base) return [];
  const versions = parseVersions(row['_versions']);
  return names.flatMap((name) => {
    const [seq, deskId, userId] = versionOf(row, versions, name);
    const ownEarlier = deskId !== null && deskId === author.deskId && userId === author._id;
    if (seq <= base || ownEarlier) return [];
    return [{ field: name, lost: decodeValue(fieldOf(entity, name), row[name] ?? null), userId, deskId }];
  });
}
