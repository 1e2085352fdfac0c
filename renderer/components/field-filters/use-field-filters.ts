import { fieldsReadableOnEveryRow } from '#shared/access/permissions.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import type { FieldCondition } from '#shared/model/field-condition.ts';
import { useMemo } from 'react';
import { useRole } from '../../stores/session.ts';
import type { useAddressQuery } from '../list-screen/use-address-query.ts';
import { useOnNextDay } from '../use-now.ts';
import { readConditions, writeConditions } from './condition-address.ts';
import { fittingConditions, type Fitting } from './fitting-conditions.ts';

/** The fields that the signed-in user's role may read on every row. */
export function useReadable(entity: EntityDefinition): ReadonlySet<string> {
  const role = useRole();
  return useMemo(() => fieldsReadableOnEveryRow(entity, role), [entity, role]);
}

/** What the address asks of single fields, and the way to change it. What the reader cannot ask stays in the address. */
export function useFieldFilters(
  entity: EntityDefinition,
  { query, change }: Pick<ReturnType<typeof useAddressQuery>, 'query' | 'change'>,
): Fitting & { set: (conditions: readonly FieldCondition[]) => void } {
  const readable = useReadable(entity);
  const found = useMemo(
    () => fittingConditions(entity, readConditions(query), readable),
    [entity, query, readable],
  );
  return {
    ...found,
    set: (conditions) => change((now) => writeConditions(now, [...conditions, ...found.others])),
  };
}

/** Asks anew on the next Indian day, where a condition counts from today. */
export function useNextDay(conditions: readonly FieldCondition[], ask: () => void): void {
  const counts = conditions.some(({ op }) => op === 'period' || op === 'olderThan');
  useOnNextDay(() => {
    if (counts) ask();
  });
}
