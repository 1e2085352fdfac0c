import { decodeValue, type ColumnValue } from '#shared/model/columns.ts';
import { fieldOf } from '#shared/model/entity.ts';
import type { Mergeable } from '#shared/model/merged-record.ts';
import type { Batch } from './batch.ts';
import { mergedTo } from './merged.ts';

/** Changes of the record that stays, since the merge, that are looked at. */
const MOST_LINES = 500;

/** Values that go back to a record, or back to what they were. */
export interface LateEdit {
  of: string;
  values: Record<string, unknown>;
  /** The record that they were sent for, where that is merged into this one still. */
  sentFor: string | null;
}

/**
 * What was written for a record while it was merged away (sync.md, records that were merged), and still stands in the one that
 * it was merged into: it goes back with the record, and that one has what it had before. What somebody has written over it since stays.
 * @param merged where in the log the merge stands that is undone
 * @returns the values to write, by record
 */
export async function lateEdits(
  batch: Batch,
  entity: Mergeable,
  { id, into, merge }: { id: string; into: string; merge: number },
): Promise<LateEdit[]> {
  const [any] = await batch.ask(
    `SELECT 1 AS "one" FROM "change_log"
     WHERE "entity" = ? AND "recordId" = ? AND "seq" > ? AND "sentFor" IS NOT NULL LIMIT 1`,
    [entity, into, merge],
  );
  if (!any) return [];
  const sent = await mergedTo(batch, entity, id);
  const lines = await batch.ask<{ before: string; after: string; sentFor: string | null }>(
    `SELECT "before", "after", "sentFor" FROM "change_log"
     WHERE "entity" = ? AND "recordId" = ? AND "seq" > ? AND "kind" = 'update' ORDER BY "seq" DESC LIMIT ?`,
    [entity, into, merge, MOST_LINES],
  );
  const definition = batch.entity(entity);
  const stays: LateEdit = { of: into, values: {}, sentFor: null };
  const goes = new Map<string, LateEdit>();
  const settled = new Set<string>();
  for (const { before, after, sentFor } of lines) {
    const had = JSON.parse(before) as Record<string, ColumnValue>;
    const isLate = sentFor !== null && sent.has(sentFor);
    for (const [name, value] of Object.entries(JSON.parse(after) as Record<string, ColumnValue>)) {
      if (!isLate) settled.add(name);
      if (!isLate || settled.has(name)) continue;
      const field = fieldOf(definition, name);
      const edit = goes.get(sentFor) ?? { of: id, values: {}, sentFor: sentFor === id ? null : sentFor };
      if (!Object.hasOwn(stays.values, name)) edit.values[name] = decodeValue(field, value);
      stays.values[name] = decodeValue(field, had[name] ?? null);
      goes.set(sentFor, edit);
    }
  }
  return [stays, ...goes.values()];
}
