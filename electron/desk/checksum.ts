import { setImmediate as nextTurn } from 'node:timers/promises';
import { entityNames, entityOf, type EntityName } from '#shared/model/entities.ts';
import { PATHS, type ChecksumResponse } from '#shared/protocol/sync.ts';
import type { Cache } from './cache.ts';
import { tableOf } from './cache-schema.ts';
import type { ServerAccess } from './server-access.ts';

interface Sums {
  count: number;
  seqSum: number;
}

const SLICE = 5_000;

/**
 * Compares the cache with the server's checksums (rule 12). Gives the entities that differ, or null where the two
 * stand at different places of the log and cannot be compared now.
 */
export async function divergedEntities(
  cache: Cache,
  access: ServerAccess,
  signal: AbortSignal,
): Promise<EntityName[] | null> {
  const { seq, entities } = await access.call<ChecksumResponse>(PATHS.checksum, { method: 'GET', signal });
  const diverged: EntityName[] = [];
  for (const name of entityNames) {
    const here = await sums(cache, name);
    if (!here || cache.position.seq !== seq) return null;
    const there = entities[name] ?? { count: 0, seqSum: 0 };
    if (here.count !== there.count || here.seqSum !== there.seqSum) diverged.push(name);
  }
  return diverged;
}

/** Count and sum of seqs of the rows as the server gave them, without what is laid over. null when the cache closes. */
async function sums(cache: Cache, name: EntityName): Promise<Sums | null> {
  const table = tableOf(entityOf(name));
  if (!cache.open) return null;
  const { last } = cache.statements.prepare(`SELECT max(rowid) AS last FROM ${table}`).get() as {
    last: number | null;
  };
  const total: Sums = { count: 0, seqSum: 0 };
  for (let from = 0; from < (last ?? 0); from += SLICE) {
    if (!cache.open) return null;
    const slice = cache.statements
      .prepare(
        `SELECT count(*) AS count, coalesce(sum("_seq"), 0) AS seqSum FROM ${table} NOT INDEXED
         WHERE rowid > ? AND rowid <= ?`,
      )
      .get(from, from + SLICE) as Sums;
    total.count += slice.count;
    total.seqSum += slice.seqSum;
    await nextTurn();
  }
  if (!cache.open) return null;
  const laid = cache.statements
    .prepare(
      `SELECT base.row IS NOT NULL AS given, base.seq AS seq, shown."_seq" AS shownSeq FROM overlay_base AS base
       LEFT JOIN ${table} AS shown ON shown."_id" = base.recordId WHERE base.entity = ?`,
    )
    .all(name) as { given: number; seq: number; shownSeq: number | null }[];
  for (const { given, seq, shownSeq } of laid) {
    if (shownSeq !== null) {
      total.count -= 1;
      total.seqSum -= shownSeq;
    }
    if (given) {
      total.count += 1;
      total.seqSum += seq;
    }
  }
  return total;
}
