import { ROLES } from '#shared/access/roles.ts';
import type { EntityName } from '#shared/model/entities.ts';
import type { AnyRecord } from '#shared/model/entity.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Cache } from './cache.ts';

/**
 * The deletes that the server refuses (decisions), as far as the desk can tell: so that the user hears it at once and
 * not from the tray. The server decides.
 */
export function assertMayBeDeleted(cache: Cache, entity: EntityName, record: AnyRecord): void {
  const count = (sql: string, value: string): number =>
    (cache.statements.prepare(sql).get(value) as { count: number }).count;
  if (entity === 'leadStatus') {
    const using = count('SELECT count(*) AS count FROM "inquiry" WHERE "leadStatus" = ?', record._id);
    if (using > 0) {
      const have = using === 1 ? '1 inquiry has' : `${formatNumber(using)} inquiries have`;
      throw new PlainError('conflict', `${have} this lead status. Give them another one first.`);
    }
  }
  if (entity === 'role') {
    const name = String(record['name']);
    if (ROLES.some((role) => role === name)) {
      throw new PlainError('conflict', 'A built-in role cannot be deleted.');
    }
    const using = cache.statements
      .prepare('SELECT "userEmail" AS email FROM "roleAssignment" WHERE "roleName" = ? LIMIT 4')
      .all(name) as { email: string }[];
    if (using.length > 0) {
      const some = using.slice(0, 3).map(({ email }) => email);
      const who = some.join(', ') + (using.length > some.length ? ' and others' : '');
      throw new PlainError('conflict', `This role is assigned to ${who}. Assign them another one first.`);
    }
  }
}
