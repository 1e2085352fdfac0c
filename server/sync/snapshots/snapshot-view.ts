import { createHash } from 'node:crypto';
import type { Role } from '#shared/access/roles.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import type { Model } from '../../database/model.ts';
import { decidingColumns, projections, seesEveryRow } from '../../records/visibility.ts';

/**
 * The entities that a snapshot for a role holds: those of which the role sees every row. Of others a row may leave what
 * the role sees, and somebody who gets the role later would not be told so.
 */
export function entitiesFor(model: Model, role: Role): EntityDefinition[] {
  return model.entities.filter((entity) => seesEveryRow(entity, role));
}

/** Names what a role sees of those entities: roles that see the same share a snapshot, and other rules need another one. */
export function viewOf(model: Model, role: Role): string {
  const seen = entitiesFor(model, role).map((entity) => [
    entity.name,
    projections(entity, { _id: '', role }).map(({ condition, fields }) => [
      condition.sql,
      condition.params,
      fields,
    ]),
    decidingColumns(entity, role),
  ]);
  return createHash('sha256').update(JSON.stringify(seen)).digest('hex').slice(0, 32);
}
