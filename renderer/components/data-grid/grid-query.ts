import type { EntityDefinition } from '#shared/model/entity.ts';
import { withColumns } from '#shared/model/list-columns.ts';
import { listOf } from '#shared/model/list-query.ts';
import type { ListQuery } from '#shared/protocol/list-calls.ts';

/** What a grid shows, without the part of it that is asked for. */
export type GridQuery = Omit<ListQuery, 'offset' | 'limit'>;

/** Whether the list stands in the order of making, the newest first: there new rows come at the top. */
export function isNewestFirst(entity: EntityDefinition, query: GridQuery): boolean {
  const sort = query.sort ?? listOf(entity, query.list).sort;
  return sort.field === 'createdAt' && sort.direction === 'desc';
}

/** Whether a list shows something of the `changed` entity: its records, or their names beside its own. */
export function concerns(entity: EntityDefinition, query: GridQuery, changed: string): boolean {
  if (changed === entity.name) return true;
  if (query.inDocuments === true && changed === 'document') return true;
  const { columns, carries = [] } = withColumns(listOf(entity, query.list), query.columns);
  return [...columns, ...carries].some((name) => entity.fields[name]?.target?.entity === changed);
}

export function isSameSort(one: GridQuery['sort'], other: GridQuery['sort']): boolean {
  return one?.field === other?.field && one?.direction === other?.direction;
}

/** Whether both ask for the same rows, in whatever order. */
export function isSameQuery(one: GridQuery, other: GridQuery): boolean {
  const part = ({ entity, list, filter, anyOf, conditions, search, inDocuments }: GridQuery): string =>
    JSON.stringify([
      entity,
      list,
      filter ?? {},
      anyOf ?? [],
      conditions ?? [],
      search ?? '',
      inDocuments === true,
    ]);
  return part(one) === part(other);
}

/** Whether the rows of both carry the same, in whatever order the columns stand. */
export function carriesTheSame(one: GridQuery, other: GridQuery): boolean {
  const part = ({ columns = [] }: GridQuery): string => columns.toSorted().join('\n');
  return part(one) === part(other);
}
