import { z } from 'zod';
import { isEntityName, type EntityName } from '#shared/model/entities.ts';
import type { Cache } from './cache.ts';

interface ErasedRecord {
  entity: EntityName;
  recordId: string;
}

const STATE = 'erased';
const kept = z.array(z.tuple([z.string().refine(isEntityName), z.string()]));

/** The ids of whoever was erased last, as far as this copy was told: an outbox that is put back may be from before that. */
export function erasedIds(cache: Cache): ErasedRecord[] {
  const ids = kept.safeParse(JSON.parse(cache.state(STATE) ?? '[]'));
  return ids.success ? ids.data.map(([entity, recordId]) => ({ entity, recordId })) : [];
}

export function noteErasedIds(cache: Cache, records: readonly ErasedRecord[], most: number): void {
  const known = new Map(
    [...erasedIds(cache), ...records].map((each) => [`${each.entity} ${each.recordId}`, each]),
  );
  const newest = [...known.values()].slice(-most).map(({ entity, recordId }) => [entity, recordId]);
  cache.setState(STATE, JSON.stringify(newest));
}
