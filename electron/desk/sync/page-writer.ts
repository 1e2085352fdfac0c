import type { ColumnValue } from '#shared/model/columns.ts';
import { isEntityName, type EntityName } from '#shared/model/entities.ts';
import type { PulledRows, PullResponse } from '#shared/protocol/sync.ts';
import type { Cache } from '../cache/cache.ts';
import { RowCursor, type StoredRow } from '#shared/node/cache/cache-rows.ts';
import { noteLeftovers } from '../cache/leftovers.ts';
import type { Overlay } from '../records/overlay.ts';

export type PulledPage = Extract<PullResponse, { status: 'page' }>;

/** Records that a page changed; `own` where this desk's own operations lie, or lay, over them. */
export interface PageChanges {
  entity: EntityName;
  own: string[];
  others: string[];
}

/** The records that the user may no longer see. */
export function hiddenOf({ gone }: PulledPage): { entity: EntityName; recordId: string }[] {
  return gone.flatMap(({ entity, hidden = [] }) =>
    isEntityName(entity) ? hidden.map((recordId) => ({ entity, recordId })) : [],
  );
}

/** The records of people who were erased. */
export function erasedOf({ erased = [] }: PulledPage): { entity: EntityName; recordId: string }[] {
  return erased.flatMap(({ entity, ids }) =>
    isEntityName(entity) ? ids.map((recordId) => ({ entity, recordId })) : [],
  );
}

/** Writes a pulled page and its cursor in one transaction (sync rule 2). Gives the records that changed. */
export function writePage(cache: Cache, overlay: Overlay, page: PulledPage): PageChanges[] {
  const changes = new Map<EntityName, PageChanges>();
  const changed = (entity: EntityName): PageChanges => {
    const known = changes.get(entity) ?? { entity, own: [], others: [] };
    changes.set(entity, known);
    return known;
  };
  cache.transaction(() => {
    // First, so that what the page settles is written once.
    cache.movePosition({
      cursor: page.cursor,
      seq: page.seq,
      ...(page.more ? {} : { settledSeq: page.seq }),
      ...(cache.position.complete ? {} : firstSyncProgress(cache, page)),
    });
    for (const rows of page.rows) {
      // An entity of a newer model is for the desk that has that model.
      if (isEntityName(rows.entity) && rows.rows.length > 0)
        writeRows(cache, overlay, rows, changed(rows.entity));
    }
    for (const { entity, ids, hidden } of page.gone) {
      if (!isEntityName(entity) || ids.length === 0) continue;
      removeRows(cache, overlay, entity, ids, changed(entity));
      if (hidden) noteLeftovers(cache, entity);
    }
    const erased = erasedOf(page).map((each) => each.entity);
    // Saved views that named them came before.
    for (const entity of new Set(erased)) noteLeftovers(cache, entity);
    if (erased.length > 0) noteLeftovers(cache, 'savedView');
    if (page.more) return;
    for (const { entity, recordId } of overlay.settle()) changed(entity).own.push(recordId);
  });
  for (const entity of changes.keys()) cache.touched(entity);
  return [...changes.values()];
}

/**
 * Removes what a page says is hidden from the user now or was erased, and takes in saved views, which may have named who was
 * erased; nothing else of it: that does not wait for the user's answer to a pull that is halted. Gives the records that
 * changed.
 */
export function writeRevoked(cache: Cache, overlay: Overlay, page: PulledPage): PageChanges[] {
  const changes: PageChanges[] = [];
  cache.transaction(() => {
    for (const { entity, ids } of [...hiddenIn(page), ...(page.erased ?? [])]) {
      if (!isEntityName(entity) || ids.length === 0) continue;
      const here = { entity, own: [], others: [] };
      removeRows(cache, overlay, entity, ids, here);
      noteLeftovers(cache, entity);
      changes.push(here);
    }
    for (const rows of page.rows) {
      if (rows.entity !== 'savedView' || rows.rows.length === 0) continue;
      const here = { entity: rows.entity, own: [], others: [] };
      writeRows(cache, overlay, rows, here);
      changes.push(here);
    }
    if ((page.erased ?? []).length > 0) noteLeftovers(cache, 'savedView');
  });
  for (const { entity } of changes) cache.touched(entity);
  return changes;
}

const hiddenIn = ({ gone }: PulledPage): { entity: string; ids: readonly string[] }[] =>
  gone.map(({ entity, hidden = [] }) => ({ entity, ids: hidden }));

function firstSyncProgress(cache: Cache, page: PulledPage): { fetched: number; total: number | null } {
  const { fetched, total } = cache.position;
  return {
    fetched: fetched + page.rows.reduce((sum, { rows }) => sum + rows.length, 0),
    total: page.total ?? total,
  };
}

function writeRows(cache: Cache, overlay: Overlay, pulled: PulledRows, changes: PageChanges): void {
  const rows = cache.rows(pulled.entity);
  const cursor = new RowCursor(pulled.columns);
  for (const row of pulled.rows) {
    const { id, seq } = cursor.at(row);
    if (overlay.covers(pulled.entity, id)) {
      overlay.rebase(pulled.entity, id, { seq, row: asStoredRow(pulled.columns, row) });
      changes.own.push(id);
    } else {
      rows.writeFrom(id, seq, false, cursor.read);
      changes.others.push(id);
    }
  }
}

function removeRows(
  cache: Cache,
  overlay: Overlay,
  entity: EntityName,
  ids: readonly string[],
  changes: PageChanges,
): void {
  const rows = cache.rows(entity);
  for (const id of ids) {
    if (overlay.covers(entity, id)) {
      overlay.rebase(entity, id, { seq: 0, row: null });
      changes.own.push(id);
    } else if (rows.remove(id)) {
      changes.others.push(id);
    }
  }
}

function asStoredRow(columns: readonly string[], values: readonly ColumnValue[]): StoredRow {
  const row: Record<string, ColumnValue> = {};
  columns.forEach((column, index) => {
    if (column !== '_id' && column !== '_seq') row[column] = values[index] ?? null;
  });
  return row;
}
