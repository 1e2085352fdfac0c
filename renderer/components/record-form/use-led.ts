import type { EntityName } from '#shared/model/entities.ts';
import type { LedTo } from '#shared/protocol/duplicates.ts';
import { useEffect, useState } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';

interface Led {
  /** The record to show. */
  id: string | null;
  /** Where the one that was asked for leads, once that was followed. */
  led: LedTo | null;
  /** Where it leads that is not followed, since something is typed for the one that is gone. */
  away: LedTo | null;
  /**
   * To be said with each drawing. Gives whether it is still being asked where the record leads.
   * @param isGone whether the record is known not to be there
   * @param isTyped whether something is typed for it: nobody is led away from that unasked
   */
  follow: (isGone: boolean, isTyped: boolean) => boolean;
  /** The user wants to see the one that stays. */
  go: () => void;
}

interface Followed {
  from: string | null;
  to: LedTo;
}

/** Through several merges, it is told what the record that was asked for was called. */
const further = (before: Followed | null, given: string | null, to: LedTo): Followed => ({
  from: given,
  to: { ...to, name: before?.from === given ? before.to.name : to.name },
});

/** Follows a record that is not there to the one into which it was merged: an address or a link of before leads there. */
export function useLed(entity: EntityName, given: string | null): Led {
  const [followed, setFollowed] = useState<Followed | null>(null);
  const [asked, setAsked] = useState<{ id: string; to: LedTo | null } | null>(null);
  const [wanted, setWanted] = useState<{ id: string; isTyped: boolean } | null>(null);
  // Another record is asked for meanwhile: what led to the one before says nothing of it.
  const led = followed?.from === given ? (followed?.to ?? null) : null;
  const id = led?.id ?? given;
  const away = asked !== null && asked.id === id ? asked.to : null;
  useEffect(() => {
    if (wanted === null) return;
    bridge.call('records.leadsTo', { entity, id: wanted.id }).then(
      (found) => {
        if (found && !wanted.isTyped) setFollowed((before) => further(before, given, found));
        setAsked({ id: wanted.id, to: found });
      },
      () => setAsked({ id: wanted.id, to: null }),
    );
  }, [entity, wanted, given]);
  // What leads to another record may come after the word that this one is gone, and go again.
  useBridgeEvent('changed', (event) => {
    if (event.entity === 'mergedRecord') setWanted((now) => now && { ...now });
  });
  return {
    id,
    led,
    away,
    follow: (isGone, isTyped) => {
      if (!isGone || id === null) return false;
      if (wanted?.id !== id || wanted.isTyped !== isTyped) setWanted({ id, isTyped });
      return asked?.id !== id;
    },
    go: () => {
      if (away) setFollowed((before) => further(before, given, away));
    },
  };
}
