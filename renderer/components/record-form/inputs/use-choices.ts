import type { EntityName } from '#shared/model/entities.ts';
import type { Params, Results } from '#shared/protocol/bridge.ts';
import { useEffect, useState } from 'react';
import { bridge } from '../../../bridge/bridge.ts';
import { fetchChoices } from '../fetch-choices.ts';

export type Choice = Results['records.choices'][number];
export type ChoiceFilter = NonNullable<Params<'records.choices'>['filter']>;

/** Pause in typing after which choices are asked for, in milliseconds. */
const PAUSE_MS = 100;
const MOST = 100;

export interface FoundChoices {
  choices: readonly Choice[];
  /** What they were found for. */
  search: string;
}

/** The records of an entity that fit what is typed; all of them where nothing is. */
export const searchChoices = (
  entity: EntityName,
  search: string,
  limit: number,
  filter?: ChoiceFilter,
): Promise<Choice[]> =>
  bridge.call('records.choices', {
    entity,
    limit,
    ...(filter ? { filter } : {}),
    ...(search.trim() ? { search } : {}),
  });

/**
 * The records of an entity that fit what is typed, while `wanted`; null while there is no answer.
 * @param filter must be the same object from render to render
 */
export function useChoices(
  entity: EntityName,
  search: string,
  wanted: boolean,
  filter?: ChoiceFilter,
): FoundChoices | null {
  const [found, setFound] = useState<FoundChoices | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let current = true;
    const take = (choices: readonly Choice[] | null): void => {
      if (current) setFound(choices && { choices, search });
    };
    const timer = setTimeout(
      () =>
        fetchChoices(
          entity,
          () => searchChoices(entity, search, MOST, filter),
          take,
          // Without choices the field still takes what it held; the next key asks again.
          () => take(null),
        ),
      search === '' ? 0 : PAUSE_MS,
    );
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [entity, search, wanted, filter]);
  return found;
}
