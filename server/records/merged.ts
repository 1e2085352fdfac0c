import type { ColumnValue } from '#shared/model/columns.ts';
import type { EntityName } from '#shared/model/entities.ts';
import { storedFields, type EntityDefinition } from '#shared/model/entity.ts';
import { isMergeable, type Mergeable } from '#shared/model/merged-record.ts';
import { referringTo, type Referring } from '#shared/model/references.ts';
import type { Transaction } from '../database/database.ts';
import type { Row } from '../database/rows.ts';
import type { Batch } from './batch.ts';
import { linesOf } from './lines-of.ts';

/** Merges of what was merged, followed so far. */
const MOST_STEPS = 50;
/** Records asked about in one query. */
const SLICE = 500;
/** Lines of the log that are read at once. */
const LINES_AT_ONCE = 500;

/** The record into which a deleted one was merged, in the end; null where it was not, or where that is deleted too. */
export async function mergedInto(batch: Batch, entityName: string, id: string): Promise<Row | null> {
  const row = await whereItLeads(batch, entityName, id);
  return row && row['deletedAt'] === null ? row : null;
}

/** The first record on the way that is there; else the last one, which is deleted. */
async function whereItLeads(batch: Batch, entityName: string, id: string): Promise<Row | null> {
  return (await wayOfMerges(batch, entityName, id)).at(-1) ?? null;
}

/** Where merges lead from a record, in order: to the first that is there, else to the last one, which is deleted. */
export async function wayOfMerges(batch: Batch, entityName: string, id: string): Promise<Row[]> {
  const way: Row[] = [];
  if (!isMergeable(entityName)) return way;
  for (let step = 0, at = id; step < MOST_STEPS; step += 1) {
    const leads = (await batch.find('mergedRecord', 'was', at)).filter((row) => row[entityName] !== null);
    const next = newest(leads)?.[entityName];
    if (typeof next !== 'string') return way;
    const row = await batch.get(entityName, next);
    if (row) way.push(row);
    else way.length = 0;
    if (row?.['deletedAt'] === null) return way;
    at = next;
  }
  return way;
}

const newest = (rows: readonly Row[]): Row | undefined =>
  rows.toSorted((one, other) => Number(other['_seq']) - Number(one['_seq']))[0];

/** The record, and those that were merged into it before: what was sent for them was on its way to it. */
export async function mergedTo(batch: Batch, entity: Mergeable, id: string): Promise<ReadonlySet<string>> {
  const found = new Set([id]);
  let last = [id];
  for (let step = 0; step < MOST_STEPS && last.length > 0; step += 1) {
    const next: string[] = [];
    for (const each of last)
      for (const { was } of await batch.find('mergedRecord', entity, each))
        if (typeof was === 'string' && !found.has(was)) next.push(was);
    for (const was of next) found.add(was);
    last = next;
  }
  return found;
}

/** Has everything that refers to one record refer to another one. */
export async function moveReferences(
  batch: Batch,
  target: EntityName,
  { from, to }: { from: string; to: string },
): Promise<void> {
  for (const { entity, field } of referringTo(target)) {
    const ids = await batch.idsWith(entity, field, from);
    await batch.each(entity, ids, (id) => batch.set(entity, id, { [field]: to }));
  }
}

/**
 * A record that was deleted while what it refers to was merged refers to the one that stays, now that it is back; also where
 * that one was deleted since, as what stood there all the time does. Where the merge was undone since, it refers to whom it was of.
 */
export async function followMerges(batch: Batch, entity: EntityDefinition, row: Row): Promise<void> {
  for (const [name, { target, serverSet }] of storedFields(entity)) {
    const id = row[name];
    if (!target || serverSet || typeof id !== 'string' || !isMergeable(target.entity)) continue;
    const home = await beforeMerges(batch, { entity: entity.name, field: name }, row._id, [
      target.entity,
      id,
    ]);
    const named = await batch.get(target.entity, home);
    const isGone = named === null || named['deletedAt'] !== null;
    const into = isGone ? await whereItLeads(batch, target.entity, home) : named;
    if (into && into._id !== id) batch.set(entity.name, row._id, { [name]: into._id });
  }
}

