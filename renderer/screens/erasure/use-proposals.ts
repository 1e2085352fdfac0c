import type { ProposalsPage } from '#shared/protocol/erasure.ts';
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

const KEY = 'proposed for erasure';
/** Several records that change at once are one reason to ask again. */
const GATHER_MS = 500;
const DECIDING: readonly string[] = ['inquiry', 'activity', 'candidate', 'officeSetting'];

/** Who is proposed for erasure, page by page, asked for again when that may have changed. */
export function useProposals(paused: boolean): UseInfiniteQueryResult<InfiniteData<ProposalsPage>> {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const due = useRef(false);
  const refreshSoon = (): void => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ queryKey: [KEY] });
    }, GATHER_MS);
  };
  useBridgeEvent('changed', ({ entity }) => {
    if (!DECIDING.includes(entity)) return;
    if (paused) due.current = true;
    else refreshSoon();
  });
  const offline = useSync(({ state }) => state === 'offline');
  const last = useRef(offline);
  useEffect(() => {
    const came = last.current && !offline;
    last.current = offline;
    if (!came && (paused || !due.current)) return;
    due.current = false;
    void client.invalidateQueries({ queryKey: [KEY] });
  }, [offline, paused, client]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return useInfiniteQuery({
    queryKey: [KEY],
    queryFn: ({ pageParam }) =>
      bridge.call('erasure.proposals', pageParam === null ? {} : { after: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    // What one has read is not kept for whoever signs in next.
    gcTime: 0,
  });
}
