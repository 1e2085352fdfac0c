import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { isMergeable } from '#shared/model/merged-record.ts';
import type { LedTo } from '#shared/protocol/duplicates.ts';
import type { Cache } from '../cache/cache.ts';
import { titleOf, type RecordReader } from './record-reader.ts';

/** Merges of what was merged, followed so far: two that lead to each other would never end. */
const MOST_STEPS = 50;

/**
 * Where a record leads that was merged into another one, in the end; null where it was not, or where that is not here
 * either. `name` is what the record was called.
 */
export function leadsTo(
  { cache, reader }: { cache: Cache; reader: RecordReader },
  entity: EntityName,
  id: string,
): LedTo | null {
  if (!isMergeable(entity)) return null;
  const find = cache.statements.prepare(
    `SELECT "name", "${entity}" AS next FROM "mergedRecord" WHERE "was" = ? AND "${entity}" IS NOT NULL
     ORDER BY "_seq" DESC LIMIT 1`,
  );
  let name: string | null = null;
  let at = id;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const there = step > 0 ? reader.record(entity, at) : undefined;
    if (there) return { id: at, name: name ?? '', stays: titleOf(entityOf(entity), there) };
    const found = find.get(at) as { name: string | null; next: string } | undefined;
    if (!found) return null;
    name ??= found.name;
    at = found.next;
  }
  return null;
}
