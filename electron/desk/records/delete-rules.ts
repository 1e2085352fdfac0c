import type { EntityName } from '#shared/model/entities.ts';
import type { AnyRecord } from '#shared/model/entity.ts';
import { leadStatusInUseRefusal } from '#shared/model/lead-status.ts';
import { builtInRoleRefusal, roleInUseRefusal } from '#shared/model/role.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Cache } from '../cache/cache.ts';
import { assertNotLastSuperAdmin } from './change-rules.ts';

/**
 * The deletes that the server refuses (decision 10), as far as the desk can tell: so that the user hears it at once and
 * not from the tray. The server decides.
 */
export function assertMayBeDeleted(cache: Cache, entity: EntityName, record: AnyRecord): void {
  const count = (sql: string, value: string): number =>
    (cache.statements.prepare(sql).get(value) as { count: number }).count;
  if (entity === 'leadStatus') {
    const using = count('SELECT count(*) AS count FROM "inquiry" WHERE "leadStatus" = ?', record._id);
    const refusal = leadStatusInUseRefusal(String(record['name']), using);
    if (refusal !== null) throw new PlainError('conflict', refusal);
  }
  if (entity === 'role') {
    const name = String(record['name']);
    const holders = cache.statements
      .prepare(
        'SELECT COALESCE("userName", "userEmail") AS name FROM "roleAssignment" WHERE "roleName" = ? ORDER BY 1',
      )
      .all(name) as { name: string }[];
    const refusal =
      builtInRoleRefusal(name, 'deleted') ??
      roleInUseRefusal(
        name,
        holders.map((holder) => holder.name),
      );
    if (refusal !== null) throw new PlainError('conflict', refusal);
  }
  if (entity === 'user') assertNotLastSuperAdmin(cache, record['email']);
  if (entity === 'roleAssignment') assertNotLastSuperAdmin(cache, record['userEmail']);
}
