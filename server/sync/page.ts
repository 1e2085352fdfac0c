import type { Actor } from '#shared/access/permissions.ts';
import type { EntityName } from '#shared/model/entities.ts';
import type { ColumnValue } from '#shared/model/columns.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import { joinConditions, namesUser, quote, type Condition, type Dialect } from '#shared/model/list-query.ts';
import type { ConflictNotice } from '#shared/protocol/sync.ts';
import type { Database, Transaction } from '../database/database.ts';
import type { RowCounts } from '../audit/doors.ts';
import { columnsOfReaders, projections, seesEveryRow, visibleRows } from '../records/visibility.ts';
import { conflictsFor, endOfConflicts } from './conflicts.ts';
import { markIn } from './lineage.ts';

/** About the largest page, in characters of rows. One row may be larger; it then travels alone. */
const PAGE_CHARACTERS = 4 * 1024 * 1024;

/** A row as it travels: JSON written by the database, so that no value passes through JavaScript. */
interface EncodedRow {
  id: string;
  seq: number;
  data: string;
}

interface EncodedRows {
  entity: EntityName;
  columns: string[];
  rows: EncodedRow[];
}

interface Range {
  from: number;
  to: number;
  /** Deletes up to here need not be told. */
  deletesFrom: number;
}

/** What changed for a reader from one seq to another, with all that depends on who reads in it but the cursor. */
export interface Page {
  /** The members `rows`, `gone`, `conflicts` and `erased` of a `PullResponse` as JSON, without the braces. */
  content: string;
  /** The seq up to which the page reaches, and its mark (server/sync/lineage.ts). */
  to: number;
  mark: string;
  more: boolean;
  /** How many rows of each entity are in it. */
  counts: RowCounts;
}

export interface PageRequest {
  /** What the desk has. */
  from: number;
  /** Deletes up to here need not be told. */
  deletesFrom: number;
  /** Most rows. */
  limit: number;
  /** The reader is nobody: there is nothing that was overtaken of theirs, or taken away from them. */
  isNobody?: boolean;
  /** Of entities alone of which the role sees every row, as a snapshot has them. */
  forSnapshot?: boolean;
  /** The desk has a snapshot up to here: of those entities it lacks the rows that name its user. */
  snapshotTo?: number | undefined;
}

/**
 * Reads the next page after `from`, in the order of the log up to `position`, where the log stands in the
 * transaction's consistent view.
 */
export async function readPage(
  trx: Transaction,
  database: Database,
  actor: Actor,
  { from, deletesFrom, limit, isNobody = false, forSnapshot = false, snapshotTo = 0 }: PageRequest,
  position: number,
): Promise<Page> {
  const isBeside = from < snapshotTo;
  const furthest = isBeside ? Math.min(snapshotTo, position) : position;
  const changed = await changedEntities(trx, database, actor, from, furthest);
  const entities = changed.flatMap((one): ReadableEntity[] => {
    if (forSnapshot) return seesEveryRow(one[0], actor.role) ? [one] : [];
    return isBeside ? besideSnapshot(one, actor) : [one];
  });
  const told = { from, to: furthest, startedAt: deletesFrom };
  const conflictsTo = isNobody
    ? null
    : await endOfConflicts(trx, database, actor, told, limit, PAGE_CHARACTERS);
  const reach = await endOfErased(trx, from, conflictsTo ?? furthest);
  const end = await endOfPage(trx, entities, { from, to: reach, deletesFrom }, limit);
  const range = { from, to: end ?? reach, deletesFrom };
  const groups = await rowsIn(trx, database, entities, actor, range);
  const to = cutToSize(groups, range);
  const page = { ...range, to };
  const gone = await deletedIn(trx, entities, page);
  if (!isNobody) await addHidden(trx, database, actor, page, groups, gone);
  const conflicts = isNobody ? [] : await conflictsFor(trx, database, actor, { ...told, to });
  const mark = await markIn(trx, to);
  const content = contentOf(groups, gone, conflicts) + (await erasedIn(trx, page));
  return { content, to, mark, more: to < position, counts: countsOf(groups) };
}

export async function logPosition(trx: Transaction): Promise<number> {
  const [row] = await trx.all<{ seq: number }>('SELECT "seq" FROM "log_position"');
  return Number(row?.seq ?? 0);
}

const LIVING_OR_NEWLY_DELETED = '("deletedAt" IS NULL OR "_seq" > ?)';

/** The seq of the last row of the page, found on the `_seq` indexes; null where the rest fits into one page. */
async function endOfPage(
  trx: Transaction,
  entities: readonly ReadableEntity[],
  range: Range,
  limit: number,
): Promise<number | null> {
  const parts: string[] = [];
  const params: ColumnValue[] = [];
  for (const [entity, rows] of entities) {
    parts.push(
      `SELECT * FROM (SELECT "_seq" AS "seq", ${longLength(entity)} AS "size" FROM ${quote(entity.name)}
       WHERE "_seq" > ? AND "_seq" <= ? AND ${LIVING_OR_NEWLY_DELETED} AND ${rows.sql} ORDER BY "_seq" LIMIT ?) AS "${entity.name}"`,
    );
    params.push(range.from, range.to, range.deletesFrom, ...rows.params, limit + 1);
  }
  if (parts.length === 0) return null;
  const found = await trx.all<{ seq: number; size: number }>(
    `${parts.join(' UNION ALL ')} ORDER BY "seq" LIMIT ?`,
    [...params, limit + 1],
  );
  let size = 0;
  for (const [at, row] of found.entries()) {
    size += Number(row.size);
    const next = found[at + 1];
    if (next && (at + 1 === limit || size + Number(next.size) > PAGE_CHARACTERS)) return Number(row.seq);
  }
  return null;
}

