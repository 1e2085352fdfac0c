import type { Role } from '#shared/access/roles.ts';
import {
  grantsOf,
  mayRead,
  readableFields,
  readableRows,
  settableFields,
  type Actor,
} from '#shared/access/permissions.ts';
import type { EntityDefinition, Grant } from '#shared/model/entity.ts';
import { joinConditions, quote, rowCondition, type Condition } from '#shared/model/list-query.ts';

/** Rows of an entity for which a reader sees the same fields. */
export interface Projection {
  condition: Condition;
  fields: string[];
}

const isConditional = (grant: Grant): grant is Grant & { rows: { whereUserIs: string } } =>
  grant.rows !== 'all';

/**
 * The columns of a row that may name a user of the role who sees more of the row than others of the role: whoever no
 * such column of a row names sees exactly as much of it as everybody else whom none names.
 */
export function columnsOfReaders(entity: EntityDefinition, role: Role): string[] {
  const conditional = grantsOf(entity, role).filter(isConditional);
  return [...new Set(conditional.map((grant) => grant.rows.whereUserIs))];
}

/**
 * The rows that the actor may read, in groups with the same readable fields: one group where no grant depends on
 * the row, else one for each combination of the conditions that gives any field.
 */
export function projections(entity: EntityDefinition, actor: Actor): Projection[] {
  if (!mayRead(entity, actor.role)) return [];
  const columns = columnsOfReaders(entity, actor.role);
  const result: Projection[] = [];
  for (let mask = (1 << columns.length) - 1; mask >= 0; mask -= 1) {
    const record: Record<string, unknown> & { _id: string } = { _id: '' };
    const conditions = columns.map((column, at): Condition => {
      const matches = (mask & (1 << at)) !== 0;
      if (matches) record[column] = actor._id;
      return {
        sql: matches ? `${quote(column)} = ?` : `(${quote(column)} IS NULL OR ${quote(column)} <> ?)`,
        params: [actor._id],
      };
    });
    const fields = [...readableFields(entity, actor, record)];
    if (fields.length > 0) result.push({ condition: joinConditions(conditions, 'AND'), fields });
  }
  return result;
}

/** The rows that the actor may read at all, as one condition; null where there are none. */
export function visibleRows(entity: EntityDefinition, actor: Actor): Condition | null {
  return rowCondition(readableRows(entity, actor.role), actor._id);
}

/** Whether no row of the entity is ever hidden from the role. */
export function seesEveryRow(entity: EntityDefinition, role: Role): boolean {
  return readableRows(entity, role) === 'all';
}

export interface RowRights {
  read: ReadonlySet<string>;
  set: ReadonlySet<string>;
}

const rightsCache = new WeakMap<EntityDefinition, Map<string, RowRights>>();

/** What the actor may read and set of a row. Remembered by role and by which conditions the row meets. */
export function rightsOn(
  entity: EntityDefinition,
  actor: Actor,
  row: { _id: string } & Readonly<Record<string, unknown>>,
): RowRights {
  const key = rightsKey(entity, actor.role, actor._id, row);
  let ofEntity = rightsCache.get(entity);
  if (!ofEntity) rightsCache.set(entity, (ofEntity = new Map()));
  let rights = ofEntity.get(key);
  if (!rights) {
    rights = { read: readableFields(entity, actor, row), set: settableFields(entity, actor, row) };
    ofEntity.set(key, rights);
  }
  return rights;
}

function rightsKey(
  entity: EntityDefinition,
  role: Role,
  userId: string,
  row: Readonly<Record<string, unknown>>,
): string {
  let key: string = role;
  for (const grant of grantsOf(entity, role)) {
    if (isConditional(grant)) key += row[grant.rows.whereUserIs] === userId ? '+' : '-';
  }
  return key;
}
