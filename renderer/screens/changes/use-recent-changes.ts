import type { ChangesPage } from '#shared/protocol/past-calls.ts';
import {
  useInfiniteQuery,
  useQueryClient,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import { useSync } from '../../stores/sync.ts';

const KEY = 'recent-changes';
/** Several records that change at once are one reason to ask again. */
const GATHER_MS = 300;

/** What was done of late, page by page, asked for again when something is done here, or the server comes back. */
export function useRecentChanges(mine: boolean): UseInfiniteQueryResult<InfiniteData<ChangesPage>> {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refreshSoon = (): void => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ queryKey: [KEY] });
    }, GATHER_MS);
  };
  useBridgeEvent('changed', refreshSoon);
  const state = useSync((sync) => (sync.state === 'offline' ? 'offline' : sync.waiting > 0 ? 'waiting' : ''));
  const last = useRef(state);
  useEffect(() => {
    if (last.current !== state) void client.invalidateQueries({ queryKey: [KEY] });
    last.current = state;
  }, [state, client]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
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
