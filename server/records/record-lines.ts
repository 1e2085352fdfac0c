import type { EntityDefinition } from '#shared/model/entity.ts';
import type { ColumnValue } from '#shared/model/columns.ts';
import type { Batch } from './batch.ts';
import type { ChangeKind } from './change.ts';
import type { ChangeSets } from './change-sets.ts';

/** What was done to a record, as a line of the log. */
export interface RecordLine {
  seq: number;
  kind: ChangeKind;
  setId: string | null;
  /** Of an edit the values that it took the place of, as columns. */
  before: Readonly<Record<string, ColumnValue>>;
  /** Who did it. */
  name: string | null;
}

interface StoredLine extends Omit<RecordLine, 'before'> {
  before: string | null;
}

/** In the place of a column's name: whether the record is there. */
const THERE = '';

export const isRemoval = ({ kind }: Pick<RecordLine, 'kind'>): boolean =>
  kind === 'delete' || kind === 'restore';

/**
 * What was done to the record since the set began: found by the record, which has few lines where a set may have many. A
 * delete of what was deleted already is not among it, nor a restore of what was there: a restored server notes such.
 */
export async function linesSince(
  batch: Batch,
  entity: EntityDefinition,
  recordId: string,
  setId: string,
): Promise<RecordLine[]> {
  const lines = await batch.ask<StoredLine>(
    `SELECT c."seq", c."kind", c."setId", c."before", u."name" AS "name" FROM "change_log" c
     LEFT JOIN "user" u ON u."_id" = c."userId"
     WHERE c."entity" = ? AND c."recordId" = ? AND c."seq" >= (
       SELECT MIN("seq") FROM "change_log" WHERE "setId" || '' = ? AND "entity" = ? AND "recordId" = ?)
     ORDER BY c."seq"`,
    [entity.name, recordId, setId, entity.name, recordId],
  );
  const read = lines.map((line) => ({
    ...line,
    seq: Number(line.seq),
    before: line.before === null ? {} : (JSON.parse(line.before) as RecordLine['before']),
  }));
  const [first] = read;
  if (!first || !read.some(isRemoval)) return read;
  const [last] = await batch.ask<Pick<RecordLine, 'kind'>>(
    `SELECT "kind" FROM "change_log" WHERE "entity" = ? AND "recordId" = ? AND "seq" < ?
       AND "kind" IN ('delete', 'restore') ORDER BY "seq" DESC LIMIT 1`,
    [entity.name, recordId, first.seq],
  );
  let isDeleted = last?.kind === 'delete';
  return read.filter((line) => {
    if (!isRemoval(line)) return true;
    const turns = isDeleted !== (line.kind === 'delete');
    isDeleted = line.kind === 'delete';
    return turns;
  });
}

/**
 * What of the lines stands: neither undos, nor what an undo has taken back in this record. Together these leave
 * everything as it was. An undo may have left a field as it is, or another record of the same set: so it is judged by
 * what it did here, field by field, and not by the set.
 * @param lines of one record, in order
 */
export async function thatStand(
  sets: Pick<ChangeSets, 'undoneSets'>,
  lines: readonly RecordLine[],
): Promise<RecordLine[]> {
  const undoneBy = await sets.undoneSets(lines.flatMap(({ setId }) => setId ?? []));
  /** By the id of a set: what of it undos that stand have taken back. */
  const taken = new Map<string, Set<string>>();
  const standing: RecordLine[] = [];
  for (const line of lines.toReversed()) {
    const gone = taken.get(line.setId ?? '');
    const touched = line.kind === 'update' ? Object.keys(line.before) : [THERE];
    const left = touched.filter((name) => !gone?.has(name));
    if (left.length === 0) continue;
    const undone = undoneBy.get(line.setId ?? '');
    if (undone === undefined) {
      standing.push({
        ...line,
        before: Object.fromEntries(Object.entries(line.before).filter(([name]) => left.includes(name))),
      });
      continue;
    }
    taken.set(undone, new Set([...(taken.get(undone) ?? []), ...left]));
  }
  return standing.toReversed();
}
