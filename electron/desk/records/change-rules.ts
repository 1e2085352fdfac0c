import type { EntityName } from '#shared/model/entities.ts';
import type { AnyRecord } from '#shared/model/entity.ts';
import { builtInRoleRefusal } from '#shared/model/role.ts';
import { normaliseText } from '#shared/model/search-text.ts';
import { lastSuperAdminRefusal } from '#shared/model/user.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Cache } from '../cache/cache.ts';

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