const LONG_KINDS: readonly string[] = ['richText', 'longText', 'list'];

/** Only such fields grow so long that a page of rows must be bounded before it is read. */
function longLength(entity: EntityDefinition): string {
  const lengths = Object.entries(entity.fields)
    .filter(([, field]) => LONG_KINDS.includes(field.kind))
    .map(([name]) => `COALESCE(OCTET_LENGTH(${quote(name)}), 0)`);
  return lengths.length === 0 ? '0' : lengths.join(' + ');
}

/** `some` where not all rows that the reader may see are asked for, but those of the condition. */
type ReadableEntity = readonly [entity: EntityDefinition, rows: Condition, some?: true];

/** Of an entity that a snapshot has, the rows that name the reader, who may see more of them than others of the role. */
function besideSnapshot(readable: ReadableEntity, actor: Actor): ReadableEntity[] {
  const [entity] = readable;
  if (!seesEveryRow(entity, actor.role)) return [readable];
  const columns = columnsOfReaders(entity, actor.role);
  if (columns.length === 0) return [];
  const named = columns.map((column) => namesUser(column, actor._id));
  return [[entity, joinConditions(named, 'OR'), true]];
}

function readable(database: Database, actor: Actor): ReadableEntity[] {
  return database.model.entities.flatMap((entity) => {
    const rows = visibleRows(entity, actor);
    return rows ? [[entity, rows] as const] : [];
  });
}

/** So many changes are looked up in the log before their tables are asked; for more, every table has some anyway. */
export const FEW_CHANGES = 500;

/** The entities that may have changes in the range: a live pull then asks the one table that changed, not all. */
async function changedEntities(
  trx: Transaction,
  database: Database,
  actor: Actor,
  from: number,
  to: number,
): Promise<ReadableEntity[]> {
  const all = readable(database, actor);
  if (to - from > FEW_CHANGES) return all;
  const changed = await trx.all<{ entity: string }>(
    'SELECT DISTINCT "entity" FROM "change_log" WHERE "seq" > ? AND "seq" <= ?',
    [from, to],
  );
  const names = new Set(changed.map(({ entity }) => entity));
  return all.filter(([entity]) => names.has(entity.name));
}

/** SQL of a row's values as JSON, as they travel. */
export function jsonArray(columns: readonly string[], dialect: Dialect): string {
  const values = columns.map(quote).join(', ');
  return dialect === 'sqlite' ? `json_array(${values})` : `json_build_array(${values})::text`;
}

async function rowsIn(
  trx: Transaction,
  database: Database,
  entities: readonly ReadableEntity[],
  actor: Actor,
  range: Range,
): Promise<EncodedRows[]> {
  const groups: EncodedRows[] = [];
  for (const [entity, asked, some] of entities) {
    for (const projection of projections(entity, actor)) {
      const { fields } = projection;
      const condition = some ? joinConditions([projection.condition, asked], 'AND') : projection.condition;
      const columns = ['_id', '_seq', ...fields];
      const rows = await trx.all<EncodedRow>(
        `SELECT "_id" AS "id", "_seq" AS "seq", ${jsonArray(columns, database.dialect)} AS "data" FROM ${quote(entity.name)}
         WHERE "_seq" > ? AND "_seq" <= ? AND "deletedAt" IS NULL AND ${condition.sql} ORDER BY "_seq"`,
        [range.from, range.to, ...condition.params],
      );
      if (rows.length > 0) groups.push({ entity: entity.name as EntityName, columns, rows });
    }
  }
  return groups;
}

/** Keeps the first rows that fit into a page, and gives the seq up to which they reach. */
function cutToSize(groups: EncodedRows[], range: Range): number {
  const size = groups.reduce(
    (sum, group) => sum + group.rows.reduce((all, row) => all + row.data.length, 0),
    0,
  );
  if (size <= PAGE_CHARACTERS) return range.to;
  const inOrder = groups.flatMap((group) => group.rows).sort((one, other) => one.seq - other.seq);
  let taken = 0;
  let cut = range.to;
  for (const [at, row] of inOrder.entries()) {
    taken += row.data.length;
    if (at > 0 && taken > PAGE_CHARACTERS) {
      cut = row.seq - 1;
      break;
    }
  }
  for (const group of groups) group.rows = group.rows.filter((row) => row.seq <= cut);
  return cut;
}

/** Ids of an entity's records that leave a desk: deleted ones, and those that are no longer for its user. */
interface Gone {
  deleted: Set<string>;
  hidden: Set<string>;
}

