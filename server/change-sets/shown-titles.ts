import { mayReadEverybodysChanges } from '#shared/access/changes.ts';
import type { Actor } from '#shared/access/permissions.ts';
import { quote } from '#shared/model/list-query.ts';
import type { Database } from '../database/database.ts';
import type { Row } from '../database/rows.ts';
import { selectIn } from '../database/statements.ts';
import { decidingColumns, rightsOn, seesEveryRow } from '../records/visibility.ts';

/** A set is called by a record, or by what all of its records have in common: the first ones tell whether it may be said. */
const LOOKED_AT = 20;

/**
 * What the actor may read in the place of the titles of these sets. A title names records as they were called when it was
 * made: who sees one of them no longer is told what it was, and not who.
 * @returns titles by the ids of the sets, of those that may not be said
 */
export async function titlesInstead(
  database: Database,
  actor: Actor,
  setIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const instead = new Map<string, string>();
  const { entities } = database.model;
  // Who sees what everybody did sees every record of most kinds, and none of others' views.
  const hidden = mayReadEverybodysChanges(actor.role)
    ? entities.filter((entity) => !seesEveryRow(entity, actor.role))
    : entities;
  if (hidden.length === 0) return instead;
  const records: { setId: string; entity: string; recordId: string }[] = [];
  for (const id of setIds) {
    records.push(
      ...(await database.all<(typeof records)[number]>(
        `SELECT "setId", "entity", "recordId" FROM "change_log" WHERE "setId" = ? ORDER BY "seq" LIMIT ${LOOKED_AT}`,
        [id],
      )),
    );
  }
  for (const entity of hidden) {
    const ofEntity = records.filter((each) => each.entity === entity.name);
    if (ofEntity.length === 0) continue;
    const ids = [...new Set(ofEntity.map(({ recordId }) => recordId))];
    // What says who sees a record, and no more: two thousand of them may have a long text each.
    const columns = ['_id', ...decidingColumns(entity, actor.role)].map(quote).join(', ');
    const rows = new Map(
      (await selectIn<Row>(database, entity.name, '_id', ids, columns)).map((row) => [row._id, row]),
    );
    for (const { setId, recordId } of ofEntity) {
      const row = rows.get(recordId);
      if (row && rightsOn(entity, actor, row).read.size > 0) continue;
      instead.set(setId, `Change of ${entity.label}`);
    }
  }
  return instead;
}
