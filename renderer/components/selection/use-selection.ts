import { useEffect, useState, useSyncExternalStore } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import type { GridQuery } from '../data-grid/grid-query.ts';
import { showToast } from '../messages/messages.tsx';
import { Selection, type SelectionState } from './selection.ts';

/** The selection of one list screen: follows its query, and the changes that the desk tells of. */
export function useSelection(query: GridQuery): { selection: Selection; state: SelectionState } {
  const [selection] = useState(
    () =>
      new Selection(bridge, query, (message) =>
        showToast({ title: 'Too many.', message, color: 'yellow', autoClose: 8_000 }),
      ),
  );
  const state = useSyncExternalStore(selection.subscribe, selection.state);
  useEffect(() => selection.show(query), [selection, query]);
  useEffect(() => () => selection.stop(), [selection]);
  useBridgeEvent('changed', ({ entity }) => {
    const isSearched = query.inDocuments === true && entity === 'document';
    if (entity === query.entity || isSearched) selection.changed();
  });
  return { selection, state };
}
