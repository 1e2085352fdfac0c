import { ownerRefusal } from '#shared/access/leads.ts';
import { readableRows, type Actor } from '#shared/access/permissions.ts';
import { isDataSubject } from '#shared/access/persons.ts';
import { entityOf, isEntityName, type EntityName } from '#shared/model/entities.ts';
import { fieldOf, type AnyRecord, type EntityDefinition } from '#shared/model/entity.ts';
import { leadOwner } from '#shared/model/lead-owner.ts';
import { builtInRoleRefusal } from '#shared/model/role.ts';
import { normaliseText } from '#shared/model/search-text.ts';
import { lastSuperAdminRefusal } from '#shared/model/user.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Cache } from '../cache/cache.ts';
import type { RecordReader } from './record-reader.ts';

/**
 * The edits that the server refuses (decision 11), as far as the desk can tell: so that the user hears it at
 * once and not from the tray. The server decides.
 * @param values the new values of the fields that change.
 */
export function assertMayBeChanged(
  cache: Cache,
  entity: EntityName,
  stored: AnyRecord,
  values: Readonly<Record<string, unknown>>,
): void {
  if (entity === 'role' && 'name' in values) {
    const refusal = builtInRoleRefusal(String(stored['name']), 'renamed');
    if (refusal !== null) throw new PlainError('conflict', refusal);
  }
  if (entity === 'user' && values['isActive'] === false) assertNotLastSuperAdmin(cache, stored['email']);
  if (entity === 'roleAssignment' && ('roleName' in values || 'userEmail' in values)) {
    assertNotLastSuperAdmin(cache, stored['userEmail']);
  }
}

/**
 * Whose a lead or candidate is to be.
 * @throws PlainError `invalid` naming the field, where it cannot be that person's
 */
export function assertMayHave(
  reader: Pick<RecordReader, 'record'>,
  definition: EntityDefinition,
  values: Readonly<Record<string, unknown>>,
): void {
  for (const [name, id] of Object.entries(values)) {
    if (fieldOf(definition, name).target !== leadOwner || typeof id !== 'string') continue;
    assertOwner(reader, name, id);
  }
}

/**
 * What a field refers to is there, as far as this desk can tell: it has all rows of that entity. Of people the server alone knows
 * into whom they were merged.
 * @throws PlainError `invalid` naming the field, in the words of the server
 */
export function assertReferences(
  { position }: Cache,
  reader: Pick<RecordReader, 'has'>,
  { role }: Actor,
  definition: EntityDefinition,
  values: Readonly<Record<string, unknown>>,
): void {
  if (!position.complete) return;
  for (const [name, id] of Object.entries(values)) {
    const { target, label } = fieldOf(definition, name);
    if (!target || typeof id !== 'string' || !isEntityName(target.entity) || isDataSubject(target.entity))
      continue;
    if (readableRows(entityOf(target.entity), role) !== 'all' || reader.has(target.entity, id)) continue;
    const message = `${label} is not there any more. Choose another one`;
    throw new PlainError('invalid', `${message}.`, [{ field: name, code: 'invalid', message }]);
  }
}

/** @throws PlainError `invalid` naming the field */
export function assertOwner(reader: Pick<RecordReader, 'record'>, name: string, id: string): void {
  const user = reader.record('user', id);
  const refusal = ownerRefusal(
    user
      ? {
          name: user['name'] as string | null,
          roleName: user['roleName'] as string | null,
          isActive: user['isActive'] !== false,
        }
      : null,
  );
  if (refusal !== null)
    throw new PlainError('invalid', refusal, [{ field: name, code: 'invalid', message: refusal }]);
}

/**
 * @throws PlainError `conflict` where the user with that email is the last active Super Admin. Read from the
 * assignments, which hold what still waits to be sent; the user's own record takes the role from the server.
 */
export function assertNotLastSuperAdmin(cache: Cache, email: unknown): void {
  const admins = cache.statements
    .prepare(
      `SELECT "user"."email_key" AS email, "user"."name" AS name
       FROM "roleAssignment" JOIN "user" ON "user"."email_key" = "roleAssignment"."userEmail_key"
       WHERE "roleAssignment"."roleName" = 'Super Admin' AND "user"."isActive" IS NOT 0 LIMIT 2`,
    )
    .all() as { email: string; name: string | null }[];
  const [admin, another] = admins;
  if (!admin || another || typeof email !== 'string' || admin.email !== normaliseText(email)) return;
  throw new PlainError('conflict', lastSuperAdminRefusal(admin.name ?? email));
}