/** What a record referred to before merges led it on that were undone while it was deleted. */
async function beforeMerges(
  batch: Batch,
  referring: Parameters<typeof movesOf>[1],
  recordId: string,
  [target, now]: [Mergeable, string],
): Promise<string> {
  const moves: Move[] = [];
  const ever = { seq: 0, at: '', setId: null };
  for await (const move of movesOf(batch, referring, { ids: [recordId], at: now, merge: ever }))
    moves.push(move);
  let home = now;
  for (const move of moves.toReversed().slice(0, MOST_STEPS)) {
    if (
      move.to !== home ||
      typeof move.from !== 'string' ||
      !(await wasLedAway(batch, target, move.from, move))
    )
      break;
    home = move.from;
  }
  return home;
}

/** Whether a record that is there was merged away at the time of a change. */
async function wasLedAway(batch: Batch, target: Mergeable, id: string, by: Move): Promise<boolean> {
  const lines = await batch.ask<Pick<Move, 'seq' | 'at' | 'setId'> & { kind: string }>(
    `SELECT c."kind", c."seq", c."at", c."setId" FROM "mergedRecord" m
       CROSS JOIN "change_log" c WHERE c."entity" = 'mergedRecord' AND c."recordId" = m."_id"
         AND c."kind" IN ('create', 'restore', 'delete') AND c."before" IS NULL
         AND m."was" = ? AND m."${target}" IS NOT NULL ORDER BY c."seq"`,
    [id],
  );
  const before = lines.filter((line) => isBy({ ...line, seq: Number(line.seq) }, by));
  return (
    before.length > 0 &&
    before.length < lines.length &&
    before.at(-1)?.kind !== 'delete' &&
    lines.at(-1)?.kind === 'delete'
  );
}

/** The last time that a record was merged away: by which record, and the line of the log that says so. */
interface Merge {
  lead: string;
  seq: number;
  at: string;
  setId: string | null;
}

/**
 * Undoes where merges of a record lead, because it is there again: nothing leads away from it any more, and what its last
 * merge took from it refers to it again, where it was given to nothing else since; also where later merges took it along.
 * @returns the id of the record that it led to; null where it was never merged
 */
export async function unmerge(batch: Batch, target: Mergeable, id: string): Promise<string | null> {
  // An undo has taken these away already, by the time it brings the record back. In this order: SQLite knows of no
  // number of rows, and might begin with all the log.
  const leads = await batch.ask<Merge & { into: string; deletedAt: string | null }>(
    `SELECT m."_id" AS "lead", m."${target}" AS "into", m."deletedAt", c."seq", c."at", c."setId" FROM "mergedRecord" m
       CROSS JOIN "change_log" c WHERE c."entity" = 'mergedRecord' AND c."recordId" = m."_id"
         AND c."kind" IN ('create', 'restore') AND c."before" IS NULL
         AND m."was" = ? AND m."${target}" IS NOT NULL ORDER BY c."seq" DESC`,
    [id],
  );
  const [last] = leads;
  if (!last) return null;
  const { lead, into } = last;
  const leading: Referring = { entity: 'mergedRecord', field: target };
  const way = new Way(into);
  for await (const moved of movesOf(batch, leading, { ids: [lead], at: into, merge: last })) way.add(moved);
  const undone = { merge: last, way, to: id };
  await moveBack(batch, leading, { ...undone, from: new Set([id]) });
  // What came late for a record that was merged into this one before was on its way to it.
  const from = await mergedTo(batch, target, id);
  for (const each of referringTo(target))
    if (each.entity !== leading.entity) await moveBack(batch, each, { ...undone, from });
  for (const _id of new Set(leads.flatMap((each) => (each.deletedAt === null ? [each.lead] : [])))) {
    await batch.load('mergedRecord', [_id]);
    batch.change('mergedRecord', _id, 'delete', {});
  }
  return into;
}

/** One change of a field that refers to a record that can be merged. */
interface Move {
  recordId: string;
  seq: number;
  at: string;
  setId: string | null;
  /** What it referred to before, and from then on. */
  from: ColumnValue;
  to: ColumnValue;
}

