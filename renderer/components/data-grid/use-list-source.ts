import { entityOf } from '#shared/model/entities.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import { useSync } from '../../stores/sync.ts';
import type { GridQuery } from './grid-query.ts';
import type { ListState } from './grid-port.ts';
import { ListSource } from './list-source.ts';

/**
 * The source of one list screen: follows the query and the changes that the desk tells of.
 * @param resting whether nothing shows its rows, as while the list is a board: then nothing is asked
 */
export function useListSource(query: GridQuery, resting = false): { source: ListSource; state: ListState } {
  const [source] = useState(() => new ListSource(bridge, entityOf(query.entity), query));
  const state = useSyncExternalStore(source.subscribe, source.state);

  useEffect(() => {
    if (!resting) void source.show(query);
  }, [source, query, resting]);
  useBridgeEvent('changed', (event) => source.changed(event, useSync.getState().state === 'first-sync'));
  useEffect(
    () =>
      useSync.subscribe((now, before) => {
        if (before.state === 'first-sync' && now.state !== 'first-sync') source.restart();
      }),
    [source],
  );
  useEffect(
    () =>
      bridge.onConnection((connection) => {
        // What failed while the desk was away is asked for again by itself.
        if (connection === 'open' && source.state().error) source.restart();
      }),
    [source],
  );
  return { source, state };
}