function goneOf(gone: Map<string, Gone>, entity: string): Gone {
  const known = gone.get(entity) ?? { deleted: new Set(), hidden: new Set() };
  gone.set(entity, known);
  return known;
}

/** Records that were deleted in the range. */
async function deletedIn(
  trx: Transaction,
  entities: readonly ReadableEntity[],
  range: Range,
): Promise<Map<string, Gone>> {
  const gone = new Map<string, Gone>();
  for (const [entity, rows] of entities) {
    const deleted = await trx.all<{ _id: string }>(
      `SELECT "_id" FROM ${quote(entity.name)} WHERE "_seq" > ? AND "_seq" <= ? AND "deletedAt" IS NOT NULL AND ${rows.sql}`,
      [Math.max(range.from, range.deletesFrom), range.to, ...rows.params],
    );
    for (const { _id } of deleted) goneOf(gone, entity.name).deleted.add(_id);
  }
  return gone;
}

/** Adds records that left in the range what the user may see, and are not in the page again. */
async function addHidden(
  trx: Transaction,
  database: Database,
  actor: Actor,
  range: Range,
  groups: readonly EncodedRows[],
  gone: Map<string, Gone>,
): Promise<void> {
  const hidden = await trx.all<{ entity: string; recordId: string }>(
    'SELECT "entity", "recordId" FROM "visibility" WHERE "userId" = ? AND "seq" > ? AND "seq" <= ?',
    [actor._id, Math.max(range.from, range.deletesFrom), range.to],
  );
  // Who sees every row of the entity has lost none.
  const lost = hidden.filter(({ entity }) => !seesEveryRow(database.model.entity(entity), actor.role));
  for (const { entity, recordId } of lost) {
    // What the user could see until it was deleted is a delete, whatever was hidden from them before.
    const of = goneOf(gone, entity);
    if (!of.deleted.has(recordId)) of.hidden.add(recordId);
  }
  if (lost.length > 0) {
    for (const group of groups) for (const row of group.rows) gone.get(group.entity)?.hidden.delete(row.id);
  }
}

/** Ids of erased records in a page: they are never forgotten, and a first sync has all there ever were. */
const MOST_ERASED = 2_000;

async function endOfErased(trx: Transaction, from: number, to: number): Promise<number> {
  const [last] = await trx.all<{ seq: number }>(
    'SELECT "seq" FROM "erased" WHERE "seq" > ? AND "seq" <= ? ORDER BY "seq" LIMIT 1 OFFSET ?',
    [from, to, MOST_ERASED - 1],
  );
  return last ? Number(last.seq) : to;
}

/** The records that were erased in the range, for every desk: its outbox may have something of them. */
async function erasedIn(trx: Transaction, { from, to }: Pick<Range, 'from' | 'to'>): Promise<string> {
  const erased = await trx.all<{ entity: string; recordId: string }>(
    'SELECT "entity", "recordId" FROM "erased" WHERE "seq" > ? AND "seq" <= ?',
    [from, to],
  );
  if (erased.length === 0) return '';
  const ids = new Map<string, string[]>();
  for (const { entity, recordId } of erased) {
    const of = ids.get(entity);
    if (of) of.push(recordId);
    else ids.set(entity, [recordId]);
  }
  return `,"erased":${JSON.stringify([...ids].map(([entity, of]) => ({ entity, ids: of })))}`;
}

/** How many rows the actor may see in all. */
export async function countVisible(trx: Transaction, database: Database, actor: Actor): Promise<number> {
  let total = 0;
  for (const [entity, rows] of readable(database, actor)) {
    const [row] = await trx.all<{ count: number }>(
      `SELECT COUNT(*) AS "count" FROM ${quote(entity.name)} WHERE "deletedAt" IS NULL AND ${rows.sql}`,
      rows.params,
    );
    total += Number(row?.count ?? 0);
  }
  return total;
}

function countsOf(groups: readonly EncodedRows[]): RowCounts {
  const counts: Record<string, number> = {};
  for (const { entity, rows } of groups) {
    if (rows.length > 0) counts[entity] = (counts[entity] ?? 0) + rows.length;
  }
  return counts;
}

function contentOf(
  groups: readonly EncodedRows[],
  gone: ReadonlyMap<string, Gone>,
  conflicts: readonly ConflictNotice[],
): string {
  const rows = groups
    .filter((group) => group.rows.length > 0)
    .map(
      ({ entity, columns, rows: encoded }) =>
        `{"entity":"${entity}","columns":${JSON.stringify(columns)},"rows":[${encoded.map((row) => row.data).join(',')}]}`,
    );
  const left = [...gone]
    .filter(([, { deleted, hidden }]) => deleted.size + hidden.size > 0)
    .map(([entity, { deleted, hidden }]) => ({
      entity,
      ids: [...deleted, ...hidden],
      ...(hidden.size > 0 ? { hidden: [...hidden] } : {}),
    }));
  return `"rows":[${rows.join(',')}],"gone":${JSON.stringify(left)},"conflicts":${JSON.stringify(conflicts)}`;
}
