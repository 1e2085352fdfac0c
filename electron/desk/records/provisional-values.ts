import type { ColumnValue } from '#shared/model/columns.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { valuesOfAuthor } from '#shared/model/entity.ts';
import { normaliseText } from '#shared/model/search-text.ts';
import type { Cache } from '../cache/cache.ts';

/** Values that the server will set in a new record, as far as the desk can tell them beforehand. */
export function provisionalValues(
  cache: Cache,
  entity: EntityName,
  changes: Readonly<Record<string, unknown>>,
  userId: string,
): Record<string, ColumnValue> {
  if (entity === 'roleAssignment' && typeof changes['userEmail'] === 'string') {
    const found = cache.statements
      .prepare('SELECT "name" FROM "user" WHERE "email_key" = ?')
      .get(normaliseText(changes['userEmail'])) as { name: string | null } | undefined;
    return { userName: found?.name ?? null };
  }
  // Whoever may add an inquiry may have it.
  if (entity === 'inquiry' && changes['assignedTo'] === undefined) return { assignedTo: userId };
  return valuesOfAuthor(entityOf(entity), userId);
}
