import type { EntityName } from '#shared/model/entities.ts';
import type { Results } from '#shared/protocol/bridge.ts';
import { useEffect, useState } from 'react';
import { bridge } from '../../../bridge/bridge.ts';
import { fetchChoices } from '../../fetch-choices.ts';

export type Choice = Results['records.choices'][number];

/** Pause in typing after which choices are asked for, in milliseconds. */
const PAUSE_MS = 100;
const MOST = 100;

/** The records of an entity that fit what is typed, while `wanted`; null while there is no answer. */
export function useChoices(entity: EntityName, search: string, wanted: boolean): readonly Choice[] | null {
  const [choices, setChoices] = useState<readonly Choice[] | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let current = true;
    const take = (found: readonly Choice[] | null): void => {
      if (current) setChoices(found);
    };
    const timer = setTimeout(
      () =>
        fetchChoices(
          entity,
          () => bridge.call('records.choices', { entity, limit: MOST, ...(search.trim() ? { search } : {}) }),
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
  }, [entity, search, wanted]);
  return choices;
}
