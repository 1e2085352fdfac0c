import { entityOf } from '#shared/model/entities.ts';
import type { Params } from '#shared/protocol/bridge.ts';
import type { Picked } from '#shared/protocol/list-calls.ts';
import type { Actor } from '#shared/access/permissions.ts';
import type { Cache } from '../cache/cache.ts';
import { tableOf } from '#shared/node/cache/cache-schema.ts';
import type { ReferenceTexts } from '../cache/reference-texts.ts';
import type { HeldRows } from './held-rows.ts';
import { listConditions, type ListConditions } from './list-conditions.ts';

/** What selected rows are read with. */
interface Source {
  cache: Cache;
  texts: ReferenceTexts;
  actor: Actor;
}

type Selection = Params<'records.selected'>;
type Asked = Pick<Params<'records.setMany'>, 'query' | 'picked'>;

/** Named ids that are looked up in one turn of the event loop. */
const NAMED = 200;
const FIRST_SLICE = 1_000;
/** A slice that took longer than this, in milliseconds, is followed by a smaller one. */
const SLICE_MS = 6;

/**
 * The ids of the selected rows, as far as they are in the list now, some in a turn of the event loop.
 * @param turn lets others have theirs; what it throws ends the reading
 * @throws PlainError as `listConditions`, and as `HeldRows.named`
 */
export async function selectedIds(
  { cache, texts, actor, held }: Source & { held: HeldRows },
  { query, ...asked }: Asked,
  turn: () => Promise<void>,
): Promise<string[]> {
  const picked = held.named(asked.picked);
  const conditions = listConditions(query, actor, texts);
  if (picked.ids) return namedIds(cache, conditions, [...new Set(picked.ids)], turn);
  const except = new Set(picked.except);
  const ids = await allIds(cache, conditions, turn);
  return except.size === 0 ? ids : ids.filter((id) => !except.has(id));
}

/** Those of the selected rows that were named, and are not in the list any more. */
export async function goneOf(
  { cache, texts, actor }: Source,
  { query, picked }: Selection,
  turn: () => Promise<void>,
): Promise<string[]> {
  const named = [...new Set(picked.ids ?? picked.except)];
  const conditions = listConditions(query, actor, texts);
  const there = new Set(await namedIds(cache, conditions, named, turn));
  return named.filter((id) => !there.has(id));
}

/** How many rows are selected, where all of the list have been counted. */
export function countOf(picked: Picked, gone: number, all: number): number {
  return picked.ids ? picked.ids.length - gone : all - ((picked.except?.length ?? 0) - gone);
}

async function namedIds(
  cache: Cache,
  { entity, where }: ListConditions,
  ids: readonly string[],
  turn: () => Promise<void>,
): Promise<string[]> {
  const found: string[] = [];
  for (let at = 0; at < ids.length; at += NAMED) {
    if (at > 0) await turn();
    const sql = `SELECT "_id" AS id FROM ${tableOf(entityOf(entity))}
      WHERE "_id" IN (SELECT value FROM json_each(?)) AND ${where.sql}`;
    const named = JSON.stringify(ids.slice(at, at + NAMED));
    const rows = cache.statements.prepare(sql).all(named, ...where.params) as { id: string }[];
    for (const { id } of rows) found.push(id);
  }
  return found;
}

async function allIds(
  cache: Cache,
  { entity, where }: ListConditions,
  turn: () => Promise<void>,
): Promise<string[]> {
  const table = tableOf(entityOf(entity));
  const { last } = cache.statements.prepare(`SELECT max(rowid) AS last FROM ${table}`).get() as {
    last: number | null;
  };
  const sql = `SELECT "_id" AS id FROM ${table} NOT INDEXED WHERE rowid > ? AND rowid <= ? AND ${where.sql}`;
  const found: string[] = [];
  let size = FIRST_SLICE;
  for (let from = 0; from < (last ?? 0);) {
    if (from > 0) await turn();
    const started = performance.now();
    const rows = cache.statements.prepare(sql).all(from, from + size, ...where.params) as { id: string }[];
    for (const { id } of rows) found.push(id);
    from += size;
    const took = performance.now() - started;
    size = Math.max(200, Math.min(20_000, Math.round((size * SLICE_MS) / Math.max(took, 0.5))));
  }
  return found;
}
