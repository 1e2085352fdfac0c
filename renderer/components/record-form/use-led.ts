import type { EntityName } from '#shared/model/entities.ts';
import type { LedTo } from '#shared/protocol/duplicates.ts';
import { useEffect, useState } from 'react';
import { bridge } from '../../bridge/bridge.ts';

/**
 * Follows a record that is not there to the one into which it was merged: an address or a link of before leads there.
 * @param isGone whether the record is known not to be there, and nothing that was typed for it would be lost
 */
export function useLed(
  entity: EntityName,
  given: string | null,
): { id: string | null; led: LedTo | null; follow: (isGone: boolean) => boolean } {
  const [followed, setFollowed] = useState<{ from: string | null; to: LedTo } | null>(null);
  const [asked, setAsked] = useState<{ id: string; isOver: boolean } | null>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  // Another record is asked for meanwhile: what led to the one before says nothing of it.
  const led = followed?.from === given ? (followed?.to ?? null) : null;
  const id = led?.id ?? given;
  useEffect(() => {
    if (wanted === null) return;
    bridge.call('records.leadsTo', { entity, id: wanted }).then(
      (found) => {
        if (found) {
          setFollowed((before) => {
            const name = (before?.from === given ? before.to.name : undefined) ?? found.name;
            return { from: given, to: { id: found.id, name } };
          });
        }
        setAsked({ id: wanted, isOver: true });
      },
      () => setAsked({ id: wanted, isOver: true }),
    );
  }, [entity, wanted, given]);
  return {
    id,
    led,
    follow: (isGone) => {
      if (!isGone || id === null) return false;
      if (wanted !== id) setWanted(id);
      return asked?.id !== id || !asked.isOver;
    },
  };
}
