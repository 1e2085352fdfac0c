import { useRef } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import { useSync } from '../../stores/sync.ts';
import { showToast } from '../messages/messages.tsx';
import { useErased } from '../persons/use-erased.ts';

/** Puts away what shows a document once its person was erased, it was deleted, or it is no longer for this user. */
export function useTakenAway(id: string, putAway: () => void): void {
  const gone = useRef(false);
  const end = (): void => {
    gone.current = true;
    putAway();
  };
  useErased('document', id, end);
  useBridgeEvent('changed', ({ entity, ids }) => {
    if (entity !== 'document' || (ids && !ids.includes(id))) return;
    bridge.call('records.get', { entity, id }).then(
      (view) => {
        // A copy of the data that is being made anew lacks what the user may still see.
        if (view || gone.current || useSync.getState().state === 'first-sync') return;
        showToast({
          title: 'No longer there',
          message: 'The document was deleted, or is no longer yours to see.',
          color: 'yellow',
        });
        end();
      },
      // The desk is gone for a moment, or nobody is signed in any more.
      () => undefined,
    );
  });
}
