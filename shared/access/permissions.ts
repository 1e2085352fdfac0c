import type { AnyRecord, EntityDefinition, FieldSet, Grant } from '#shared/model/entity.ts';
import { fieldOf, storedFields } from '#shared/model/entity.ts';
import type { Role } from './roles.ts';

/** Who asks: the signed-in user, with the role as the server knows it. */
export interface Actor {
  _id: string;
  role: Role;
}

const noGrants: readonly Grant[] = [];

export function grantsOf(entity: EntityDefinition, role: Role): readonly Grant[] {
  return entity.access[role] ?? noGrants;
}

function inSet(set: FieldSet, groups: readonly string[] | undefined): boolean {
  if (set === 'all') return true;
  if (set === 'none') return false;
  if ('only' in set) return groups?.includes(set.only) ?? false;
  return !groups?.includes(set.except);
}

/** Whether a grant is about this row, which is a record or its columns. */
export function covers({ rows }: Grant, actor: Actor, record: AnyRecord): boolean {
  if (rows === 'all') return true;
  if ('whereUserIs' in rows) return record[rows.whereUserIs] === actor._id;
  const roles = record[rows.whereRoleIsIn];
  if (actor.role === '') return false;
  if (typeof roles === 'string') return roles.includes(JSON.stringify(actor.role));
  return Array.isArray(roles) && roles.includes(actor.role);
}

/** Whether the role may see any row of the entity at all. */
export function mayRead(entity: EntityDefinition, role: Role): boolean {
  return grantsOf(entity, role).some((grant) => grant.read !== 'none');
}

export function mayCreate(entity: EntityDefinition, role: Role): boolean {
  return grantsOf(entity, role).some((grant) => grant.create === true);
}

/** Whether the role may delete rows of the entity; the row must be readable too. */
export function mayDelete(entity: EntityDefinition, role: Role): boolean {
  return grantsOf(entity, role).some((grant) => grant.delete === true);
}

/** Whether the actor may delete this row. */
export function mayDeleteRecord(entity: EntityDefinition, actor: Actor, record: AnyRecord): boolean {
  return grantsOf(entity, actor.role).some((grant) => grant.delete === true && covers(grant, actor, record));
}

/** Whether the role may set any field of the entity, on some row. */
export function mayUpdate(entity: EntityDefinition, role: Role): boolean {
  return grantsOf(entity, role).some((grant) => grant.set !== 'none');
}

/** Whether the actor may set any field of a row of which only the id is known: false where that shows it to be another's. */
export function mayUpdateById(entity: EntityDefinition, actor: Actor, id: string): boolean {
  return grantsOf(entity, actor.role).some(
    ({ rows, set }) =>
      set !== 'none' &&
      (rows === 'all' || !('whereUserIs' in rows) || rows.whereUserIs !== '_id' || id === actor._id),
  );
}

/** Whether the role may set the field, on some row. */
export function maySet(entity: EntityDefinition, role: Role, name: string): boolean {
  const { serverSet, groups } = fieldOf(entity, name);
  return serverSet !== true && grantsOf(entity, role).some((grant) => inSet(grant.set, groups));
}

/** Names of the fields of this row that the actor may read; empty when the row is hidden from the actor. */
export function readableFields(entity: EntityDefinition, actor: Actor, record: AnyRecord): Set<string> {
  return fieldsGranted(entity, actor, record, 'read');
}

/** Names of the fields of this row that the actor may set. Fields that the server sets are never among them. */
export function settableFields(entity: EntityDefinition, actor: Actor, record: AnyRecord): Set<string> {
  return fieldsGranted(entity, actor, record, 'set');
}

function fieldsGranted(
  entity: EntityDefinition,
  actor: Actor,
  record: AnyRecord,
  what: 'read' | 'set',
): Set<string> {
  const names = new Set<string>();
  for (const grant of grantsOf(entity, actor.role)) {
    if (!covers(grant, actor, record)) continue;
    for (const [name, field] of storedFields(entity)) {
      if (what === 'set' && field.serverSet) continue;
      if (inSet(grant[what], field.groups)) names.add(name);
    }
  }
  return names;
}

/** Fields that the role may read on every row it may see: what sorting, filtering and searching may look at. */
export function fieldsReadableOnEveryRow(entity: EntityDefinition, role: Role): Set<string> {
  const grants = grantsOf(entity, role).filter((grant) => grant.read !== 'none');
  return new Set(
    storedFields(entity)
      .filter(([, field]) => grants.length > 0 && grants.every((grant) => inSet(grant.read, field.groups)))
      .map(([name]) => name),
  );
}

/** What the role may read of the entity: of which rows which fields, by each of its grants. */
export function readByGrant(
  entity: EntityDefinition,
  role: Role,
): { rows: Grant['rows']; fields: string[] }[] {
  return grantsOf(entity, role)
    .filter((grant) => grant.read !== 'none')
    .map(({ rows, read }) => ({
      rows,
      fields: storedFields(entity).flatMap(([name, { groups }]) => (inSet(read, groups) ? [name] : [])),
    }));
}

/** Rows in which one of the first fields holds a user's id, or one of the others, a list of roles, the user's role. */
export interface RowsOf {
  whereUserIs: string[];
  whereRoleIsIn?: string[];
}

/** The rows of an entity that somebody with the role may read. */
export function readableRows(entity: EntityDefinition, role: Role): 'all' | 'none' | RowsOf {
  const grants = grantsOf(entity, role).filter((grant) => grant.read !== 'none');
  if (grants.length === 0) return 'none';
  const whereUserIs: string[] = [];
  const whereRoleIsIn: string[] = [];
  for (const { rows } of grants) {
    if (rows === 'all') return 'all';
    if ('whereUserIs' in rows) whereUserIs.push(rows.whereUserIs);
    else whereRoleIsIn.push(rows.whereRoleIsIn);
  }
  return { whereUserIs, ...(whereRoleIsIn.length > 0 ? { whereRoleIsIn } : {}) };
}
