import { entityOf, isEntityName, type EntityName } from './entities.ts';
import type { ListDefinition } from './entity.ts';

/** The name of a list among those of all entities, such as `candidate.followups`. */
export function listKey(entity: EntityName, list: string): string {
  return `${entity}.${list}`;
}

/** The list of that name; null where there is none. */
export function listNamed(key: unknown): { entity: EntityName; name: string; list: ListDefinition } | null {
  const [entity = '', name = ''] = typeof key === 'string' ? key.split('.') : [];
  if (!isEntityName(entity)) return null;
  const { lists } = entityOf(entity);
  const list = Object.hasOwn(lists, name) ? lists[name] : undefined;
  return list ? { entity, name, list } : null;
}
