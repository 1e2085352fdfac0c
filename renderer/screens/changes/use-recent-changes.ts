import type { ChangesPage } from '#shared/protocol/bridge.ts';
import {
  useInfiniteQuery,
  useQueryClient,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import { useSync } from '../../stores/sync.ts';

const KEY = 'recent-changes';
/** Several records that change at once are one reason to ask again. */
const GATHER_MS = 300;

/** What was done of late, page by page, asked for again when something is done here, or the server comes back. */
export function useRecentChanges(mine: boolean): UseInfiniteQueryResult<InfiniteData<ChangesPage>> {
  const client = useQueryClient();
  const state = useSync((sync) => (sync.state === 'offline' ? 'offline' : sync.waiting > 0 ? 'waiting' : ''));
  useGathered(() => void client.invalidateQueries({ queryKey: [KEY] }), state);
  return useInfiniteQuery({
    queryKey: [KEY, mine],
    queryFn: ({ pageParam }) =>
      bridge.call('changes.list', { mine, ...(pageParam === null ? {} : { before: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    staleTime: 0,
    // What one has read is not kept for whoever signs in next.
    gcTime: 0,
  });
}

/** Calls back some time after records change, or after `state` does. */
function useGathered(work: () => void, state: string): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const gathered = useEffectEvent(work);
  const soon = (): void => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      gathered();
    }, GATHER_MS);
  };
  useBridgeEvent('changed', soon);
  const stateChanged = useEffectEvent(soon);
  useEffect(() => stateChanged(), [state]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
}
