import type { RecordView } from '#shared/protocol/record-view.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import type { Person } from '../activities/person.ts';

/** A person's record as it is now: undefined while it is fetched, null where there is none any more. */
export function usePersonView(
  entity: Person['entity'],
  id: string | undefined,
): RecordView | null | undefined {
  const [known, setKnown] = useState<{ id: string; view: RecordView | null } | null>(null);
  const wanted = useRef(id);
  const fetchView = useCallback((): void => {
    const asked = wanted.current;
    if (asked === undefined) return;
    const take = (view: RecordView | null): void => {
      if (asked === wanted.current) setKnown({ id: asked, view });
    };
    // What cannot be read is not written to either.
    bridge.call('records.get', { entity, id: asked }).then(take, () => take(null));
  }, [entity]);
  useEffect(() => {
    wanted.current = id;
    fetchView();
  }, [id, fetchView]);
  useBridgeEvent('changed', ({ entity: changed, ids }) => {
    if (changed === entity && (ids === null || (id !== undefined && ids.includes(id)))) fetchView();
  });
  return known !== null && known.id === id ? known.view : undefined;
}
