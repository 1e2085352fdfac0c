import type { DuplicateGroupsPage, DuplicatesFound } from '#shared/protocol/duplicates.ts';
import type { DuplicateSign } from '#shared/protocol/duplicates.ts';
import {
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';

const FOUND = 'duplicates-found';
const GROUPS = 'duplicate-groups';
const PAGE = 30;
/** Several records that change at once are one reason to ask again. */
const GATHER_MS = 200;

export interface DuplicatesState {
  found: UseQueryResult<DuplicatesFound>;
  groups: UseInfiniteQueryResult<InfiniteData<DuplicateGroupsPage>>;
  /** How far a look is, from 0 to 100. */
  progress: number;
  lookAgain: () => void;
}

/** What the desk has found, and the pages of it that are shown, kept in step with what becomes of the records. */
export function useDuplicates(by: DuplicateSign | null): DuplicatesState {
  const client = useQueryClient();
  const [progress, setProgress] = useState(0);
  const again = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useBridgeEvent('duplicates', ({ done, total }) => setProgress(total === 0 ? 0 : (done / total) * 100));
  useBridgeEvent('changed', ({ entity }) => {
    if (!['candidate', 'inquiry', 'notDuplicate', 'mergedRecord'].includes(entity)) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ queryKey: [GROUPS] });
    }, GATHER_MS);
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  const found = useQuery({
    queryKey: [FOUND],
    queryFn: async () => {
      const result = await bridge.call('duplicates.find', { again: again.current });
      again.current = false;
      return result;
    },
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  const groups = useInfiniteQuery({
    queryKey: [GROUPS, by, found.data?.at],
    queryFn: ({ pageParam }) =>
      bridge.call('duplicates.groups', { ...(by ? { by } : {}), offset: pageParam, limit: PAGE }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    enabled: found.data !== undefined,
    staleTime: 0,
    // What one has read is not kept for whoever signs in next.
    gcTime: 0,
  });
  return {
    found,
    groups,
    progress,
    lookAgain: () => {
      again.current = true;
      setProgress(0);
      void found.refetch();
    },
  };
}