/** Where a merge led, and goes along with the records that it leads to. */
class Way {
  readonly #moves: Move[] = [];
  readonly #begins: ColumnValue;
  readonly places = new Set<string>();

  /** @param at where it leads now */
  constructor(at: string) {
    this.#begins = at;
    this.places.add(at);
  }

  /** In order. */
  add(move: Move): void {
    this.#moves.push(move);
    for (const place of [move.from, move.to]) if (typeof place === 'string') this.places.add(place);
  }

  /** Whether it led to there at first, or by the time of a change. */
  ledTo(place: ColumnValue, by: Move): boolean {
    const first = this.#moves[0]?.from ?? this.#begins;
    return place === first || this.#moves.some((move) => move.to === place && isBy(move, by));
  }

  /** Whether a change is a step of the way, with the merge that made it or later. */
  goes(change: Move): boolean {
    return this.#moves.some(
      ({ from, to, ...move }) => from === change.from && to === change.to && isBy(move, change),
    );
  }
}

/** Whether the one was done before the other, or with it: a set may come in several calls. */
const isBy = (one: Pick<Move, 'seq' | 'at' | 'setId'>, other: Move): boolean =>
  one.seq < other.seq || one.at === other.at || (one.setId !== null && one.setId === other.setId);

/**
 * Those that the merge took from the record, or that came for it since, and that have gone no other way since than the merge
 * itself, which goes along with the record that it leads to.
 * @param from the record, and those for which what came late was on its way to it
 */
async function moveBack(
  batch: Batch,
  { entity, field }: Referring,
  { merge, way, from, to }: { merge: Merge; way: Way; from: ReadonlySet<ColumnValue>; to: string },
): Promise<void> {
  for (const at of way.places) {
    const ids = await batch.idsWith(entity, field, at);
    for (let start = 0; start < ids.length; start += SLICE) {
      const taken = new Set<string>();
      const some = ids.slice(start, start + SLICE);
      for await (const move of movesOf(batch, { entity, field }, { ids: some, at, merge })) {
        const isTaken = from.has(move.from)
          ? from.has(move.to) || way.ledTo(move.to, move)
          : taken.has(move.recordId) && way.goes(move);
        if (isTaken) taken.add(move.recordId);
        else taken.delete(move.recordId);
      }
      await batch.each(entity, [...taken], (id) => batch.set(entity, id, { [field]: to }));
    }
  }
}

/**
 * The changes of a field in a merge and since, of each record in order. What an earlier merge did, the other way round perhaps, was
 * taken back with that one.
 * @param of.at what it refers to in each of these records now
 */
async function* movesOf(
  batch: Batch,
  { entity, field }: { entity: string; field: string },
  { ids, at: now, merge }: { ids: readonly string[]; at: ColumnValue; merge: Omit<Merge, 'lead'> },
): AsyncGenerator<Move> {
  // What other lines hold stays in the database: there may be thousands, each with a long text.
  const asked = {
    columns: '"before", "at", "setId"',
    atOnce: LINES_AT_ONCE,
    where: `"kind" = 'update' AND ("seq" > ? OR "at" = ? OR "setId" = ?) AND "before" LIKE '%"${field}":%'`,
    params: [Number(merge.seq), merge.at, merge.setId ?? ''],
  };
  const ask: Transaction['all'] = (sql, params = []) => batch.ask(sql, params);
  let last: Omit<Move, 'to'> | undefined;
  for await (const lines of linesOf<Pick<Move, 'at' | 'setId'> & { before: string }>(ask, entity, ids, asked))
    for (const { recordId, seq, at, setId, before } of lines) {
      const columns = JSON.parse(before) as Record<string, ColumnValue>;
      if (!Object.hasOwn(columns, field)) continue;
      const from = columns[field] ?? null;
      if (last) yield { ...last, to: last.recordId === recordId ? from : now };
      last = { recordId, seq: Number(seq), at, setId, from };
    }
  if (last) yield { ...last, to: now };
}
