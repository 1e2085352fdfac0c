import type { AnyRecord, EntityDefinition } from '#shared/model/entity.ts';
import { fieldOf } from '#shared/model/entity.ts';
import type { ListRow } from '#shared/protocol/list-calls.ts';
import type { RecordView } from '#shared/protocol/record-view.ts';

/** A row on the screen. `_gone`: deleted, or no longer for this user, since it was fetched. */
export type GridRow = ListRow & { _gone?: boolean };

/** Name under which a list row carries the shown text of a reference. */
export function referenceTextKey(entity: EntityDefinition, name: string): string {
  return `${name}.${fieldOf(entity, name).target?.display ?? 'name'}`;
}

/** A record as the row that a list would give for it. */
export function rowOfView(entity: EntityDefinition, fields: readonly string[], view: RecordView): GridRow {
  const row: Record<string, unknown> & { _id: string } = { _id: view.record._id };
  for (const name of fields) {
    row[name] = view.record[name] ?? null;
    if (fieldOf(entity, name).kind === 'reference') {
      row[referenceTextKey(entity, name)] = view.references[name] ?? null;
    }
  }
  if (view.waiting) row['_waiting'] = true;
  return row;
}

/** What is left of a row that may no longer be seen: its place. */
export function goneRow(id: string): GridRow {
  return { _id: id, _gone: true };
}

/** What people call the record of a row; '' where it has no name. */
export function titleOf(entity: EntityDefinition, row: AnyRecord): string {
  const value = row[entity.title];
  return typeof value === 'string' ? value : '';
}
