import { entityOf, isEntityName } from '#shared/model/entities.ts';
import { fieldOf } from '#shared/model/entity.ts';
import type { ImportableEntity } from '#shared/protocol/import.ts';
import { useQueries } from '@tanstack/react-query';
import { bridge } from '../../bridge/bridge.ts';

/** What a written value can mean. */
export interface Meaning {
  value: string;
  label: string;
}

/** Records of which one can be meant; there are a few statuses and a few dozen colleagues. */
const MOST = 100;

/** By field what its values can mean: the options that it has, or the records that its form offers. */
export function useMeanings(
  entity: ImportableEntity,
  names: readonly string[],
): ReadonlyMap<string, readonly Meaning[]> {
  const fields = [...new Set(names)].map((name) => ({ name, field: fieldOf(entityOf(entity), name) }));
  const found = useQueries({
    queries: fields.map(({ name, field: { target } }) => ({
      queryKey: ['import-meanings', entity, name],
      queryFn: async () => {
        const of = target?.entity ?? '';
        if (!isEntityName(of)) return [];
        const filter = target?.choosable ?? target?.among;
        const choices = await bridge.call('records.choices', {
          entity: of,
          limit: MOST,
          ...(filter ? { filter } : {}),
        });
        return choices.map(({ _id, title }): Meaning => ({ value: _id, label: title }));
      },
      enabled: target !== undefined,
      staleTime: 0,
      gcTime: 0,
    })),
  });
  return new Map(
    fields.map(({ name, field: { options = [] } }, at) => [
      name,
      [...options.map((value): Meaning => ({ value, label: value })), ...(found[at]?.data ?? [])],
    ]),
  );
}
