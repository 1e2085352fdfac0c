import { setImmediate as nextTurn } from 'node:timers/promises';
import { fieldColumns, type ColumnValue } from '#shared/model/columns.ts';
import { entityNames, entityOf, type EntityName } from '#shared/model/entities.ts';
import { quote } from '#shared/model/list-query.ts';
import { addContent, contentOf } from '#shared/protocol/content-sum.ts';
import { CHECKSUM_WITH_CONTENT, type ChecksumResponse, type EntityChecksum } from '#shared/protocol/sync.ts';
import { checksumAnswerSchema } from '#shared/protocol/sync-answers.ts';
import type { CacheReader } from '../cache/cache-reader.ts';
import type { Cache } from '../cache/cache.ts';
import { tableOf } from '#shared/node/cache/cache-schema.ts';
import type { StoredRow } from '#shared/node/cache/cache-rows.ts';
import type { ServerAccess } from '../server/server-access.ts';
import { understood } from '../server/understood.ts';

/** So long rows are read without letting screens have a turn. */
const SLICE_MS = 4;
const LOOK_AT_CLOCK_EVERY = 32;

const NOTHING: EntityChecksum = { count: 0, seqSum: 0 };

/**
 * Compares the cache with the server's checksums, value by value (sync rule 12). Gives the entities that differ, or null
 * where the two stand at different places of the log and cannot be compared now.
 */
export async function divergedEntities(
  cache: Cache,
  access: ServerAccess,
  signal: AbortSignal,
): Promise<EntityName[] | null> {
  const call = { method: 'GET', signal } as const;
  const { seq, entities } = understood(
    checksumAnswerSchema,
    await access.call<ChecksumResponse>(CHECKSUM_WITH_CONTENT, call),
  );
  if (!cache.open || cache.position.seq !== seq) return null;
  // It sees the cache as it is now, whatever the user saves while it is read.
  const reader = cache.openReader();
  try {
    const diverged: EntityName[] = [];
    for (const name of entityNames) {
      const there = entities[name] ?? NOTHING;
      const here = await sums(reader, name, isComparable(name, there));
      if (!here || signal.aborted) return null;
      const same =
        here.count === there.count &&
        here.seqSum === there.seqSum &&
        (here.content === undefined || here.content === there.content);
      if (!same) diverged.push(name);
    }
    return diverged;
  } finally {
    reader.close();
  }
}

/** Whether the server summed the content, and of columns that this version of the model has. */
function isComparable(name: EntityName, { content, columns }: EntityChecksum): boolean {
  if (content === undefined || !columns) return false;
  const known = new Set(columnsOf(name));
  return columns.every((column) => known.has(column));
}

const columnsOf = (name: EntityName): string[] => [
  '_id',
  '_seq',
  ...fieldColumns(entityOf(name)).map((column) => column.name),
];

/** The figures of the rows as the server gave them, without what is laid over. null when the cache closes. */
async function sums(
  reader: CacheReader,
  name: EntityName,
  withContent: boolean,
): Promise<EntityChecksum | null> {
  const columns = withContent ? columnsOf(name) : ['_id', '_seq'];
  const ofRow = contentOf(columns);
  const total = { count: 0, seqSum: 0, content: 0 };
  const add = (values: readonly ColumnValue[]): void => {
    total.count += 1;
    total.seqSum += Number(values[1]);
    if (withContent) total.content = addContent(total.content, ofRow(values));
  };
  const covered = `SELECT recordId FROM overlay_base WHERE entity = '${name}'`;
  const shown = reader.rows(
    `SELECT ${columns.map(quote).join(', ')} FROM ${tableOf(entityOf(name))} NOT INDEXED
     WHERE "_id" NOT IN (${covered})`,
  );
  let end = performance.now() + SLICE_MS;
  let read = 0;
  for (const values of shown) {
    add(values as ColumnValue[]);
    read += 1;
    if (read % LOOK_AT_CLOCK_EVERY !== 0 || performance.now() < end) continue;
    await nextTurn();
    if (!reader.open) return null;
    end = performance.now() + SLICE_MS;
  }
  if (!reader.open) return null;
  const kept = reader.db
    .prepare<[string], { id: string; seq: number; row: string }>(
      'SELECT recordId AS id, seq, row FROM overlay_base WHERE entity = ? AND row IS NOT NULL',
    )
    .all(name);
  for (const { id, seq, row } of kept) {
    const given = JSON.parse(row) as StoredRow;
    add(columns.map((column, at) => (at === 0 ? id : at === 1 ? seq : (given[column] ?? null))));
  }
  const { count, seqSum, content } = total;
  return withContent ? { count, seqSum, content } : { count, seqSum };
}
