import type { Role } from '#shared/access/roles.ts';
import {
  covers,
  grantsOf,
  mayRead,
  readableFields,
  readableRows,
  settableFields,
  type Actor,
} from '#shared/access/permissions.ts';
import type { AnyRecord, EntityDefinition } from '#shared/model/entity.ts';
import {
  joinConditions,
  namesRole,
  namesUser,
  quote,
  rowCondition,
  type Condition,
} from '#shared/model/list-query.ts';

/** Rows of an entity for which a reader sees the same fields. */
export interface Projection {
  condition: Condition;
  fields: string[];
}

/** What makes a grant one of some rows only. */
interface RowTest {
  column: string;
  condition: Condition;
  /** What the column holds in a row that passes. */
  passes: unknown;
}

/** The tests that decide what the actor sees of a row, each once. */
function testsOf(entity: EntityDefinition, actor: Actor): RowTest[] {
  const tests = new Map<string, RowTest>();
  for (const { rows } of grantsOf(entity, actor.role)) {
    if (rows === 'all') continue;
    const test: RowTest =
      'whereUserIs' in rows
        ? { column: rows.whereUserIs, condition: namesUser(rows.whereUserIs, actor._id), passes: actor._id }
        : {
            column: rows.whereRoleIsIn,
            condition: namesRole(rows.whereRoleIsIn, actor.role),
            passes: [actor.role],
          };
    tests.set(test.column, test);
  }
  return [...tests.values()];
}

/**
 * The columns of a row that may name a user of the role who sees more of the row than others of the role: whoever no
 * such column of a row names sees exactly as much of it as everybody else whom none names.
 */
export function columnsOfReaders(entity: EntityDefinition, role: Role): string[] {
  const names = grantsOf(entity, role).flatMap(({ rows }) =>
    rows !== 'all' && 'whereUserIs' in rows ? [rows.whereUserIs] : [],
  );
  return [...new Set(names)];
}

/** The columns of a row that decide what somebody of the role sees of it: those, and lists of roles. */
export function decidingColumns(entity: EntityDefinition, role: Role): string[] {
  return testsOf(entity, { _id: '', role }).map(({ column }) => column);
}

/**
 * The rows that the actor may read, in groups with the same readable fields: one group where no grant depends on
 * the row, else one for each combination of the conditions that gives any field.
 */
export function projections(entity: EntityDefinition, actor: Actor): Projection[] {
  if (!mayRead(entity, actor.role)) return [];
  const tests = testsOf(entity, actor);
  const result: Projection[] = [];
  for (let mask = (1 << tests.length) - 1; mask >= 0; mask -= 1) {
    const record: Record<string, unknown> & { _id: string } = { _id: '' };
    const conditions = tests.map(({ column, condition, passes }, at): Condition => {
      const matches = (mask & (1 << at)) !== 0;
      if (!matches) return { ...condition, sql: `(${quote(column)} IS NULL OR NOT ${condition.sql})` };
      record[column] = passes;
      return condition;
    });
    const fields = [...readableFields(entity, actor, record)];
    if (fields.length > 0) result.push({ condition: joinConditions(conditions, 'AND'), fields });
  }
  return result;
}

/** The rows that the actor may read at all, as one condition; null where there are none. */
export function visibleRows(entity: EntityDefinition, actor: Actor): Condition | null {
  return rowCondition(readableRows(entity, actor.role), actor);
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
  const key = rightsKey(entity, actor, row);
  let ofEntity = rightsCache.get(entity);
  if (!ofEntity) rightsCache.set(entity, (ofEntity = new Map()));
  let rights = ofEntity.get(key);
  if (!rights) {
    rights = { read: readableFields(entity, actor, row), set: settableFields(entity, actor, row) };
    ofEntity.set(key, rights);
  }
  return rights;
}

function rightsKey(entity: EntityDefinition, actor: Actor, row: AnyRecord): string {
  let key: string = actor.role;
  for (const grant of grantsOf(entity, actor.role)) {
    if (grant.rows !== 'all') key += covers(grant, actor, row) ? '+' : '-';
  }
  return key;
}
