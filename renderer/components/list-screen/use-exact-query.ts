import { entityOf, type EntityName } from '#shared/model/entities.ts';
import type { FieldCondition } from '#shared/model/field-condition.ts';
import type { Filter } from '#shared/model/filter.ts';
import { listOf } from '#shared/model/list-query.ts';
import type { ListQuery } from '#shared/protocol/list-calls.ts';
import { useMemo } from 'react';
import type { GridQuery } from '../data-grid/grid-query.ts';
import { toFilter, type ListView } from './list-url.ts';

interface Asked {
  entity: EntityName;
  list: string;
  view: ListView;
  /** What the filter of a few buttons asks. */
  quick: Pick<ListQuery, 'filter' | 'anyOf'>;
  /** What the screen asks itself. */
  filter: Filter | undefined;
  conditions: readonly FieldCondition[];
  columns: readonly string[] | null;
}

/** The query of a list as it is exported and printed; the screen shows besides what is similar to a search. */
export function useExactQuery(asked: Asked): GridQuery {
  const { entity, list, view, quick, filter, conditions, columns } = asked;
  return useMemo<GridQuery>(() => {
    const definition = entityOf(entity);
    return {
      entity,
      list,
      ...quick,
      filter: { ...toFilter(definition, listOf(definition, list), view.filters), ...quick.filter, ...filter },
      ...(view.search.trim() === '' ? {} : { search: view.search.trim() }),
      ...(view.search.trim() !== '' && view.inDocuments ? { inDocuments: true } : {}),
      ...(view.sort ? { sort: view.sort } : {}),
      ...(conditions.length > 0 ? { conditions: [...conditions] } : {}),
      ...(columns ? { columns: [...columns] } : {}),
    };
  }, [entity, list, view, quick, filter, conditions, columns]);
}
